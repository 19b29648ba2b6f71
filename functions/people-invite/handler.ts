import { SQSClient } from '@aws-sdk/client-sqs';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openMailQueue } from '../../lib/adapters/mail/mail-queue.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { inviteAgain } from '../../lib/operations/people/invite-person.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'MAIL_QUEUE_URL');
const table = openTable(env.TABLE_NAME);
const deps = {
  people: openPeople(table),
  invitations: openInvitations(table),
  mails: openMailQueue(new SQSClient(awsClient()), env.MAIL_QUEUE_URL),
  now: () => Date.now(),
};

export const handler = apiHandler(
  { operation: 'people-invite', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path, person, locale, toResponse }) =>
    inviteAgain(deps, accountId, path.person_id, { by: person!, locale, toResponse }),
);
