import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signatureHeaders } from '../../adapters/webhooks/signature.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import { listedEventTypes } from '../../core/domain/events.ts';
import { ApiRefused, type ListedEvent, openEventFeed, passed, type Position, positionAt } from './event-feed.ts';
import { openProgressFile } from './progress-file.ts';

const USAGE = `Usage: MALOTE_API_KEY=… malote-listen --api <base URL> --to <port or URL> [options]

Forwards the events of your account to this machine, signed as webhooks are, until you press Ctrl+C.

  --api <base URL>    base URL of the API, https://…/v1
  --to <port or URL>  where your receiver listens: 3000 stands for http://localhost:3000/
  --type <type>       forwards only events of this type, e.g. letter.posted (may be repeated)
  --since <instant>   starts at this instant, e.g. 2026-11-22T09:00:00Z, instead of where the last run ended
  --state <file>      stores the secret and the progress; .malote-listen.json by default
  --once              stops once all existing events are forwarded
  --help

Exit codes: 0 done or interrupted, 1 refused by the API, 2 wrong usage
`;

const OPTIONS = {
  api: { type: 'string' },
  to: { type: 'string' },
  type: { type: 'string', multiple: true },
  since: { type: 'string' },
  state: { type: 'string', default: '.malote-listen.json' },
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Milliseconds between two polls: one of the account's fifty requests a second. */
const LOOK = 1_000;
/** First and longest wait after a failed poll. */
const TROUBLE = { first: 1_000, longest: 30_000 };
/** Time limit of a delivery, same as the service's (rule HOOK-5). */
const DEADLINE = 15_000;

export interface ProgramContext {
  environment: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  complain: (line: string) => void;
  /** Ends the program. */
  signal: AbortSignal;
}

interface Call {
  api: string;
  to: URL;
  key: string;
  types: readonly string[];
  since: string | undefined;
  state: string;
  once: boolean;
}

/** @returns the exit code */
export async function main(line: readonly string[], context: ProgramContext): Promise<0 | 1 | 2> {
  const { environment, print, complain, signal } = context;
  let call: Call | undefined;
  try {
    call = readCall(line, environment);
  } catch (error) {
    complain(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (!call) {
    print(USAGE);
    return 0;
  }
  try {
    await listen(call, context);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    complain((error as Error).message);
    return 1;
  }
}

/** Undefined if help is requested. @throws Error naming the problems */
function readCall(line: readonly string[], environment: ProgramContext['environment']): Call | undefined {
  const { values } = parseArgs({ args: [...line], options: OPTIONS });
  if (values.help) return undefined;
  const { MALOTE_API_KEY: key } = environment;
  const wrong = [
    ...(key ? [] : ['MALOTE_API_KEY is not set: set it to an API key of your account.']),
    ...(isWebUrl(values.api ?? '') ? [] : [`--api must be the base URL of the API, https://…/v1${not(values.api)}.`]),
    ...(isWebUrl(urlOf(values.to ?? ''))
      ? []
      : [`--to must be a port, e.g. 3000, or a URL with http:// or https://${not(values.to)}.`]),
    ...(values.type ?? []).filter((type) => !types.includes(type)).map(unknownType),
    ...(values.since === undefined || !Number.isNaN(Date.parse(values.since)) ? [] : ['--since must be an instant.']),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return {
    api: values.api!.replace(/\/$/, ''),
    to: new URL(urlOf(values.to!)),
    key: key!,
    types: values.type ?? [],
    since: values.since,
    state: values.state,
    once: values.once,
  };
}

const types: readonly string[] = listedEventTypes;
const unknownType = (type: string) => `--type must be one of: ${types.join(', ')}${not(type)}.`;
const not = (given: string | undefined) => (given === undefined ? '' : `; not ${given}`);
const isWebUrl = (text: string) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
const urlOf = (to: string) => (/^\d+$/.test(to) ? `http://localhost:${to}/` : to);

async function listen(call: Call, { print, complain, signal }: ProgramContext): Promise<void> {
  const feed = openEventFeed({ ...call, signal });
  const account = await feed.account();
  const begin = async (): Promise<Position> => (call.since === undefined ? feed.newest() : positionAt(call.since));
  const progress = await openProgressFile(call.state, account.id, begin);
  if (call.since !== undefined && progress.isResumed) await progress.keep(await begin());
  print(`Events of ${companyNameOf(account)} go to ${call.to.href}`);
  print(`Signing secret: ${progress.secret}`);

  const isWanted = ({ type }: ListedEvent) => call.types.length === 0 || call.types.includes(type);
  let trouble = 0;
  while (!signal.aborted) {
    try {
      for (const event of await feed.since(progress.position())) {
        if (isWanted(event)) await forward(event, { to: call.to, secret: progress.secret, print, signal });
        await progress.keep(passed(progress.position(), event));
      }
      trouble = 0;
      if (call.once) return;
    } catch (error) {
      if (signal.aborted || error instanceof ApiRefused) throw error;
      trouble = Math.min(2 * trouble || TROUBLE.first, TROUBLE.longest);
      complain(`${reasonOf(error)}; trying again in ${trouble / 1_000} s`);
    }
    await sleep(trouble || LOOK, undefined, { signal });
  }
}

interface Destination {
  to: URL;
  secret: string;
  print: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Posts an event once and reports the outcome. Any response counts as forwarded, also an error status.
 * @throws Error if nothing listens there: the event is not forwarded
 */
async function forward(event: ListedEvent, { to, secret, print, signal }: Destination): Promise<void> {
  const body = JSON.stringify(event);
  const headers = {
    ...signatureHeaders(event.id, Date.now(), body, [secret]),
    'content-type': 'application/json',
    'user-agent': 'Malote-Webhooks/1',
  };
  const deadline = AbortSignal.timeout(DEADLINE);
  const started = performance.now();
  const report = (outcome: string) =>
    print(`${event.created_at}  ${event.type.padEnd(26)} ${event.id}  ${outcome} (${elapsedMs(started)} ms)`);
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([deadline, signal]),
    });
    await response.body?.cancel();
    report(String(response.status));
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw new Error(`${to.href}: ${reasonOf(error)}`, { cause: error });
    report('no answer');
  }
}

const elapsedMs = (started: number) => Math.round(performance.now() - started);

/** The error of `fetch` only says that it failed; the reason is in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Partial<NodeJS.ErrnoException> };
  return message === 'fetch failed' ? (cause?.code ?? cause?.message ?? message) : message;
}
