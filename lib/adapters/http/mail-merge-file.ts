import { MAIL_MERGE_ROWS } from '../../core/domain/mail-merge-statuses.ts';
import type { Detail, ValidFields } from '../../core/domain/problems.ts';
import type { LetterForm } from '../../core/schemas/letter.ts';
import type { MailMergeRows } from '../../core/schemas/mail-merge.ts';
import { validFields, violationsOf } from './validation.ts';
import { letterForm } from './validators/letter-form.ts';
import { mailMergeRows } from './validators/mail-merge-rows.ts';

/** The rows of a file, or the errors in its shape. The letters are validated row by row later. */
export function readMailMergeRows(file: Uint8Array): MailMergeRows | Detail[] {
  const value = parsed(file);
  if (value === undefined) return [{ param: 'rows', code: 'invalid_format', values: { format: 'JSON' } }];
  const { rows } = Object(value) as { rows?: unknown };
  // Before validating them: a small file may have millions.
  if (Array.isArray(rows) && rows.length > MAIL_MERGE_ROWS)
    return [{ param: 'rows', code: 'too_long', values: { max_items: MAIL_MERGE_ROWS } }];
  const violations = violationsOf(mailMergeRows, value);
  return violations.length > 0 ? violations : (value as MailMergeRows);
}

function parsed(file: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    return undefined;
  }
}

/** Validates the shape of a letter order with its file: finds the same problems as the letters endpoint. */
export function judgeLetterForm(order: object): {
  body: ValidFields<LetterForm>;
  violations: Detail[];
  fields: string[];
} {
  const violations = violationsOf(letterForm, order);
  return { body: validFields(order, violations), violations, fields: Object.keys(letterForm.schema.properties) };
}
