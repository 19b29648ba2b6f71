import type { MailingChange, Mailings, Versioned } from '../data/mailings.ts';
import type { Write } from '../data/transactions.ts';
import type { StoredEvent } from '../domain/events.ts';
import { createId, type RandomBytes } from '../domain/ids.ts';
import type { MoneyMove } from '../domain/ledger.ts';
import { mailingKindOf, type Mailing, type Preview } from '../domain/mailings.ts';
import { eventOf } from '../resources/event.ts';

export interface Tools {
  now: () => number;
  randomBytes: RandomBytes;
}

/** Gives a fresh link to a mailing's file, or null when it is no longer kept. */
export interface Previews {
  link(preview: Preview): Promise<string | null>;
}

/** The rules of one kind of mailing, and how it is shown. */
export interface Life<M extends Mailing, Move, Resource> {
  /** The mailing after the move; undefined when the move is not possible. */
  move(mailing: M, move: Move, at: number): M | undefined;
  money(before: M, after: M, move: Move): MoneyMove | undefined;
  preview(mailing: M): Preview;
  resource(mailing: M, previewUrl: string | null): Resource;
  /** The resource as events carry it. */
  inEvent(resource: Resource): { id: string };
}

export interface MoveDeps<M extends Mailing> extends Tools {
  store: Pick<Mailings<M>, 'find' | 'change'>;
  previews: Previews;
}

export interface MoveOptions<Resource> {
  /** Instant of the transition; the present one unless a report tells another. */
  at?: number;
  /** What the move brings along was worked out from the mailing as it was read: with any other nothing is done. */
  asRead?: true;
  /** Completes the request's idempotency record with the answer, in the same transaction. */
  completion?: (resource: Resource) => Write | undefined;
}

/** The mailing as it is now. */
export interface MoveOutcome<M, Resource> extends Versioned<M> {
  /** False when the rules do not list the move from the mailing's present status; nothing changed. */
  moved: boolean;
  resource: Resource;
}

/**
 * The one way a mailing changes: transition, money and event in one transaction. When somebody else changed the mailing
 * meanwhile it is read again and judged again.
 * @throws Problem insufficient_balance when the move charges more than there is
 */
export async function moveMailing<M extends Mailing, Move, Resource>(
  life: Life<M, Move, Resource>,
  deps: MoveDeps<M>,
  versioned: Versioned<M>,
  move: Move,
  options: MoveOptions<Resource> = {},
): Promise<MoveOutcome<M, Resource>> {
  for (let before = versioned; ;) {
    const isOther = before !== versioned && options.asRead === true;
    const judged = isOther ? undefined : await judgeMove(life, deps, before, move, options.at);
    if (!judged) return { ...before, moved: false, resource: await shown(life, deps, before.mailing) };
    const { change, resource } = judged;
    const stored = await deps.store.change({ ...change, completion: options.completion?.(resource) });
    if (stored) return { ...before, mailing: change.after, version: before.version + 1, moved: true, resource };
    before = await readAgain(deps, before);
  }
}

/**
 * What a move makes of a mailing, not yet stored; undefined when the rules do not list it from the present status.
 * @param at instant of the transition, epoch milliseconds
 */
export async function judgeMove<M extends Mailing, Move, Resource>(
  life: Life<M, Move, Resource>,
  deps: Tools & { previews: Previews },
  before: Versioned<M>,
  move: Move,
  at = deps.now(),
): Promise<{ change: MailingChange<M>; resource: Resource } | undefined> {
  const after = life.move(before.mailing, move, at);
  if (!after) return undefined;
  const resource = await shown(life, deps, after);
  const event = after.status === before.mailing.status ? undefined : eventFor(deps, after, life.inEvent(resource));
  return { change: { before, after, event, money: life.money(before.mailing, after, move) }, resource };
}

async function shown<M extends Mailing, Move, Resource>(
  life: Life<M, Move, Resource>,
  { previews }: { previews: Previews },
  mailing: M,
): Promise<Resource> {
  return life.resource(mailing, await previews.link(life.preview(mailing)));
}

/** The event a mailing's new status brings. */
export function eventFor(tools: Tools, mailing: Mailing, resource: { id: string }): StoredEvent {
  const createdAt = tools.now();
  const type = `${mailingKindOf(mailing.id)}.${mailing.status}` as StoredEvent['type'];
  return eventOf(
    {
      id: createId('event', createdAt, tools.randomBytes),
      account_id: mailing.account_id,
      type,
      created_at: createdAt,
    },
    resource,
  );
}

async function readAgain<M extends Mailing>({ store }: MoveDeps<M>, { mailing }: Versioned<M>): Promise<Versioned<M>> {
  const again = await store.find(mailing.account_id, mailing.id);
  if (!again) throw new Error(`${mailing.id} is gone`);
  return again;
}
