import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import type { LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { Events } from '../../adapters/data/table/events.ts';
import type { Page, PageRequest } from '../../adapters/data/table/queries.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { apiKeyResource } from '../../core/resources/api-key.ts';
import { balanceTransactionResource } from '../../core/resources/balance.ts';
import { letterResource } from '../../core/resources/letter.ts';
import { operatedAccountResource } from '../../core/resources/operated-account.ts';
import { verificationResource } from '../../core/resources/verification.ts';
import { webhookEndpointResource } from '../../core/resources/webhook-endpoint.ts';
import { showMailMerge } from '../mail-merges/show-mail-merge.ts';
import { readAccount, type ReadAccountDeps } from './read-account.ts';

export interface ExportAccountDeps extends ReadAccountDeps {
  ledger: Pick<Ledger, 'balance' | 'list'>;
  apiKeys: Pick<ApiKeys, 'list'>;
  endpoints: Pick<WebhookEndpoints, 'list'>;
  letters: Pick<Letters, 'list'>;
  verifications: Pick<Verifications, 'list'>;
  mailMerges: Pick<MailMerges, 'list' | 'tally'>;
  letterBatches: Pick<LetterBatches, 'slices'>;
  events: Pick<Events, 'list'>;
}

const PAGE = 100;

/**
 * Everything stored about an account, in the API's documented form, newest first within each kind: the account, its
 * keys and webhook endpoints without secrets, ledger, mailings, letters from spreadsheets of the last 90 days, and
 * events of the last 30. `preview_url` is null; files are downloaded by their links.
 * @throws Problem resource_not_found
 */
export async function* exportAccount(deps: ExportAccountDeps, accountId: string): AsyncGenerator<{ object: string }> {
  const { account, balance } = await readAccount(deps, accountId);
  yield operatedAccountResource(account, balance);
  yield* (await deps.apiKeys.list(accountId)).map(apiKeyResource);
  yield* (await deps.endpoints.list(accountId)).map(webhookEndpointResource);
  for await (const entry of everyRow((page) => deps.ledger.list(accountId, page)))
    yield balanceTransactionResource(entry);
  for await (const letter of everyRow((page) => deps.letters.list(accountId, page, {})))
    yield letterResource(letter, null);
  for await (const verification of everyRow((page) => deps.verifications.list(accountId, page, {})))
    yield verificationResource(verification, null);
  for await (const mailMerge of everyRow((page) => deps.mailMerges.list(accountId, page)))
    yield await showMailMerge(deps, mailMerge);
  for await (const { body } of everyRow((page) => deps.events.list(accountId, page, {})))
    yield JSON.parse(body) as { object: string };
}

/** All rows of a list, a page in memory at a time. */
async function* everyRow<Row>(list: (request: PageRequest) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let after: string | null | undefined; after !== null;) {
    const page: Page<Row> = await list({ limit: PAGE, ...(after !== undefined && { after }) });
    yield* page.rows;
    after = page.next;
  }
}
