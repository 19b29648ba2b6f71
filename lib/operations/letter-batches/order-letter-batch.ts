import type { Identity } from '../../core/domain/calls.ts';
import type { LetterBatch } from '../../core/domain/letter-batches.ts';
import { type Detail, notAllowed, Problem } from '../../core/domain/problems.ts';
import type { LetterBatchOrder } from '../../core/schemas/letter-batch.ts';

/**
 * A new letter batch, without rows so far (rule LBT-2).
 * @throws Problem invalid_parameters if two PDFs have the same name
 */
export function newLetterBatch(
  accountId: string,
  { id, created_at }: Identity,
  { filename, size, format = 'json_lines', documents, letter = {} }: LetterBatchOrder,
  apiKeyId: string | undefined,
): LetterBatch {
  const names = documents.map(({ name }) => name);
  const repeated = names.flatMap((name, index): Detail[] =>
    names.indexOf(name) === index
      ? []
      : [{ param: `documents[${index}].name`, ...notAllowed({ reason: 'listed_twice' }) }],
  );
  if (repeated.length > 0) throw Problem.invalid(repeated);
  return {
    id,
    account_id: accountId,
    status: 'draft',
    pause_reason: null,
    filename,
    document_size: 0,
    rows: 0,
    rows_size: size,
    tally: null,
    created_at,
    confirmed_at: null,
    batch: {
      format,
      documents,
      letter,
      api_key_id: apiKeyId ?? null,
      manifest_sha256: null,
      quote: null,
      problems: [],
      charged: 0,
      refunded: 0,
      ended_at: null,
    },
  };
}
