import { describe, expect, test } from '@jest/globals';
import { PDFDocument, PDFName, rgb, TextAlignment } from 'pdf-lib';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { filled, fixture, REQUEST } from './fixture-letters.ts';
import { A4_BOX, handmade } from './handmade.ts';
import { complaintsOf, rasterOf, rastersIn, run, textOf, wordsOf } from './tools.ts';

const MM = 72 / 25.4;

interface Field {
  name: string;
  place: { x: number; y: number; width: number; height: number };
  align?: TextAlignment;
  lines?: true;
  cells?: number;
  size?: number;
  value?: string;
}

/** A form made by pdf-lib. */
async function formOf(fields: readonly Field[], text = ''): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([595.28, 841.89]);
  if (text) page.drawText(text, { x: 60, y: 700, size: 11 });
  for (const { name, place, align, lines, cells, size, value } of fields) {
    const field = document.getForm().createTextField(name);
    if (lines) field.enableMultiline();
    if (cells) {
      field.setMaxLength(cells);
      field.enableCombing();
    }
    if (align !== undefined) field.setAlignment(align);
    field.addToPage(page, { ...place, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    if (size) field.setFontSize(size);
    if (value) field.setText(value);
  }
  return document.save();
}

const BOX = { x: 200, y: 400, width: 200, height: 20 };

async function printed(file: Uint8Array, variables: Record<string, string> | null) {
  const result = await prepareLetter(file, { ...REQUEST, variables });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  expect(complaintsOf(result.file)).toEqual([]);
  return { file: result.file, warnings: result.warnings.filter(({ code }) => code !== 'font_not_embedded') };
}

const wordIn = (file: Uint8Array, word: string) => wordsOf(file, 1).find(({ text }) => text === word)!;

/** The dark pixels of a page in two renderers. */
const darkIn = (file: Uint8Array): number[] => {
  const args = ['draw', '-r', '100', '-c', 'gray', '-F', 'pgm', '-o', '-', 'FILE', '1'];
  const pictures = [rasterOf(file, 1), rastersIn(run('mutool', file, args).output)[0]!];
  return pictures.map(({ pixels }) => pixels.filter((pixel) => pixel < 128).length);
};

describe('a text field of a form', () => {
  test.each([
    [TextAlignment.Left, 'left', 201.5],
    [TextAlignment.Center, 'middle', 300],
    [TextAlignment.Right, 'right', 398.5],
  ] as const)('of alignment %s has its value at the %s', async (align, edge, at) => {
    for (const nome of ['Ana', 'Zuleide']) {
      const { file, warnings } = await printed(await formOf([{ name: 'nome', place: BOX, align }]), { nome });
      const { left, right, top, bottom } = wordIn(file, nome);
      const place = { left, right, middle: (left + right) / 2 }[edge];
      expect(Math.abs(place * MM - at)).toBeLessThan(0.5);
      expect((bottom + top) / 2).toBeCloseTo((841.89 - 410) / MM, 0);
      expect(warnings).toEqual([]);
    }
  });

  test('keeps its frame, and loses the text that it had', async () => {
    const form = await formOf([{ name: 'nome', place: BOX, value: 'Escreva aqui' }]);
    const { file } = await printed(form, { nome: '' });
    expect(textOf(file, 1).trim()).toBe('');
    const before = darkIn(await formOf([{ name: 'nome', place: BOX }]));
    darkIn(file).forEach((dark, index) => expect(Math.abs(dark - before[index]!)).toBeLessThan(20));
    const named = darkIn((await printed(form, { nome: 'Ana' })).file);
    named.forEach((dark, index) => expect(dark).toBeGreaterThan(before[index]! + 20));
  });

  test('of several lines wraps its value', async () => {
    const place = { x: 200, y: 300, width: 100, height: 80 };
    const value = 'Rua das Palmeiras, 100, apartamento 42, Jardim das Flores';
    const { file, warnings } = await printed(await formOf([{ name: 'obs', place, lines: true, size: 10 }]), {
      obs: value,
    });
    const words = wordsOf(file, 1);
    expect(words.map(({ text }) => text).join(' ')).toBe(value);
    expect(new Set(words.map(({ top }) => Math.round(top))).size).toBeGreaterThan(2);
    expect(Math.max(...words.map(({ right }) => right * MM))).toBeLessThan(300);
    expect(warnings).toEqual([]);
  });

  test('of several lines that are too many is told', async () => {
    const place = { x: 200, y: 300, width: 100, height: 24 };
    const { warnings } = await printed(await formOf([{ name: 'obs', place, lines: true, size: 10 }]), {
      obs: 'Rua das Palmeiras, 100, apartamento 42, Jardim das Flores',
    });
    expect(warnings).toMatchObject([{ code: 'value_too_wide', page: 1, name: 'obs' }]);
  });

  test('with a comb has a character in each cell', async () => {
    const place = { x: 200, y: 400, width: 160, height: 20 };
    const { file } = await printed(await formOf([{ name: 'cep', place, cells: 8, size: 12 }]), { cep: '01310930' });
    const words = wordsOf(file, 1);
    expect(words.map(({ text }) => text).join('')).toBe('01310930');
    // Digits are 0.556 em wide, and centered in cells of 20 points.
    const [left, right] = [words[0]!.left * MM, words.at(-1)!.right * MM];
    expect(Math.abs((left + right) / 2 - 280)).toBeLessThan(0.5);
    expect(right - left - 0.556 * 12).toBeCloseTo(7 * 20.1, 0);
  });

  test('that is too narrow has a condensed value, then one that runs over, with a warning', async () => {
    const place = { ...BOX, width: 60 };
    const form = await formOf([{ name: 'nome', place, size: 12, align: TextAlignment.Right }]);
    expect((await printed(form, { nome: 'Wanderleia' })).warnings).toEqual([]);
    const { file, warnings } = await printed(form, { nome: 'Wanderleia-Conceicao' });
    expect(warnings).toMatchObject([{ code: 'value_too_wide', page: 1, name: 'nome' }]);
    expect(Math.abs(wordIn(file, 'Wanderleia-Conceicao').right * MM - 258.5)).toBeLessThan(0.5);
  });

  test('of a form by ReportLab has its value in its box, and nothing else of the page changes', async () => {
    const form = fixture('reportlab-form');
    const obs = 'Rua das Palmeiras, 100, apartamento 42, Jardim das Flores, nos fundos';
    const values = { nome: 'Zuleide', total: '1.234,56', obs, cep: '01310930' };
    const { file, warnings } = await printed(form, values);
    expect(warnings).toEqual([]);
    expect(textOf(file, 1)).not.toContain('0,00');
    const [all, name] = [wordsOf(file, 1), wordIn(file, 'Zuleide')];
    expect(all.map(({ text }) => text).join('')).toContain(obs.replaceAll(' ', ''));
    expect(Math.abs(name.left * MM - 202)).toBeLessThan(0.5);
    expect(Math.abs(841.89 - ((name.top + name.bottom) / 2) * MM - 610)).toBeLessThan(2);
    const [blank, full] = [darkIn(form), darkIn(file)];
    full.forEach((dark, index) => expect(dark - blank[index]!).toBeGreaterThan(300));
  });

  test('of which nobody sends a variable prints as before', async () => {
    const form = await formOf([{ name: 'nome', place: BOX, value: 'Ana' }], '{{valor}}');
    const [without, other] = [await printed(form, null), await printed(form, { valor: '1' })];
    expect(textOf(without.file, 1)).toContain('Ana');
    expect(textOf(other.file, 1)).toContain('Ana');
    const result = await inspectLetter(form, { ...REQUEST, variables: { valor: '1', outro: '2' } });
    expect(result.ok || result.details.map(({ param }) => param)).toEqual(['document.variables.outro']);
  });

  test('by the thousand costs no more than any document', async () => {
    const fields = Array.from({ length: 4_000 }, (_, at) => `${10 + at} 0 R`).join(' ');
    const field =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (obs) /F 4 /Ff 4096 /DA (/Helv 0 Tf 0 g) /Rect [60 60 9000 62] >>';
    const file = handmade({
      page: `${A4_BOX} /Annots [${fields}]`,
      catalog: `/AcroForm << /Fields [${fields}] >>`,
      objects: Array.from({ length: 4_000 }, () => field),
    });
    const start = process.cpuUsage();
    const result = await inspectLetter(file, { ...REQUEST, variables: { obs: 'a '.repeat(240).trim() } });
    const { user } = process.cpuUsage(start);
    expect(result).toMatchObject({ ok: false });
    expect(user / 1e6).toBeLessThan(10);
  });

  test('whose text is a marker is that marker', async () => {
    const form = await formOf([{ name: 'nome', place: BOX, value: '{{valor}}' }]);
    expect(textOf((await printed(form, { valor: '7,00' })).file, 1).trim()).toBe('7,00');
    const result = await inspectLetter(form, { ...REQUEST, variables: { nome: 'Ana' } });
    expect(result.ok || result.details.map(({ code }) => code)).toEqual(['variable_missing', 'variable_not_found']);
  });

  test('and a marker of one name have the same value', async () => {
    const file = await filled(await formOf([{ name: 'nome', place: BOX }], 'Para {{nome}}:'), { nome: 'Ana' });
    expect(textOf(file, 1).match(/Ana/g)).toHaveLength(2);
  });

  test('without a picture, which readers draw themselves, has one', async () => {
    const document = await PDFDocument.load(await formOf([{ name: 'nome', place: BOX }]));
    const form = document.getForm();
    form.getTextField('nome').acroField.getWidgets()[0]!.dict.delete(PDFName.of('AP'));
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
    const { file } = await printed(await document.save({ updateFieldAppearances: false }), { nome: 'Ana' });
    expect(Math.abs(wordIn(file, 'Ana').left * MM - 201.5)).toBeLessThan(0.5);
  });

  test.each([90, 180, 270])('that is turned by %i degrees has its value along its own side', async (angle) => {
    const place = angle === 180 ? BOX : { x: 200, y: 300, width: 20, height: 200 };
    const document = await PDFDocument.load(await formOf([{ name: 'nome', place, size: 10 }]));
    const [widget] = document.getForm().getTextField('nome').acroField.getWidgets();
    widget!.getOrCreateAppearanceCharacteristics().setRotation(angle);
    widget!.dict.delete(PDFName.of('AP'));
    const { file } = await printed(await document.save({ updateFieldAppearances: false }), { nome: 'Ana' });
    const { left, right, top, bottom } = wordIn(file, 'Ana');
    const [start, end] = [left * MM, 841.89 - bottom * MM];
    const [right_, top_] = [right * MM, 841.89 - top * MM];
    // Points: two from the border, from where the text starts.
    const from = { 90: end - 299.5, 180: 400.5 - right_, 270: 500.5 - top_ }[angle];
    expect(Math.abs(from! - 2)).toBeLessThan(0.5);
    expect(start).toBeGreaterThan(199);
  });
});
