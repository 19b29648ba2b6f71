import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { synthesize } from '../../../lib/infra/synth.ts';
import { type ServiceDescription, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { samplePdf } from '../../../lib/programs/openapi/sample-pdf.ts';
import { type Generator, generators, GUZZLE, needed } from './generators.ts';
import { MEMBER_OF_TOMORROW, startTomorrow, STATUS_OF_TOMORROW } from './tomorrow.ts';

/**
 * `npm run test:generators`: well-known generators make clients from the description. Each client compiles with a
 * customer's program, which posts a letter, reads and lists it and its events, and gets an unknown status and unknown
 * fields. Words select generators: `npm run test:generators go php`.
 */
const missing = [
  ...Object.keys(needed).filter((command) => !isThere(command)),
  ...(existsSync(GUZZLE) ? [] : ['Guzzle']),
];
if (missing.length > 0) {
  const packages = missing.map((name) => needed[name] ?? 'php-guzzlehttp-guzzle php-curl').join(' ');
  process.stderr.write(`${missing.join(', ')} not found. On Debian: apt install ${packages}\n`);
  process.exit(1);
}

const words = process.argv.slice(2);
const chosen = generators.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const results: { name: string; problem: string | undefined }[] = [];

const assembly = await synthesize({ outdir: '.build/generators-assembly', validation: false });
const service = await startLocalService({ assembly, port: 0, log: () => undefined });
const tomorrow = await startTomorrow(service.description.base_url);
try {
  for (const generator of chosen) await judge(generator, service.description, tomorrow.url);
} finally {
  tomorrow.stop();
  await service.stop();
}
const failed = results.filter(({ problem }) => problem !== undefined).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${results.length - failed} ${failed}\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function judge(
  generator: Generator,
  { base_url, api_key }: ServiceDescription,
  tomorrowUrl: string,
): Promise<void> {
  const compiled = await generator.compile().then(
    (program) => ({ program }),
    (error: Error) => ({ error: error.message }),
  );
  report(generator, 'compiles', 'error' in compiled ? compiled.error : undefined);
  if ('error' in compiled) return;
  const reference = `generators ${generator.name}`;
  const { command, args, env } = compiled.program;
  const given = {
    ...env,
    BASE_URL: base_url,
    TOMORROW_URL: tomorrowUrl,
    API_KEY: api_key,
    PDF: samplePdf('Contrato 7: renovado por doze meses.').toString('base64'),
    REFERENCE: reference,
  };
  const { stdout, stderr } = await promisify(execFile)(command, args, { env: { ...process.env, ...given } }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const printed = new Map(
    stdout.split('\n').map((line) => [line.split(' ')[0]!, line.split(' ').slice(1).join(' ').trim()]),
  );
  const posted = await lettersWith(reference, base_url, api_key);
  const expectSaid = (test: string, expected: Readonly<Record<string, string>>) => {
    const wrong = Object.entries(expected).filter(([step, value]) => printed.get(step) !== value);
    const differences = wrong.map(([step, value]) => `${step} is "${printed.get(step) ?? ''}", not "${value}"`);
    report(generator, test, wrong.length > 0 ? [...differences, stderr.slice(0, 2000)].join('\n') : undefined);
  };
  const [id = 'no letter'] = posted;
  // The charges match what the program saw.
  expectSaid('posts a letter and gets its id', { posted: posted.join(' and ') || id });
  expectSaid('reads it', { read: 'received' });
  expectSaid('lists it and its events', { letters: id, events: `letter.received:${id}` });
  expectSaid('accepts an unknown status and unknown fields', {
    status: STATUS_OF_TOMORROW,
    statuses: STATUS_OF_TOMORROW,
  });
  expectSaid('accepts a new member of every union, also in the answer to a paid request', {
    grown: `${id} ${MEMBER_OF_TOMORROW}`,
  });
}

/** Ids of the existing letters, according to the service. */
async function lettersWith(reference: string, baseUrl: string, apiKey: string): Promise<string[]> {
  const url = `${baseUrl}/letters?${new URLSearchParams({ reference }).toString()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

function report({ name }: Generator, test: string, problem: string | undefined): void {
  results.push({ name: `${name} ${test}`, problem });
  process.stdout.write(
    `${problem === undefined ? '✓' : '✗'} ${name}: ${test}\n${problem === undefined ? '' : `${problem}\n`}`,
  );
}

function isThere(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
