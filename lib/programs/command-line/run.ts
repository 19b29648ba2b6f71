import type { Command, GivenArguments, Program } from './command.ts';
import { commandHelp, overview, topicHelp, topicList, usageOf } from './help.ts';
import type { Options } from './options.ts';
import {
  callWords,
  findCommand,
  optionsLast,
  parseCommand,
  type ParsedCommand,
  standardOptionsOf,
  wordsOf,
} from './parse.ts';
import { Interruption, Refusal, UnusableFile, UsageError } from './refusals.ts';
import { wrapped } from './text.ts';

/** Exit codes of every program; documented in docs/operating.md. */
export const EXIT = { done: 0, refused: 1, usage: 2, broken: 3, interrupted: 130 } as const;

/** A terminal, pipe or file; `columns` is the width of a terminal. */
export interface Writer {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** The parsed part of the line. */
export interface ParsedPart<Context> {
  command: Command<Context> | undefined;
  arguments: GivenArguments;
}

/** An error, explained to the user. */
export interface ErrorReport {
  exit: number;
  code: string;
  message: string;
  details: readonly unknown[];
}

export interface Run<Context, Common extends Options> {
  /** Only results. */
  output: Writer;
  /** Refusals and errors. */
  messages: Writer;
  /** Opens the context of the commands. */
  open: (parsed: ParsedCommand<Context, Common>) => Promise<Context> | Context;
  /** Explains the program's own errors; undefined leaves an error to the framework. */
  explainError?: (error: unknown, asked: ParsedPart<Context>) => ErrorReport | undefined;
  /** Aborted when the user presses Ctrl-C. */
  interruption?: AbortSignal;
}

/**
 * Runs one line of a program.
 * @param given the words after the program's name
 * @returns the exit code
 */
export async function run<Context, Common extends Options>(
  program: Program<Context, Common>,
  given: readonly string[],
  { output, messages, open, explainError, interruption }: Run<Context, Common>,
): Promise<number> {
  const line = optionsLast(program, given);
  const command = findCommand(program.commands, line);
  const asked: ParsedPart<Context> = { command, arguments: {} };
  const width = screenWidth(output);
  try {
    if (!command) {
      output.write(`${explain(program, line[0] === 'help' ? wordsOf(line.slice(1)) : wordsOf(line), width)}\n`);
      return EXIT.done;
    }
    const parsed = parseCommand(program, command, line.slice(callWords(command).length));
    if (parsed.common.help) {
      output.write(`${commandHelp(program, command, width)}\n`);
      return EXIT.done;
    }
    asked.arguments = parsed.arguments;
    const work = async () => command.run(await open(parsed), parsed);
    const outcome = await Promise.race([work(), interrupted(interruption)]);
    output.write(`${parsed.common.json ? JSON.stringify(outcome.data, null, 2) : outcome.shown(width)}\n`);
    return outcome.badNews ? EXIT.refused : EXIT.done;
  } catch (error) {
    const { exit, ...report } = explainError?.(error, asked) ?? describeError(error, asked);
    const needsHelp = error instanceof UsageError && !(error instanceof UnusableFile);
    const usage = needsHelp ? usageLines(program, command, width) : [];
    const lines = report.message.split('\n').map((each) => wrapped(each, width));
    const text = [...lines, ...usage].join('\n');
    const asJson = line.includes('--json') && (!command || 'json' in standardOptionsOf(command));
    messages.write(`${asJson ? JSON.stringify({ error: report }) : text}\n`);
    return exit;
  }
}

/** Characters per line; infinite for a pipe or file, so that each row stays one line for programs. */
export const screenWidth = ({ isTTY, columns }: Writer) => (isTTY && columns) || Infinity;

/** One error, with further lines of advice. */
export const errorReport = (exit: number, code: string, ...lines: string[]): ErrorReport => ({
  exit,
  code,
  message: lines.join('\n'),
  details: [],
});

function describeError<Context>(error: unknown, { command }: ParsedPart<Context>): ErrorReport {
  if (error instanceof UsageError) return errorReport(EXIT.usage, 'usage', error.message);
  if (error instanceof Refusal) return errorReport(EXIT.refused, 'refused', error.message);
  if (error instanceof Interruption)
    return errorReport(EXIT.interrupted, 'interrupted', [error.message, command?.unsure].filter(Boolean).join(' '));
  return errorReport(EXIT.broken, 'broken', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

function interrupted(interruption: AbortSignal | undefined): Promise<never> {
  return new Promise((_, end) => {
    const stop = () => end(new Interruption('Interrupted.'));
    if (interruption?.aborted) stop();
    interruption?.addEventListener('abort', stop);
  });
}

/**
 * Help for a command, a topic, or the whole program if no word is given.
 * @throws UsageError if there is no such command or topic
 */
function explain<Context>(program: Program<Context>, words: readonly string[], width: number): string {
  if (words.length === 0) return overview(program, width);
  const found = findCommand(program.commands, words);
  if (found) return commandHelp(program, found, width);
  const topic = topicHelp(program, words[0]!, width);
  if (topic !== undefined && words.length < 2) return topic;
  const named = program.topics ? words.slice(0, 2) : words.slice(0, 1);
  const list = program.topics ? [topic ?? topicList(program, width)] : [];
  throw new UsageError([`There is no command "${named.join(' ')}".`, ...list].join('\n\n'));
}

function usageLines<Context>(
  program: Program<Context>,
  command: Command<Context> | undefined,
  width: number,
): string[] {
  if (!program.topics) return ['', overview(program, width)];
  if (!command) return [];
  const usage = wrapped(`Usage: ${program.name} ${usageOf(command)}`, width, '       ');
  return ['', usage, `See ${program.name} help ${command.words}.`];
}
