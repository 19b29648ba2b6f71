import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { signLetterBatchRows } from '../../lib/adapters/documents/letter-batch-files.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { letterBatchOrder } from '../../lib/adapters/http/validators/letter-batch-order.ts';
import { LETTER_BATCH_URL_SECONDS } from '../../lib/core/domain/letter-batch-limits.ts';
import { tallyOf } from '../../lib/core/domain/mail-merges.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { letterBatchResource } from '../../lib/core/resources/letter-batch.ts';
import { timestamp } from '../../lib/core/resources/timestamps.ts';
import type { LetterBatchWithRowsUrlResource } from '../../lib/core/schemas/letter-batch.ts';
import { newLetterBatch } from '../../lib/operations/letter-batches/order-letter-batch.ts';

const env = readEnvironment('TABLE_NAME', 'UPLOADS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const mailMerges = openMailMerges(table, { now: () => Date.now(), randomBytes });
const signer = openLinkSigner(env.LINK_KEY);

export const handler = apiHandler(
  {
    operation: 'letter-batches-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(letterBatchOrder),
    creates: true,
  },
  async ({ accountId, apiKeyId, body, identify, now, toResponse }): Promise<LetterBatchWithRowsUrlResource> => {
    const batch = newLetterBatch(accountId, identify('mail_merge'), body, apiKeyId);
    const resource = {
      ...letterBatchResource(batch, tallyOf([])),
      rows_url: await signLetterBatchRows(signer, env.UPLOADS_BUCKET, batch),
      rows_url_expires_at: timestamp(now + LETTER_BATCH_URL_SECONDS * 1000),
    };
    await mailMerges.create(batch, toResponse(resource));
    return resource;
  },
);
