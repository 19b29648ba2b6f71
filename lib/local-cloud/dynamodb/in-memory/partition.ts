import { type AttributeValue, compareValues, type Item } from './attribute-value.ts';

export interface Entry {
  /** Undefined if the key schema has no sort key. */
  readonly sort: AttributeValue | undefined;
  /** The table's encoded key, which distinguishes entries with the same index key. */
  readonly id: string;
  readonly item: Item;
}

/** Position of an entry: before (-1), within (0) or after (1) the range of a query. */
export type Range = (entry: Entry) => -1 | 0 | 1;

/** Items of one partition key in the order of their sort keys. */
export class Partition {
  readonly #entries: Entry[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  put(entry: Entry): void {
    const position = this.#position((other) => order(other, entry) >= 0);
    const replaces = this.#entries[position] && order(this.#entries[position], entry) === 0;
    this.#entries.splice(position, replaces ? 1 : 0, entry);
  }

  remove(entry: Pick<Entry, 'sort' | 'id'>): void {
    const position = this.#position((other) => order(other, entry) >= 0);
    if (this.#entries[position] && order(this.#entries[position], entry) === 0) this.#entries.splice(position, 1);
  }

  /** Entries within `range`, after `start`, in the requested direction. */
  *scan(range: Range, isForward: boolean, start: Pick<Entry, 'sort' | 'id'> | undefined): Generator<Entry> {
    const first = this.#position((entry) => range(entry) >= 0);
    const end = this.#position((entry) => range(entry) > 0);
    if (isForward) {
      const from = start
        ? Math.max(
            first,
            this.#position((entry) => order(entry, start) > 0),
          )
        : first;
      for (let index = from; index < end; index++) yield this.#entries[index]!;
    } else {
      const to = start
        ? Math.min(
            end,
            this.#position((entry) => order(entry, start) >= 0),
          )
        : end;
      for (let index = to - 1; index >= first; index--) yield this.#entries[index]!;
    }
  }

  /** The first position at which `holds` is true; it is true for all later ones too. */
  #position(holds: (entry: Entry) => boolean): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#entries[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function order(a: Pick<Entry, 'sort' | 'id'>, b: Pick<Entry, 'sort' | 'id'>): number {
  const bySort = a.sort && b.sort ? compareValues(a.sort, b.sort)! : 0;
  return bySort !== 0 ? bySort : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
