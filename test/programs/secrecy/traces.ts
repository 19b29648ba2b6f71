import diagnostics from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { RunningCloud } from '@malote/local-cloud';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import type { Interference } from '@malote/local-cloud/interference.ts';
import { qrCodesIn, run, textOf } from '../pdf/tools.ts';

/** Something that a journey left behind or sent. */
export interface Trace {
  where: string;
  content: Buffer;
}

const trace = (where: string, content: string | Uint8Array): Trace => ({ where, content: Buffer.from(content) });

/** Everything stored behind the service: items, files, waiting messages, and the histories of all executions. */
export async function storedTraces(cloud: RunningCloud): Promise<Trace[]> {
  const kinds = await Promise.all([items(cloud), files(cloud), messages(cloud), histories(cloud)]);
  return kinds.flat();
}

/** Every item of every table, as DynamoDB writes it, and the decoded bytes of base64 values. */
async function items(cloud: RunningCloud): Promise<Trace[]> {
  const { TableNames } = await call(cloud, 'dynamodb', 'ListTables', {});
  const traces: Trace[] = [];
  for (const TableName of TableNames) {
    let ExclusiveStartKey: unknown;
    do {
      const page = await call(cloud, 'dynamodb', 'Scan', { TableName, ExclusiveStartKey });
      for (const item of page.Items) traces.push(trace(`item ${item.PK.S} ${item.SK.S}`, JSON.stringify(item)));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
  return traces;
}

/** Every file; for a PDF also its visible text and the content of its streams. */
async function files({ endpoint, region, outputs }: RunningCloud): Promise<Trace[]> {
  const credentials = { accessKeyId: 'search', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const traces: Trace[] = [];
  for (const bucket of Object.keys(outputs).filter((name) => name.endsWith('Bucket'))) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: outputs[bucket] })) {
      for (const { Key } of Contents) {
        const { Body, Metadata } = await s3.send(new GetObjectCommand({ Bucket: outputs[bucket], Key }));
        const where = `file ${bucket}/${Key}`;
        const content = Buffer.from(await Body!.transformToByteArray());
        traces.push(trace(where, `${Key} ${JSON.stringify(Metadata)}`), trace(where, content));
        if (isPdf(content)) traces.push(...shownBy(content).map((shown) => trace(where, shown)));
      }
    }
  }
  s3.destroy();
  return traces;
}

const isPdf = (content: Buffer) => content.subarray(0, 5).toString() === '%PDF-';

function shownBy(pdf: Buffer): (string | Buffer)[] {
  const { output: streams } = run('qpdf', pdf, ['--qdf', '--stream-data=uncompress', 'FILE', '-']);
  return [textOf(pdf), qrCodesIn(pdf, 1).join('\n'), streams];
}

/** Waiting messages of every queue, dead letters too. */
export async function messages(cloud: RunningCloud): Promise<Trace[]> {
  const { QueueUrls } = await call(cloud, 'sqs', 'ListQueues', {});
  const received = await Promise.all(
    (QueueUrls as string[]).map((QueueUrl) =>
      call(cloud, 'sqs', 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    ),
  );
  return received.map((answer, index) => trace(`messages of ${QueueUrls[index]}`, JSON.stringify(answer)));
}

/** Inputs and histories of every execution. */
export async function histories(cloud: RunningCloud): Promise<Trace[]> {
  const traces: Trace[] = [];
  const { stateMachines } = await call(cloud, 'states', 'ListStateMachines', { maxResults: 1000 });
  for (const { stateMachineArn } of stateMachines) {
    const { executions } = await call(cloud, 'states', 'ListExecutions', { stateMachineArn, maxResults: 1000 });
    for (const { executionArn } of executions) {
      const described = await call(cloud, 'states', 'DescribeExecution', { executionArn });
      const { events } = await call(cloud, 'states', 'GetExecutionHistory', { executionArn, maxResults: 1000 });
      traces.push(trace(`execution ${described.name}`, JSON.stringify([described, events])));
    }
  }
  return traces;
}

const call = (cloud: RunningCloud, service: string, operation: string, input: Record<string, unknown>): Promise<any> =>
  cloud.call(service, operation, input);

/**
 * Records AWS calls from now on, whether or not AWS stores them: events on the bus, messages, metrics, signals. Those of
 * functions pass `interference`; those of this process arrive over HTTP, and Node announces each before it is read.
 */
export function recordCalls(): { calls: Trace[]; interference: Interference; stop: () => void } {
  const calls: Trace[] = [];
  const keep = (target: string, url: string, headers: IncomingHttpHeaders, body: Buffer) => {
    const { authorization: _signature, ...others } = headers;
    calls.push(trace(`call ${target}`, Buffer.concat([Buffer.from(`${url} ${JSON.stringify(others)}\n`), body])));
  };
  const interference: Interference = ({ service, operation, request: { url, headers, body } }) => {
    keep(`of a function: ${service} ${operation}`, url.pathname + url.search, headers, body);
    return undefined;
  };
  const record = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const { headers, method, url = '' } = request;
    if (!headers.authorization?.startsWith('AWS4-')) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      keep(String(headers['x-amz-target'] ?? `${method} ${url}`), url, headers, Buffer.concat(chunks)),
    );
  };
  diagnostics.subscribe('http.server.request.start', record);
  const stop = () => diagnostics.unsubscribe('http.server.request.start', record);
  return { calls, interference, stop };
}

/**
 * Records the service's responses to this process: API and page, headers and bodies, and their links; for a PDF its
 * text.
 */
export function recordResponses(isLookedAt: (url: string) => boolean): { answers: Trace[]; stop: () => void } {
  const answers: Trace[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await original(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (isLookedAt(url)) {
      const head = `${response.url} ${JSON.stringify([...response.headers])}\n`;
      const where = `answer to ${init?.method ?? 'GET'} ${url}`;
      const body = Buffer.from(await response.clone().arrayBuffer());
      answers.push(trace(where, Buffer.concat([Buffer.from(head), body])));
      if (isPdf(body)) answers.push(...shownBy(body).map((shown) => trace(`${where} as PDF`, shown)));
    }
    return response;
  };
  return { answers, stop: () => void (globalThis.fetch = original) };
}

/** Where a text occurs, in any form; each place once. */
export function placesOf(secret: string, traces: readonly Trace[]): string[] {
  const patterns = disguisesOf(secret);
  const found = traces.filter(({ content }) => {
    // One character per byte, so that binary content is kept.
    const bytes = content.toString('latin1');
    return patterns.some((pattern) => bytes.replace(LONG_NUMBERS, ' ').search(pattern) >= 0);
  });
  return [...new Set(found.map(({ where }) => where))].sort();
}

/** Hashes and identifiers in hexadecimal, which contain any six digits by chance. */
const LONG_NUMBERS = /(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])/g;

/**
 * The six digits of a code, adjacent or separated; as a number without leading zeros; in hexadecimal; and in base64,
 * whose letters depend on the code's position among three bytes. Not as part of a longer number, such as an instant.
 */
export function disguisesOf(code: string): RegExp[] {
  const apart = [...code].join(String.raw`(?:[\s\-+]|%20|\\u00a0|\xa0|\xc2\xa0)?`);
  const number = String(Number(code));
  const hexadecimal = Buffer.from(code).toString('hex');
  return [
    new RegExp(String.raw`(?<!\d)(?<!\d[.,])${apart}(?!\d)`),
    // Shorter numbers occur everywhere.
    ...(number.length >= 5 && number !== code ? [new RegExp(String.raw`(?<![\d.])${number}(?![\d.])`)] : []),
    new RegExp(hexadecimal, 'i'),
    ...base64FormsOf(code).map((form) => new RegExp(`${form}|${form.replaceAll('+', '-').replaceAll('/', '_')}`)),
  ];
}

/** What base64 always contains of a text, by the number of bytes before it. */
function base64FormsOf(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + text).toString('base64');
    // Letters that also encode bits of neighboring bytes are left out.
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + text.length) * 8) / 6);
    return encoded.slice(first, last).replace(/[+]/g, '\\+');
  });
}
