import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSHandler, SQSRecord } from 'aws-lambda';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openInvitations } from '../../../lib/adapters/data/accounts/invitations.ts';
import { openMailCounts } from '../../../lib/adapters/data/accounts/mail-counts.ts';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { readMailOrder } from '../../../lib/adapters/mail/mail-queue.ts';
import { openMailer } from '../../../lib/adapters/mail/mailer.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { sendMail } from '../../../lib/operations/mail/send-mail.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'MAIL_SENDER', 'DASHBOARD_URL', 'CONFIRMATION_PAGE_BASE');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'send-mails' });
const deps = {
  accounts: openAccounts(table),
  people: openPeople(table),
  invitations: openInvitations(table),
  ledger: openLedger(table, { now, randomBytes }),
  events: openEvents(table, now),
  endpoints: openWebhookEndpoints(table),
  counts: openMailCounts(table),
  mailer: openMailer(new SESv2Client(awsClient()), env.MAIL_SENDER),
  now,
  randomBytes,
  dashboardUrl: env.DASHBOARD_URL,
  pageBase: env.CONFIRMATION_PAGE_BASE,
};

// Every batch of messages.
export const handler: SQSHandler = (event, context) => workOnRecords(event, context, logger, handleRecord);

const news = {
  sent: 'mail sent',
  not_wanted: 'mail not wanted any more',
  too_many: 'mail not sent: too many to its address today',
};

async function handleRecord({ body, messageId }: SQSRecord): Promise<void> {
  const order = readMailOrder(body);
  const outcome = await sendMail(deps, order, messageId);
  logger.info(news[outcome], { mail: order.type, account_id: order.account_id });
}
