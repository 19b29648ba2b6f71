import { randomBytes } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { personOrder } from '../../lib/adapters/http/validators/person-order.ts';
import { openMailQueue } from '../../lib/adapters/mail/mail-queue.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import type { PersonOrder } from '../../lib/operations/people/add-person.ts';
import { invitePerson } from '../../lib/operations/people/invite-person.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'MAIL_QUEUE_URL');
const table = openTable(env.TABLE_NAME);
const deps = {
  accounts: openAccounts(table),
  people: openPeople(table),
  invitations: openInvitations(table),
  mails: openMailQueue(new SQSClient(awsClient()), env.MAIL_QUEUE_URL),
  now: () => Date.now(),
  randomBytes,
};

export const handler = gatheringApiHandler<PersonOrder>(
  {
    operation: 'people-add',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(personOrder),
    status: 201,
  },
  ({ accountId, body, person, locale, violations, fields, toResponse }) =>
    invitePerson(deps, accountId, body, { by: person!, locale, violations, fields, toResponse }),
);
