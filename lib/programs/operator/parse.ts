import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Command, commonOptions, type GivenArguments } from './command.ts';
import { UsageError } from './refusals.ts';

/** What every command may be told. */
export interface CommonValues {
  local: boolean;
  stage: string | undefined;
  json: boolean;
  yes: boolean;
  help: boolean;
}

export interface ParsedCommand {
  command: Command;
  arguments: GivenArguments;
  options: Record<string, unknown>;
  common: CommonValues;
}

/** Options of every command may stand before its words, too: they are put behind them. */
export function optionsLast(line: readonly string[]): string[] {
  let words = 0;
  while (line[words]?.startsWith('-')) words += line[words] === '--stage' ? 2 : 1;
  return [...line.slice(words), ...line.slice(0, words)];
}

/** What stands before the first option. */
export function wordsOf(line: readonly string[]): readonly string[] {
  const options = line.findIndex((word) => word.startsWith('-'));
  return options < 0 ? line : line.slice(0, options);
}

/** The command whose words a line begins with; the longest wins. */
export function findCommand(commands: readonly Command[], line: readonly string[]): Command | undefined {
  return commands
    .filter(({ words }) => words.split(' ').every((word, index) => line[index] === word))
    .sort((a, b) => b.words.length - a.words.length)[0];
}

/**
 * Reads the words after a command's own.
 * @throws UsageError naming everything that is wrong with them
 */
export function parseCommand(command: Command, rest: readonly string[]): ParsedCommand {
  const { values, positionals } = split(command, rest);
  const common: CommonValues = {
    local: values.local === true,
    stage: values.stage as string | undefined,
    json: values.json === true,
    yes: values.yes === true,
    help: values.help === true,
  };
  if (common.help) return { command, arguments: {}, options: {}, common };
  const problems: string[] = [];
  const parsed = {
    command,
    common,
    arguments: readArguments(command, positionals, problems),
    options: readOptions(command, values, problems),
  };
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return parsed;
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function split(command: Command, rest: readonly string[]): { values: Values; positionals: string[] } {
  const own: ParseArgsOptionsConfig = {};
  for (const [name, { kind }] of Object.entries(command.options))
    own[name] = { type: kind === 'switch' ? 'boolean' : 'string', multiple: kind === 'list' };
  try {
    return parseArgs({ args: [...rest], options: { ...own, ...commonOptions }, allowPositionals: true });
  } catch (error) {
    // What follows the first sentence is advice for programmers.
    if (isParsingError(error)) throw new UsageError(`${error.message.split('. ')[0]!.replace(/\.$/, '')}.`);
    throw error;
  }
}

function isParsingError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function readArguments(command: Command, positionals: readonly string[], problems: string[]): GivenArguments {
  const missing = command.arguments.slice(positionals.length).filter((name) => !name.endsWith('?'));
  for (const name of missing) problems.push(`<${name}> is missing.`);
  for (const [index, name] of command.arguments.entries())
    if (positionals[index]?.trim() === '') problems.push(`<${name.replace('?', '')}> is empty.`);
  for (const word of positionals.slice(command.arguments.length)) problems.push(`"${word}" is one word too many.`);
  return Object.fromEntries(
    command.arguments.flatMap((name, index) => {
      const given = positionals[index];
      return given === undefined ? [] : [[name.replace('?', ''), given]];
    }),
  );
}

function readOptions(command: Command, values: Values, problems: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { kind, required, read }]) => {
      const given = values[name];
      const attempt = (text: string) => {
        try {
          return read(text);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          problems.push(`--${name} ${error.message}.`);
          return undefined;
        }
      };
      if (kind === 'switch') return [name, given === true];
      if (kind === 'list') return [name, ((given as string[] | undefined) ?? []).map(attempt)];
      if (given === undefined && required) problems.push(`--${name} is missing.`);
      return [name, given === undefined ? undefined : attempt(given as string)];
    }),
  );
}
