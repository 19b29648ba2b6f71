import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { KMSClient } from '@aws-sdk/client-kms';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openEvidence } from '../../lib/adapters/data/mailings/evidence.ts';
import { openPrintBatches } from '../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openEvidenceSigner } from '../../lib/adapters/evidence/signer.ts';
import { timestampAuthority } from '../../lib/adapters/evidence/timestamp-authority.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { describeFailure } from '../../lib/adapters/net/failure.ts';
import { openManifestLines } from '../../lib/adapters/production/outbox.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import type { EvidenceResource } from '../../lib/core/schemas/evidence.ts';
import { readEvidence } from '../../lib/operations/evidence/read-evidence.ts';
import { verificationEvidence } from '../../lib/operations/evidence/verification-evidence.ts';
import { evidenceReport } from '../../lib/texts/evidence/report.ts';

const env = readEnvironment('TABLE_NAME', 'PRODUCTION_BUCKET', 'EVIDENCE_KEY_ID', 'CONFIRMATION_PAGE_BASE', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const logger = new Logger({ serviceName: 'verification-evidence-get' });
const deps = {
  ...tools,
  subject: verificationEvidence(openVerifications(table, tools)),
  accounts: openAccounts(table),
  batches: openPrintBatches(table),
  manifestLines: openManifestLines(env.PRODUCTION_BUCKET),
  evidence: openEvidence(table, tools.now),
  timestamps: timestampAuthority(tools),
  signer: openEvidenceSigner(new KMSClient(awsClient()), env.EVIDENCE_KEY_ID),
  reportUnstamped: (object_id: string, error: Error) =>
    logger.warn('evidence has no time stamp', { object_id, failure: describeFailure(error) }),
};

export const handler = apiHandler(
  {
    operation: 'verification-evidence-get',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    otherwise: { mediaType: 'application/pdf', render: drawn },
  },
  ({ accountId, path }) => readEvidence(deps, accountId, path.verification_id),
);

async function drawn(json: string) {
  const { reportFile } = await import('../../lib/pdf/report-file.ts');
  const report = evidenceReport(json, `${env.CONFIRMATION_PAGE_BASE}/evidence`);
  const { verification_id } = JSON.parse(json) as EvidenceResource;
  return { file: await reportFile(report), filename: `evidencia-${verification_id}.pdf` };
}
