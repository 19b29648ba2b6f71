import { randomBytes } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSHandler, SQSRecord } from 'aws-lambda';
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openEvents } from '../../../lib/adapters/data/events.ts';
import { openInvitations } from '../../../lib/adapters/data/invitations.ts';
import { openLedger } from '../../../lib/adapters/data/ledger.ts';
import { openPeople } from '../../../lib/adapters/data/people.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhook-endpoints.ts';
import { readMailOrder } from '../../../lib/adapters/mail/mail-queue.ts';
import { openMailer } from '../../../lib/adapters/mail/mailer.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { sendMail } from '../../../lib/operations/mail/send-mail.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'MAIL_SENDER', 'DASHBOARD_URL');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'send-mails' });
const processor = new BatchProcessor(EventType.SQS, { logger });
const deps = {
  accounts: openAccounts(table),
  people: openPeople(table),
  invitations: openInvitations(table),
  ledger: openLedger(table, { now, randomBytes }),
  events: openEvents(table, now),
  endpoints: openWebhookEndpoints(table),
  mailer: openMailer(new SESv2Client(awsClient()), env.MAIL_SENDER),
  dashboardUrl: env.DASHBOARD_URL,
};

// Every batch of messages.
export const handler: SQSHandler = (event, context) =>
  processPartialResponse(event, handleRecord, processor, { context, throwOnFullBatchFailure: false });

async function handleRecord({ body }: SQSRecord): Promise<void> {
  const order = readMailOrder(body);
  const sent = await sendMail(deps, order);
  logger.info(sent ? 'mail sent' : 'mail not wanted any more', { mail: order.type, account_id: order.account_id });
}
