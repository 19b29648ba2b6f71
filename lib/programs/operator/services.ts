import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import { openInvitations } from '../../adapters/data/accounts/invitations.ts';
import { openPeople } from '../../adapters/data/accounts/people.ts';
import { openSessions } from '../../adapters/data/accounts/sessions.ts';
import { openAuthenticityNumbers } from '../../adapters/data/mailings/authenticity-numbers.ts';
import { openCarrierNumbers } from '../../adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import { openEvidence } from '../../adapters/data/mailings/evidence.ts';
import { openLetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import { openLetters } from '../../adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import { openMailingSearch } from '../../adapters/data/mailings/mailing-search.ts';
import { letterShape, verificationShape } from '../../adapters/data/mailings/mailing-shapes.ts';
import { openMailingTraces } from '../../adapters/data/mailings/mailing-traces.ts';
import {
  countMailingsToPrint,
  mailingsInProduction,
  mailingsInStatus,
  mailingsToPrint,
} from '../../adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import { indexRecipients } from '../../adapters/data/mailings/recipient-index.ts';
import { openVerifications } from '../../adapters/data/mailings/verifications.ts';
import { openCorrections } from '../../adapters/data/money/corrections.ts';
import { openLedger } from '../../adapters/data/money/ledger.ts';
import { openPayments } from '../../adapters/data/money/payments.ts';
import { openEvents } from '../../adapters/data/table/events.ts';
import { openTable, type Table } from '../../adapters/data/table/table.ts';
import { openDeliveries } from '../../adapters/data/webhooks/deliveries.ts';
import { openWebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { openPreviewLinks } from '../../adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../adapters/documents/print-files.ts';
import { openUploadFiles } from '../../adapters/documents/upload-files.ts';
import { awsObjectClient, awsRunClient } from '../../adapters/net/aws-client.ts';
import { createGuard, createUrlCheck } from '../../adapters/net/guard.ts';
import { openDirectory } from '../../adapters/postal-codes/directory.ts';
import { openBatchForming } from '../../adapters/production/batch-forming.ts';
import { openInbox } from '../../adapters/production/inbox.ts';
import { openOutbox } from '../../adapters/production/outbox.ts';
import { openSecrets } from '../../adapters/webhooks/secrets.ts';
import { createSender } from '../../adapters/webhooks/sender.ts';
import { createSigner, signingTime } from '../../adapters/webhooks/signer.ts';
import { openExecutionHistory } from '../../adapters/workflows/execution-history.ts';
import { openMailingWorkflow } from '../../adapters/workflows/mailing-workflow.ts';
import { openRunningExecutions } from '../../adapters/workflows/running-executions.ts';
import { deliverySettings } from '../../core/domain/delivery-settings.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { POSTAL_CODES } from './repository.ts';
import type { Site } from './site.ts';

/**
 * Dependencies of all use cases that commands call, on a site's AWS clients.
 * @param setAside called for each item of a list that cannot be read
 */
export function openServices({ aws: place, outputs, now, loopbackReceivers }: Site, setAside: Table['setAside']) {
  const aws = { ...place, ...awsObjectClient() };
  const output = (name: string): string => {
    const value = outputs[name];
    if (value === undefined) throw new Error(`The stack has no output ${name}: deploy it again.`);
    return value;
  };
  const tools = { now, randomBytes };
  const table = openTable(output('TableName'), new DynamoDBClient(aws), setAside);
  const s3 = new S3Client(aws);
  const lambda = new LambdaClient({ ...place, ...awsRunClient() });
  const sfn = new SFNClient(aws);
  const files = openPrintFiles(output('DocumentsBucket'), now, s3);
  const verificationFiles = openPrintFiles(output('VerificationFilesBucket'), now, s3);
  const guard = createGuard({ loopback: loopbackReceivers });
  const secrets = openSecrets(new KMSClient(aws), output('WebhookSecretsKeyId'), { now, cacheFor: 0 });
  const batches = openPrintBatches(table);
  return {
    ...tools,
    table,
    prices,
    accounts: openAccounts(table),
    pageHosts: (outputs.ConfirmationPageHosts ?? '').split(',').filter(Boolean),
    confirmationPageBase: outputs.ConfirmationPageBase ?? '',
    apiKeys: openApiKeys(table),
    people: openPeople(table),
    invitations: openInvitations(table),
    sessions: openSessions(table),
    ledger: openLedger(table, tools),
    payments: openPayments(table, tools),
    corrections: openCorrections(table, tools),
    letters: openLetters(table, tools),
    verifications: openVerifications(table, tools),
    endpoints: openWebhookEndpoints(table),
    deliveries: openDeliveries(table, now),
    events: openEvents(table, now),
    mailMerges: openMailMerges(table, tools),
    letterBatches: openLetterBatches(table, tools),
    indexMailings: {
      letter: (accountId: string) => indexRecipients(table, letterShape, accountId),
      verification: (accountId: string) => indexRecipients(table, verificationShape, accountId),
    },
    search: openMailingSearch(table),
    traces: openMailingTraces(table, now),
    authenticityNumbers: openAuthenticityNumbers(table),
    evidence: openEvidence(table, now),
    executions: {
      letter: openExecutionHistory(sfn, output('LetterStateMachineArn')),
      verification: openExecutionHistory(sfn, output('VerificationStateMachineArn')),
    },
    running: {
      letter: openRunningExecutions(sfn, output('LetterStateMachineArn')),
      verification: openRunningExecutions(sfn, output('VerificationStateMachineArn')),
    },
    workflows: {
      letter: openMailingWorkflow(output('LetterStateMachineArn'), sfn),
      verification: openMailingWorkflow(output('VerificationStateMachineArn'), sfn),
    },
    inStatus: (accountId: string, kind: MailingKind, status: Mailing['status']) =>
      mailingsInStatus(table, accountId, kind, status),
    printFiles: { letter: files, verification: verificationFiles },
    buckets: [files, verificationFiles],
    uploadFiles: openUploadFiles(output('UploadsBucket'), s3),
    files,
    batches,
    profiles: openCarrierProfiles(table),
    numbers: openCarrierNumbers(table),
    toPrint: () => mailingsToPrint(table),
    countToPrint: () => countMailingsToPrint(table),
    inProduction: () => mailingsInProduction(table),
    formBatches: openBatchForming(lambda, output('FormPrintBatchFunctionArn'), batches),
    outbox: openOutbox(
      output('ProductionBucket'),
      { letter: output('DocumentsBucket'), verification: output('VerificationFilesBucket') },
      s3,
    ),
    inbox: openInbox(output('ProductionBucket'), s3),
    pause: () => sleep(1000),
    links: openPreviewLinks(output('DocumentsBucket'), now, s3),
    secrets,
    sign: createSigner(secrets, signingTime),
    send: createSender({ guard, deadline: deliverySettings.deadline }).send,
    allowsUrl: createUrlCheck(guard),
    directory: openDirectory(POSTAL_CODES),
  };
}

export type Services = ReturnType<typeof openServices>;
