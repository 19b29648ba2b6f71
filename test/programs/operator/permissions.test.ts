import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { compilePolicy, PolicySet } from '@malote/local-cloud/iam/policy.ts';
import { matcherOfAny } from '@malote/local-cloud/iam/policy-text.ts';
import { findCommand } from '../../../lib/programs/command-line/parse.ts';
import { operator } from '../../../lib/programs/operator/program.ts';
import { ApiClient } from '../../support/api.ts';
import { dateIn, letterBody, recipient } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';
import { uploadedDocument } from '../../support/uploads.ts';
import { templateBody } from '../../support/verifications.ts';
import { discPng } from '../pdf/template.ts';
import { commandsOf } from './duties.ts';
import { type AwsGate, openAwsGate, type Permission } from './support/aws-gate.ts';
import { type Ended, inProcess } from './support/operator.ts';

const target = useTarget();
let gate: AwsGate;
let folder: string;
type Policy = { Action: string | string[]; Resource: string | string[] }[];
/** The policies by duty, `docs/<duty>-policy.json`, with the names of the local stage. */
const duties = ['operator', 'support', 'money', 'erasure'] as const;
type Duty = (typeof duties)[number];
const policies = {} as Record<Duty, Policy>;
const compiled = {} as Record<Duty, PolicySet>;

beforeAll(async () => {
  gate = await openAwsGate(target().control.url);
  const { outputs } = await target().control.get('/stack');
  folder = mkdtempSync(join(tmpdir(), 'operator-permissions-'));
  const read = (name: string): Policy => {
    const text = readFileSync(resolve(import.meta.dirname, `../../../docs/${name}`), 'utf8');
    return JSON.parse(text.replace(/<(\w+)>/g, (_, output: string) => outputs[output])).Statement;
  };
  for (const duty of duties) {
    policies[duty] = read(`${duty}-policy.json`);
    compiled[duty] = new PolicySet();
    compiled[duty].add(compilePolicy({ Statement: policies[duty] as never }));
  }
});

afterEach(() => {
  gate.allows = () => true;
  gate.before = async () => undefined;
});

afterAll(async () => {
  await gate.close();
  rmSync(folder, { recursive: true });
});

/** The permissions that each command used. */
const ran = new Map<string, Permission[]>();

async function run(line: readonly string[], interruption?: AbortSignal): Promise<Ended> {
  const { words } = findCommand(operator.commands, line)!;
  const before = gate.used.length;
  const ended = await inProcess([...line, '--local'], { MALOTE_CONTROL_URL: gate.controlUrl }, interruption);
  ran.set(words, [...(ran.get(words) ?? []), ...gate.used.slice(before)]);
  return ended;
}

/** By the local cloud's IAM, conditions included. */
const permits = (duty: Duty, { action, resource, context = () => undefined }: Permission) =>
  !compiled[duty].about(action, resource, context).next().done;

/** @throws Error unless the command ends with this exit code */
async function json(exit: number, ...line: string[]): Promise<any> {
  const ended = await run([...line, '--json', '--yes']);
  if (ended.exit !== exit) throw new Error(`operator ${line.join(' ')}: exit ${ended.exit}\n${ended.messages}`);
  return ended.output === '' ? undefined : ended.data;
}

const done = (...line: string[]) => json(0, ...line);
const file = (name: string, contents: string | Uint8Array) => {
  writeFileSync(join(folder, name), contents);
  return join(folder, name);
};

const listed = (value: string | string[]) => [value].flat();
const covers = ({ Action, Resource }: Policy[number], { action, resource }: Permission) =>
  listed(Action).includes(action) && matcherOfAny(listed(Resource))(resource);

/** About fifty commands: seven seconds on an idle machine, or a minute on a busy one. */
const EVERY_COMMAND_MS = 120_000;

describe('the policy in docs/operator-policy.json', () => {
  test(
    'allows every command, and no action that none needs',
    async () => {
      const policy = policies.operator;
      gate.allows = (permission) => permits('operator', permission);
      await everyCommand();

      expect([...ran.keys()].sort()).toEqual(operator.commands.map(({ words }) => words).sort());
      // Only `--stage` calls CloudFormation (stages.test.ts).
      const needed = new Set(['cloudformation:DescribeStacks', ...gate.used.map(({ action }) => action)]);
      expect([...new Set(policy.flatMap(({ Action }) => listed(Action)))].sort()).toEqual([...needed].sort());
      const patterns = policy.flatMap((statement) =>
        listed(statement.Resource).map((Resource) => ({ Action: statement.Action, Resource })),
      );
      const idle = patterns.filter((statement) => !gate.used.some((permission) => covers(statement, permission)));
      expect(idle.map(({ Action }) => Action)).toEqual(['cloudformation:DescribeStacks']);
    },
    EVERY_COMMAND_MS,
  );

  test('and those by duty allow exactly the commands of the duty', () => {
    // They find nothing to change here, so they only read.
    const idle = ['people unlink', 'table index', 'webhooks send-failed'];
    const known = (commands: Iterable<string>) =>
      [...new Set(commands)].filter((words) => !idle.includes(words)).sort();
    const allowed = (duty: Duty) =>
      [...ran].filter(([, used]) => used.every((permission) => permits(duty, permission))).map(([words]) => words);
    for (const duty of duties) expect([duty, known(allowed(duty))]).toEqual([duty, known(commandsOf[duty])]);
  });

  test('and those by duty have no statement that none of their commands needs', () => {
    for (const duty of ['support', 'money', 'erasure'] as const) {
      const used = commandsOf[duty].flatMap((words) => ran.get(words)!);
      const idle = policies[duty].filter((statement) => !used.some((permission) => covers(statement, permission)));
      expect([duty, idle.map(({ Action }) => Action)]).toEqual([duty, ['cloudformation:DescribeStacks']]);
    }
  });

  test('is named to callers without a permission', async () => {
    gate.allows = ({ action }) => action !== 'dynamodb:Query';
    const { exit, messages } = await run(['accounts', 'list']);
    expect(exit).toBe(3);
    expect(messages).toMatch(/not authorized to perform: dynamodb:Query[^]*docs\/operating\.md has the policy/);
  });
});

describe('the policy in docs/support-policy.json', () => {
  test('shows everything, and changes and erases nothing', async () => {
    const { id: account, api } = await target().control.openAccount(target().baseUrl);
    const order = async (path: string, body: object): Promise<string> => (await api.post(path, body)).body.id;
    const letter = await order('/letters', letterBody({ send_date: dateIn(20), reference: 'pedido' }));
    const ended = await order('/letters', letterBody({ send_date: dateIn(20) }));
    await done('letters', 'cancel', account, ended);
    const verification = await order('/verifications', templateBody());
    const { id: endpoint } = await done('webhooks', 'add', account, '--url', `${target().control.url}/inbox`);
    await done('webhooks', 'test', account, endpoint);
    const [{ id: batch }] = (await done('production', 'form')).batches;
    const [{ event_id }] = await done('webhooks', 'deliveries', account, endpoint);
    const ledger = await done('balance', 'show', account);

    gate.allows = (permission) => permits('support', permission);
    const shown = [
      ['accounts', 'list'],
      ['accounts', 'show', account],
      ['balance', 'show', account],
      ['balance', 'statement', account],
      ['keys', 'list', account],
      ['people', 'list', account],
      ['letters', 'list', account],
      ['letters', 'show', account, letter],
      ['verifications', 'list', account],
      ['verifications', 'show', account, verification],
      ['webhooks', 'list', account],
      ['webhooks', 'deliveries', account, endpoint],
      ['webhooks', 'attempts', account, endpoint, event_id],
      ['production', 'batches'],
      ['production', 'show', batch],
      ['find', 'pedido'],
      ['trace', letter],
      ['trace', verification],
    ];
    for (const line of shown) await done(...line);

    const refused = [
      ['accounts', 'suspend', account],
      ['accounts', 'plan', account, '--plan', 'scale'],
      ['balance', 'credit', account, '--amount', '1,00', '--reason', 'Cortesia'],
      ['balance', 'adjust', account, '--take', '1,00', '--reason', 'Em dobro'],
      ['keys', 'create', account],
      ['letters', 'cancel', account, letter],
      ['letters', 'edit', account, letter, '--to-number', '7'],
      ['people', 'add', account, '--email', 'ana@example.com', '--role', 'viewer'],
      ['privacy', 'erase', account, ended],
      ['production', 'form'],
      ['webhooks', 'remove', account, endpoint],
    ];
    for (const line of refused) {
      const { exit, messages } = await run([...line, '--json', '--yes']);
      expect([line.join(' '), exit, messages]).toEqual([line.join(' '), 3, expect.stringContaining('not authorized')]);
    }
    gate.allows = () => true;
    expect(await done('balance', 'show', account)).toEqual(ledger);
    expect(await done('letters', 'show', account, letter)).toMatchObject({ status: 'scheduled' });
  });
});

describe('the policies of those who enter money and of those who erase', () => {
  test('let each do their own, and leave what is of the other as it is', async () => {
    const { id: account, api } = await target().control.openAccount(target().baseUrl);
    const letter: string = (await api.post('/letters', letterBody({ send_date: dateIn(20) }))).body.id;
    await done('letters', 'cancel', account, letter);
    const credit = ['balance', 'credit', account, '--amount', '1,00', '--reason', 'Cortesia'];
    const erase = ['privacy', 'erase', account, letter];
    const before = await done('balance', 'show', account);

    gate.allows = (permission) => permits('erasure', permission);
    expect((await run([...credit, '--json', '--yes'])).exit).toBe(3);
    expect(await done('balance', 'show', account)).toEqual(before);
    gate.allows = (permission) => permits('money', permission);
    expect((await run([...erase, '--json', '--yes'])).exit).toBe(3);
    expect((await done('letters', 'show', account, letter)).to.name).toBe(recipient.name);

    await done(...credit);
    gate.allows = (permission) => permits('erasure', permission);
    await done(...erase);
    expect(await done('balance', 'show', account)).not.toEqual(before);
    expect((await done('letters', 'show', account, letter)).to.name).toBe('[apagado]');
  });
});

/** Every command, each in a state in which it does everything that it may do. */
async function everyCommand(): Promise<void> {
  const sender = ['--sender-name', 'Padaria', '--sender-postal-code', '01001-000', '--sender-number', '100'];
  const company = [
    '--legal-name',
    'Padaria Ltda.',
    '--cnpj',
    '12.ABC.345/01DE-35',
    '--plan',
    'essential',
    '--allow-second-account',
  ];
  const { id: account } = await done('accounts', 'create', ...company, ...sender);
  await done('accounts', 'list');
  await done('accounts', 'show', account);
  await done('accounts', 'suspend', account);
  await done('accounts', 'reinstate', account);
  await done('accounts', 'plan', account, '--plan', 'scale');
  await done('accounts', 'sender', account, ...sender);
  await done('accounts', 'logo', account, '--file', file('logo.png', discPng(320)));
  await done('accounts', 'letter', account, '--title', 'Confirme');
  await done('accounts', 'evidence', account, '--years', '20');
  await done('accounts', 'face', account, '--support-contact', '0800 123 4567');
  await done('accounts', 'preview', account, '--to', join(folder, 'preview'));
  const payment = ['--amount', '500,00', '--payment', `E${account}`, '--reason', 'Pix'];
  await done('balance', 'top-up', account, ...payment);
  await done('balance', 'top-up', account, ...payment);
  await done('balance', 'credit', account, '--amount', '1,00', '--reason', 'Cortesia');
  await done('balance', 'adjust', account, '--take', '1,00', '--reason', 'Em dobro');
  await done('balance', 'show', account);
  await done('balance', 'statement', account, '--type', 'top_up');
  const { id: key, secret } = await done('keys', 'create', account, '--reference', 'teste');
  await json(1, 'keys', 'create', account, '--reference', 'teste');
  await json(1, 'accounts', 'create', ...company.slice(0, -1), ...sender);
  await done('keys', 'list', account);
  await done('keys', 'restrict', account, key, '--max-price', '20,00');
  await done('keys', 'restrict', account, key);
  const { id: person } = await done('people', 'add', account, '--email', 'ana@example.com', '--role', 'viewer');
  await json(1, 'people', 'add', account, '--email', 'ANA@example.com', '--role', 'owner');
  await done('people', 'list', account);
  await done('people', 'role', account, person, '--role', 'sender');
  await done('people', 'sign-out', account, person);
  await done('people', 'unlink', account, person);
  await done('people', 'remove', account, person);

  const api = new ApiClient(target().baseUrl, secret);
  const order = async (path: string, body: object): Promise<string> => (await api.post(path, body)).body.id;
  const scheduled = () => order('/letters', letterBody({ send_date: dateIn(20), reference: 'pedido' }));
  const { id: endpoint } = await done('webhooks', 'add', account, '--url', `${target().control.url}/inbox`);
  const letter = await order('/letters', { to: recipient, document: await uploadedDocument(api) });
  const verification = await order('/verifications', templateBody());
  const [edited, canceled] = [await scheduled(), await scheduled()];

  await done('webhooks', 'list', account);
  await done('webhooks', 'edit', account, endpoint, '--event', '*');
  await done('webhooks', 'pause', account, endpoint);
  await done('webhooks', 'resume', account, endpoint);
  await done('webhooks', 'rotate', account, endpoint);
  await done('webhooks', 'test', account, endpoint);
  const [{ event_id }] = await done('webhooks', 'deliveries', account, endpoint);
  await done('webhooks', 'attempts', account, endpoint, event_id);
  await done('webhooks', 'send-again', account, endpoint, event_id);
  await done('webhooks', 'send-failed', account, endpoint, '--days', '1');

  await done('letters', 'list', account, '--reference', 'pedido', '--status', 'scheduled');
  await done('verifications', 'list', account);
  await done('letters', 'edit', account, edited, '--to-number', '7');
  await done('letters', 'send-now', account, edited);
  const { preview_url } = await done('letters', 'show', account, edited);
  expect((await fetch(preview_url)).status).toBe(200);
  await done('letters', 'cancel', account, canceled);
  await done('find', 'pedido');
  await done('find', edited);
  await done('trace', edited);
  await done('verifications', 'show', account, verification);

  await everyCarrierCommand();
  const [{ id: batch }] = (await done('production', 'form')).batches;
  await done('production', 'batches');
  await done('production', 'show', batch);
  await done('production', 'manifest', batch, '--to', join(folder, 'lote.jsonl'));
  await json(1, 'production', 'late', '--hours', '0');
  const posted = { id: letter, status: 'posted', at: new Date().toISOString() };
  await done('production', 'apply', '--report', file('report.jsonl', JSON.stringify(posted)));
  await done('production', 'proof', '--to', join(folder, 'prova.pdf'), '--letter', letter);
  await json(1, 'find', 'AA123456785BR');

  await done('verifications', 'cancel', account, verification);
  await order('/verifications', templateBody());
  await settled(scheduled);
  await json(1, 'stack-trace', file('trace.txt', 'no trace'));
  await done('ledger', 'audit');
  await done('table', 'index');
  await done('accounts', 'export', account, '--to', join(folder, 'conta.jsonl'));
  await done('privacy', 'erase', account, letter);
  await done('privacy', 'erase', account, verification);
  await done('webhooks', 'remove', account, endpoint);
  await done('keys', 'revoke', account, key);
}

/** Leaves no profile in use. */
async function everyCarrierCommand(): Promise<void> {
  const profile = ['--profile', resolve(import.meta.dirname, '../../../data/carrier/training-profile.json')];
  await done('carrier', 'check', ...profile);
  await done('carrier', 'set', ...profile);
  await done('carrier', 'show');
  const range = ['--first', '95024522', '--last', '95025021'];
  await done('carrier', 'labels', 'add', 'ZE', ...range, '--source', 'pedido 123');
  await run(['carrier', 'labels', 'list']);
  await done('carrier', 'labels', 'void', 'ZE', '--first', '95024530', '--last', '95024530', '--reason', 'rasgada');
  await done('carrier', 'labels', 'find', 'ZE950245221BR');
  await done('carrier', 'withdraw');
}

/** A restored table whose letter has lost its file, and whose executions belong to another table. */
async function settled(scheduled: () => Promise<string>): Promise<void> {
  const { endpoint, region, credentials } = (await target().control.get('/stack')).aws;
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { outputs } = await target().control.get('/stack');
  const letter = await scheduled();
  const Bucket = outputs.DocumentsBucket;
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket })) {
    const lost = Contents.find(({ Key }) => Key!.includes(letter));
    if (lost) await s3.send(new DeleteObjectCommand({ Bucket, Key: lost.Key }));
  }
  const { now } = await target().control.get('/clock');
  const ago = `${new Date(Date.parse(now) - 1_000).toISOString().slice(0, 19)}Z`;
  const { data } = await run(['table', 'settle', '--restored-to', ago, '--adopted-at', ago, '--json', '--yes']);
  expect(data.files_back).toEqual([letter]);
  s3.destroy();
}

describe('an interrupted command', () => {
  /**
   * Interrupts the command, once it is ready, at its first call that needs this permission; the call gets no response.
   */
  async function interruptedAt(action: string, line: readonly string[], ready = async () => {}): Promise<Ended> {
    const interruption = new AbortController();
    let release = () => {};
    gate.before = async (permissions) => {
      if (!permissions.some((permission) => permission.action === action)) return;
      await ready();
      interruption.abort();
      await new Promise<void>((answered) => (release = answered));
    };
    const ended = await run(line, interruption.signal);
    release();
    return ended;
  }

  test('ends immediately, with its own exit code, and says what to do', async () => {
    const { id: account } = await target().control.openAccount(target().baseUrl);
    const credit = ['balance', 'credit', account, '--amount', '1,00', '--reason', 'Cortesia', '--yes'];
    expect(await interruptedAt('dynamodb:PutItem', credit)).toMatchObject({
      exit: 130,
      output: '',
      messages: 'Interrupted. Repeat it: the same credit counts once.\n',
    });
    expect(JSON.parse((await interruptedAt('dynamodb:Query', ['accounts', 'list', '--json'])).messages).error).toEqual({
      code: 'interrupted',
      message: 'Interrupted.',
      details: [],
    });
  });

  test('like a failed one leaves no partial file', async () => {
    const { id: account } = await target().control.openAccount(target().baseUrl);
    const path = join(folder, 'metade.jsonl');
    const begun = async () => {
      while (!existsSync(path)) await sleep(5);
    };
    const line = ['accounts', 'export', account, '--to', path];
    expect((await interruptedAt('dynamodb:Query', line, begun)).exit).toBe(130);
    expect(existsSync(path)).toBe(false);

    gate.allows = ({ action }) => action !== 'dynamodb:Query';
    expect((await run(line)).exit).toBe(3);
    expect(existsSync(path)).toBe(false);
  });
});
