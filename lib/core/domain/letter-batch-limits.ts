import { DAY_MS } from './units.ts';

/** Rows of JSON lines, and of a spreadsheet (rule LBT-2). */
export const LETTER_BATCH_ROWS = 100_000;
/** As many letters as a sandbox may have in a day, over its ten dry runs a day (rule REQ-19). */
export const SANDBOX_LETTER_BATCH_ROWS = 500;
/** 100,000 rows of 640 bytes. */
export const LETTER_BATCH_ROWS_BYTES = 67_108_864;
/** A row with the longest texts of all its fields, variables and metadata. */
export const LETTER_BATCH_ROW_BYTES = 131_072;
export const LETTER_BATCH_DOCUMENTS = 10;
/** Until when a letter batch can be quoted and confirmed after its creation (rule LBT-6); its files are kept longer. */
export const LETTER_BATCH_DAYS = 7;
/**
 * The rows of a suspended account wait for so long after the creation of their letter batch; then they get no letter, so
 * that their money goes back.
 */
export const SUSPENDED_BATCH_MS = 15 * DAY_MS;

export const letterBatchFormats = ['json_lines', 'spreadsheet'] as const;

/** Seconds in which the rows can be sent. */
export const LETTER_BATCH_URL_SECONDS = 2 * 3600;
