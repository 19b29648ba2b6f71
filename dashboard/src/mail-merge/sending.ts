import { eachRow, type FailedRequest, isFailed, refusalOf, untilTold } from './rows-in-turn.ts';

/** What became of a row. `sending` stays where the page was closed before the answer: the letter may exist. */
export type Sent =
  | { state: 'waiting' | 'sending' | 'dropped' }
  | { state: 'refused'; message: string }
  | { state: 'created' | 'canceled' | 'kept'; id: string; total: number };

/** A mailing that a person has confirmed. */
export interface Sending {
  /** Begins the Idempotency-Key of each row. */
  key: string;
  /** Epoch milliseconds. */
  confirmedAt: number;
  /** In the order of the cells. */
  rows: readonly Sent[];
}

/** A key is remembered for 24 hours (rule IDEM-3); sending ends an hour before, since a row takes its time. */
const KEY_MS = 23 * 3_600_000;

/** The service may have forgotten the key of a row; the row could become a second letter. */
class KeyForgotten extends Error {
  constructor() {
    super('the key of the row may be forgotten');
    this.name = 'KeyForgotten';
  }
}

export const isTooLate = ({ confirmedAt }: Pick<Sending, 'confirmedAt'>, now: number) => now - confirmedAt > KEY_MS;

export interface SendingTools {
  /** What is known now. */
  current: () => Sending;
  /** Keeps what became of a row, also for after the page is closed. */
  note: (row: number, sent: Sent) => Promise<unknown>;
  create: (row: number, key: string) => Promise<{ id: string; price: { total: number } }>;
  cancel: (id: string, key: string) => Promise<unknown>;
  stopped: () => boolean;
  now: () => number;
}

/** The rows in these states, by their places. */
export function rowsThat({ rows }: Pick<Sending, 'rows'>, ...states: readonly Sent['state'][]): number[] {
  return rows.flatMap(({ state }, row) => (states.includes(state) ? [row] : []));
}

/**
 * Creates the letters of the rows that have none. Each has an Idempotency-Key of its own, so a row whose answer was lost is
 * asked for again and makes no second letter.
 * @throws KeyForgotten · FailedRequest that concerns all rows, such as a balance that is used up: what is left waits
 */
export async function sendRows(tools: SendingTools): Promise<void> {
  await eachRow(rowsThat(tools.current(), 'sending', 'waiting'), (row) => send(tools, row), tools.stopped);
}

/**
 * Cancels what can still be canceled, and drops what was not sent. A row that may have a letter is
 * asked for first, while its key is remembered.
 * @throws FailedRequest when it has to be gone on with later
 */
export async function cancelRows(tools: SendingTools): Promise<void> {
  const goesOn = () => false;
  for (const row of rowsThat(tools.current(), 'waiting')) await tools.note(row, { state: 'dropped' });
  if (!isTooLate(tools.current(), tools.now()))
    await eachRow(rowsThat(tools.current(), 'sending'), (row) => send(tools, row), goesOn);
  await eachRow(rowsThat(tools.current(), 'created'), (row) => cancel(tools, row), goesOn);
}

async function send({ current, note, create, now }: SendingTools, row: number): Promise<void> {
  if (isTooLate(current(), now())) throw new KeyForgotten();
  await note(row, { state: 'sending' });
  try {
    const { id, price } = await untilTold(() => create(row, `${current().key}-${row}`));
    await note(row, { state: 'created', id, total: price.total });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await note(row, { state: 'refused', message: messageOf(refusal) });
    // Refused under its key, so no earlier try has made the letter either.
    else if (isShort(error)) await note(row, { state: 'waiting' });
    if (!refusal) throw error;
  }
}

const isShort = (error: unknown) => isFailed(error) && error.code === 'insufficient_balance';

async function cancel({ current, note, cancel: ask }: SendingTools, row: number): Promise<void> {
  const sent = current().rows[row]!;
  if (sent.state !== 'created') return;
  try {
    await untilTold(() => ask(sent.id, `${current().key}-${row}-cancel`));
    await note(row, { ...sent, state: 'canceled' });
  } catch (error) {
    if (!isFailed(error) || error.code !== 'letter_not_cancelable') throw error;
    await note(row, { ...sent, state: 'kept' });
  }
}

/** All that is wrong with a row, as the service says it. */
export function messageOf({ problems, message }: Pick<FailedRequest, 'problems' | 'message'>): string {
  return problems.length > 0 ? problems.map((problem) => problem.message).join(' ') : message;
}
