import { eachRow, type FailedRequest, isFailed, refusalOf, untilTold, type Wait } from './rows-in-turn.ts';

const HOUR_MS = 3_600_000;

/** What became of a row, as the browser keeps it beside the draft. */
export interface RowNote {
  /** Of the sending that it belongs to. */
  key: string;
  row: number;
  sent: Sent;
}

/** The sending with what was noted of it; notes of another one are left alone. */
export function withNotes(sending: Sending, notes: readonly RowNote[]): Sending {
  const rows = [...sending.rows];
  for (const { key, row, sent } of notes) if (key === sending.key) rows[row] = sent;
  return { ...sending, rows };
}

/** What became of a row. `sending` stays where the page was closed before the answer: the letter may exist. */
export type Sent =
  | { state: 'waiting' | 'sending' | 'dropped' }
  | { state: 'refused'; message: string }
  | { state: 'created' | 'canceled' | 'kept'; id: string; total: number };

/** A mailing that a person has confirmed. */
export interface Sending {
  /** Begins the Idempotency-Key of each row. */
  key: string;
  /** When rows began to be sent under this key, by the service's clock: at the confirmation, or when the key was renewed. */
  confirmedAt: number;
  /** Begins what each letter's metadata says of its row; absent where an earlier edition of the page confirmed. */
  marker?: string;
  /** In the order of the cells. */
  rows: readonly Sent[];
}

/** A key is remembered for 24 hours (rule IDEM-3); it is used an hour less, since a row takes its time. */
const KEY_MS = 23 * HOUR_MS;

/** Longer than a row that was asked for in the last moment is asked for again, and its last call runs. */
const SETTLED_MS = 180_000;

/** Earlier editions noted the browser's time, which is wrong at times: what was made is searched for from a week before. */
const CLOCK_MS = 7 * 24 * HOUR_MS;

/** The service may have forgotten the key of a row; the row could become a second letter. */
class KeyForgotten extends Error {
  constructor() {
    super('the key of the row may be forgotten');
    this.name = 'KeyForgotten';
  }
}

export const isTooLate = ({ confirmedAt }: Pick<Sending, 'confirmedAt'>, now: number) => now - confirmedAt > KEY_MS;

const MARK = 'mail_merge_row';

/** Metadata of a row's letter, by which it is found when its key is forgotten. */
export const metadataOf = (marker: string, row: number) => ({ [MARK]: `${marker}/${row}` });

/** What the list of letters tells of one. */
interface ListedLetter {
  id: string;
  status: string;
  price: { total: number };
  metadata: Readonly<Record<string, string>>;
}

export interface SendingTools {
  /** What is known now. */
  current: () => Sending;
  /** Keeps what became of a row, also for after the page is closed. */
  note: (row: number, sent: Sent) => Promise<unknown>;
  /** Keeps what became of all rows, with a new key. */
  renewed: (sending: Sending) => Promise<unknown>;
  /** Letters that were created at an instant or later, in epoch milliseconds, a page at a time. */
  lettersSince: (instant: number) => AsyncIterable<readonly ListedLetter[]>;
  create: (row: number, key: string) => Promise<{ id: string; price: { total: number } }>;
  cancel: (id: string, key: string) => Promise<unknown>;
  stopped: () => boolean;
  /** By the service's clock. */
  now: () => number;
  wait: Wait;
  randomKey: () => string;
}

/** The rows in these states, by their places. */
export function rowsThat({ rows }: Pick<Sending, 'rows'>, ...states: readonly Sent['state'][]): number[] {
  return rows.flatMap(({ state }, row) => (states.includes(state) ? [row] : []));
}

/**
 * Creates the letters of the rows that have none. Each has an Idempotency-Key of its own, so a row whose answer was lost is
 * asked for again and makes no second letter. Once keys may be forgotten, what was made is found among the letters first.
 * @throws KeyForgotten · FailedRequest that concerns all rows, such as a balance that is used up: what is left waits
 */
export async function sendRows(tools: SendingTools): Promise<void> {
  if (isTooLate(tools.current(), tools.now())) await renew(tools);
  await eachRow(rowsThat(tools.current(), 'sending', 'waiting'), (row) => send(tools, row), tools.stopped, tools.wait);
}

/**
 * Cancels what can still be canceled, and drops what was not sent. A row that may have a letter is asked for first, or
 * searched for among the letters once its key may be forgotten.
 * @throws FailedRequest when it has to be gone on with later
 */
export async function cancelRows(tools: SendingTools): Promise<void> {
  const goesOn = () => false;
  if (isTooLate(tools.current(), tools.now()) && tools.current().marker !== undefined) await renew(tools);
  for (const row of rowsThat(tools.current(), 'waiting')) await tools.note(row, { state: 'dropped' });
  if (!isTooLate(tools.current(), tools.now()))
    await eachRow(rowsThat(tools.current(), 'sending'), (row) => send(tools, row), goesOn, tools.wait);
  await eachRow(rowsThat(tools.current(), 'created'), (row) => cancel(tools, row), goesOn, tools.wait);
}

/**
 * Finds the letters of rows whose key may be forgotten, and gives the other rows a new one. No call under the old key runs
 * any more, so a row without a letter gets none by itself.
 * @throws KeyForgotten where letters tell nothing of their row
 */
async function renew({ current, renewed, lettersSince, now, wait, randomKey }: SendingTools): Promise<void> {
  const { confirmedAt, marker } = current();
  if (marker === undefined) throw new KeyForgotten();
  await wait(Math.max(0, confirmedAt + KEY_MS + SETTLED_MS - now()));
  const found = new Map<string | undefined, Sent>();
  for await (const letters of lettersSince(confirmedAt - CLOCK_MS)) {
    for (const { id, status, price, metadata } of letters)
      found.set(metadata[MARK], { state: status === 'canceled' ? 'canceled' : 'created', id, total: price.total });
  }
  const rows = current().rows.map((sent, row): Sent => {
    const isOpen = sent.state === 'waiting' || sent.state === 'sending';
    return isOpen ? (found.get(metadataOf(marker, row)[MARK]) ?? { state: 'waiting' }) : sent;
  });
  await renewed({ key: randomKey(), confirmedAt: now(), marker, rows });
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
