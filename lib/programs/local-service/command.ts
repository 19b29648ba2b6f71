import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceFile } from '../../infra/files.ts';
import { readHardness } from './hardness.ts';
import type { ServiceDescription } from './local-service.ts';

const DEFAULT_PORT = 4010;
/** Each worker takes 30 MB, for each busy function. */
const MOST_WORKERS = 100;

/** A longer stop is cut short: everything ends with this process. */
const LONGEST_STOP_MS = 1_500;
const PARENT_CHECK_MS = 250;

/** How the service is started. */
export interface Command {
  /** The command as typed. */
  name: string;
  /** Folder of the description, log, mails and, if synthesized here, the template of the service. */
  directory: string;
  /** The assembly to run. */
  assembly: () => Promise<string>;
  /** Text for the step that gets the assembly. */
  preparing: string;
  /** A pointer to further reading. */
  readOn: (description: ServiceDescription) => string;
}

/** Output for the person who runs it. */
export interface Screen {
  print: (line: string) => void;
  complain: (line: string) => void;
}

/** Running parts, newest last. */
const running: { stop(): Promise<unknown> }[] = [];

/**
 * Runs the whole service on this machine until it is stopped. `PORT` sets the port (0: any free one), `HARDNESS=hard`
 * halves the AWS quotas and quadruples the table's latency, `WORKERS` sets the maximum threads per function. `--data
 * <folder>` keeps the data in the folder and continues from it, also after a kill.
 */
export async function runService(command: Command, screen: Screen): Promise<void> {
  endWithTerminalAndParent();
  try {
    await start(command, screen);
  } catch (error) {
    screen.complain(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function start(command: Command, { print }: Screen): Promise<void> {
  const { directory } = command;
  const descriptionFile = join(directory, 'service.json');
  const port = readPort();
  const data = readDataFolder();
  const hardness = readHardness();
  const workersPerFunction = readWorkers();
  await requireFreePort(port, command);
  print('\n  Starting Malote on this machine.');
  await mkdir(directory, { recursive: true });
  await removeStaleDescription(descriptionFile);
  printStep(command.preparing, print);
  const [assembly, { startLocalService }] = await Promise.all([command.assembly(), import('./local-service.ts')]);
  const log = createWriteStream(join(directory, 'service.log'));
  printStep('creating the stack', print);
  const service = await startLocalService({
    assembly,
    port,
    hardness,
    workersPerFunction,
    data,
    mailDirectory: join(directory, 'mail'),
    trainingCarrier: true,
    log: (line) => log.write(`${line}\n`),
  }).catch((error: NodeJS.ErrnoException & { port?: number }) => {
    throw error.code === 'EADDRINUSE' ? portTaken(error.port ?? port, command) : error;
  });
  running.push(service);
  const { description } = service;
  const text = `${JSON.stringify(description, null, 2)}\n`;
  await replaceFile(descriptionFile, text);
  // Another service may have started in the meantime and written its description there.
  const forget = async () => {
    if ((await readFile(descriptionFile, 'utf8').catch(() => '')) === text) await rm(descriptionFile);
  };
  running.push({ stop: forget });
  print(firstScreen(description, data, command));
}

/** Prints the step that begins, with the seconds since the start. */
function printStep(step: string, print: Screen['print']): void {
  print(`  ${(performance.now() / 1000).toFixed(1).padStart(5)} s  ${step}`);
}

/** Ends on Ctrl+C, `kill`, a closed terminal, and the end of npm, which may be killed without notifying us. */
function endWithTerminalAndParent(): void {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(), LONGEST_STOP_MS);
    for (const part of running.toReversed()) await part.stop();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end();
  }, PARENT_CHECK_MS).unref();
}

function readPort(): number {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT must be a number from 0 to 65535.');
  return port;
}

/** Undefined: the local cloud decides. */
function readWorkers(): number | undefined {
  const { WORKERS } = process.env;
  if (WORKERS === undefined) return undefined;
  const workers = Number(WORKERS);
  if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS)
    throw new Error(`WORKERS must be a number from 1 to ${MOST_WORKERS}.`);
  return workers;
}

/** Resolves the path relative to where npm was called. */
function readDataFolder(): string | undefined {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
  return data === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', data);
}

function portTaken(port: number, { name }: Command): Error {
  const advice = `stop the process that listens there, or choose another port (PORT=0 ${name} takes a free one)`;
  return new Error(`Port ${port} is taken: ${advice}.`);
}

/** Checks the port before anything is started or removed. */
function requireFreePort(port: number, command: Command): Promise<void> {
  return new Promise((done, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, command) : error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()));
  });
}

/** Removes the description of a killed service; keeps that of a service running on another port. */
async function removeStaleDescription(descriptionFile: string): Promise<void> {
  const text = await readFile(descriptionFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const described = (JSON.parse(text) as Partial<ServiceDescription>).base_url;
  if (!described || !(await isListening(new URL(described)))) await rm(descriptionFile);
}

function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(Number(port), hostname);
    const answer = (listening: boolean) => {
      socket.destroy();
      done(listening);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

function firstScreen(
  description: ServiceDescription,
  data: string | undefined,
  { directory, readOn }: Command,
): string {
  const { base_url, api_key, sandbox_api_key, control_url, dashboard_url, dashboard_email, dashboard_password } =
    description;
  return `
  Malote is running on this machine. Nothing leaves it and nothing costs money.

  API            ${base_url}
  API key        ${api_key}
  Sandbox key    ${sandbox_api_key}
  Dashboard      ${dashboard_url}
  Sign in with   ${dashboard_email}, password ${dashboard_password}
  Workbench      ${control_url}/      (clock, print house, money, webhooks; open it in a browser)

  Your balance:
    curl -s ${base_url}/balance -H 'Authorization: Bearer ${api_key}'

  ${readOn(description)} These addresses are also in ${relative('.', directory)}/service.json.
  Ctrl+C stops the service${data === undefined ? ' and forgets everything' : `; its data stays in ${data}`}.
`;
}
