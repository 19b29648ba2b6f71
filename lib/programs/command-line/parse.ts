import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Command, GivenArguments, Program } from './command.ts';
import { flag, optionName, type Options, shortened, type ValuesOf } from './options.ts';
import { UsageError } from './refusals.ts';

/** Options of every command of every program. */
export const standardOptions = {
  json: flag('print JSON instead of text'),
  help: shortened('h', flag('show help for the command instead of running it')),
};

type Standard = ValuesOf<typeof standardOptions>;

export interface ParsedCommand<Context, Common extends Options> {
  command: Command<Context>;
  arguments: GivenArguments;
  options: Record<string, unknown>;
  common: ValuesOf<Common> & Standard;
}

/** Moves common options from before the command's words to the end of the line. */
export function optionsLast(
  { options, commands }: Pick<Program<never>, 'options' | 'commands'>,
  line: readonly string[],
): string[] {
  if (commands.some(hasNoWords)) return [...line];
  let words = 0;
  while (line[words]?.startsWith('-')) words += options[line[words]!.slice(2)]?.kind === 'value' ? 2 : 1;
  return [...line.slice(words), ...line.slice(0, words)];
}

/** The words before the first option. */
export function wordsOf(line: readonly string[]): readonly string[] {
  const options = line.findIndex((word) => word.startsWith('-'));
  return options < 0 ? line : line.slice(0, options);
}

/** Whether it is the only command of a program, called by the program's name. */
export const hasNoWords = ({ words }: Pick<Command<never>, 'words'>) => words === '';

/** The words that call a command. */
export const callWords = ({ words }: Pick<Command<never>, 'words'>) => words.split(' ').filter(Boolean);

/** Options of every command of every program, except those that the command defines itself. */
export const standardOptionsOf = ({ options }: Pick<Command<never>, 'options'>): Options =>
  Object.fromEntries(Object.entries(standardOptions).filter(([name]) => !(name in options)));

/** The command whose words begin the line; the longest match wins. */
export function findCommand<Context>(
  commands: readonly Command<Context>[],
  line: readonly string[],
): Command<Context> | undefined {
  return commands
    .filter((command) => callWords(command).every((word, index) => line[index] === word))
    .sort((a, b) => b.words.length - a.words.length)[0];
}

/**
 * Parses the words after a command's own.
 * @throws UsageError naming all problems
 */
export function parseCommand<Context, Common extends Options>(
  program: Program<Context, Common>,
  command: Command<Context>,
  rest: readonly string[],
): ParsedCommand<Context, Common> {
  const { values, positionals } = split(program, command, rest);
  const problems: string[] = [];
  const common = readOptions(
    { ...program.options, ...standardOptionsOf(command) },
    values,
    problems,
  ) as ValuesOf<Common> & Standard;
  if (common.help) return { command, arguments: {}, options: {}, common };
  const parsed = {
    command,
    common,
    arguments: readArguments(command, positionals, problems),
    options: readOptions(command.options, values, problems),
  };
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return parsed;
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function split<Context>(
  program: Program<Context>,
  command: Command<Context>,
  rest: readonly string[],
): { values: Values; positionals: string[] } {
  const options: ParseArgsOptionsConfig = {};
  const known: Options = { ...command.options, ...program.options, ...standardOptionsOf(command) };
  for (const [name, { kind, short }] of Object.entries(known))
    options[name] = {
      type: kind === 'switch' ? 'boolean' : 'string',
      multiple: kind === 'list',
      ...(short !== undefined && { short }),
    };
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    const { code, message: advice } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    // The sentences after the first are advice for programmers.
    const message = `${advice.split('. ')[0]!.replace(/\.$/, '')}.`;
    throw new UsageError(belongsElsewhere(program, message) ?? message);
  }
}

/** Names the command that has this option, if exactly one has it. */
function belongsElsewhere(program: Program<never>, message: string): string | undefined {
  const name = /^Unknown option '--(.+)'/.exec(message)?.[1];
  const [owner, ...more] = name === undefined ? [] : program.commands.filter(({ options }) => name in options);
  return owner && more.length === 0 ? `--${name} belongs to ${owner.words}.` : undefined;
}

function readArguments(
  { arguments: names, argumentsRule }: Pick<Command<never>, 'arguments' | 'argumentsRule'>,
  positionals: readonly string[],
  problems: string[],
): GivenArguments {
  const missing = names.slice(positionals.length).filter((name) => !name.endsWith('?'));
  const extra = positionals.slice(names.length);
  const wrong = [
    ...missing.map((name) => `<${name}> is missing.`),
    ...names.flatMap((name, index) => (positionals[index]?.trim() === '' ? [`<${bare(name)}> is empty.`] : [])),
    ...extra.map((word) => `Unexpected argument "${word}".`),
  ];
  problems.push(...(wrong.length > 0 && argumentsRule !== undefined ? [argumentsRule] : wrong));
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const given = positionals[index];
      return given === undefined ? [] : [[bare(name), given]];
    }),
  );
}

const bare = (name: string) => name.replace('?', '');

function readOptions(options: Options, values: Values, problems: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const { kind, required, read } = option;
      const given = values[name];
      const attempt = (text: string) => {
        try {
          return read(text);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          problems.push(`${optionName(name, option)} ${error.message}.`);
          return undefined;
        }
      };
      if (kind === 'switch') return [name, given === true];
      if (kind === 'list') return [name, ((given as string[] | undefined) ?? []).map(attempt)];
      if (given === undefined && required) problems.push(`${optionName(name, option)} is missing.`);
      return [name, given === undefined ? undefined : attempt(given as string)];
    }),
  );
}
