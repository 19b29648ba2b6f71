/** The error that a killed process sees. */
export class Killed extends Error {}

const WRITES = new Set([
  'PutCommand',
  'UpdateCommand',
  'DeleteCommand',
  'TransactWriteCommand',
  'PutObjectCommand',
  'SendMessageCommand',
]);

interface Client {
  send(command: object): Promise<unknown>;
}

/** A process that is killed at one of its writes: before it is sent, or after it and before the response is read. */
export class Mortal {
  #left: number;
  readonly #when: 'before' | 'after';
  #isDead = false;

  /** @param at the number of the write it dies at, from 1; it survives if infinite */
  constructor(at: number, when: 'before' | 'after' = 'before') {
    this.#left = at;
    this.#when = when;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** A client whose calls fail once the process is dead. */
  client<C>(client: C): C {
    const send = async (command: object): Promise<unknown> => {
      if (this.#isDead) throw new Killed();
      const isLast = WRITES.has(command.constructor.name) && --this.#left === 0;
      if (!isLast) return (client as Client).send(command);
      this.#isDead = true;
      if (this.#when === 'after') await (client as Client).send(command);
      throw new Killed();
    };
    return { send } as C;
  }
}
