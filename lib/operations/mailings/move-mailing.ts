import type { MailingChange, Mailings, Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import type { EventType, StoredEvent } from '../../core/domain/events.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import type { MoneyMove } from '../../core/domain/ledger.ts';
import type { Preview } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { eventOf } from '../../core/resources/event.ts';

export interface Tools {
  now: () => number;
  randomBytes: RandomBytes;
}

/** The rules of one kind of mailing, and its resource. */
export interface MailingRules<M extends Mailing, Move, Resource> {
  /** The mailing after the move; undefined when the move is not possible. */
  move(mailing: M, move: Move, at: number): M | undefined;
  /** The event of a move without a change of status; undefined for none. */
  notice?(before: M, after: M): EventType | undefined;
  money(before: M, after: M, move: Move): MoneyMove | undefined;
  preview(mailing: M): Preview;
  resource(mailing: M, previewUrl: string | null): Resource;
  /** The resource in events. */
  inEvent(resource: Resource): { id: string };
}

export interface MoveDeps<M extends Mailing> extends Tools {
  store: Pick<Mailings<M>, 'find' | 'change'>;
  links: PreviewLinks;
}

export interface MoveOptions<Resource> {
  /** Do nothing if the mailing has changed since it was read, because the move was derived from it. */
  asRead?: true;
  /** Whether the print batch that it joins has a carrier profile. */
  forCarrier?: boolean;
  /** The call's response, committed with the move. */
  toResponse?: (resource: Resource) => PendingResponse;
}

/** The outcome of moves, with the current mailing. */
export interface MoveOutcome<M, Resource> extends Versioned<M> {
  /** False if the rules do not allow the move from the mailing's current status; nothing changed. */
  moved: boolean;
  resource: Resource;
}

/**
 * The only way to change a mailing's status: its moves, usually one, with their money and events in one transaction. If
 * the mailing changed in the meantime, it is read again and the moves are checked again.
 * @throws Problem insufficient_balance if a move charges more than the balance
 */
export async function moveMailing<M extends Mailing, Move, Resource>(
  life: MailingRules<M, Move, Resource>,
  deps: MoveDeps<M>,
  versioned: Versioned<M>,
  moves: readonly Move[],
  options: MoveOptions<Resource> = {},
): Promise<MoveOutcome<M, Resource>> {
  for (let before = versioned; ;) {
    const isOther = before !== versioned && options.asRead === true;
    const judged = isOther ? undefined : await judgeMoves(life, deps, before, moves);
    if (!judged) return { ...before, moved: false, resource: await shown(life, deps, before.mailing) };
    const { change, resource } = judged;
    const { forCarrier = false } = options;
    const stored = await deps.store.change({ ...change, forCarrier, response: options.toResponse?.(resource) });
    if (stored) return { ...before, mailing: change.after, version: before.version + 1, moved: true, resource };
    before = await readAgain(deps, before);
  }
}

/** The result of moves, not yet stored, and its resource. */
interface Judged<M extends Mailing, Resource> {
  change: MailingChange<M>;
  resource: Resource;
}

/**
 * Applies moves to a mailing in sequence, at one instant; undefined if the rules do not allow one of them in the status
 * reached by then.
 */
export async function judgeMoves<M extends Mailing, Move, Resource>(
  life: MailingRules<M, Move, Resource>,
  deps: Tools & { links: PreviewLinks },
  before: Versioned<M>,
  moves: readonly Move[],
): Promise<Judged<M, Resource> | undefined> {
  const at = deps.now();
  let judged: Judged<M, Resource> | undefined;
  for (const move of moves) {
    const { after: mailing, events, money } = judged?.change ?? { after: before.mailing, events: [], money: [] };
    const after = life.move(mailing, move, at);
    if (!after) return undefined;
    const resource = await shown(life, deps, after);
    // Events of one transaction are a millisecond apart, so that lists keep their order.
    const tools = { ...deps, now: () => at + events.length };
    const type = after.status === mailing.status ? life.notice?.(mailing, after) : statusEvent(after);
    const newEvents = type === undefined ? [] : [eventFor(tools, after, life.inEvent(resource), type)];
    const moved = life.money(mailing, after, move);
    judged = {
      change: { before, after, events: [...events, ...newEvents], money: moved ? [...money, moved] : money },
      resource,
    };
  }
  return judged;
}

async function shown<M extends Mailing, Move, Resource>(
  life: MailingRules<M, Move, Resource>,
  { links }: { links: PreviewLinks },
  mailing: M,
): Promise<Resource> {
  return life.resource(mailing, await links.link(life.preview(mailing)));
}

const statusEvent = ({ kind, status }: Mailing) => `${kind}.${status}` as EventType;

/** The event about a change of a mailing; by default, about its new status. */
export function eventFor(
  tools: Tools,
  mailing: Mailing,
  resource: { id: string },
  type: EventType = statusEvent(mailing),
): StoredEvent {
  const createdAt = tools.now();
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
