import { LETTER_BATCH_ROW_BYTES } from '../../core/domain/letter-batch-limits.ts';
import type { SentRow } from '../../core/domain/letter-batches.ts';
import { Problem } from '../../core/domain/problems.ts';
import { parseStrictJson } from '../../core/strict-json.ts';

/** Values in the JSON of a row: those of a letter's order, with a hundred variables. */
const MOST_VALUES = 256;
const NEW_LINE = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The rows of JSON lines, one after the other, so that 100,000 are never in memory at once. Lines of nothing but blanks
 * are no rows.
 */
export function* rowsOfLines(file: Uint8Array): Generator<SentRow> {
  for (let line = 1, start = 0; start < file.length; line++) {
    const found = file.indexOf(NEW_LINE, start);
    const end = found < 0 ? file.length : found;
    const bytes = file.subarray(start, end);
    start = end + 1;
    if (!bytes.every(isBlank)) yield rowOf(bytes, line);
  }
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0d;

const unreadable = (line: number): SentRow => ({
  line,
  problems: [{ param: 'row', code: 'invalid_format', values: { format: 'JSON' } }],
});

function rowOf(bytes: Uint8Array, line: number): SentRow {
  if (bytes.length > LETTER_BATCH_ROW_BYTES)
    return { line, problems: [{ param: 'row', code: 'too_long', values: { maximum: LETTER_BATCH_ROW_BYTES } }] };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return unreadable(line);
    throw error;
  }
  try {
    parseRow(text);
  } catch (error) {
    if (error instanceof Problem) return unreadable(line);
    throw error;
  }
  return { line, json: text };
}

/** @throws Problem invalid_json */
export const parseRow = (json: string): unknown => parseStrictJson(json, MOST_VALUES);
