import type { Table } from '../../adapters/data/table/table.ts';
import type { Options } from '../command-line/options.ts';
import type { ParsedCommand } from '../command-line/parse.ts';
import { Refusal } from '../command-line/refusals.ts';
import { run } from '../command-line/run.ts';
import { askForYes, showProgress, type Terminal } from '../command-line/terminal.ts';
import type { Act } from './acts.ts';
import type { Context } from './command.ts';
import { explainError } from './errors.ts';
import { operator } from './program.ts';
import { findSite, type Site } from './site.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs one line of the operator.
 * @param line the words after `operator`
 * @param interruption aborted when the user presses Ctrl-C
 * @returns the exit code
 */
export async function main(
  line: readonly string[],
  terminal: Terminal,
  environment: Environment,
  interruption: AbortSignal,
): Promise<number> {
  const { output, messages } = terminal;
  const clearProgress = () => showProgress(terminal, 1, 1, '');
  let recordEnd = (_outcome: string) => Promise.resolve();
  const record: Recorder = async (site, act) => {
    const { recordAct } = await import('./acts.ts');
    recordEnd = await recordAct(site, act);
  };
  const exit = await run(operator, line, {
    output,
    messages: {
      write: (text) => {
        clearProgress();
        messages.write(text);
      },
    },
    open: (parsed) => openContext(parsed, { terminal, environment, interruption, record }),
    explainError,
    interruption,
  });
  await recordEnd(`exit ${exit}`).catch((error: Error) => {
    messages.write(`The log says that this was begun, but not how it ended: ${error.name}.\n`);
  });
  return exit;
}

type Recorder = (site: Site, act: Act) => Promise<void>;

/** Arguments that name an object; other arguments may be about a person. */
const ID = /^[a-z]{3}_[0-9a-z_]+$/;

function actOf({ command, arguments: given }: Pick<ParsedCommand<Context, Options>, 'command' | 'arguments'>): Act {
  const { account, ...others } = given;
  const isId = (value: string | undefined): value is string => value !== undefined && ID.test(value);
  return {
    command: command.words,
    account_id: isId(account) ? account : undefined,
    object_id: Object.values(others).find(isId),
  };
}

interface Surroundings {
  terminal: Terminal;
  environment: Environment;
  interruption: AbortSignal;
  record: Recorder;
}

async function openContext(
  parsed: ParsedCommand<Context, typeof operator.options>,
  { terminal, environment, interruption, record }: Surroundings,
): Promise<Context> {
  const { command, common, ...input } = parsed;
  const { input: stdin } = terminal;
  if (command.isOffline(input) && !common.local && common.stage === undefined)
    return offlineContext(interruption, stdin);
  const site = await findSite(common, environment);
  await record(site, actOf(parsed));
  // Loaded on demand: the AWS clients take longest to load, and help needs none.
  const { openServices } = await import('./services.ts');
  const services = openServices(site, onceEach(terminal.messages));
  for (const account of [input.arguments.account, input.options.in])
    if (account !== undefined && !(await services.accounts.find(account as string)))
      throw new Refusal(`There is no account ${account as string}. List all with operator accounts list.`);
  return {
    services,
    confirm: async (question) => {
      if (!common.yes) await askForYes(terminal, `${question} (${site.name})`);
    },
    progress: (done, total, what) => showProgress(terminal, done, total, what),
    interruption,
    stdin,
  };
}

/** Names each item of a list that cannot be read, once. */
function onceEach(messages: Terminal['messages']): Table['setAside'] {
  const named = new Set<string>();
  return ({ kind, partition, sort_key, reason }) => {
    const key = `${partition} ${sort_key}`;
    if (named.has(key)) return;
    named.add(key);
    messages.write(`A stored ${kind} cannot be read (${reason}), so it is missing here: ${key}\n`);
  };
}

/** For a command that needs no service. */
function offlineContext(interruption: AbortSignal, stdin: NodeJS.ReadableStream): Context {
  const unasked = () => {
    throw new Error('An offline command asked for the service.');
  };
  return {
    get services(): never {
      return unasked();
    },
    confirm: unasked,
    progress: () => undefined,
    interruption,
    stdin,
  };
}
