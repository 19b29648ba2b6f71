import { commands } from './commands.ts';
import { type Asked, describeError, EXIT } from './errors.ts';
import { commandHelp, overview, topicHelp, topicList } from './help.ts';
import { findCommand, optionsLast, parseCommand, type ParsedCommand, wordsOf } from './parse.ts';
import { Interruption, Refusal, UsageError } from './refusals.ts';
import { findSite } from './site.ts';
import { askForYes, screenWidth, showProgress, type Terminal } from './terminal.ts';

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

/** Says what went wrong; with `--json` as JSON. */
function tell(error: unknown, asked: Asked, json: boolean, terminal: Terminal): number {
  const { exit, usage, ...told } = describeError(error, asked);
  showProgress(terminal, 1, 1, '');
  const text = [told.message, ...usage].join('\n');
  terminal.messages.write(`${json ? JSON.stringify({ error: told }) : text}\n`);
  return exit;
}
