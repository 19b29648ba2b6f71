import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fill } from '../../../lib/adapters/http/error-reply.ts';
import { readPageToken } from '../../../lib/core/domain/hosted-page.ts';
import { isId } from '../../../lib/core/domain/ids.ts';
import { main } from '../../../lib/programs/letter/main.ts';
import { detailTexts } from '../../../lib/texts/errors/error-catalogue.ts';
import { handmade } from '../pdf/handmade.ts';
import { qrCodesIn, run as tool, textOf } from '../pdf/tools.ts';

const repository = resolve(import.meta.dirname, '../../..');
const fixture = (name: string) => join(repository, `test/support/fixtures/pdf/${name}.pdf`);
const UPRIGHT = 'BT /F1 12 Tf 100 400 Td (Cara {{nome}}, bom dia.) Tj ET';

let folder: string;
const at = (name: string) => join(folder, name);
const put = (name: string, content: string | Buffer) => {
  writeFileSync(at(name), content);
  return at(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'malote-letter-'));
  put('to.json', '{ "name": "Ana Souza", "postal_code": "05010-000", "number": "123", "complement": null }');
  put('from.json', '{ "name": "Padaria Estrela", "postal_code": "01001-000", "number": "7" }');
  put('letter.pdf', handmade({ content: UPRIGHT }));
  put('inked.pdf', handmade({ content: `100 650 60 20 re f ${UPRIGHT}` }));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the command as the process that people run. */
function letter(...line: string[]): Promise<{ exit: number | null; output: string; messages: string }> {
  const child = spawn(process.execPath, [join(repository, 'bin/letter.ts'), ...line], { cwd: folder });
  const text = { output: '', messages: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.messages += chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (exit) => {
      done({ exit, ...text });
    });
  });
}

describe('check', () => {
  test('says that a file can be printed, with its number of sheets', async () => {
    const { exit, output } = await letter('check', fixture('chromium-letter-3'), '--double-sided', '--language', 'en');
    expect(output).toMatch(/letter-3\.pdf can be printed\. Pages: 3; sheets in the envelope: 2\.\n$/);
    expect(exit).toBe(0);
    const extra = await letter('check', fixture('chromium-letter-2'), '--extra-page', '--double-sided', '--json');
    expect(JSON.parse(extra.output)).toMatchObject({ pages: 2, sheets: 2, written: null, details: [] });
  });

  test('reports every problem at once, in the codes of the API', async () => {
    const { exit, output } = await letter('check', 'inked.pdf', '--var', 'data=1', '--json');
    const { details } = JSON.parse(output);
    expect(details.map(({ param, code }: any) => `${param} ${code}`)).toEqual([
      'file address_area_not_blank',
      'variables.nome variable_missing',
      'variables.data variable_not_found',
    ]);
    for (const { code, message, values } of details)
      expect(message).toBe(fill(detailTexts[code as 'required'], 'pt-BR', values));
    expect(details[0].message).toMatch(/: 21,\d x 7,\d mm, a 35,\d mm da esquerda e 60,\d mm do topo\./);
    expect(exit).toBe(1);
  });

  test('reports the same to people, with page, rule and size', async () => {
    const { exit, output } = await letter('check', fixture('libreoffice-us-letter'));
    expect(output).toBe(
      'file: Todas as páginas devem ser A4 em retrato (210 x 297 mm); a página 1 mede 215,9 x 279,4 mm. [document_page_size]\n',
    );
    expect(exit).toBe(1);
  });

  test('applies the limits of the API to variables', async () => {
    const { output } = await letter(
      'check',
      'letter.pdf',
      '--json',
      '--var',
      `nome=${'x'.repeat(501)}`,
      '--var',
      'é=1',
    );
    expect(JSON.parse(output).details.map(({ param, code }: any) => `${param} ${code}`)).toEqual([
      'variables.é invalid_format',
      'variables.nome too_long',
    ]);
  });

  test('rejects a file above the size of an upload, and a file that is not a PDF', async () => {
    put('large.pdf', Buffer.alloc(10_485_761));
    put('text.pdf', 'Prezada cliente');
    expect((await letter('check', 'large.pdf')).output).toContain('(10 MB). [document_too_large]');
    expect((await letter('check', 'text.pdf')).output).toContain('[document_invalid]');
  });

  test('recognizes the markers of a verification', async () => {
    const ready = await letter('check', fixture('chromium-verification'), '--verification');
    expect(ready.exit).toBe(0);
    const wrong = await letter('check', 'letter.pdf', '--verification', '--json');
    expect(JSON.parse(wrong.output).details).toMatchObject([{ param: 'file', code: 'otp_code_missing' }]);
    const code = await letter(
      'check',
      fixture('chromium-verification'),
      '--verification',
      '--method',
      'code',
      '--language',
      'en',
    );
    expect(code.output).toContain('the marker QR_CODE is on page 1');
    expect(code.exit).toBe(1);
  });
});

describe('preview', () => {
  test('writes the letter as it would be printed', async () => {
    const line = [
      'preview',
      'letter.pdf',
      '--to',
      'to.json',
      '--from',
      'from.json',
      '--var',
      'nome=Ana=B',
      '-o',
      'out.pdf',
    ];
    const { exit, output } = await letter(...line);
    expect(output.split('\n')).toEqual([
      'aviso: página 1: a fonte Helvetica não está incorporada; a gráfica usa outra no lugar [font_not_embedded]',
      'letter.pdf pode ser impresso. Páginas: 1; folhas no envelope: 1.',
      '→ out.pdf',
      '',
    ]);
    expect(exit).toBe(0);
    const text = textOf(readFileSync(at('out.pdf')));
    for (const part of ['Padaria Estrela, Praça da Sé, 7', 'Ana Souza', 'Rua Caiubi, 123', '05010-000 São Paulo - SP'])
      expect(text).toContain(part);
    expect(text).toContain('Cara Ana=B, bom dia.');
  });

  test('of a verification has zeros for the code and a box for the QR code', async () => {
    const variables = ['--var', 'nome=Ana', '--var', 'valor=10'];
    const line = [
      fixture('chromium-verification'),
      '--verification',
      '--to',
      'to.json',
      ...variables,
      '-o',
      'copy.pdf',
    ];
    const { exit, output } = await letter('preview', ...line);
    expect(exit).toBe(0);
    // No warning: a printed address is short enough for its line.
    expect(output.split('\n').slice(1)).toEqual(['→ copy.pdf', '']);
    const file = readFileSync(at('copy.pdf'));
    expect(textOf(file)).toContain('000 000');
    const address = /\/(acc_[a-z]+)\/(\S+)/.exec(textOf(file).replaceAll(/\n/g, ' '))!;
    expect(isId('account', address[1]!)).toBe(true);
    expect(readPageToken(address[2]!)).toBe(address[2]);
    expect(address[2]).toHaveLength(14);
    expect(qrCodesIn(file, 1)).toEqual([]);
  });

  test('of a rejected file is written only to show the problems', async () => {
    const line = ['preview', 'inked.pdf', '--to', 'to.json', '-o', 'areas.pdf'];
    const refused = await letter(...line);
    expect(refused).toMatchObject({ exit: 1, messages: '' });
    expect(() => readFileSync(at('areas.pdf'))).toThrow('ENOENT');
    expect(await letter(...line, '--show-areas')).toMatchObject({ exit: 1 });
    expect(strokesOf('areas.pdf')).toEqual([RED, BLUE]);
  });

  test('shows the address window of a printable letter, and no problems', async () => {
    const line = ['preview', 'letter.pdf', '--to', 'to.json', '-o', 'window.pdf', '--show-areas', '--extra-page'];
    expect(await letter(...line)).toMatchObject({ exit: 0 });
    expect(strokesOf('window.pdf')).toEqual([BLUE]);
  });

  test.each([
    ['the same path', 'source.pdf'],
    ['another spelling of it', './folder/../source.pdf'],
    ['a symbolic link to it', 'symbolic.pdf'],
    ['a hard link to it', 'hard.pdf'],
    ['the file of the recipient', 'recipient.json'],
    ['the file of the sender', 'sender.json'],
  ])('never replaces what it reads: %s', async (_, output) => {
    const before = {
      'source.pdf': readFileSync(at('letter.pdf')),
      'recipient.json': readFileSync(at('to.json')),
      'sender.json': readFileSync(at('from.json')),
    };
    for (const [name, content] of Object.entries(before)) put(name, content);
    mkdirSync(at('folder'), { recursive: true });
    for (const link of ['symbolic.pdf', 'hard.pdf']) rmSync(at(link), { force: true });
    symlinkSync('source.pdf', at('symbolic.pdf'));
    linkSync(at('source.pdf'), at('hard.pdf'));
    const addresses = ['--to', 'recipient.json', '--from', 'sender.json'];
    const replaced = output.endsWith('.json') ? output : 'source.pdf';
    expect(await letter('preview', 'source.pdf', ...addresses, '-o', output, '--show-areas')).toEqual({
      exit: 2,
      output: '',
      messages: `-o ${output} would replace ${replaced}, which it reads. Name another file; nothing was written.\n`,
    });
    for (const [name, content] of Object.entries(before)) expect(readFileSync(at(name))).toEqual(content);
  });

  test('replaces an older preview', async () => {
    put('older.pdf', 'older');
    expect(await letter('preview', 'letter.pdf', '--to', 'to.json', '-o', 'older.pdf')).toMatchObject({ exit: 0 });
    expect(readFileSync(at('older.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('rejects an address as the API would, with the document', async () => {
    put('wrong.json', '{ "name": "Ana", "postal_code": "05010-000", "city": "Rio de Janeiro", "unit": 1 }');
    const { exit, output } = await letter('preview', 'inked.pdf', '--to', 'wrong.json', '-o', 'x.pdf', '--json');
    expect(JSON.parse(output).details.map(({ param, code }: any) => `${param} ${code}`)).toEqual([
      'to.number required',
      'to.unit unknown_parameter',
      'to.city invalid_value',
      'file address_area_not_blank',
    ]);
    expect(exit).toBe(1);
  });
});

describe('wrong usage', () => {
  test.each([
    ['a command that does not exist', ['print', 'letter.pdf'], 'There is no command "print".'],
    ['no file', ['check'], 'Name one PDF file.'],
    ['two files', ['check', 'letter.pdf', 'inked.pdf'], 'Name one PDF file.'],
    ['an option that does not exist', ['check', 'letter.pdf', '--color'], "Unknown option '--color'."],
    [
      'a variable without a value',
      ['check', 'letter.pdf', '--var', 'nome'],
      '--var must be written name=value, not nome.',
    ],
    ['a preview without a recipient', ['preview', 'letter.pdf', '-o', 'x.pdf'], '--to is missing'],
    ['a preview without a target', ['preview', 'letter.pdf', '--to', 'to.json'], '-o is missing'],
    [
      'an address that is not JSON',
      ['preview', 'letter.pdf', '--to', 'letter.pdf', '-o', 'x.pdf'],
      'letter.pdf is not valid JSON.',
    ],
    ['an option of the other command', ['check', 'letter.pdf', '--to', 'to.json'], '--to belongs to preview.'],
    [
      'a method without a verification',
      ['check', 'letter.pdf', '--method', 'code'],
      '--method belongs to --verification.',
    ],
    [
      'a method that does not exist',
      ['check', 'letter.pdf', '--verification', '--method', 'x'],
      '--method must be one of',
    ],
    [
      'a language that does not exist',
      ['check', 'letter.pdf', '--language', 'fr'],
      '--language must be one of: pt-BR, en.',
    ],
  ])('%s', async (_, line, message) => {
    const written = { output: '', messages: '' };
    const to = (stream: keyof typeof written) => ({ write: (text: string) => (written[stream] += text) !== '' });
    const paths = line.map((word) => (/\.(pdf|json)$/.test(word) ? at(word) : word));
    expect(await main(paths, to('output'), to('messages'))).toBe(2);
    expect(written.messages.split('\n')[0]).toContain(message);
    expect(written.output).toBe('');
  });

  test('a file that is not there, in one sentence', async () => {
    const { exit, output, messages } = await letter('check', 'nowhere.pdf');
    expect({ exit, output }).toEqual({ exit: 2, output: '' });
    expect(messages).toBe('nowhere.pdf cannot be read: no such file or directory.\n');
  });

  test('ends the process with 2, and is reported on stderr', async () => {
    const { exit, output, messages } = await letter('check', 'letter.pdf', '--color');
    expect([exit, output]).toEqual([2, '']);
    expect(messages).toMatch(/^Unknown option '--color'\.\n\nChecks a PDF/);
  });

  test('an empty command line shows help', async () => {
    const { exit, output } = await letter();
    expect(output).toContain('npm run letter -- check file.pdf');
    expect(exit).toBe(0);
  });
});

describe('the guide', () => {
  const guide = readFileSync(join(repository, 'docs/letters.md'), 'utf8');

  test('explains the same exit codes as help', async () => {
    const codes = (text: string) => /^Exit codes: (.+)$/m.exec(text)![1]!.replace(/\.$/, '').replaceAll(' ·', ',');
    expect(codes(guide)).toBe(codes((await letter()).output));
  });

  test('explains every option but those of every program', async () => {
    const { output } = await letter();
    const options = new Set(Array.from(output.matchAll(/--[a-z-]+/g), ([name]) => name));
    expect(options.size).toBeGreaterThan(8);
    expect([...options].filter((name) => name !== '--help' && !guide.includes(name))).toEqual([]);
  });
});

const [RED, BLUE] = ['.9 0 0', '0 .35 .9'];

/** Colors of the lines drawn in a file, as mupdf sees them. */
function strokesOf(name: string): string[] {
  const trace = tool('mutool', readFileSync(at(name)), ['draw', '-F', 'trace', '-o', '-', 'FILE']).output.toString();
  return [...trace.matchAll(/<stroke_path [^>]*color="([\d. ]+)"/g)].map(([, color]) => color!).sort();
}
