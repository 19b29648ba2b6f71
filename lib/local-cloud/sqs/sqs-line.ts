import type { Message } from './sqs-message.ts';

/** Decides whether a message may still be received. A rejected message leaves the line permanently. */
export type Admit = (message: Message) => boolean;

/** The visible messages of a queue in the order of delivery. */
export interface Line {
  /** Number of messages that can be received now. */
  readonly receivable: number;
  /** A message became visible, for the first time or again after it was received. */
  add(message: Message): void;
  take(max: number, admit: Admit): Message[];
  /** A visible message was removed without being received. */
  remove(message: Message): void;
  /** A message was received, by an earlier process. */
  occupy(message: Message): void;
  /** A received message was removed, or is about to become visible again. */
  settle(message: Message): void;
}

/** Taken messages stay in the array until there are this many, because each removal copies the rest. */
const TAKEN_BEFORE_COMPACTION = 32;

/** Standard queues: roughly first come, first served. */
export class StandardLine implements Line {
  receivable = 0;
  #messages: Message[] = [];
  #head = 0;

  add(message: Message): void {
    this.#messages.push(message);
    this.receivable++;
  }

  take(max: number, admit: Admit): Message[] {
    const batch: Message[] = [];
    while (batch.length < max && this.#head < this.#messages.length) {
      const message = this.#messages[this.#head++]!;
      // Removed messages keep their place until it is their turn.
      if (message.state !== 'visible') continue;
      this.receivable--;
      if (admit(message)) batch.push(message);
    }
    if (this.#head > TAKEN_BEFORE_COMPACTION && this.#head * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#head);
      this.#head = 0;
    }
    return batch;
  }

  remove(): void {
    this.receivable--;
  }

  occupy(): void {
    // Nothing waits for a message of a standard queue.
  }

  settle(): void {
    // Nothing waits for a message of a standard queue.
  }
}

interface Group {
  /** Visible, in order. */
  messages: Message[];
  taken: number;
}

/** FIFO queues: in order within a message group; a group is blocked while one of its messages is in flight. */
export class FifoLine implements Line {
  receivable = 0;
  readonly #groups = new Map<string, Group>();
  /** Groups with messages to receive, served in turn. */
  readonly #ready = new Set<Group>();

  add(message: Message): void {
    this.#change(message, ({ messages }) => {
      const isLatest = (messages.at(-1)?.order ?? 0) < message.order;
      // A message that returns precedes those not received yet, so its place is near the front.
      const place = isLatest ? messages.length : messages.findIndex(({ order }) => order > message.order);
      messages.splice(place, 0, message);
    });
  }

  take(max: number, admit: Admit): Message[] {
    const batch: Message[] = [];
    for (const group of this.#ready) {
      while (batch.length < max && group.messages.length > 0) {
        const message = group.messages[0]!;
        this.#change(message, ({ messages }) => messages.shift());
        if (!admit(message)) continue;
        batch.push(message);
        this.#change(message, (ownGroup) => ownGroup.taken++);
      }
      if (batch.length === max) break;
    }
    return batch;
  }

  remove(message: Message): void {
    this.#change(message, ({ messages }) => messages.splice(messages.indexOf(message), 1));
  }

  occupy(message: Message): void {
    this.#change(message, (group) => group.taken++);
  }

  settle(message: Message): void {
    this.#change(message, (group) => group.taken--);
  }

  #change({ groupId }: Message, change: (group: Group) => void): void {
    const group = this.#groups.get(groupId!) ?? { messages: [], taken: 0 };
    this.receivable -= receivableOf(group);
    change(group);
    const receivable = receivableOf(group);
    this.receivable += receivable;
    if (receivable > 0) this.#ready.add(group);
    else this.#ready.delete(group);
    if (group.messages.length > 0 || group.taken > 0) this.#groups.set(groupId!, group);
    else this.#groups.delete(groupId!);
  }
}

function receivableOf({ messages, taken }: Group): number {
  return taken > 0 ? 0 : messages.length;
}
