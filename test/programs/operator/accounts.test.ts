import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { useService } from '../../support/service.ts';
import { discPng } from '../pdf/template.ts';
import { openAccount, operatorOf } from './support/operator.ts';

const { control, baseUrl } = useService();
const operator = operatorOf(control.url);
let account: string;

beforeAll(async () => {
  account = await openAccount(operator);
});

describe('operator accounts', () => {
  test('create: rejects a CNPJ with wrong check digits and a postal code that does not exist, both at once', async () => {
    const company = ['--legal-name', 'X', '--cnpj', '12.ABC.345/01DE-34', '--plan', 'scale'];
    const sender = ['--sender-name', 'X', '--sender-postal-code', '99999-999', '--sender-number', '1'];
    const { exit, messages } = await operator.run('accounts', 'create', ...company, ...sender);
    expect(exit).toBe(1);
    expect(messages).toBe(
      '--cnpj: Invalid format: send a CNPJ with the right check digits, like 11.222.333/0001-81.\n--sender-postal-code: This postal code does not exist.\n',
    );
  });

  test('a name that no letter can print is rejected when an account is opened or its sender is set', async () => {
    const company = ['--legal-name', 'X Ltda.', '--trade-name', '😀 Ltda', '--cnpj', '12.ABC.345/01DE-35'];
    const sender = ['--sender-name', '😀 Ltda', '--sender-postal-code', '01001-000', '--sender-number', '1'];
    const opened = await operator.run('accounts', 'create', ...company, '--plan', 'scale', ...sender);
    expect(opened).toMatchObject({ exit: 1, output: '' });
    expect(opened.messages).toMatch(/^--sender-name: .*😀.*\n--trade-name: .*😀.*\n$/);
    const set = await operator.run('accounts', 'sender', account, ...sender);
    expect(set).toMatchObject({ exit: 1, output: '', messages: expect.stringMatching(/^--sender-name: .*😀/) });
    expect((await operator.json('accounts', 'show', account)).default_sender.name).toBe('Padaria Estrela');
  });

  test('list and show: the account with its balance', async () => {
    const listed = await operator.json('accounts', 'list');
    expect(listed.map(({ id }: { id: string }) => id)).toContain(account);
    const { output } = await operator.run('accounts', 'show', account);
    expect(output).toContain('Padaria Estrela Ltda.');
    expect(output).toContain('12.ABC.345/01DE-35');
    expect(output).toContain('Praça da Sé, 100');
    expect(output).toContain('R$ 0,00');
  });

  test('an account that does not exist is rejected by every command in the same words', async () => {
    for (const line of [
      ['accounts', 'show'],
      ['keys', 'list'],
      ['balance', 'show'],
      ['ledger', 'audit'],
    ]) {
      const { exit, error } = await operator.refusal(...line, 'acc_unknown');
      const message = 'There is no account acc_unknown. List all with operator accounts list.';
      expect({ exit, message: error.message }).toEqual({ exit: 1, message });
    }
  });

  test('plan: quotes have the prices of the new plan', async () => {
    const { secret } = await operator.json('keys', 'create', account);
    const api = new ApiClient(baseUrl, secret);
    await operator.json('accounts', 'plan', account, '--plan', 'scale');
    expect((await api.post('/letters/quote', letterBody())).body.plan ?? (await api.get('/account')).body.plan).toBe(
      'scale',
    );
  });

  test('evidence: the default years apply until they are set, within limits', async () => {
    expect((await operator.json('accounts', 'show', account)).evidence_years).toBe(10);
    expect((await operator.json('accounts', 'evidence', account, '--years', '20')).evidence_years).toBe(20);
    for (const years of ['0', '31', '2.5'])
      expect((await operator.refusal('accounts', 'evidence', account, '--years', years)).exit).toBe(2);
    expect((await operator.json('accounts', 'show', account)).evidence_years).toBe(20);
  });

  test('suspend and reinstate: creating is rejected in between', async () => {
    const { secret } = await operator.json('keys', 'create', account);
    const api = new ApiClient(baseUrl, secret);
    await operator.json('accounts', 'suspend', account);
    expect((await api.post('/letters', letterBody())).body.error.code).toBe('account_suspended');
    expect((await operator.run('accounts', 'show', account)).output).toContain('SUSPENDED');
    await operator.json('accounts', 'reinstate', account);
    expect((await api.post('/letters', letterBody())).body.error.code).toBe('insufficient_balance');
  });

  test('sender: letters without a sender use it', async () => {
    await operator.json(
      ...[
        'accounts',
        'sender',
        account,
        '--sender-name',
        'Filial',
        '--sender-postal-code',
        '05010000',
        '--sender-number',
        '7',
      ],
    );
    const { secret } = await operator.json('keys', 'create', account);
    const { body } = await new ApiClient(baseUrl, secret).get('/account');
    expect(body.default_sender).toMatchObject({
      name: 'Filial',
      postal_code: '05010-000',
      street: 'Rua Caiubi',
      number: '7',
    });
  });

  test('letter: given texts are set, and omitted ones are reset to the default', async () => {
    await operator.json('accounts', 'letter', account, '--title', 'Olá', '--footer', '', '--qr-code', 'no');
    const set = await operator.json('accounts', 'letter', account, '--body', 'Confirme.\nObrigado.');
    expect(set.default_letter).toEqual({
      title: null,
      body: 'Confirme.\nObrigado.',
      footer: null,
      include_qr_code: null,
      include_page_url: null,
    });
    // An unfinished line does not remove the texts.
    const bare = await operator.run('accounts', 'letter', account);
    expect(bare).toMatchObject({ exit: 2, messages: expect.stringContaining('--reset') });
    expect((await operator.json('accounts', 'letter', account, '--reset')).default_letter.body).toBeNull();
    const { exit, messages } = await operator.run('accounts', 'letter', account, '--title', 'x'.repeat(121));
    expect(exit).toBe(2);
    expect(messages).toContain('--title has more than 120 characters.');
  });
});

describe('operator accounts face', () => {
  test('sets given values, keeps omitted ones, resets empty ones, and rejects with the reason', async () => {
    const set = await operator.json(
      'accounts',
      'face',
      account,
      '--accent-color',
      '#7A1FA2',
      '--support-contact',
      '0800 1',
    );
    expect(set.face).toMatchObject({ accent_color: '#7a1fa2', support_contact: '0800 1', page_host: null });
    const reset = await operator.json('accounts', 'face', account, '--accent-color', '');
    expect(reset.face).toMatchObject({ accent_color: null, support_contact: '0800 1' });
    const pale = await operator.run('accounts', 'face', account, '--accent-color', '#ffcc00');
    expect(pale).toMatchObject({ exit: 1, messages: expect.stringContaining('1.4 to 1') });
    const unserved = await operator.run('accounts', 'face', account, '--page-host', 'confirme.ipe.example');
    expect(unserved).toMatchObject({
      exit: 1,
      messages: expect.stringContaining('is not served at confirme.ipe.example'),
    });
    expect((await operator.json('accounts', 'show', account)).face).toMatchObject({ accent_color: null });
    expect(await operator.run('accounts', 'face', account)).toMatchObject({ exit: 2 });
  });
});

describe('operator accounts logo', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'operator-logo-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const stored = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  test('is set, shown and removed', async () => {
    const file = stored('logo.png', discPng(320));
    expect((await operator.json('accounts', 'logo', account, '--file', file)).logo).toMatchObject({
      content_type: 'image/png',
      width: 320,
      height: 320,
    });
    expect((await operator.json('accounts', 'logo', account, '--remove')).logo).toBeNull();
  });

  test.each([
    ['not an image', Buffer.from('%PDF-1.7 and so on, long enough to be read'), 'send a PNG or JPEG image'],
    ['too small', pngOf(16, 16), '--file width'],
    ['too large', pngOf(4_000, 100), '--file width'],
    ['damaged', discPng(320).subarray(0, -20), '--file: '],
  ])('rejects a file that is %s', async (_what, bytes, reason) => {
    const { exit, messages } = await operator.run('accounts', 'logo', account, '--file', stored('other', bytes));
    expect(exit).toBe(1);
    expect(messages).toContain(reason);
  });

  test('rejects a missing file', async () => {
    const { exit, messages } = await operator.run('accounts', 'logo', account, '--file', join(folder, 'none.png'));
    expect(exit).toBe(2);
    expect(messages).toContain('--file cannot be read: no such file or directory.');
  });
});

/** A white PNG. Its checksums are zero: it is rejected for its size before it is decoded. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 255));
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
