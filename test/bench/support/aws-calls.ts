import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Span {
  begin: number;
  end: number;
}

/** An AWS endpoint that passes everything on to another one, and knows which calls waited for which. */
export async function recordCalls(target: string) {
  const agent = new Agent({ keepAlive: true });
  let spans: Span[] = [];
  const server = createServer((incoming, outgoing) => {
    const begin = performance.now();
    const { method, url, headers } = incoming;
    const passedOn = request(target + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
      answer.on('end', () => spans.push({ begin, end: performance.now() }));
    });
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The calls made meanwhile that came one after the other. */
    during: async (call: () => Promise<unknown>): Promise<number> => {
      spans = [];
      await call();
      return inSuccession(spans);
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The most spans of which none overlaps another: by their ends, each that begins after the last one taken. */
function inSuccession(spans: readonly Span[]): number {
  let free = 0;
  let count = 0;
  for (const { begin, end } of [...spans].sort((a, b) => a.end - b.end)) {
    if (begin < free) continue;
    free = end;
    count++;
  }
  return count;
}
