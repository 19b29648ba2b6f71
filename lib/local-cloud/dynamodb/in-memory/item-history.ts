import type { Item } from './attribute-value.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html */
export const RECOVERY_DAYS = 35;
const RECOVERY_MS = RECOVERY_DAYS * 24 * 3_600_000;
/** "LatestRestorableDateTime is typically 5 minutes before the current time" (the same page). */
const LATEST_BEHIND_MS = 5 * 60_000;

interface Replaced {
  at: number;
  id: string;
  /** Undefined if the item did not exist. */
  before: Item | undefined;
}

/** Point-in-time recovery of a table: the item that each write of the last 35 days replaced, to rebuild any second. */
export class ItemHistory {
  /** When it was enabled, epoch milliseconds. */
  readonly since: number;
  readonly #now: () => number;
  #replaced: Replaced[] = [];

  constructor(now: () => number) {
    this.#now = now;
    this.since = now();
  }

  /** Epoch milliseconds. */
  get earliest(): number {
    return Math.max(this.since, this.#now() - RECOVERY_MS);
  }

  /** Epoch milliseconds; before `earliest` in the first five minutes. */
  get latest(): number {
    return this.#now() - LATEST_BEHIND_MS;
  }

  record(id: string, before: Item | undefined): void {
    const at = this.#now();
    this.#replaced.push({ at, id, before });
    // Trims a day at a time, because each trim copies the rest.
    if (this.#replaced[0]!.at < at - RECOVERY_MS - 24 * 3_600_000)
      this.#replaced = this.#replaced.filter((each) => each.at >= at - RECOVERY_MS);
  }

  /** The items as they were at an instant, computed from the current items. */
  itemsAt(instant: number, now: Iterable<readonly [string, Item]>): Map<string, Item> {
    const items = new Map(now);
    for (const { at, id, before } of this.#replaced.toReversed()) {
      if (at <= instant) break;
      if (before) items.set(id, before);
      else items.delete(id);
    }
    return items;
  }
}
