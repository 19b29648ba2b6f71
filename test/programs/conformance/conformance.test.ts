import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import typescript from 'typescript';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { someOf } from '../../support/cases.ts';
import { startOwnService } from '../../support/own-service.ts';
import { BreakingProxy } from './breaking-proxy.ts';
import { breaks } from './breaks.ts';
import idleGrants from './idle-grants.json' with { type: 'json' };
import { checks, untestable } from './plan.ts';
import { main } from './program.ts';
import type { Report } from './report.ts';
import { readRules } from './rules.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** The command as its page shows it, without npm's part. */
const shown = [
  ...readFileSync(join(repository, 'docs/conformance.md'), 'utf8').matchAll(/^npm run conformance -- (.+)$/gm),
].map(([, line]) => line!);

let service: LocalService;
let proxy: BreakingProxy;
let control: Control;
let folder: string;
/** All actions that the policies allow. */
let granted: string[];

beforeAll(async () => {
  service = await startOwnService();
  granted = actionsOf(service.cloud.idleGrants());
  control = new Control(service.description.control_url);
  proxy = await BreakingProxy.before(service.description.base_url);
  folder = await mkdtemp(join(tmpdir(), 'malote-conformance-'));
});
afterAll(async () => {
  proxy.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

interface Ran {
  exit: number;
  text: string;
  /** @throws Error with the kit's output if it wrote no report */
  report: () => Report;
}

/** Runs one line of the command. */
async function conformance(line: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const printed: string[] = [];
  const stream = () =>
    new Writable({
      write(chunk: Buffer, _, done) {
        printed.push(chunk.toString());
        done();
      },
    });
  const file = join(folder, 'result.json');
  await rm(file, { force: true });
  const terminal = { input: Readable.from([]), output: stream(), messages: stream() };
  const exit = await main([...line, '--json', file], { terminal, environment, signal: new AbortController().signal });
  const written = await readFile(file, 'utf8').catch(() => undefined);
  const text = printed.join('');
  const report = () => {
    if (written === undefined) throw new Error(`the kit ended with ${exit} and without a report: ${text}`);
    return JSON.parse(written) as Report;
  };
  return { exit, text, report };
}

/** A new account, and the arguments that check it. */
async function account(baseUrl = service.description.base_url) {
  const opened = await control.openAccount(service.description.base_url, { balance: 10_000_000 });
  return { ...opened, words: ['--base-url', baseUrl, '--api-key', opened.api.key!] };
}

/** Without advancing the clock, which takes longest. */
const withControl = () => [
  ...['--control-url', service.description.control_url, '--leave-clock'],
  ...['--spend-at-most', '50000'],
];

const outcomeOf = ({ report }: Ran, rule: string) => report().rules.find(({ id }) => id === rule);

const statusesOf = async (api: ApiClient, path: string) =>
  (await api.get(`${path}?limit=100`)).body.data.map(({ status }: { status: string }) => status) as string[];

/** `LettersCreate dynamodb:PutItem`: the function or resource that the role belongs to, and the action. */
function actionsOf(grants: ReturnType<LocalService['cloud']['idleGrants']>): string[] {
  const all = grants.flatMap(({ holder, actions }) => {
    const inDashboard = holder.startsWith('Dashboard') ? 'Dashboard' : '';
    const name = holder.replace(/^.*NestedStackResource[0-9A-F]{8}/, '').replace(/Role[0-9A-F]{8}$/, '');
    return actions.map((action) => `${inDashboard}${name} ${action}`);
  });
  return [...new Set(all)].sort();
}

/** The pattern of a response: an asterisk stands for anything. */
const covers = (pattern: string, grant: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(grant);

describe('the plan', () => {
  test('has a check for every rule, or a reason why not', () => {
    const rules = readRules().map(({ id }) => id);
    const asked = new Set(checks.map(({ rule }) => rule));
    expect(rules.filter((id) => !asked.has(id)).sort()).toEqual(Object.keys(untestable).sort());
    expect([...asked].filter((id) => !rules.includes(id))).toEqual([]);
    expect(asked.size).toBeGreaterThanOrEqual(120);
  });

  test('uses nothing of the service: it knows only the rules', () => {
    const allowed = ['lib/programs/command-line/', 'lib/programs/openapi/printed-text.ts', 'test/'];
    const open = [join(import.meta.dirname, 'run.ts')];
    const seen = new Set(open);
    for (const file of open) {
      for (const { fileName } of typescript.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
        if (!fileName.startsWith('.')) continue;
        const target = resolve(dirname(file), fileName);
        if (!seen.has(target)) open.push(target);
        seen.add(target);
      }
    }
    const found = [...seen].map((file) => relative(repository, file));
    expect(found.filter((file) => !allowed.some((beginning) => file.startsWith(beginning)))).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
  });
});

describe('the local service', () => {
  test('keeps every rule that can be tested, and the check leaves nothing behind', async () => {
    const { id, api } = await account();
    const junit = join(folder, 'result.xml');
    const line = shown.find((each) => each.includes('--control-url'))!;
    const words = line
      .replace('http://127.0.0.1:4010/v1', service.description.base_url)
      .replace('http://127.0.0.1:4010/_local', service.description.control_url)
      .replace('conformance.xml', junit)
      .split(' ');
    const ran = await conformance(words, { MALOTE_API_KEY: api.key! });
    expect(ran.report().rules.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(ran.exit).toBe(0);
    expect(ran.report().counts.pass).toBeGreaterThanOrEqual(150);
    expect(ran.report().left_behind).toBe(0);
    for (const { id: rule } of readRules()) expect(ran.text).toMatch(new RegExp(`^${rule} `, 'm'));
    expect(ran.text).not.toContain(api.key!);

    expect((await readFile(junit, 'utf8')).match(/<testcase /g)!.length).toBeGreaterThan(220);
    const over = ['canceled', 'failed', 'posted', 'received', 'in_production'];
    const letters = await statusesOf(api, '/letters');
    expect(letters.filter((status) => !over.includes(status))).toEqual([]);
    expect((await api.get('/webhook-endpoints')).body.data).toEqual([]);
    expect((await control.get('/ledger/audit')).differences).toEqual([]);
    expect(id).toMatch(/^acc_/);
  });

  test('used every action that the policies allow, except those with a known reason', () => {
    const idle = actionsOf(service.cloud.idleGrants());
    const isAnswered = (grant: string) => idleGrants.some(({ grants }) => grants.some((each) => covers(each, grant)));
    expect(idle.filter((grant) => !isAnswered(grant))).toEqual([]);
    // A reason for a grant that no longer exists is a mistake.
    const unknown = idleGrants.flatMap(({ grants }) =>
      grants.filter((each) => !granted.some((grant) => covers(each, grant))),
    );
    expect(unknown).toEqual([]);
  });
});

describe('a broken rule', () => {
  const rules = [...new Set(breaks.map(([rule]) => rule))];
  const only = (...ids: string[]) => ids.flatMap((rule) => ['--only', rule]);

  test('is not reported where nothing is broken', async () => {
    const { words } = await account(proxy.baseUrl);
    const ran = await conformance([...words, ...withControl(), ...only(...rules)]);
    expect(ran.report().rules.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual(
      ran.report().rules.map(({ id }) => [id, 'pass', null]),
    );
    expect(ran.report().rules).toHaveLength(rules.length);
  });

  test.each(someOf(breaks, 4))('%s: %s', async (rule, _, broken) => {
    const { words } = await account(proxy.baseUrl);
    proxy.breaks = broken;
    try {
      const ran = await conformance([...words, ...withControl(), ...only(rule)]);
      expect(outcomeOf(ran, rule)).toMatchObject({ outcome: 'fail', reason: expect.stringMatching(/./) });
      expect(ran.exit).toBe(1);
      expect(ran.text).toMatch(new RegExp(`^${rule} +.*fail`, 'm'));
    } finally {
      proxy.breaks = {};
    }
  });
});

describe('money', () => {
  test('a live key without a limit is rejected before any request', async () => {
    const { words } = await account(proxy.baseUrl);
    const before = proxy.asked.length;
    const { exit, text, report } = await conformance(words);
    expect(exit).toBe(1);
    expect(report).toThrow('without a report');
    expect(text).toContain('--spend-at-most');
    expect(proxy.asked.length).toBe(before);
  });

  test('a limit of 0 orders nothing, and the report lists the rules that could not be checked', async () => {
    const { api, words } = await account(proxy.baseUrl);
    const ran = await conformance([
      ...words,
      '--spend-at-most',
      '0',
      '--only',
      'LTR-1',
      '--only',
      'LTR-3',
      '--only',
      'ADDR-2',
    ]);
    expect(ran.report().rules.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['LTR-1', 'not testable'],
      ['LTR-3', 'pass'],
      ['ADDR-2', 'pass'],
    ]);
    expect(outcomeOf(ran, 'LTR-1')!.reason).toContain('--spend-at-most');
    expect((await api.get('/balance/transactions')).body.data).toHaveLength(1);
  });

  test('an account without room for a webhook endpoint fails no rule', async () => {
    const { api, words } = await account();
    for (let count = 0; count < 10; count++)
      expect((await api.post('/webhook-endpoints', { url: 'https://empresa.example/webhooks' })).status).toBe(201);
    const asked = ['--only', 'HOOK-1', '--only', 'HOOK-10', '--only', 'PRIV-5'];
    const ran = await conformance([...words, '--spend-at-most', '0', ...asked]);
    expect(ran.report().rules.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['HOOK-1', 'pass'],
      ['HOOK-10', 'not testable'],
      ['PRIV-5', 'not testable'],
    ]);
    expect(outcomeOf(ran, 'PRIV-5')!.reason).toContain('no room');
    expect(ran.exit).toBe(0);
  });

  test('orders in progress never exceed the limit, and all of the money is refunded', async () => {
    const { api, words } = await account();
    // Two letters, R$ 6,90 each: one ordered twice with one key may turn out to be two.
    const ran = await conformance([
      ...words,
      '--spend-at-most',
      '14',
      '--only',
      'LTR-10',
      '--only',
      'MON-7',
      '--only',
      'IDEM-3',
    ]);
    expect(ran.report().rules.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass']);
    const { body } = await api.get('/balance/transactions?limit=100');
    const balances = body.data.map(({ balance_after }: any) => balance_after as number);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(10_000_000 - 1_400);
    expect((await api.get('/balance')).body.amount).toBe(10_000_000);
  });
});

test('a test key needs no limit: the simulated print house takes the letters', async () => {
  const { id } = await account();
  const { api_key } = await control.post(`/accounts/${id}/keys`, { mode: 'test' });
  const rules = ['LTR-10', 'VER-10', 'VER-14', 'EVI-4', 'PAGE-2', 'PRD-6', 'SBX-4', 'SBX-5'];
  const ran = await conformance([
    ...['--base-url', service.description.base_url, '--control-url', service.description.control_url],
    ...['--api-key', api_key, ...rules.flatMap((rule) => ['--only', rule])],
  ]);
  expect(ran.report().mode).toBe('test');
  expect(ran.report().rules.map((rule) => [rule.id, rule.outcome, rule.reason])).toEqual(
    ran.report().rules.map((rule) => [rule.id, 'pass', null]),
  );
});

test.each(shown.filter((line) => !line.includes('--control-url')))(
  'the line %s of the guide is parsed',
  async (line) => {
    const { id, api } = await account();
    const test = await control.post(`/accounts/${id}/keys`, { mode: 'test' });
    const words = line.replace('https://api.example.com/v1', service.description.base_url).split(' ');
    const key = words.includes('--spend-at-most') ? api.key! : test.api_key;
    const ran = await conformance([...words, '--only', 'MON-5'], { MALOTE_API_KEY: key });
    expect([ran.exit, outcomeOf(ran, 'MON-5')?.outcome]).toEqual([0, 'pass']);
  },
);

test.each([
  [['--base-url', 'x'], '--base-url is no URL'],
  [['--base-url', 'http://127.0.0.1:1/v1', '--spend-at-most', '1.5'], 'is no amount in reais'],
  [['--base-url', 'http://127.0.0.1:1/v1', '--spend-at-most', '1'], '--api-key is missing'],
  [['--base-url', 'http://127.0.0.1:1/v1', '--api-key', 'malote_test_x', '--only', 'carta'], 'no rule carta'],
])('%j is rejected', async (line, message) => {
  const { exit, text } = await conformance(line);
  expect(exit).toBe(2);
  expect(text).toContain(message);
});
