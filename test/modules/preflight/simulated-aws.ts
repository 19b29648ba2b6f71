import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a simulated account has: answers of AWS by operation, as objects. `undefined`: there is no such thing; `denied`: the caller may not ask. */
export type World = Record<string, Answer>;
type Answer = object | 'denied' | undefined | ((input: Record<string, unknown>) => object | undefined);

export interface SimulatedAws {
  endpoint: string;
  stop: () => void;
}

/** Operations of the protocols without a name in the request, by method and path. */
const paths: readonly [RegExp, string][] = [
  [/^GET \/2016-08-19\/account-settings/, 'GetAccountSettings'],
  [/^GET \/2015-03-31\/functions\/(?<FunctionName>[^/]+)\/aliases\//, 'GetAlias'],
  [/^PUT \/2015-03-31\/functions\/(?<FunctionName>[^/]+)\/aliases\//, 'UpdateAlias'],
  [/^GET \/2015-03-31\/functions\/(?<FunctionName>[^/]+)\/versions/, 'ListVersionsByFunction'],
  [/^DELETE \/2015-03-31\/functions\/(?<FunctionName>[^/]+)\?Qualifier=(?<Qualifier>\d+)/, 'DeleteFunction'],
  [/^GET \/v2\/email\/account/, 'GetAccount'],
  [/^GET \/v2\/email\/identities\/(?<EmailIdentity>[^/?]+)/, 'GetEmailIdentity'],
  [/^GET \/2020-05-31\/distribution(?:\?|$)/, 'ListDistributions'],
];

/** How each service says that something is missing. */
const missing: Readonly<Record<string, string>> = {
  GetEmailIdentity: 'NotFoundException',
  GetParameter: 'ParameterNotFound',
  DescribeStacks: 'ValidationError',
};

/** AWS's protocols over HTTP, so that the real clients ask and read: JSON, query with XML, REST with JSON or XML. */
export async function startAws(world: World): Promise<SimulatedAws> {
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const { operation, input, isXml } = callOf(request, text);
      const answer = world[operation];
      const isDenied = answer === 'denied';
      const result = isDenied ? undefined : typeof answer === 'function' ? answer(input) : answer;
      const error = isDenied ? 'AccessDeniedException' : (missing[operation] ?? 'ResourceNotFoundException');
      response.writeHead(result ? 200 : isDenied ? 403 : 400, {
        'content-type': isXml ? 'text/xml' : 'application/json',
        ...(!result && !isXml && { 'x-amzn-errortype': error }),
      });
      if (!isXml) response.end(JSON.stringify(result ?? { __type: error, message: 'none' }));
      else if (result && operation === 'ListDistributions') response.end(xml({ DistributionList: result }));
      else if (result) response.end(xml({ [`${operation}Response`]: { [`${operation}Result`]: result } }));
      else
        response.end(
          xml({
            ErrorResponse: { Error: { Code: error, Message: isDenied ? 'not authorized' : 'Malote does not exist' } },
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

function callOf({ method, url = '', headers }: IncomingMessage, text: string) {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const input = JSON.parse(text || '{}') as Record<string, unknown>;
    return { operation: target.split('.').at(-1)!, input, isXml: false };
  }
  for (const [path, operation] of paths) {
    const match = path.exec(`${method} ${url}`);
    const parts = Object.entries(match?.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    if (match)
      return {
        operation,
        input: { ...JSON.parse(text || '{}'), ...Object.fromEntries(parts) } as Record<string, unknown>,
        isXml: url.includes('distribution'),
      };
  }
  const form = Object.fromEntries(new URLSearchParams(text));
  return { operation: form.Action ?? url, input: form, isXml: true };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Lists are `member`s, except for those of CloudFront, which name their items themselves. */
function xml(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<member>${xml(item)}</member>`).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, item]) => `<${name}>${xml(item)}</${name}>`)
    .join('');
}
