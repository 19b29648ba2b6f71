import { randomBytes } from 'node:crypto';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { uploadKey } from '../../../../lib/adapters/documents/upload-files.ts';
import { createId } from '../../../../lib/core/domain/ids.ts';
import type { LetterBatch } from '../../../../lib/core/domain/letter-batches.ts';
import { mailMergesFolder } from '../../../../lib/core/domain/retention.ts';
import { DAY_MS } from '../../../../lib/core/domain/units.ts';
import type { KeyRestrictions } from '../../../../lib/core/schemas/api-key.ts';
import type { LetterBatchOrder } from '../../../../lib/core/schemas/letter-batch.ts';
import { confirmLetterBatch, startDryRun } from '../../../../lib/operations/letter-batches/move-letter-batch.ts';
import { newLetterBatch } from '../../../../lib/operations/letter-batches/order-letter-batch.ts';
import { showLetterBatch } from '../../../../lib/operations/letter-batches/show-letter-batch.ts';
import { judgeCancellation } from '../../../../lib/operations/mail-merges/cancel-mail-merge.ts';
import { startWork } from '../../../../lib/operations/mail-merges/move-mail-merge.ts';
import { auditAccount } from '../../../../lib/operations/money/audit-account.ts';
import { callWithTime } from '../../../support/calls.ts';
import { openMailMerging } from './mail-merging.ts';

export const rowTo = (name: string, more: object = {}) => ({
  to: { name, number: '100', postal_code: '05010-000' },
  document: { variables: { nome: name } },
  ...more,
});

/** Letter batches in one process, over the engine of `openMailMerging`. */
export function openLetterBatching(table: Table) {
  const merging = openMailMerging(table);
  const { mailMerges, letterBatches, batchFiles, bucket, ledger, letters, uploads, tools } = merging;
  const deps = { ...tools, mailMerges, letterBatches, batchFiles, ledger };
  const request = ({ account_id: accountId, id }: LetterBatch) => ({
    accountId,
    id,
    toResponse: (body: object) => ({ call: callWithTime(), status: 200, body }),
  });

  return {
    ...merging,

    /** An upload with this PDF. */
    async upload(account_id: string, pdf: Uint8Array): Promise<string> {
      const created_at = tools.now();
      const id = createId('upload', created_at, randomBytes);
      const upload = {
        id,
        account_id,
        filename: 'carta.pdf',
        size: pdf.byteLength,
        upload_url_expires_at: created_at + DAY_MS,
        expires_at: created_at + DAY_MS,
        created_at,
        used_by: null,
      };
      await uploads.create(upload, request({ account_id, id } as LetterBatch).toResponse({}));
      bucket.put(uploadKey({ account_id, id }), pdf);
      return id;
    },

    /** The keys of a batch's files, of all kinds or of one. */
    filesOf: ({ id }: LetterBatch, kind = ''): string[] =>
      bucket.keys().filter((key) => key.includes(`/${id}/${kind}`)),

    /** A letter batch whose rows have arrived. */
    async order(
      account_id: string,
      pdf: Uint8Array,
      rows: readonly (object | string)[],
      more: Partial<LetterBatchOrder> = {},
    ): Promise<LetterBatch> {
      const documents = [{ name: 'carta', upload_id: await this.upload(account_id, pdf) }];
      const now = tools.now();
      const identity = { id: createId('mail_merge', now, randomBytes), created_at: now };
      const order = { filename: 'linhas.jsonl', size: 1, documents, ...more };
      const batch = newLetterBatch(account_id, identity, order, 'key_of_rows');
      await mailMerges.create(batch);
      const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
      bucket.put(`${mailMergesFolder}${account_id}/${batch.id}/rows`, Buffer.from(lines.join('\n')));
      return batch;
    },

    quote: (batch: LetterBatch) => startDryRun(deps, request(batch)),

    confirm: (batch: LetterBatch, hash: string, restrictions?: KeyRestrictions) =>
      confirmLetterBatch(deps, request(batch), hash, { id: 'key_1', restrictions }),

    cancelBatch: (batch: LetterBatch) =>
      startWork(deps, batch.account_id, batch.id, judgeCancellation, request(batch), (found) =>
        showLetterBatch(deps, found),
      ),

    show: async (batch: LetterBatch) =>
      showLetterBatch(deps, (await mailMerges.find(batch.account_id, batch.id))!.mailMerge),

    results: (batch: LetterBatch, state?: 'refused') =>
      letterBatches.rows(batch, { after: 0, limit: 1_000, state }).then(({ rows }) => rows),

    entries: async (accountId: string) =>
      (await ledger.all(accountId)).map(({ type, amount, source_id }) => [type, amount, source_id]),

    audit: (accountId: string) =>
      auditAccount({ ledger, letters, mailMerges, verifications: { all: async () => [] } }, accountId),
  };
}
