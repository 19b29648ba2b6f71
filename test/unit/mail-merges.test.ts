import { describe, expect, test } from '@jest/globals';
import { type MailMergeStatus, mailMergeStatuses } from '../../lib/core/domain/mail-merge-statuses.ts';
import { isInProgress, moveMailMerge, slicesOf, tallyOf } from '../../lib/core/domain/mail-merges.ts';
import type { MailMerge } from '../../lib/core/schemas/mail-merge.ts';

/** Letters from a spreadsheet (rule DASH-13). */
const tally = { created: 2, refused: 1, dropped: 0, canceled: 0, kept: 0, total: 1_380 };
const before = { id: 'mrg_1', account_id: 'acc_1', rows: 3, pause_reason: null, confirmed_at: null, tally: null };
const inStatus = (status: MailMergeStatus, fields: Partial<MailMerge> = {}) =>
  ({ ...before, status, ...fields }) as MailMerge;

const files = { document_sha256: 'a'.repeat(64), rows_sha256: 'b'.repeat(64) };

const moves = [
  { to: 'checking' },
  { to: 'quoted', batch: {} },
  { to: 'failed', batch: {} },
  { to: 'sending', at: 7_000, files },
  { to: 'paused', reason: 'insufficient_balance' },
  { to: 'done', tally },
  { to: 'canceling', at: 7_000 },
  { to: 'canceled', tally },
] as const;

/** The state table, written out. */
const allowed: Record<MailMergeStatus, readonly MailMergeStatus[]> = {
  draft: ['checking', 'sending', 'canceling'],
  checking: ['quoted', 'failed', 'canceling'],
  quoted: ['sending', 'canceling'],
  sending: ['paused', 'done', 'canceling'],
  paused: ['sending', 'canceling'],
  canceling: ['canceled'],
  done: ['canceling'],
  canceled: [],
  failed: [],
};

describe('a mail merge', () => {
  test.each(mailMergeStatuses)('in %s moves only as the table says', (status) => {
    const reached = moves.map((move) => moveMailMerge(inStatus(status), move)?.status);
    expect(reached.filter((to) => to !== undefined)).toEqual(allowed[status]);
  });

  test.each([
    ['draft', moves[3], { ...files, confirmed_at: 7_000 }],
    ['draft', moves[6], { confirmed_at: 7_000 }],
    ['sending', moves[4], { pause_reason: 'insufficient_balance' }],
    ['sending', moves[5], { tally }],
    ['canceling', moves[7], { tally }],
  ] as const)('in %s + %j keeps the values of the move, and changes nothing else', (status, move, brought) => {
    const mailMerge = inStatus(status);
    expect(moveMailMerge(mailMerge, move)).toEqual({ ...mailMerge, status: move.to, ...brought });
  });

  test('that resumes keeps its confirmation and has no reason to pause', () => {
    const paused = inStatus('paused', { pause_reason: 'account_suspended', confirmed_at: 5_000 });
    expect(moveMailMerge(paused, moves[3])).toEqual({ ...paused, ...files, status: 'sending', pause_reason: null });
    const done = inStatus('done', { confirmed_at: 5_000, tally });
    expect(moveMailMerge(done, moves[6])).toEqual({ ...done, status: 'canceling', tally: null });
  });

  test('is work for the queue while it is checked, sent or canceled', () => {
    const working = mailMergeStatuses.filter((status) => isInProgress(inStatus(status)));
    expect(working).toEqual(['checking', 'sending', 'canceling']);
  });
});

test('only rows whose letters stand count toward the total', () => {
  const rows = (['created', 'kept', 'refused', 'dropped', 'canceled'] as const).flatMap((state) => [
    { state, total: 690 },
    { state, total: null },
  ]);
  expect(tallyOf(rows)).toEqual({ created: 2, kept: 2, refused: 2, dropped: 2, canceled: 2, total: 1_380 });
  expect(tallyOf([])).toEqual({ created: 0, kept: 0, refused: 0, dropped: 0, canceled: 0, total: 0 });
});

test.each([
  [1, [[1, 1]]],
  [100, [[1, 100]]],
  [
    201,
    [
      [1, 100],
      [101, 200],
      [201, 201],
    ],
  ],
])('the slices of %d rows have each row once', (rows, expected) => {
  const slices = slicesOf({ id: 'mrg_1', account_id: 'acc_1', rows });
  expect(slices).toEqual(
    expected.map(([first, last]) => ({ account_id: 'acc_1', mail_merge_id: 'mrg_1', first, last })),
  );
});
