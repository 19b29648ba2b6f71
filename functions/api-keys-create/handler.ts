import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { type IssuedKey, openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openCorrections } from '../../lib/adapters/data/money/corrections.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { apiKeyOrder } from '../../lib/adapters/http/validators/api-key-order.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { sealedResponses } from '../../lib/adapters/webhooks/sealed-responses.ts';
import { openSecrets } from '../../lib/adapters/webhooks/secrets.ts';
import { mayMakeKey } from '../../lib/core/domain/dashboard-operations.ts';
import { restrictionsOf, unusedKey } from '../../lib/core/domain/key-restrictions.ts';
import type { Role } from '../../lib/core/domain/people.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { customerApiKeyResource } from '../../lib/core/resources/api-key.ts';
import type { ApiKeyMode, CustomerApiKeyResource } from '../../lib/core/schemas/api-key.ts';
import { issueApiKey } from '../../lib/operations/accounts/issue-api-key.ts';

const env = readEnvironment('TABLE_NAME', 'WEBHOOK_SECRETS_KEY_ID', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  accounts: openAccounts(table),
  apiKeys: openApiKeys(table),
  ledger: openLedger(table, tools),
  corrections: openCorrections(table, tools),
};

const secrets = openSecrets(new KMSClient(awsClient()), env.WEBHOOK_SECRETS_KEY_ID, { ...tools, cacheFor: 0 });
const ownerOf = (accountId: string, apiKeyId: string) => ({ accountId, apiKeyId });
const sealed = sealedResponses(secrets, ownerOf);

function requireMayMake(role: Role | undefined, mode: ApiKeyMode | undefined): void {
  if (!mayMakeKey(role, mode)) throw new Problem('role_insufficient');
}

const answerOf = ({ apiKey, secret }: IssuedKey, now: number) => ({
  ...customerApiKeyResource(unusedKey(apiKey), now),
  secret,
});

export const handler = apiHandler(
  {
    operation: 'api-keys-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(apiKeyOrder),
    status: 201,
    secretResponse: {
      seal: sealed.seal,
      // Keys belong to accounts: a developer who repeats an owner's request must not read the secret of a live key.
      open: async (accountId, body, role) => {
        requireMayMake(role, (JSON.parse(body) as CustomerApiKeyResource).mode);
        return sealed.open(accountId, body);
      },
    },
  },
  async ({ accountId, body: { name, mode, ...body }, person, role, identify, now, toResponse }) => {
    requireMayMake(role, mode);
    const restrictions = restrictionsOf(body.restrictions);
    const issued = await issueApiKey(deps, accountId, { name, created_by: person?.id, restrictions }, mode, {
      identity: identify('api_key'),
      toResponse: async ({ apiKey, secret }) =>
        toResponse(answerOf({ apiKey, secret: await secrets.seal(secret, ownerOf(accountId, apiKey.id)) }, now)),
    });
    return answerOf(issued, now);
  },
);
