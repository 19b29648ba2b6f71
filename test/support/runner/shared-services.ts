import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServiceAnswer, ServiceName } from './services-process.ts';

/**
 * What test files share: a DynamoDB Local, the assembly of the stack, and a service that runs it. Each starts in its
 * own process when the first file requests it at `SHARED_SERVICES` (`test/support/shared-service.ts`).
 */
let opened: { server: Server; projects: number } | undefined;
let services: ChildProcess | undefined;

/** Jest calls it once for each project that has tests to run. */
export async function openSharedServices(): Promise<void> {
  if (opened) {
    opened.projects++;
    return;
  }
  const server = createServer((request, response) => {
    ask(request.url!.slice(1) as ServiceName).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  opened = { server, projects: 1 };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.SHARED_SERVICES = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closeSharedServices(): Promise<void> {
  if (!opened || --opened.projects > 0) return;
  opened.server.close();
  opened.server.closeAllConnections();
  opened = undefined;
  if (!services) return;
  const gone = once(services, 'exit');
  services.disconnect();
  services = undefined;
  await gone;
}

function ask(name: ServiceName): Promise<unknown> {
  const asked = (services ??= fork(join(import.meta.dirname, 'services-process.ts')));
  asked.send(name);
  return new Promise((resolve, reject) => {
    const onMessage = (answer: ServiceAnswer) => {
      if (answer.name !== name) return;
      asked.off('message', onMessage).off('exit', onExit);
      if (answer.error === undefined) resolve(answer.value);
      else reject(new Error(answer.error));
    };
    const onExit = () => reject(new Error('The shared services ended'));
    asked.on('message', onMessage).once('exit', onExit);
  });
}
