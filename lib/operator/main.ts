import { MailingNotErasable } from '../domain/erasure.ts';
import { LetterNotEditable } from '../domain/letter-edits.ts';
import { Problem } from '../domain/problems.ts';
import { detailTexts, problems } from '../http/error-catalogue.ts';
import { fill } from '../http/error-reply.ts';
import { unexpected } from './aws-errors.ts';
import type { Command, GivenArguments } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview, topicHelp, topicList, usageOf } from './help.ts';
import { findCommand, optionsLast, parseCommand, wordsOf, type ParsedCommand } from './parse.ts';
import { Interruption, Refusal, UsageError } from './refusals.ts';
import { findSite } from './site.ts';
import { askForYes, screenWidth, showProgress, type Terminal } from './terminal.ts';
import { spoken } from './text.ts';

/** Documented in docs/operating.md. */
const EXIT = { done: 0, refused: 1, usage: 2, broken: 3, interrupted: 130 } as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs one line of the operator.
 * @param given the words after `operator`
 * @param interruption aborted when the person at the terminal wants no more of it
 * @returns the exit code
 */
export async function main(
  given: readonly string[],
  terminal: Terminal,
  environment: Environment,
  interruption: AbortSignal,
): Promise<number> {
  const line = optionsLast(given);
  const found = findCommand(commands, line);
  const asked: Asked = { command: found, arguments: {} };
  try {
    if (!found) return explain(line[0] === 'help' ? wordsOf(line.slice(1)) : wordsOf(line), terminal);
    const parsed = parseCommand(found, line.slice(found.words.split(' ').length));
    if (parsed.common.help) return explain(found.words.split(' '), terminal);
    asked.arguments = parsed.arguments;
    return await Promise.race([carryOut(parsed, terminal, environment, interruption), interrupted(interruption)]);
  } catch (error) {
    return tell(error, asked, line.includes('--json'), terminal);
  }
}

/** What the line asked for, as far as it was understood. */
interface Asked {
  command: Command | undefined;
  arguments: GivenArguments;
}

async function carryOut(
  { command, common, ...input }: ParsedCommand,
  terminal: Terminal,
  environment: Environment,
  interruption: AbortSignal,
): Promise<number> {
  const site = await findSite(common, environment);
  // The clients of AWS take longest to load, and help needs none.
  const { openServices } = await import('./services.ts');
  const services = openServices(site);
  for (const account of [input.arguments.account, input.options.in])
    if (account !== undefined && !(await services.accounts.find(account as string)))
      throw new Refusal(`There is no account ${account as string}. operator accounts list shows all.`);
  const context = {
    services,
    confirm: async (question: string) => {
      if (!common.yes) await askForYes(terminal, `${question} (${site.name})`);
    },
    progress: (done: number, total: number, what: string) => showProgress(terminal, done, total, what),
    interruption,
  };
  const { data, shown, badNews } = await command.run(context, input);
  terminal.output.write(`${common.json ? JSON.stringify(data, null, 2) : shown(screenWidth(terminal))}\n`);
  return badNews ? EXIT.refused : EXIT.done;
}

function interrupted(interruption: AbortSignal): Promise<never> {
  return new Promise((_, end) => {
    const stop = () => end(new Interruption('Interrupted.'));
    if (interruption.aborted) stop();
    interruption.addEventListener('abort', stop);
  });
}

/**
 * Explains a command, a topic, or everything where nothing is named.
 * @throws UsageError when there is no such command or topic
 */
function explain(words: readonly string[], terminal: Terminal): number {
  const width = screenWidth(terminal);
  const found = findCommand(commands, words);
  const topic = topicHelp(words[0] ?? '', commands, width);
  const help = words.length === 0 ? overview(commands, width) : found ? commandHelp(found, width) : topic;
  if (help !== undefined && (found || words.length < 2)) terminal.output.write(`${help}\n`);
  else throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".\n\n${topic ?? topicList(width)}`);
  return EXIT.done;
}

/** What went wrong, as one would say it; with `--json` as JSON. */
function tell(error: unknown, asked: Asked, json: boolean, terminal: Terminal): number {
  const { exit, code, message } = described(error, asked);
  const details = error instanceof Problem ? (error.details ?? []) : [];
  const { command } = asked;
  const usage =
    exit === EXIT.usage && command
      ? `\n\nUsage: operator ${usageOf(command)}\noperator help ${command.words} explains it.`
      : '';
  showProgress(terminal, 1, 1, '');
  terminal.messages.write(json ? `${JSON.stringify({ error: { code, message, details } })}\n` : `${message}${usage}\n`);
  return exit;
}

function described(error: unknown, asked: Asked): { exit: number; code: string; message: string } {
  const unsure = asked.command?.unsure;
  if (error instanceof UsageError) return { exit: EXIT.usage, code: 'usage', message: error.message };
  if (error instanceof Refusal) return { exit: EXIT.refused, code: 'refused', message: error.message };
  if (error instanceof Interruption)
    return { exit: EXIT.interrupted, code: 'interrupted', message: [error.message, unsure].filter(Boolean).join(' ') };
  if (error instanceof LetterNotEditable)
    return { exit: EXIT.refused, code: 'letter_not_editable', message: notEditable(error, asked) };
  if (error instanceof MailingNotErasable)
    return { exit: EXIT.refused, code: 'mailing_not_erasable', message: notErasable(error) };
  if (error instanceof Problem)
    return { exit: EXIT.refused, code: error.code, message: problemLines(error, asked).join('\n') };
  return { exit: EXIT.broken, code: 'broken', message: [unexpected(error), unsure].filter(Boolean).join('\n') };
}

/** Says what can still be done (spec, States). */
function notEditable({ status, fields }: LetterNotEditable, { command }: Asked): string {
  if (status !== 'received') return `A letter that is ${spoken(status)} can no longer be changed.`;
  const fixed = fields.map((field) => optionOf(field, command)).join(', ');
  return `A received letter can be given another recipient or reference, nothing else: ${fixed} came too late. Cancel it and have it sent anew.`;
}

function notErasable({ status }: MailingNotErasable): string {
  return `A mailing that is ${spoken(status)} still needs its data. Cancel it while that is possible, or wait until it is over.`;
}

/** In the words customers are told, each detail with the option it belongs to. */
function problemLines({ code, details = [] }: Problem, { command, arguments: given }: Asked): string[] {
  if (code === 'resource_not_found') return notFound(given);
  if (details.length === 0) return [problems[code].texts.en];
  return details.map((detail) => {
    const option = optionOf(detail.param, command);
    const hint = detail.code === 'invalid_value' ? command?.options[option.slice(2)]?.help : undefined;
    const text = fill(detailTexts[detail.code], 'en', detail.values);
    return `${option}: ${hint === undefined ? text : text.replace(/\.$/, `: ${hint}.`)}`;
  });
}

/** The last argument names what is looked for, the first its account. */
function notFound(given: GivenArguments): string[] {
  const [name, id] = Object.entries(given).at(-1) ?? [];
  const isMailing = ['letter', 'verification', 'mailing'].includes(name ?? '');
  return [
    `Account ${given.account} has no ${name} ${id}.`,
    ...(isMailing ? [`operator find ${id} tells whose it is.`] : []),
  ];
}

/**
 * The option of a param: `default_sender.city` is `--sender-city`, `events[0]` is `--event`, `variables.nome` is
 * `--variable nome`, `logo.width` is `--file width` where that gives the logo; else the param itself.
 */
function optionOf(param: string, command: Command | undefined): string {
  const options = command?.options ?? {};
  const [field, ...rest] = param.split('.');
  const meant = Object.keys(options).find((name) => (options[name]!.standsFor ?? name) === field);
  if (meant !== undefined) return [`--${meant}`, ...rest].join(' ');
  const name = param
    .replace(/^default_/, '')
    .replace(/\[\d+\]/g, '')
    .replace(/[._]/g, '-');
  const option = [name, name.replace(/s$/, '')].find((candidate) => candidate in options);
  return option === undefined ? param : `--${option}`;
}
