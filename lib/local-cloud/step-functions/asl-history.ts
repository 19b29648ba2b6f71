/** AWS ends an execution whose history grows beyond this. */
export const LONGEST_HISTORY = 25_000;

/** Values are serialized only when the history is read, because states share them. */
export interface HistoryEvent {
  readonly type: string;
  readonly at: number;
  readonly previous: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** Members whose value is JSON in a string. */
const JSON_MEMBERS = ['input', 'output', 'parameters'];

/** The events of one execution, numbered from 1. */
export class History {
  readonly #events: HistoryEvent[];
  readonly #onAdded: (id: number, event: HistoryEvent) => void;

  /** Continues from `events`, and calls `onAdded` for each further one. */
  constructor(onAdded: (id: number, event: HistoryEvent) => void, events: readonly HistoryEvent[] = []) {
    this.#onAdded = onAdded;
    this.#events = [...events];
  }

  get length(): number {
    return this.#events.length;
  }

  /** @returns the id of the new event. */
  add(type: string, at: number, previous: number, details?: Readonly<Record<string, unknown>>): number {
    const event = { type, at, previous, details };
    const id = this.#events.push(event);
    this.#onAdded(id, event);
    return id;
  }

  /** The event with this id, as `GetExecutionHistory` returns it. */
  read(id: number, includeData: boolean): Record<string, unknown> {
    const { type, at, previous, details } = this.#events[id - 1]!;
    return {
      id,
      type,
      timestamp: at / 1000,
      previousEventId: previous,
      ...(details && { [memberName(type)]: write(details, includeData) }),
    };
  }
}

/** All states share the members `stateEnteredEventDetails` and `stateExitedEventDetails`; other types have their own. */
function memberName(type: string): string {
  const name = type.replace(/^.*State(?=Entered$|Exited$)/, 'State');
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}EventDetails`;
}

function write(details: Readonly<Record<string, unknown>>, includeData: boolean): Record<string, unknown> {
  const members = Object.entries(details).filter(([name]) => includeData || !JSON_MEMBERS.includes(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, JSON_MEMBERS.includes(name) ? JSON.stringify(value) : value]),
  );
}
