import { type AwsGate, openAwsGate } from '../operator/support/aws-gate.ts';
import { operatorOf } from '../operator/support/operator.ts';

/** What the operator's command reported: `unknown` if its responses were lost. */
type Outcome = 'done' | 'refused' | 'unknown';

/** Money that the operator gave. */
export interface Correction {
  /** Unique among the account's corrections; appears in the statement. Null for the account's opening. */
  description: string | null;
  /** Centavos. */
  amount: number;
  outcome: Outcome;
}

/** An edit of a letter's recipient by the operator. */
export interface Edit {
  letter: string;
  /** The new house number. */
  number: string;
  outcome: Outcome;
}

/** Share of writes whose response the operator's command does not get. */
const LOST = 0.1;
/** Maximum attempts of a command whose outcome is unknown. */
const TRIES = 4;
const DONE = 0;
const REFUSED = 1;

/** Runs the operator's commands, whose responses are lost now and then, and repeats those that may be repeated. */
export class OperatorAtWork {
  readonly #gate: AwsGate;
  readonly #random: () => number;
  readonly #run: ReturnType<typeof operatorOf>['run'];
  readonly #corrections = new Map<string, Correction[]>();
  readonly #edits = new Map<string, Edit[]>();

  private constructor(gate: AwsGate, random: () => number) {
    this.#gate = gate;
    this.#random = random;
    this.#run = operatorOf(gate.controlUrl).run;
  }

  static async begin(controlUrl: string, random: () => number): Promise<OperatorAtWork> {
    const gate = await openAwsGate(controlUrl);
    const isWrite = (action: string) => /^dynamodb:(Put|Update|Delete)Item$/.test(action);
    gate.loses = ({ action }) => isWrite(action) && random() < LOST;
    return new OperatorAtWork(gate, random);
  }

  end(): Promise<void> {
    return this.#gate.close();
  }

  /** Adds money under a reference; the command may be repeated, and is. */
  async credit(account: string, centavos: number): Promise<void> {
    const given = this.#corrections.get(account) ?? [];
    const description = `Cortesia ${given.length + 1}`;
    const reais = `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`;
    const options = ['--amount', reais, '--reason', description, '--reference', `chamado ${given.length + 1}`];
    const outcome = await this.#repeat('balance', 'credit', account, ...options);
    this.#corrections.set(account, [...given, { description, amount: centavos, outcome }]);
  }

  async cancel(account: string, letter: string): Promise<void> {
    await this.#repeat('letters', 'cancel', account, letter);
  }

  /** Edits once: the command says to look before repeating it. */
  async edit(account: string, letter: string): Promise<void> {
    const made = this.#edits.get(account) ?? [];
    const number = String(1000 + made.length);
    const outcome = await this.#once('letters', 'edit', account, letter, '--to-number', number);
    this.#edits.set(account, [...made, { letter, number, outcome }]);
  }

  correctionsOf(account: string): readonly Correction[] {
    return this.#corrections.get(account) ?? [];
  }

  editsOf(account: string): readonly Edit[] {
    return this.#edits.get(account) ?? [];
  }

  async #repeat(...line: string[]): Promise<Outcome> {
    let outcome = await this.#once(...line);
    for (let tries = 1; tries < TRIES && outcome === 'unknown'; tries++) outcome = await this.#once(...line);
    // An operator who forgot that it was done repeats it.
    if (outcome === 'done' && this.#random() < 0.3) await this.#once(...line);
    return outcome;
  }

  async #once(...line: string[]): Promise<Outcome> {
    const { exit } = await this.#run(...line, '--yes');
    return exit === DONE ? 'done' : exit === REFUSED ? 'refused' : 'unknown';
  }
}
