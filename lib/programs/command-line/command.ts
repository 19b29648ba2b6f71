import type { Options, ValuesOf } from './options.ts';

/** `account?` is an optional argument named `account`. */
type ArgumentValues<Names extends string> = {
  [Name in Names as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string;
};

export interface Input<Arguments extends string, Given extends Options> {
  /** The words after the command's own, by name. */
  arguments: ArgumentValues<Arguments>;
  options: ValuesOf<Given>;
}

/** One command, as data: parsing, help and output follow from it. */
export interface CommandSpec<Context, Arguments extends string, Given extends Options, Data> {
  /** What the user types to call it, e.g. `accounts create`; empty for the only command of a program. */
  words: string;
  /** One line, in the imperative. */
  summary: string;
  /** Notes to read before using it. */
  about?: string;
  /** Arguments after the words, in order; a name ending in `?` is optional. */
  arguments: readonly Arguments[];
  /** Replaces the messages about missing and extra arguments. */
  argumentsRule?: string;
  options: Given;
  /** Example lines, without the program's name and the command's words. */
  examples: readonly string[];
  /** True when the command works without the service that the common options name. */
  isOffline?(input: Input<Arguments, Given>): boolean;
  run(context: Context, input: Input<Arguments, Given>): Promise<Data>;
  /** Text for a terminal of this width; `--json` prints the data itself. */
  show(data: Data, screenWidth: number): string;
  /** What to do when the outcome is unknown: the command was interrupted, or the service stopped responding. */
  unsure?: string;
  /** True when the result is negative: the command ends with exit code 1. */
  isBadNews?(data: Data): boolean;
}

/** Arguments as given; optional ones may be missing. */
export type GivenArguments = Partial<Record<string, string>>;

export interface GivenInput {
  arguments: GivenArguments;
  options: Record<string, unknown>;
}

/** A command with the types of its input and data erased, so that a program can list it. */
export interface Command<Context> extends Omit<
  CommandSpec<Context, string, Options, unknown>,
  'run' | 'show' | 'isBadNews' | 'isOffline'
> {
  run(context: Context, input: GivenInput): Promise<Outcome>;
  isOffline(input: GivenInput): boolean;
}

export interface Outcome {
  data: unknown;
  shown: (screenWidth: number) => string;
  badNews: boolean;
}

/** Makes the function that defines commands of one context; the other types are inferred from each definition. */
export function commandsIn<Context>() {
  return function command<const Arguments extends string, Given extends Options, Data>(
    spec: CommandSpec<Context, Arguments, Given, Data>,
  ): Command<Context> {
    return {
      ...spec,
      isOffline: (input) => spec.isOffline?.(input as unknown as Input<Arguments, Given>) ?? false,
      run: async (context, input) => {
        const data = await spec.run(context, input as unknown as Input<Arguments, Given>);
        return { data, shown: (screenWidth) => spec.show(data, screenWidth), badNews: spec.isBadNews?.(data) ?? false };
      },
    };
  };
}

/** A program with commands, as data. */
export interface Program<Context, Common extends Options = Options> {
  /** What the user types before a command's words, e.g. `operator`. */
  name: string;
  /** One or two sentences. */
  summary: string;
  commands: readonly Command<Context>[];
  /** First words of the commands with their subjects, in the order of help; absent for a program with one-page help. */
  topics?: Readonly<Record<string, string>>;
  /** Options of every command, besides `--json` and `--help`. */
  options: Common;
  /** How the overview shows the required common options, e.g. `--local | --stage <name>`. */
  usage?: string;
  /** Explains each argument name. */
  argumentHelp: Readonly<Record<string, string>>;
  /** The line of help on exit codes. */
  exitCodes: string;
}
