import { MAIL_MERGE_ROW_VALUES, MAIL_MERGE_ROWS } from '../../core/domain/mail-merge-statuses.ts';
import { type Detail, Problem, type ValidFields } from '../../core/domain/problems.ts';
import type { LetterForm, LetterOrder } from '../../core/schemas/letter.ts';
import type { MailMergeRows } from '../../core/schemas/mail-merge.ts';
import { parseStrictJson } from '../../core/strict-json.ts';
import { validFields, violationsOf } from './validation.ts';
import { letterForm } from './validators/letter-form.ts';
import { letterOrder } from './validators/letter-order.ts';
import { mailMergeRows } from './validators/mail-merge-rows.ts';

/**
 * The rows of a file, or the errors in its first wrong row. The file has the limits of a JSON body, except that its
 * number of values is limited by row. The letters are validated row by row later.
 */
export function readMailMergeRows(file: Uint8Array): MailMergeRows | Detail[] {
  const value = parsed(file);
  if (value === undefined) return [{ param: 'rows', code: 'invalid_format', values: { format: 'JSON' } }];
  const { rows } = Object(value) as { rows?: unknown };
  if (!Array.isArray(rows)) return problemsOf(value, 'rows');
  if (rows.length > MAIL_MERGE_ROWS)
    return [{ param: 'rows', code: 'too_long', values: { max_items: MAIL_MERGE_ROWS } }];
  const frame = problemsOf({ ...(value as MailMergeRows), rows: [] }, 'shared');
  if (frame.length > 0) return frame;
  for (const [index, row] of rows.entries()) {
    const problems = problemsOf({ shared: {}, rows: [row as unknown] }, FIRST_ROW);
    if (problems.length > 0)
      return problems.map(({ param, ...flaw }) => ({ param: param.replace(FIRST_ROW, `rows[${index}]`), ...flaw }));
  }
  return value as MailMergeRows;
}

const FIRST_ROW = 'rows[0]';

/** The violations of a part of the file; it is counted first, because those of a million values would fill the memory. */
function problemsOf(part: unknown, param: string): Detail[] {
  if (valuesWithin(part) > MAIL_MERGE_ROW_VALUES)
    return [{ param, code: 'too_long', values: { max_properties: MAIL_MERGE_ROW_VALUES } }];
  return violationsOf(mailMergeRows, part);
}

function valuesWithin(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesWithin(inner), 1);
}

function parsed(file: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
  try {
    return parseStrictJson(text, MAIL_MERGE_ROWS * MAIL_MERGE_ROW_VALUES);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Validates the shape of a letter's order in JSON: finds the same problems as the letters endpoint. */
export function judgeLetterOrder(order: object): {
  body: ValidFields<LetterOrder>;
  violations: Detail[];
  fields: string[];
} {
  const violations = violationsOf(letterOrder, order);
  return { body: validFields(order, violations), violations, fields: Object.keys(letterOrder.schema.properties) };
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
