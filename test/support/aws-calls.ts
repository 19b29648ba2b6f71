import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Concurrent calls arrive within this time. */
const QUIET_MS = 60;

/** An AWS endpoint that forwards everything to another one, and records the calls of an action. */
export async function recordCalls(target: string) {
  const agent = new Agent({ keepAlive: true });
  let counts = false;
  let waiting: (() => void)[] = [];
  let rounds = 0;
  let operations: string[] = [];
  let quiet: NodeJS.Timeout | undefined;

  /** Releases all calls that have arrived: none of them waited for another, so together they are one round trip. */
  const letThrough = () => {
    rounds++;
    for (const pass of waiting.splice(0)) pass();
  };

  /** One more turn of the event loop: after a long halt timers fire before calls that have arrived meanwhile. */
  const onQuiet = () => {
    const before = waiting.length;
    setImmediate(() => waiting.length === before && letThrough());
  };

  const server = createServer((incoming, outgoing) => {
    const pass = () => {
      const { method, url, headers } = incoming;
      const passedOn = request(target + url, { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      passedOn.on('error', () => outgoing.destroy());
      incoming.pipe(passedOn);
    };
    if (!counts) return pass();
    operations.push(operationOf(incoming));
    waiting.push(pass);
    clearTimeout(quiet);
    quiet = setTimeout(onQuiet, QUIET_MS);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * Round trips on the critical path of `work`, and its calls by name: every call is held until no more arrive
     * without a response.
     */
    during: async (work: () => Promise<unknown>): Promise<{ roundTrips: number; operations: string[] }> => {
      [counts, waiting, rounds, operations] = [true, [], 0, []];
      await work().finally(() => (counts = false));
      return { roundTrips: rounds, operations };
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** DynamoDB and KMS name the operation in a header; for S3 it is the method. */
function operationOf({ headers, method }: IncomingMessage): string {
  return String(headers['x-amz-target'] ?? method)
    .split('.')
    .at(-1)!;
}

export type CallRecorder = Awaited<ReturnType<typeof recordCalls>>;
