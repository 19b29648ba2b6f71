import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { synthesize } from '../../../lib/infra/synth.ts';
import { startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { samplePdf } from '../../../lib/programs/openapi/sample-pdf.ts';
import { startTomorrow, STATUS_OF_TOMORROW, type Tomorrow } from '../generators/tomorrow.ts';
import { Books } from './books.ts';
import { type Client, clients, writePrograms } from './clients.ts';
import { flawsOfCsharp, generateCsharp } from './csharp.ts';
import { batchSteps, faults, files, readmeSays, twice, walk } from './expected.ts';
import { BUSY_SECONDS, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type Described, operationsOf } from './operations.ts';

/**
 * `npm run test:clients [language…]`: builds and installs each client, runs the programs of its README unchanged, and a
 * program that posts letters through a faulty proxy. No letter is created or charged twice.
 */

/** The first pause and its growth; half of it is random. */
const pauseMs = (retry: number) => 0.5 * 500 * 2 ** retry;

const SIGNATURE = 'webhook-signature';

/** Every operation of the description, as `<METHOD> <path>` and its id; an API key can call all of them. */
const described = operationsOf(
  JSON.parse(await readFile(resolve(import.meta.dirname, '../../..', OPENAPI_FILE), 'utf8')) as Described,
);
const operations = described.map(({ request }) => request);

/** What the service says of `send_dat`, in a file of each size. */
const MISSPELT = Array(3).fill('unknown_parameter send_dat').join(' ');

/** A row for the template, in a spreadsheet. */
const SPREADSHEET = [
  'to.name;to.postal_code;to.number;nome;contrato;data;vencimento;valor',
  'Maria da Conceição;05010-000;100;Maria;8;20/11/2026;10/12/2026;R$ 90,00',
].join('\n');

const words = process.argv.slice(2);
const results = { passed: 0, failed: 0 };
const assembly = await synthesize({ outdir: '.build/clients-assembly', validation: false });
const pdfs = await Promise.all(
  Object.entries(files).map(async ([name, { bytes }]) => [name, await pdf(bytes)] as const),
);
const { version } = JSON.parse(await readFile(resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};
for (const client of clients) if (words.length === 0 || words.includes(client.language)) await judge(client);
if (words.length === 0 || words.includes('csharp')) await judgeCsharp();
process.stdout.write(`${results.passed} passed, ${results.failed} failed\n`);
if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${results.passed} ${results.failed}\n`);
process.exitCode = results.failed > 0 ? 1 : 0;

/** C# cannot be compiled here. */
async function judgeCsharp(): Promise<void> {
  const ids = described.map(({ id }) => id);
  const flaws = await flawsOfCsharp(await generateCsharp(version), ids, version);
  report({ language: 'csharp' }, 'the package of sources is whole', flaws);
}

/** Each client gets an unused service. */
async function judge(client: Client): Promise<void> {
  const service = await startLocalService({ assembly, port: 0, log: () => undefined });
  const { base_url, api_key } = service.description;
  const proxy = await startFaultyProxy(base_url, {
    ...faults,
    pages: ['none', 'cut answer', 'busy'],
    silence: ['silence', 'silence'],
    'silence-once': ['silence'],
    observed: ['busy'],
    ...Object.fromEntries(
      Object.entries({ ...twice, ...batchSteps }).map(([scenario, { befalls }]) => [scenario, befalls]),
    ),
  });
  const tomorrow = await startTomorrow(base_url);
  try {
    await judgeOn(client, new Books(base_url, api_key), proxy, tomorrow);
  } catch (error) {
    report(client, 'runs to its end', [(error as Error).message]);
  } finally {
    tomorrow.stop();
    proxy.stop();
    await service.stop();
  }
}

async function judgeOn(client: Client, books: Books, proxy: FaultyProxy, tomorrow: Tomorrow): Promise<void> {
  report(client, 'has the version of the API', differences({ version: [await client.version(), version] }));
  const { folder, shown } = await writePrograms(client);
  await client.generate();
  const command = await client.install(folder);
  for (const [name, bytes] of pdfs) await writeFile(join(folder, `${name}.pdf`), bytes);
  // The template of the quick start, whose markers the first letter fills.
  await copyFile(
    join(import.meta.dirname, '../../../docs/site/public/modelo-de-carta.pdf'),
    join(folder, 'contrato.pdf'),
  );
  await writeFile(join(folder, 'cartas.csv'), SPREADSHEET);
  const secret = newSecret();
  const environment = { MALOTE_API_KEY: books.apiKey, MALOTE_BASE_URL: books.baseUrl, MALOTE_WEBHOOK_SECRET: secret };
  const runs = async (program: string, env: Record<string, string> = {}) => {
    const [file, ...args] = command(program);
    const given = { ...process.env, ...environment, ...env };
    const { stdout } = await promisify(execFile)(file, args, { cwd: folder, env: given });
    return stdout.trimEnd().split('\n');
  };

  for (const program of shown) {
    const before = await books.letters();
    const lines = await runs(program);
    const expected = readmeSays(program, await books.letters(), before.length, await books.newestEndpoint());
    report(client, `README: ${program}`, differences({ lines: [lines.join('\n'), expected] }));
  }

  for (const { name, run } of (await client.runtimes?.(folder)) ?? []) {
    const reference = `runtime ${name}`;
    const pdf = samplePdf('Contrato 7: renovado por doze meses.').toString('base64');
    const line = await run({ ...environment, REFERENCE: reference, PDF: pdf }).catch((error: Error) => error.message);
    const ids = (await books.letters()).filter((each) => each.reference === reference).map(({ id }) => id);
    report(client, `runs on ${name}`, differences({ line: [line, `${ids.reverse().join(' ')} letter.posted`] }));
  }

  const batchesOfReadme = (await books.charged('letter_batch')).length;
  const [letter] = await books.letters();
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'letter.posted', data: letter });
  const delivery = signed(secret, body);
  const { [SIGNATURE]: other } = signed(newSecret(), body).headers;
  const both = `${other} ${delivery.headers[SIGNATURE]}`;
  const deliveries = {
    'signed delivery': delivery,
    'delivery of two secrets': { ...delivery, headers: { ...delivery.headers, [SIGNATURE]: both } },
    'forged delivery': { ...delivery, body: body.replace('letter.posted', 'letter.failed') },
    'delivery of an hour ago': signed(secret, body, Date.now() - 3_600_000),
  };
  const lines = await runs(client.customer, {
    PROXY: proxy.baseUrl('').slice(0, -1),
    SCENARIOS: Object.keys(faults).join(','),
    TOMORROW: tomorrow.url,
    LETTER: letter!.id,
    DELIVERIES: JSON.stringify(deliveries),
  });
  const printed = new Map(lines.map((line) => [line.split('|')[0]!, line.split('|').slice(1).join(' ')]));
  const letters = await books.letters();
  // These come after the listing; the walk through all operations cancels the letter that it creates.
  const listed = letters.filter(({ status, reference }) => status !== 'canceled' && reference !== 'tomorrow');
  const charged = await books.charged();
  const idOf = (reference: string) =>
    letters
      .filter((each) => each.reference === reference)
      .map(({ id }) => id)
      .join(' ');
  const of = (scenario: string) => proxy.attempts.filter((each) => each.scenario === scenario);
  const keys = new Set<string>();

  for (const [scenario, befalls] of Object.entries(faults)) {
    const tries = of(scenario)
      .filter(({ request }) => request === 'POST /letters')
      .slice(0, befalls.length + 1);
    const own = new Set(tries.map(({ key }) => key));
    const id = idOf(scenario);
    const done = befalls.findIndex((fault) => fault.endsWith('after') || fault === 'cut answer');
    const pauses = befalls.map((fault, retry) => pauseMs(retry) + (fault === 'busy' ? BUSY_SECONDS * 1000 : 0));
    report(client, `posts one letter and is charged once: ${befalls.join(', ') || 'no fault'}`, [
      ...differences({
        posted: [printed.get(`posted ${scenario}`), id.includes(' ') ? 'one letter' : id],
        slept: [printed.get(`slept ${scenario}`), pauses.join(' ')],
        charges: [charged.filter((source) => source === id).length, 1],
        tries: [tries.length, befalls.length + 1],
        keys: [own.size, 1],
        'replayed at last': [tries.at(-1)?.replayed, done >= 0],
      }),
      ...([...own].some((key) => key === undefined || key.length < 16 || keys.has(key))
        ? [`key ${[...own].join()}`]
        : []),
    ]);
    own.forEach((key) => keys.add(key!));
  }

  for (const [size, { requests, contentType }] of Object.entries(files)) {
    const scenario = `file-${size}`;
    const [, bytes] = pdfs.find(([name]) => name === size)!;
    report(
      client,
      `sends a ${size} file by ${requests.join(' and ')} as ${contentType}`,
      differences({
        posted: [printed.get(`posted ${scenario}`), idOf(scenario)],
        progress: [printed.get(`progress ${size}`), `true ${bytes.length}`],
        requests: [
          of(scenario)
            .map(({ request }) => request)
            .join(),
          requests.join(),
        ],
        'content type': [of(scenario).at(-1)?.contentType, contentType],
        keys: [new Set(of(scenario).map(({ key }) => key)).size, requests.length],
      }),
    );
  }

  for (const [scenario, { requests }] of Object.entries(twice)) {
    const id = idOf(scenario);
    const sent = of(scenario).map(({ request }) => (request.startsWith('PUT') ? 'PUT' : request.split('/').at(-1)));
    report(
      client,
      `repeats a call with its own key: ${scenario}`,
      differences({
        posted: [printed.get(`posted ${scenario}`), id.includes(' ') ? 'one letter' : id],
        charges: [charged.filter((source) => source === id).length, 1],
        requests: [sent.join(' '), requests],
        keys: [new Set(of(scenario).flatMap(({ key, request }) => (request.endsWith('letters') ? [key] : []))).size, 1],
      }),
    );
  }
  for (const [scenario, { requests, keys }] of Object.entries(batchSteps)) {
    const sent = of(scenario).map(({ request }) => (request.startsWith('PUT') ? 'PUT' : request.split('/').at(-1)));
    const own = new Set(of(scenario).flatMap(({ key }) => (key === undefined ? [] : [key])));
    report(
      client,
      `repeats what a letter batch takes: ${scenario}`,
      differences({ requests: [sent.join(' '), requests], keys: [own.size, keys] }),
    );
  }
  report(
    client,
    'orders a letter batch once',
    differences({
      batch: [printed.get('batch'), 'true true true created refused'],
      charges: [(await books.charged('letter_batch')).length, 1 + batchesOfReadme],
      'of tomorrow': [printed.get('batch of tomorrow'), STATUS_OF_TOMORROW],
    }),
  );
  report(
    client,
    'says in an error what is known',
    differences({
      'may have taken effect': [printed.get('lost'), 'true 2 true true'],
      'took no effect': [printed.get('refused'), 'false 1 true true'],
    }),
  );
  report(
    client,
    'shows every attempt, takes options for a call, and says who it is',
    differences({
      observed: [printed.get('observed'), '429 201 true'],
      timeout: [printed.get('own timeout'), client.timeout],
      attempts: [of('silence-once').length, 1],
      agent: [of('observed')[0]?.userAgent?.startsWith(`malote-${client.language}/${version} `), true],
    }),
  );
  report(client, 'quotes a file of each size', differences({ prices: [printed.get('quoted'), '3 prices'] }));

  report(
    client,
    'reads all pages, under faults',
    differences({ pages: [printed.get('pages'), listed.map(({ id }) => id).join(' ')] }),
  );
  report(
    client,
    'throws typed errors',
    differences({
      invalid: [printed.get('invalid'), 'validation_error invalid_parameters to.postal_code'],
      'unknown key': [printed.get('unknown key'), 'authentication_error api_key_invalid'],
    }),
  );
  report(
    client,
    'lets no field that the API does not have pass in silence',
    differences({
      misspelt: [printed.get('misspelt'), client.refusesByCompiler ? undefined : MISSPELT],
      letters: [idOf('misspelt'), ''],
    }),
  );
  report(
    client,
    'gives up when nothing responds, with one key',
    differences({
      timeout: [printed.get('timeout'), client.timeout],
      tries: [of('silence').length, 2],
      keys: [new Set(of('silence').map(({ key }) => key)).size, 1],
    }),
  );
  report(
    client,
    'accepts an unknown status, unknown fields, and a new member of every union',
    differences({
      status: [printed.get('status of tomorrow'), STATUS_OF_TOMORROW],
      letter: [printed.get('letter of tomorrow'), idOf('tomorrow')],
      verification: [printed.get('verification of tomorrow'), 'true'],
      events: [printed.get('events of tomorrow'), 'true'],
      unions: [[...tomorrow.grown].sort().join(), tomorrow.unions.join()],
    }),
  );
  const reached = of('operations').map(({ request }) => request);
  report(client, 'reaches every operation', [
    ...differences(Object.fromEntries(Object.entries(walk).map(([step, value]) => [step, [printed.get(step), value]]))),
    ...operations.filter((operation) => !reached.some((request) => isOf(operation, request))),
    ...reached.filter((request) => !operations.some((operation) => isOf(operation, request))),
  ]);
  report(
    client,
    'accepts signed deliveries and rejects forged and old ones',
    differences({
      signed: [printed.get('signed delivery'), '204'],
      'of two secrets': [printed.get('delivery of two secrets'), '204'],
      forged: [printed.get('forged delivery'), '400'],
      old: [printed.get('delivery of an hour ago'), '400'],
      'signed by the client': [printed.get('signed here'), '204'],
    }),
  );
}

/** Whether a request belongs to an operation. A fixed segment of one path is not a parameter of another. */
function isOf(operation: string, request: string): boolean {
  const fixed = operations.includes(request);
  return fixed ? operation === request : new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(request);
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

interface Delivery {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A delivery signed as the Standard Webhooks specification says, without its library. */
function signed(secret: string, body: string, at = Date.now()): Delivery {
  const id = 'evt_1';
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, [SIGNATURE]: `v1,${signature}` };
  return { headers, body };
}

/** A letter whose file has at least this many bytes. */
async function pdf(bytes: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(samplePdf('Contrato 7: renovado por doze meses.'));
  if (bytes > 0) await document.attach(randomBytes(bytes), 'ballast.bin');
  return document.save();
}

function differences(expected: Readonly<Record<string, readonly [unknown, unknown]>>): string[] {
  return Object.entries(expected)
    .filter(([, [is, should]]) => is !== should)
    .map(([name, [is, should]]) => `${name} is "${String(is)}", not "${String(should)}"`);
}

function report({ language }: Pick<Client, 'language'>, test: string, problems: readonly string[]): void {
  results[problems.length > 0 ? 'failed' : 'passed'] += 1;
  process.stdout.write(`${problems.length > 0 ? '✗' : '✓'} ${language}: ${test}\n`);
  for (const problem of problems) process.stdout.write(`  ${problem}\n`);
}
