import { MailingNotErasable } from '../domain/erasure.ts';
import { LetterNotEditable } from '../domain/letter-edits.ts';
import { Problem } from '../domain/problems.ts';
import { detailTexts, problems } from '../http/error-catalogue.ts';
import { fill } from '../http/error-reply.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview, topicHelp, usageOf } from './help.ts';
import { findCommand, parseCommand, type ParsedCommand } from './parse.ts';
import { Refusal, UsageError } from './refusals.ts';
import { findSite } from './site.ts';
import { askForYes, showProgress, type Terminal } from './terminal.ts';

/** Documented in docs/operating.md. */
const EXIT = { done: 0, refused: 1, usage: 2, broken: 3 } as const;

/**
 * Runs one line of the operator.
 * @param line the words after `operator`
 * @returns the exit code
 */
export async function main(
  line: readonly string[],
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const print = (text: string) => terminal.output.write(`${text}\n`);
  if (line.length === 0 || line[0] === 'help' || line[0] === '--help' || line[0] === '-h') {
    return explain(line.slice(1), print);
  }
  const found = findCommand(commands, line);
  if (!found) return unknownCommand(line, terminal);
  let parsed: ParsedCommand | undefined;
  try {
    parsed = parseCommand(found, line.slice(found.words.split(' ').length));
    if (parsed.common.help) return explain(found.words.split(' '), print);
    return await carryOut(parsed, terminal, environment);
  } catch (error) {
    return tell(error, found, line.includes('--json'), terminal);
  }
}

async function carryOut(
  { command, common, ...input }: ParsedCommand,
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const site = await findSite(common, environment);
  // The clients of AWS take longest to load, and help needs none.
  const { openServices } = await import('./services.ts');
  const services = openServices(site);
  const { account } = input.arguments;
  if (account !== undefined && !(await services.accounts.find(account)))
    throw new Refusal(`There is no account ${account}.`);
  const context = {
    services,
    confirm: async (question: string) => {
      if (!common.yes) await askForYes(terminal, `${question} (${site.name})`);
    },
    progress: (done: number, total: number, what: string) => showProgress(terminal, done, total, what),
  };
  const { data, shown, badNews } = await command.run(context, input);
  terminal.output.write(`${common.json ? JSON.stringify(data, null, 2) : shown()}\n`);
  return badNews ? EXIT.refused : EXIT.done;
}

function explain(words: readonly string[], print: (text: string) => void): number {
  const found = findCommand(commands, words);
  const topic = words.length === 1 ? topicHelp(words[0]!, commands) : undefined;
  print(found ? commandHelp(found) : (topic ?? overview(commands)));
  return words.length === 0 || found || topic ? EXIT.done : EXIT.usage;
}

function unknownCommand(line: readonly string[], { messages }: Terminal): number {
  const words = line.filter((word) => !word.startsWith('-')).slice(0, 2);
  const topic = topicHelp(words[0] ?? '', commands);
  messages.write(`There is no command "${words.join(' ')}".\n\n${topic ?? 'operator help shows what there is.'}\n`);
  return EXIT.usage;
}

/** What went wrong, as one would say it; with `--json` as JSON. */
function tell(error: unknown, command: Command, json: boolean, { messages }: Terminal): number {
  const { exit, code, message } = described(error, command);
  const details = error instanceof Problem ? (error.details ?? []) : [];
  const advice =
    exit === EXIT.usage ? `\n\nUsage: operator ${usageOf(command)}\noperator help ${command.words} explains it.` : '';
  messages.write(json ? `${JSON.stringify({ error: { code, message, details } })}\n` : `${message}${advice}\n`);
  return exit;
}

function described(error: unknown, command: Command): { exit: number; code: string; message: string } {
  if (error instanceof UsageError) return { exit: EXIT.usage, code: 'usage', message: error.message };
  if (error instanceof Refusal) return { exit: EXIT.refused, code: 'refused', message: error.message };
  if (error instanceof LetterNotEditable)
    return { exit: EXIT.refused, code: 'letter_not_editable', message: notEditable(error) };
  if (error instanceof MailingNotErasable)
    return { exit: EXIT.refused, code: 'mailing_not_erasable', message: notErasable(error) };
  if (error instanceof Problem)
    return { exit: EXIT.refused, code: error.code, message: problemLines(error, command).join('\n') };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { exit: EXIT.broken, code: 'broken', message };
}

/** Says what can still be done (spec, States). */
function notEditable({ status, fields }: LetterNotEditable): string {
  if (status === 'received')
    return `A received letter can be given another recipient or reference, not another ${fields.join(', ')}.`;
  return `A letter that is ${status.replaceAll('_', ' ')} can no longer be changed.`;
}

function notErasable({ status }: MailingNotErasable): string {
  return `A mailing that is ${status.replaceAll('_', ' ')} still needs its data. Cancel it or wait until it is over.`;
}

/** In the words customers are told, each detail with the option it belongs to. */
function problemLines({ code, details = [] }: Problem, command: Command): string[] {
  if (details.length === 0) return [problems[code].texts.en];
  return details.map(
    (detail) => `${optionOf(detail.param, command)}: ${fill(detailTexts[detail.code], 'en', detail.values)}`,
  );
}

/** The option of a param: `default_sender.city` is `--sender-city`, `events[0]` is `--event`; else the param itself. */
function optionOf(param: string, command: Command): string {
  const name = param
    .replace(/^default_/, '')
    .replace(/\[\d+\]/g, '')
    .replace(/[._]/g, '-');
  const option = [name, name.replace(/s$/, '')].find((candidate) => candidate in command.options);
  return option === undefined ? param : `--${option}`;
}
