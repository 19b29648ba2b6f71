import type { Options, ValuesOf } from './options.ts';
import type { Services } from './services.ts';

/** What a command works with. */
export interface Context {
  services: Services;
  /**
   * Asks before something that cannot be undone; goes on only after a yes, given at the terminal or by `--yes`.
   * @throws Refusal
   */
  confirm: (question: string) => Promise<void>;
  /** Tells how far long work has come. */
  progress: (done: number, total: number, what: string) => void;
  /** Aborted when the person at the terminal wants no more of it. */
  interruption: AbortSignal;
}

/** `account?` is an argument `account` that may be left out. */
type ArgumentValues<Names extends string> = {
  [Name in Names as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string;
};

export interface Input<Arguments extends string, Given extends Options> {
  /** What stands after the command's words, by name. */
  arguments: ArgumentValues<Arguments>;
  options: ValuesOf<Given>;
}

/** One command, as data: parsing, help and output are made from it. */
export interface CommandSpec<Arguments extends string, Given extends Options, Data> {
  /** How it is called, e.g. `accounts create`. */
  words: string;
  /** One line, in the imperative. */
  summary: string;
  /** What one should know before using it. */
  about?: string;
  /** What follows the words, in order; a name ending in `?` may be left out. */
  arguments: readonly Arguments[];
  options: Given;
  /** What follows `operator`, as one would type it. */
  examples: readonly string[];
  run(context: Context, input: Input<Arguments, Given>): Promise<Data>;
  /** For people, on a screen so wide; `--json` prints the data itself. */
  show(data: Data, screenWidth: number): string;
  /** What to do when nobody saw the command end: it was interrupted, or AWS could not be reached any more. */
  unsure?: string;
  /** True when what was found is bad news: the command ends with exit code 1. */
  isBadNews?(data: Data): boolean;
}

/** Arguments as they were given; what may be left out may be missing. */
export type GivenArguments = Partial<Record<string, string>>;

/** A command whose own types nobody needs to know any more. */
export interface Command extends Omit<CommandSpec<string, Options, unknown>, 'run' | 'show' | 'isBadNews'> {
  run(context: Context, input: { arguments: GivenArguments; options: Record<string, unknown> }): Promise<Outcome>;
}

export interface Outcome {
  data: unknown;
  shown: (screenWidth: number) => string;
  badNews: boolean;
}

export function command<const Arguments extends string, Given extends Options, Data>(
  spec: CommandSpec<Arguments, Given, Data>,
): Command {
  return {
    ...spec,
    run: async (context, input) => {
      const data = await spec.run(context, input as unknown as Input<Arguments, Given>);
      return { data, shown: (screenWidth) => spec.show(data, screenWidth), badNews: spec.isBadNews?.(data) ?? false };
    },
  };
}

/** What to do where nobody saw the end of a command that may be repeated. */
export const repeatable = {
  change: 'Repeat it: twice is as good as once.',
  cancel: 'Repeat it: canceling twice is no error.',
} as const;

/** Options that every command takes. */
export const commonOptions = {
  local: { type: 'boolean', help: 'the service that `npm start` runs on this machine' },
  stage: { type: 'string', help: 'a deployed stage, e.g. prod; AWS credentials and region come from the environment' },
  json: { type: 'boolean', help: 'print JSON for programs instead of text for people' },
  yes: { type: 'boolean', short: 'y', help: 'do not ask for confirmation' },
  help: { type: 'boolean', short: 'h', help: 'explain the command instead of running it' },
} as const;

/** What an argument stands for, wherever it occurs. */
export const argumentHelp: Readonly<Record<string, string>> = {
  account: 'id of the account, acc_…',
  'account?': 'id of the account, acc_…; without it, every account',
  key: 'id of the API key, key_…',
  endpoint: 'id of the webhook endpoint, whe_…',
  event: 'id of the event, evt_…',
  letter: 'id of the letter, ltr_…',
  verification: 'id of the verification, ver_…',
  batch: 'id of the print batch, bat_…',
  mailing: 'id of the letter or verification, ltr_… or ver_…',
  text: 'an id, a tracking code or a reference',
};
