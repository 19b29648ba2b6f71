import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReceivedWebhook, Simulator, StartOptions } from './simulator-types.ts';

/** The command, at its place in the package. */
const COMMAND = resolve(fileURLToPath(import.meta.url), '../../../../bin/malote-simulator.js');
const POLL_MS = 50;

/**
 * Starts the simulator as a process of its own.
 * @throws Error with its output, if it does not start
 */
export async function start({ port = 0, timeout = 120_000 }: StartOptions = {}): Promise<Simulator> {
  const directory = await mkdtemp(join(tmpdir(), 'malote-'));
  const child = spawn(process.execPath, [COMMAND], {
    env: { ...process.env, PORT: String(port), LOCAL_DIRECTORY: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  const deadline = Date.now() + timeout;
  for (;;) {
    const description = await readFile(join(directory, 'service.json'), 'utf8').catch(() => undefined);
    if (description !== undefined) return simulatorAt(JSON.parse(description) as Record<string, string>, stop);
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The simulator did not start:\n${output}`);
    }
    await new Promise((later) => setTimeout(later, POLL_MS));
  }
}

function simulatorAt(description: Record<string, string>, stop: () => Promise<void>): Simulator {
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(description.control_url! + path, {
      method,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  };
  const json = async <T>(method: string, path: string, body?: unknown) =>
    (await ask(method, path, body)).json() as Promise<T>;
  const nothing = async (method: string, path: string, body?: unknown) => void (await ask(method, path, body));
  const instant = async (answer: Promise<{ now: string }>) => new Date((await answer).now);
  return {
    baseUrl: description.base_url!,
    apiKey: description.api_key!,
    sandboxApiKey: description.sandbox_api_key!,
    dashboardUrl: description.dashboard_url!,
    clock: {
      now: () => instant(json('GET', '/clock')),
      advance: (time) =>
        instant(
          json(
            'POST',
            '/clock',
            'seconds' in time ? { advance_seconds: time.seconds } : { advance_to: time.to.toISOString() },
          ),
        ),
    },
    production: {
      formBatches: async () =>
        (await json<{ batches: { id: string }[] }>('POST', '/production/batches')).batches.map(({ id }) => id),
      report: async (...lines) => {
        const text = lines.map((line) => JSON.stringify(line)).join('\n');
        return (await json<{ results: object[] }>('POST', '/production/reports', text)).results;
      },
      file: async (id) => new Uint8Array(await (await ask('GET', `/production/files/${id}`)).arrayBuffer()),
    },
    inbox: {
      list: async () => (await json<{ data: Delivery[] }>('GET', '/inbox')).data.map(webhookOf),
      clear: () => nothing('DELETE', '/inbox'),
    },
    accounts: {
      credit: (id, amount) => nothing('POST', `/accounts/${id}/credits`, { amount }),
      suspend: (id) => nothing('POST', `/accounts/${id}/suspend`),
      reinstate: (id) => nothing('POST', `/accounts/${id}/reinstate`),
      list: async () => (await json<{ data: { id: string; balance: number }[] }>('GET', '/accounts')).data,
    },
    faults: {
      add: (fault) => nothing('POST', '/faults', fault),
      clear: () => nothing('DELETE', '/faults'),
    },
    stop,
  };
}

interface Delivery {
  body: string;
  headers: Record<string, string>;
  verified: boolean;
}

const webhookOf = ({ body, headers, verified }: Delivery): ReceivedWebhook => ({
  ...(JSON.parse(body) as Omit<ReceivedWebhook, 'headers' | 'verified'>),
  headers,
  verified,
});
