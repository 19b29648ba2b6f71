import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { detailMessage } from '../../../lib/adapters/http/error-reply.ts';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';
import { A4_BOX, fileOf, handmade } from './handmade.ts';
import { rasterOf, textOf, wordsOf } from './tools.ts';

/** Files that users and other projects had trouble with. */
const reported = (name: string) =>
  readFileSync(new URL(`../../support/fixtures/pdf/reported/${name}.pdf`, import.meta.url));

describe('a file that was damaged on its way is refused', () => {
  test.each(['text-mode', 'one-bit-of-content', 'one-bit-of-text'])('%s', async (name) => {
    expect(await inspectLetter(reported(name), REQUEST)).toEqual({
      ok: false,
      details: [{ param: 'document.data', code: 'document_invalid', values: { reason: 'page_damaged', page: 1 } }],
    });
  });
});

describe('a file that readers show prints', () => {
  const NOT_EMBEDDED = { code: 'font_not_embedded', page: 1, font: 'Helvetica' };

  test.each<[string, Record<string, string> | null, object[]]>([
    ['300-pictures', null, [NOT_EMBEDDED]],
    ['inline-picture', null, [{ code: 'image_low_resolution', page: 1 }]],
    ['three-styles', { nome: 'Ana', valor: 'R$ 10,00' }, []],
  ])('%s', async (name, variables, warnings) => {
    const result = await prepareLetter(reported(name), { ...REQUEST, variables });
    expect(result).toMatchObject({ ok: true, pages: 1, warnings });
    for (const value of Object.values(variables ?? {})) expect(result.ok && textOf(result.file)).toContain(value);
  });
});

describe('a marker with blanks is none', () => {
  const file = reported('marker-with-blanks');

  test('and stays beside one that is replaced', async () => {
    const result = await prepareLetter(file, { ...REQUEST, variables: { valor: 'R$ 1.234,00' } });
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'marker_unfilled', page: 1, name: 'valor' }, {}] });
    expect(result.ok && textOf(result.file)).toMatch(/\{\{ valor \}\}/);
    expect(result.ok && textOf(result.file)).toContain('R$ 1.234,00');
  });

  test('and says so when there is no other', async () => {
    const alone = handmade({ content: 'BT /F1 11 Tf 100 400 Td (Valor: {{ valor }}) Tj ET' });
    const result = await inspectLetter(alone, { ...REQUEST, variables: { valor: 'R$ 1,00' } });
    expect(result.ok ? [] : result.details).toEqual([
      {
        param: 'document.variables.valor',
        code: 'variable_not_found',
        values: { name: 'valor', with_blanks: '{{ valor }}' },
      },
    ]);
    expect(result.ok ? '' : detailMessage(result.details[0]!, 'en')).toBe(
      'The PDF has no place for this variable: no marker is named valor. {{ valor }} has blanks, so it is no marker: delete them in the document.',
    );
  });
});

test('a name that differs in capitals alone is named', async () => {
  const file = handmade({ content: 'BT /F1 11 Tf 100 400 Td ({{TITULO}}) Tj ET' });
  const result = await inspectLetter(file, { ...REQUEST, variables: { titulo: 'Fatura' } });
  expect(result.ok ? [] : result.details).toEqual([
    {
      param: 'document.variables.TITULO',
      code: 'variable_missing',
      values: { name: 'TITULO', page: 1, in_other_case: 'titulo' },
    },
    {
      param: 'document.variables.titulo',
      code: 'variable_not_found',
      values: { name: 'titulo', in_other_case: 'TITULO' },
    },
  ]);
  expect(result.ok ? [] : result.details.map((detail) => detailMessage(detail, 'pt-BR'))).toEqual([
    'O PDF tem um marcador (TITULO, na página 1) sem valor em variables. Envie um texto vazio para deixá-lo em branco. A variável titulo só difere dele em maiúsculas e minúsculas, que contam.',
    'O PDF não tem lugar para esta variável: nenhum marcador se chama titulo. O marcador TITULO só difere em maiúsculas e minúsculas, que contam.',
  ]);
});

describe('a refusal never hides the next', () => {
  const lost = '/Type /XObject /Subtype /Image /Width 30 /Height 30 /BitsPerComponent 8 /ColorSpace [/ICCBased 99 0 R]';
  const letter = (content: string, page = A4_BOX) =>
    handmade({
      content: `${content} q 90 0 0 90 100 100 cm /I Do Q`,
      resources: '/XObject << /I 10 0 R >>',
      objects: [[lost, Buffer.alloc(900)]],
      page,
    });
  const codes = async (file: Uint8Array, variables: Record<string, string> | null = null) => {
    const result = await inspectLetter(file, { ...REQUEST, placement: 'first_page', variables });
    return result.ok ? [] : result.details.map(({ code }) => code).sort();
  };

  test('the address area, a picture and a marker', async () => {
    const file = letter('100 700 50 50 re f BT /F1 11 Tf 100 400 Td ({{nome}}) Tj ET');
    expect(await codes(file, { valor: '1' })).toEqual([
      'address_area_not_blank',
      'document_invalid',
      'variable_missing',
      'variable_not_found',
    ]);
  });

  test('the size of a page and damaged content', async () => {
    const file = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R >>'],
      [4, ['/Filter /FlateDecode', deflateSync('q Q').subarray(0, 6)]],
    ]);
    expect(await codes(file)).toEqual(['document_invalid', 'document_page_size']);
  });
});

test.each(['reportlabB', 'pdfmakeC'])(
  'a justified line under a column of numbers begins where its paragraph does: %s',
  async (name) => {
    const names = new Set(Array.from(textOf(reported(name)).matchAll(/\{\{(\w+)\}\}/g), ([, found]) => found!));
    const variables = Object.fromEntries([...names].map((each) => [each, each === 'contrato' ? 'A-1' : 'Ana Lu']));
    const result = await prepareLetter(reported(name), { ...REQUEST, variables });
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    const startOf = (file: Uint8Array) => wordsOf(file, 1).find(({ text }) => text === 'Declaramos')!.left;
    expect(startOf(result.file)).toBeCloseTo(startOf(reported(name)), 1);
  },
);

describe('two markers that end beyond the frame and every other text of their page', () => {
  const POINT = 25.4 / 72;
  /** Where the markers begin and end. */
  const [START, END] = [433.3 * POINT, 566 * POINT];
  const lineOf = async (file: Uint8Array, variables: Record<string, string>) => {
    const result = await prepareLetter(file, { ...REQUEST, variables });
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    const words = wordsOf(result.file, 1).filter(({ text }) => Object.values(variables).includes(text));
    const values = result.warnings.filter(({ code }) => code.startsWith('value_'));
    return { left: words[0]!.left, right: words.at(-1)!.right, values };
  };
  const short = { numero: '7', contrato: 'A-1' };
  const long = { numero: '2027/00451298-0007', contrato: 'CT-2027-118/A-0000231' };

  // The program set their end; nothing else on the page ends, begins or is centered there, so it could be any of the three.
  test('keep their start, since nothing shows their alignment, and say so once they leave the paper', async () => {
    const file = reported('two-markers-beyond-margin');
    const kept = await lineOf(file, { ...short, venc: '1/3' });
    expect(kept.left).toBeCloseTo(START, 0);
    expect(kept.values).toEqual([]);
    expect((await lineOf(file, { ...long, venc: '1/3' })).values).toEqual([
      { code: 'value_off_paper', page: 1, name: 'contrato' },
    ]);
  });

  test('keep their end, and leave no paper, where they declare it', async () => {
    const markers = '{{numero:r}} {{contrato:r}}';
    // Courier: 0.6 em each.
    const line = `BT /F1 8 Tf ${566 - 4.8 * markers.length} 700 Td (${markers}) Tj ET`;
    const content = `BT /F1 8 Tf 46 700 Td (Banco 999-9) Tj ET ${line} 42 500 510 180 re S`;
    for (const values of [short, long]) {
      const printed = await lineOf(handmade({ font: 'Courier', content }), values);
      expect([printed.right.toFixed(0), printed.values]).toEqual([END.toFixed(0), []]);
    }
  });
});

describe('a badge with round corners at the right margin', () => {
  const DPI = 200;
  const at = (points: number) => Math.round((points * DPI) / 72);
  /** From the page's upper edge, in points: the badge, and what is left of its corners. */
  const [TOP, MIDDLE, CORNER, END] = [51.1, 59.2, 52.2, 552.75];

  test.each(['Pago', 'Em aberto'])('keeps its right edge, its padding and its corners: %s', async (status) => {
    const names = new Set(Array.from(textOf(reported('weasyB')).matchAll(/\{\{(\w+)\}\}/g), ([, found]) => found!));
    const variables = Object.fromEntries([...names].map((name) => [name, name === 'status' ? status : '7']));
    const result = await prepareLetter(reported('weasyB'), { ...REQUEST, variables });
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    expect(result.warnings.filter(({ code }) => code.startsWith('value_'))).toEqual([]);
    const { width, pixels } = rasterOf(result.file, 1, DPI);
    const dark = (top: number) =>
      [...pixels.subarray(at(top) * width, (at(top) + 1) * width)].flatMap((shade, x) =>
        shade < 200 && x > at(400) ? [(x * 72) / DPI] : [],
      );
    expect(Math.abs(dark(MIDDLE).at(-1)! - END)).toBeLessThan(0.8);
    // Its corners have a radius of 8 points.
    for (const height of [TOP + 0.5, CORNER]) expect(END - dark(height).at(-1)!).toBeGreaterThan(3);
    const words = wordsOf(result.file, 1).filter(({ text }) => status.split(' ').includes(text));
    const [start, end] = [words[0]!.left, words.at(-1)!.right].map((mm) => (mm * 72) / 25.4) as [number, number];
    // The padding of the original.
    for (const padding of [END - end, start - dark(MIDDLE)[0]!]) expect(Math.abs(padding - 8.5)).toBeLessThan(0.8);
  });
});
