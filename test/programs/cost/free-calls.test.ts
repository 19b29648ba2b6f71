import { expect, test } from '@jest/globals';
import { RATE_LIMIT } from '../../../lib/core/domain/accounts.ts';
import { dailyLimits } from '../../../lib/core/domain/daily-limits.ts';
import { LETTER_BATCH_DOCUMENTS, LETTER_BATCH_ROWS_BYTES } from '../../../lib/core/domain/letter-batch-limits.ts';
import { MAIL_MERGE_DOCUMENT_BYTES, MAIL_MERGE_ROWS_BYTES } from '../../../lib/core/domain/mail-merge-statuses.ts';
import { SLICE_ROWS } from '../../../lib/core/domain/mail-merges.ts';
import { retention } from '../../../lib/core/domain/retention.ts';
import { UPLOAD_MAX_BYTES } from '../../../lib/core/domain/uploads.ts';
import { functionSettings } from '../../../lib/infra/settings.ts';
import { amountsOnPage, pricesOnPage } from './cost-page.ts';

/** What docs/cost.md says of calls that nobody pays for follows from its prices and from the limits of the code. */

const MILLION = 1e6;
const SECONDS_OF_A_DAY = 86_400;
/** US dollars: a million GB-s on ARM, a million GB out. */
const GB_SECONDS = 13.3334;
const GB_OUT = 0.15 * MILLION;
/** Comes with a call that has its own row. */
const ROW = 'row of a dry run';
const prices = pricesOnPage();
const page = amountsOnPage('Free call');

const most: Record<string, number> = {
  'hostile document': dailyLimits.documents.most,
  'address check': dailyLimits.address_checks.most,
  statistics: dailyLimits.figures.most,
  'webhook test': dailyLimits.webhook_tests.most,
  upload: dailyLimits.uploads.most,
  spreadsheet: dailyLimits.spreadsheets.most,
  'letter batch': dailyLimits.letter_batch_files.most,
  'dry run': dailyLimits.letter_batches.most,
  [ROW]: dailyLimits.letter_batch_rows.most,
  'sandbox dry run': dailyLimits.sandbox_letter_batches.most,
  'sandbox letter': dailyLimits.sandbox.most,
  'largest list': dailyLimits.lists.most,
  'single object': RATE_LIMIT * SECONDS_OF_A_DAY,
};

const usd = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const numberIn = (name: string, column: string) => Number(page[name]![column]!.replaceAll(',', ''));

function millionOf(name: string): number {
  const cell = (column: string) => numberIn(name, column);
  const request = name === ROW ? 0 : prices['API requests'] + 2 * prices['Lambda invocations'];
  return (
    request +
    cell('GB-s') * GB_SECONDS +
    cell('Read units') * prices['DynamoDB read units'] +
    cell('Write units') * prices['DynamoDB write units'] +
    cell('S3 writes') * prices['S3 writes and listings'] +
    cell('GB out') * GB_OUT +
    cell('Other USD a million')
  );
}

test('each limit has its row', () => {
  expect(Object.keys(page)).toEqual([...Object.keys(most), 'together']);
  const limited = Object.keys(most).filter((name) => name !== 'single object');
  // The bytes of sandboxes are in the row of their letters.
  expect(Object.keys(dailyLimits).filter((name) => name !== 'sandbox_files')).toHaveLength(limited.length);
});

test.each(Object.keys(most))('a million of %s, and a day', (name) => {
  expect(page[name]!['Most a day']).toBe(most[name]!.toLocaleString('en-US'));
  expect(page[name]!['USD a million']).toBe(usd(millionOf(name)));
  expect(page[name]!['USD a day']).toBe(usd((millionOf(name) * most[name]!) / MILLION));
});

test('storage costs what its bytes and days cost', () => {
  const GB = 1e9;
  const PER_GB_MONTH = 0.0405;
  const month = (days: number) => days / 30;
  const sandboxLetter = dailyLimits.sandbox_files.most / dailyLimits.sandbox.most;
  const copies = LETTER_BATCH_ROWS_BYTES + LETTER_BATCH_DOCUMENTS * UPLOAD_MAX_BYTES;
  const { uploadRetentionDays, mailMergeFileRetentionDays } = retention.settings;
  const stored: Record<string, number> = {
    'hostile document': UPLOAD_MAX_BYTES * month(uploadRetentionDays),
    upload: UPLOAD_MAX_BYTES * month(uploadRetentionDays),
    spreadsheet: (MAIL_MERGE_DOCUMENT_BYTES + MAIL_MERGE_ROWS_BYTES) * month(mailMergeFileRetentionDays),
    'letter batch': LETTER_BATCH_ROWS_BYTES * month(mailMergeFileRetentionDays),
    'dry run': copies * month(mailMergeFileRetentionDays),
    [ROW]: 0,
    'sandbox dry run': copies * month(mailMergeFileRetentionDays),
    'sandbox letter': sandboxLetter * month(270),
  };
  const besides: Record<string, number> = {
    'sandbox letter': 6 * prices['Step Functions transitions'],
    // A message of each slice is sent, received and deleted, by an invocation.
    [ROW]: (3 * prices['SQS requests'] + prices['Lambda invocations']) / SLICE_ROWS,
  };
  for (const [name, bytesAndMonths] of Object.entries(stored)) {
    const usdAMillion = (bytesAndMonths / GB) * PER_GB_MONTH * MILLION + (besides[name] ?? 0);
    const other = numberIn(name, 'Other USD a million');
    expect([name, other >= usdAMillion, other < usdAMillion * 1.05]).toEqual([name, true, true]);
  }
});

test('an account in a day', () => {
  const days = Object.keys(most).map((name) => (millionOf(name) * most[name]!) / MILLION);
  expect(page.together!['USD a day']).toBe(usd(days.reduce((sum, day) => sum + day, 0)));
});

test('a function that reads a PDF, or waits for a receiver, costs no more than the page says', () => {
  const gbSeconds = ({ memory, timeout }: { memory: number; timeout: number }) => (memory / 1024) * timeout;
  expect(gbSeconds(functionSettings('letters-quote', 'rendering'))).toBeLessThanOrEqual(
    Number(page['hostile document']!['GB-s']),
  );
  expect(gbSeconds(functionSettings('webhook-endpoints-test', 'api'))).toBeLessThanOrEqual(
    Number(page['webhook test']!['GB-s']),
  );
});
