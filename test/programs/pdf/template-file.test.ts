import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { faceLimits } from '../../../lib/core/domain/faces.ts';
import { qrCodeTarget } from '../../../lib/core/domain/hosted-page.ts';
import { logoLimits } from '../../../lib/core/domain/logos.ts';
import { A4 } from '../../../lib/pdf/base/geometry.ts';
import { templateDetails } from '../../../lib/pdf/own-letter/template-details.ts';
import { prepareTemplate, type TemplateRequest } from '../../../lib/pdf/own-letter/template-file.ts';
import { layOut } from '../../../lib/pdf/own-letter/template-layout.ts';
import { LONGEST, RECIPIENT, SENDER } from './addresses.ts';
import { discPng, pngOf, SECRETS, TEMPLATE } from './template.ts';
import { complaintsOf, pageSizesOf, qrCodesIn, rasterOf, run, textOf, wordsOf } from './tools.ts';

const REQUEST: TemplateRequest = { ...SECRETS, template: TEMPLATE, to: RECIPIENT, from: SENDER };

async function prepared(changes: Partial<TemplateRequest> = {}) {
  const result = await prepareTemplate({ ...REQUEST, ...changes });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result;
}

const plain = (text: string) => text.replace(/\s+/g, ' ');

describe("the service's own verification letter", () => {
  test('is one A4 page with everything on it', async () => {
    const { file, pages, sheets } = await prepared();
    expect([pages, sheets]).toEqual([1, 1]);
    expect(complaintsOf(file)).toEqual([]);
    expect(pageSizesOf(file)).toEqual(['595.28 x 841.89']);
    const text = plain(textOf(file));
    for (const part of [
      TEMPLATE.companyName,
      TEMPLATE.registration,
      TEMPLATE.date,
      TEMPLATE.greeting!,
      TEMPLATE.codeLabel,
      TEMPLATE.caution.heading,
      TEMPLATE.caution.text,
      TEMPLATE.title,
      TEMPLATE.footer,
      TEMPLATE.instructions!,
      'Ana Souza',
      '05010-000',
    ])
      expect(text).toContain(part);
    for (const part of ['Recebemos um cadastro com este endereço.', '739 154', SECRETS.hostedPageUrl!])
      expect(text).toContain(part);
    expect(qrCodesIn(file, 1)).toEqual([REQUEST.qrCodeUrl]);
  });

  test('has nothing but the address in the window and 5 mm around it', async () => {
    const { file } = await prepared({ to: LONGEST });
    const inWindow = wordsOf(file, 1).filter(({ bottom, top, left }) => bottom > 40 && top < 95 && left < 115);
    expect(inWindow.length).toBeGreaterThan(20);
    for (const { top, bottom } of inWindow) {
      expect(top).toBeGreaterThan(48);
      expect(bottom).toBeLessThan(87);
    }
  });

  test('omits what the customer has turned off', async () => {
    const template = { ...TEMPLATE, includeQrCode: false, steps: [], instructions: null, footer: '' };
    const { file } = await prepared({ template });
    expect(qrCodesIn(file, 1)).toEqual([]);
    expect(textOf(file)).not.toContain('confirma.example');
    expect(textOf(file)).toContain('739 154');
  });

  test('has a copy without the code, the same whatever the code', async () => {
    const { preview, previewSha256 } = await prepared();
    expect(textOf(preview)).toContain('000 000');
    expect(qrCodesIn(preview, 1)).toEqual([]);
    const other = await prepared({
      code: '482061',
      qrCodeUrl: 'https://confirma.example/acc_bcdfgh/bcdf-ghjk-mnpq#482061',
    });
    expect(other.previewSha256).toBe(previewSha256);
  });

  test('sets a long text smaller, above the code', async () => {
    const template = {
      ...TEMPLATE,
      body: 'Uma frase de tamanho comum nesta carta. '.repeat(37),
      title: 'Título '.repeat(17).trim(),
    };
    const words = wordsOf((await prepared({ template })).file, 1);
    const code = words.find(({ text }) => text === '739')!;
    const body = words.filter(({ text }) => text === 'frase');
    expect(body).toHaveLength(37);
    for (const { bottom } of body) expect(bottom).toBeLessThan(code.top);
  });

  test('refuses what cannot be printed, all at once', async () => {
    const template = { ...TEMPLATE, title: 'Olá 🙂', body: 'a\n'.repeat(700), instructions: '王' };
    expect(templateDetails(template)).toEqual([
      { param: 'letter.title', code: 'invalid_value', values: { character: '🙂' } },
      { param: 'instructions', code: 'invalid_value', values: { character: '王' } },
      { param: 'letter.body', code: 'too_long', values: { lines: 700, maximum_lines: expect.any(Number) } },
    ]);
    expect(await prepareTemplate({ ...REQUEST, template })).toMatchObject({ ok: false });
  });

  test.each([
    ['an ordinary host', 'confirma.example.com.br'],
    ['a distribution without a custom host', 'd1111abcdef8zz.cloudfront.net'],
    ['the longest host that a company may have', `${'confirmar-endereco'.repeat(2)}.com`],
  ])('has a QR code of version 4 on %s, its modules at least 0.75 mm', async (_, host) => {
    expect(host.length).toBeLessThanOrEqual(faceLimits.page_host);
    const qrCodeUrl = qrCodeTarget(`https://${host}/acc_bcdfgh/bcdf-ghjk-mnpq`, '042317');
    const { file } = await prepared({ qrCodeUrl });
    expect(qrCodesIn(file, 1)).toEqual([qrCodeUrl]);
    // The finder pattern at the top left corner is a frame of seven modules: measured along its upper edge, as drawn.
    const dpi = 600;
    const { width, pixels } = rasterOf(file, 1, dpi);
    const { qrCode } = layOut(TEMPLATE, { code: '042 317' })!;
    const at = (points: number) => Math.round((points * dpi) / 72);
    const row = (at(A4.height - qrCode!.top) + 4) * width;
    const isDark = (x: number) => pixels[row + x]! < 128;
    let [first, end] = [at(qrCode!.left) + 20, at(qrCode!.left) + 20];
    while (isDark(first - 1)) first--;
    while (isDark(end)) end++;
    const moduleMm = ((end - first) * 25.4) / dpi / 7;
    expect(moduleMm).toBeGreaterThanOrEqual(0.75);
    expect(moduleMm).toBeLessThan(0.77);
  });

  test('has the logo at the top right, above the window, with the name next to it', async () => {
    const companyName = 'Companhia Brasileira de Exemplos e Demonstrações do Interior de São Paulo Ltda.';
    const { file } = await prepared({ template: { ...TEMPLATE, companyName, logo: discPng(100) } });
    expect(complaintsOf(file)).toEqual([]);
    const trace = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE']).output.toString();
    const [, across, down, left, top] = /<fill_image [^>]*transform="(\S+) 0 0 (\S+) (\S+) (\S+)"/.exec(trace)!;
    const inMm = [across, down, left, top].map((points) => (Number(points) * 25.4) / 72);
    for (const [index, millimeters] of [20, 20, 166, 13].entries())
      expect(Math.abs(inMm[index]!)).toBeCloseTo(millimeters, 1);
    const name = wordsOf(file, 1).filter(({ bottom }) => bottom < 40);
    expect(Math.max(...name.map(({ right }) => right))).toBeLessThan(130);
  });

  test('decompresses no logo beyond its size', async () => {
    const header = discPng(100).subarray(16, 29);
    const bomb = pngOf(header, deflateSync(Buffer.alloc(20_000_000)));
    expect(bomb.length).toBeLessThan(logoLimits.bytes);
    await expect(prepared({ template: { ...TEMPLATE, logo: bomb } })).rejects.toThrow(/larger than/);
    await expect(prepared({ template: { ...TEMPLATE, logo: Buffer.from('GIF89a') } })).rejects.toThrow(
      /no PNG or JPEG/,
    );
  });
});
