import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status that no version of the service has. */
export const STATUS_OF_TOMORROW = 'sorted';

/**
 * Serves the responses of a service as a later version might: every status is unknown, and every object has an extra
 * field (rule REQ-18).
 * @returns the base URL in place of the service's
 */
export async function startTomorrow(baseUrl: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    fetch(new URL(request.url!, baseUrl), { headers: { authorization } })
      .then(async (answer) => {
        const body = JSON.stringify(tomorrowsVersion(await answer.json()));
        response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
      })
      .catch((error: Error) => response.writeHead(502).end(error.message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(baseUrl).pathname}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function tomorrowsVersion(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tomorrowsVersion);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    name === 'status' ? STATUS_OF_TOMORROW : tomorrowsVersion(field),
  ]);
  return { ...Object.fromEntries(fields), field_of_tomorrow: 'new' };
}
