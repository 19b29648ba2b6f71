import { describe, expect, test } from '@jest/globals';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { A4_BOX, type Handmade, handmade } from './handmade.ts';
import { complaintsOf, rasterOf, run, textOf } from './tools.ts';

const PRINT = 4;
const widget = (entries: string, flags = PRINT) =>
  `<< /Type /Annot /Subtype /Widget /F ${flags} /Rect [100 400 300 420] /DA (/Helv 12 Tf 0 0 1 rg) ${entries} >>`;

/** A page with one form field or comment, object 10, in a form that has its font. */
const annotated = (annotation: string, form = '', more: Handmade['objects'] = []): Handmade => ({
  page: `${A4_BOX} /Annots [10 0 R]`,
  objects: [annotation, ...more],
  catalog: `/AcroForm << /Fields [10 0 R] /DR << /Font << /Helv 5 0 R >> >> ${form} >>`,
});

async function printed(document: Handmade): Promise<Uint8Array> {
  const request = { placement: 'extra_page', doubleSided: false, param: 'file', to: RECIPIENT, from: SENDER } as const;
  const result = await prepareLetter(handmade(document), request);
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  expect(complaintsOf(result.file)).toEqual([]);
  return result.file;
}

/** How many shapes and texts MuPDF draws on page 1. */
const drawings = (file: Uint8Array) =>
  run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1'])
    .output.toString()
    .match(/<(fill|stroke)_/g)?.length ?? 0;

const STALE = [
  ['/BBox [0 0 200 20] /Resources << /Font << /F1 5 0 R >> >>', 'BT /F1 12 Tf 2 5 Td (Antigo) Tj ET'],
] as const;

describe('a form field that prints', () => {
  test.each([
    ['text', '/FT /Tx /T (nome) /V (Ana Concei\\347\\343o)', 'Ana Conceição'],
    ['several lines', `/FT /Tx /Ff 4096 /T (obs) /V (${'Uma linha longa. '.repeat(4)})`, 'Uma linha longa.'],
    ['a choice', '/FT /Ch /Ff 131072 /T (uf) /V (SP) /Opt [(SP) (RJ)]', 'SP'],
  ])('shows its value even without an appearance: %s', async (_, entries, value) => {
    expect(textOf(await printed(annotated(widget(entries))), 1)).toContain(value);
  });

  test('shows its current value if the form says that its appearances are outdated', async () => {
    const field = widget('/FT /Tx /T (nome) /V (Novo) /AP << /N 11 0 R >>');
    expect(textOf(await printed(annotated(field, '/NeedAppearances true', STALE)), 1)).toMatch(/^\s*Novo\s*$/);
    expect(textOf(await printed(annotated(field, '', STALE)), 1)).toMatch(/^\s*Antigo\s*$/);
  });

  test('inherits from its group of fields', async () => {
    const field = widget('/Parent 12 0 R /AP << /N 11 0 R >>');
    const group = '<< /FT /Tx /T (nome) /V (Novo) /Kids [10 0 R] >>';
    expect(textOf(await printed(annotated(field, '/NeedAppearances true', [...STALE, group])), 1)).toContain('Novo');
  });

  test.each([
    ['checked', '/V /Yes /AS /Yes', 2],
    ['not checked', '/V /Off /AS /Off', 1],
  ])('has its box, and its mark if checked: %s', async (_, state, shapes) => {
    const box = `/FT /Btn /T (ok) ${state} /MK << /CA (4) /BC [0 0 0] >>`;
    expect(drawings(await printed(annotated(widget(box))))).toBe(shapes);
  });

  test.each(['', '/V (SP)'])('is printed without a list arrow: %s', async (value) => {
    const field = `/FT /Ch /Ff 131072 /T (uf) ${value} /Opt [(SP) (RJ)] /MK << /BG [0.9 0.9 1] >>`;
    expect(drawings(await printed(annotated(widget(field))))).toBe(value ? 2 : 1);
  });

  test('counts as ink in the address area', async () => {
    const field = widget('/FT /Tx /T (nome) /V (Ana)').replace('[100 400 300 420]', '[100 650 300 670]');
    const request = { placement: 'first_page', doubleSided: false, param: 'file' } as const;
    const result = await inspectLetter(handmade(annotated(field)), request);
    expect(result.ok ? [] : result.details.map(({ code }) => code)).toEqual(['address_area_not_blank']);
  });
});

const note = (subtype: string, entries: string, flags = PRINT) =>
  `<< /Type /Annot /Subtype /${subtype} /F ${flags} /Rect [100 400 300 440] /C [1 0 0] ${entries} >>`;

describe('a comment without an appearance', () => {
  test.each([
    ['Square', ''],
    ['Circle', ''],
    ['Line', '/L [100 410 300 410]'],
    ['Ink', '/InkList [[100 400 200 440 300 400]]'],
    ['Highlight', '/QuadPoints [100 440 300 440 100 400 300 400]'],
    ['FreeText', '/DA (/Helv 12 Tf 0 g) /Contents (Texto livre)'],
  ])('%s is drawn when it prints, and only then', async (subtype, entries) => {
    expect(drawings(await printed(annotated(note(subtype, entries))))).toBeGreaterThan(0);
    expect(drawings(await printed(annotated(note(subtype, entries, 0))))).toBe(0);
  });
});

test.each([0, 90, 180, 270])(
  'a comment that does not turn with its page stands upright, at %d degrees',
  async (turn) => {
    const NO_ROTATE = 16;
    const [width, height] = turn % 180 === 0 ? [595.28, 841.89] : [841.89, 595.28];
    const document = {
      page: `/MediaBox [0 0 ${width} ${height}] /Rotate ${turn} /Annots [10 0 R]`,
      objects: [
        `<< /Type /Annot /Subtype /Stamp /F ${PRINT + NO_ROTATE} /Rect [300 200 380 260] /AP << /N 11 0 R >> >>`,
        ['/Type /XObject /Subtype /Form /BBox [0 0 40 30]', '0 g 5 5 30 8 re f 5 5 8 20 re f'],
      ],
    } as const;
    const [sent, file] = [rasterOf(handmade(document), 1), rasterOf(await printed(document), 1)];
    const different = sent.pixels.filter((pixel, index) => Math.abs(pixel - file.pixels[index]!) > 128);
    expect(different.length).toBeLessThan(20);
    expect(file.pixels.filter((pixel) => pixel < 128).length).toBeGreaterThan(1_000);
  },
);

describe('the frame of a link', () => {
  test.each([
    ['without a border entry', '', 1],
    ['with a width', '/Border [0 0 5]', 1],
    ['with a style', '/BS << /W 2 /S /D >>', 1],
    ['as an underline', '/BS << /W 1 /S /U >>', 1],
    ['of width zero', '/Border [0 0 0]', 0],
    ['with a style of width zero', '/BS << /W 0 >>', 0],
    ['without a color', '/Border [0 0 5] /C []', 0],
  ])('%s is drawn when the link prints, and only then', async (_, border, shapes) => {
    expect(drawings(await printed(annotated(note('Link', border))))).toBe(shapes);
    expect(drawings(await printed(annotated(note('Link', border, 0))))).toBe(0);
  });
});
