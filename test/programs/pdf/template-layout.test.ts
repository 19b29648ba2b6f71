import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { letterTextLimits } from '../../../lib/core/domain/accounts.ts';
import { letterPaper } from '../../../lib/core/domain/verification-letter.ts';
import type { TemplateDocument } from '../../../lib/core/domain/verifications.ts';
import { A4 } from '../../../lib/pdf/base/geometry.ts';
import {
  fitsLetterhead,
  layOut,
  linesOfBody,
  type Template,
  type TemplateLayout,
  unprintableIn,
} from '../../../lib/pdf/own-letter/template-layout.ts';
import { LOGO_ROOM, QR_SIDE } from '../../../lib/pdf/print/picture-places.ts';
import { fontFile } from '../../../lib/pdf/text/font-files.ts';
import { widthOf } from '../../../lib/pdf/text/font-text.ts';
import { TEMPLATE } from './template.ts';

const LONGEST_INSTRUCTIONS = 300;
const LONGEST_NAME = 150;
/** On a CloudFront host name, which is longer than any company's own. */
const PAGE_URL = 'https://d111111abcdef8.cloudfront.net/acc_bcdfgh/bcdf-ghjk-mnpq';
const FACES = { code: '042 317' };

interface Box {
  text: string;
  left: number;
  right: number;
  /** Millimeters from the top of the page. */
  top: number;
  bottom: number;
}

const fromTop = (y: number) => ((A4.height - y) * 25.4) / 72;
const toMm = (points: number) => (points * 25.4) / 72;

/** The space that the ink of each line may take: accents above, descenders below; digits have neither. */
function boxesOf({ lines }: TemplateLayout): Box[] {
  return lines.map(({ text, font, size, scale, x, y }) => {
    const [ascent, descent] = /^[\d ]+$/.test(text) ? [0.7, 0] : [0.9, 0.24];
    const width = widthOf(fontFile(font), text) * size * scale;
    return {
      text,
      left: toMm(x),
      right: toMm(x + width),
      top: fromTop(y + ascent * size),
      bottom: fromTop(y - descent * size),
    };
  });
}

/** A hundredth of a millimeter: the rounding error of lines that touch. */
const HAIR = 0.01;
const overlap = (one: Omit<Box, 'text'>, other: Omit<Box, 'text'>) =>
  one.left < other.right - HAIR &&
  other.left < one.right - HAIR &&
  one.top < other.bottom - HAIR &&
  other.top < one.bottom - HAIR;

/** All errors of a layout. */
function flaws(layout: TemplateLayout, template: Template): string[] {
  const boxes = boxesOf(layout);
  const { panel, qrCode, logo } = layout;
  const frame = {
    left: toMm(panel.left),
    right: toMm(panel.left + panel.width),
    top: fromTop(panel.bottom + panel.height),
    bottom: fromTop(panel.bottom),
  };
  const pictures = [
    ...(qrCode ? [placed('the QR code', qrCode.left, qrCode.top, QR_SIDE, QR_SIDE)] : []),
    ...(template.logo
      ? [placed('the logo', logo.right - LOGO_ROOM.width, logo.top, LOGO_ROOM.width, LOGO_ROOM.height)]
      : []),
  ];
  const all = [...boxes, ...pictures];
  const found: string[] = [];
  all.forEach((one, index) => {
    const other = all.slice(index + 1).find((each) => overlap(one, each));
    if (other) found.push(`${one.text} overlaps ${other.text}`);
    if (one.left < 24 - HAIR || one.right > 186 + HAIR || one.top < 12 || one.bottom > 287)
      found.push(`${one.text} leaves the type area`);
    if (one.bottom > 40 && one.top < 95 && one.left < 115) found.push(`${one.text} shows in the window`);
    const crosses =
      overlap(one, frame) && (one.top < frame.top || one.bottom > frame.bottom || one.right > frame.right);
    if (crosses) found.push(`${one.text} crosses the frame`);
  });
  return found;
}

function placed(text: string, left: number, top: number, width: number, height: number): Box {
  return { text, left: toMm(left), right: toMm(left + width), top: fromTop(top), bottom: fromTop(top - height) };
}

const letters = (text: string) => text.normalize('NFC').replace(/\s+/g, '');

/** The part of the texts that is missing on the sheet; every letter must appear, in order. */
function lost(layout: TemplateLayout, template: Template): string[] {
  const printed = letters(layout.lines.map(({ text }) => text).join(''));
  const { companyName, registration, date, title, greeting, body, codeLabel, footer, instructions, caution } = template;
  const steps = template.steps.flatMap(({ text, address = '', also = '' }) => [text, address, also]);
  const all = [companyName, registration, date, title, greeting ?? '', body, codeLabel, footer, instructions ?? ''];
  return [...all, ...steps, caution.text].filter((text) => !printed.includes(letters(text)));
}

const full = (text: string): Template => {
  const filled = (length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const document: TemplateDocument = {
    type: 'template',
    title: filled(letterTextLimits.title.maximum),
    body: filled(letterTextLimits.body.maximum),
    footer: filled(letterTextLimits.footer.maximum),
    include_qr_code: true,
    include_page_url: true,
  };
  const occasion = {
    recipient: 'Ana Souza',
    createdAt: Date.parse('2026-11-22T15:00:00Z'),
    pageUrl: PAGE_URL,
    instructions: filled(LONGEST_INSTRUCTIONS),
    hasOwnBody: true,
  };
  return { ...letterPaper(COMPANY, document, occasion), logo: new Uint8Array(1) };
};

const COMPANY = { trade_name: 'Empresa Exemplo', legal_name: 'Empresa Exemplo Ltda.', cnpj: '15.216.260/0001-76' };

const SENTENCE = 'Confirmamos o endereço de quem abre uma conta antes de enviar o cartão e as vias do contrato. ';

/** Sizes and widths of everything except the head. */
const typesOf = ({ lines }: TemplateLayout) => lines.map(({ size, scale }) => ({ size, scale }));

describe('every text at its limit', () => {
  test.each([SENTENCE, 'a', 'e', 'i', 'João e Maria ', 'ção de '])(
    'fits, all of %j, in type that people read',
    (text) => {
      const template = full(text);
      const layout = layOut(template, FACES)!;
      expect(flaws(layout, template)).toEqual([]);
      expect(lost(layout, template)).toEqual([]);
      for (const { size, scale } of typesOf(layout)) {
        expect(size).toBeGreaterThanOrEqual(8);
        expect(scale).toBeGreaterThanOrEqual(0.85);
      }
    },
  );

  // The widest character of either family, the widest in Portuguese, an accent above and a tail below.
  test.each(['①', 'Ѡ', 'W', '—', 'Â'])(
    'is rejected if it would be too small, for each of %j, with the number of lines',
    (text) => {
      const template = full(text);
      expect(layOut(template, FACES)).toBeUndefined();
      const { lines, maximum_lines } = linesOfBody(template, FACES);
      expect(lines).toBeGreaterThan(maximum_lines);
      if (maximum_lines === 0) return;
      // The number is exact: this many lines fit, one more does not.
      const short = (count: number) => ({ ...template, body: 'a\n'.repeat(count).trim() });
      expect(layOut(short(maximum_lines), FACES)).toBeDefined();
      expect(layOut(short(maximum_lines + 1), FACES)).toBeUndefined();
    },
  );
});

describe('the head of the letter', () => {
  const CNPJ = 'CNPJ 12.ABC.345/01DE-35';
  const head = (legal: string, trade: string | null) => ({
    companyName: trade ?? legal,
    registration: trade ? `${legal} · ${CNPJ}` : CNPJ,
  });
  const long = SENTENCE.repeat(2).slice(0, LONGEST_NAME);

  test.each([
    ['Banco Ipê S.A.', 'Banco Ipê'],
    ['Banco Ipê S.A.', null],
    [long, null],
    [long, 'Cooperativa de Crédito dos Produtores Rurais e Artesãos do Interior de São Paulo'],
  ])('has room for %j, called %j', (legal, trade) => {
    expect(fitsLetterhead(head(legal, trade))).toBe(true);
    for (const logo of [null, new Uint8Array(1)]) {
      const template = { ...TEMPLATE, ...head(legal, trade), logo };
      const layout = layOut(template, FACES)!;
      expect(flaws(layout, template)).toEqual([]);
      expect(lost(layout, template)).toEqual([]);
      for (const { size, scale } of typesOf(layout)) {
        expect(size).toBeGreaterThanOrEqual(8);
        expect(scale).toBe(1);
      }
    }
  });

  test.each(['W', 'Ѡ', '—'])(
    'has no room for 150 times %j, and older accounts with such names get a letter all the same',
    (letter) => {
      const names = head(letter.repeat(LONGEST_NAME), null);
      expect(fitsLetterhead(names)).toBe(false);
      const template = { ...TEMPLATE, ...names, logo: new Uint8Array(1) };
      expect(flaws(layOut(template, FACES)!, template)).toEqual([]);
      expect(lost(layOut(template, FACES)!, template)).toEqual([]);
    },
  );
});

const character = fc.constantFrom(...'aeioumnrstlWMgjÇÃÊÉqy.,;:—…%@€ⅧѠ①  ');
const text = (maximum: number, minimum = 0) =>
  fc.array(character, { minLength: minimum, maxLength: maximum, size: 'max' }).map((parts) => parts.join(''));
const someBody = fc
  .array(fc.oneof({ weight: 40, arbitrary: character }, { weight: 1, arbitrary: fc.constant('\n') }), {
    minLength: 1,
    maxLength: letterTextLimits.body.maximum,
    size: 'max',
  })
  .map((parts) => parts.join(''));

const templates: fc.Arbitrary<Template> = fc.record({
  ...Object.fromEntries(
    (['registration', 'date', 'greeting', 'codeLabel', 'steps', 'caution'] as const).map((field) => [
      field,
      fc.constant(full('a')[field]),
    ]),
  ),
  companyName: text(LONGEST_NAME, 1),
  title: text(letterTextLimits.title.maximum, 1),
  body: someBody,
  footer: text(letterTextLimits.footer.maximum),
  instructions: fc.option(text(LONGEST_INSTRUCTIONS, 1)),
  includeQrCode: fc.boolean(),
  logo: fc.option(fc.constant(new Uint8Array(1))),
}) as fc.Arbitrary<Template>;

test('whatever the texts, a letter is whole and nothing overlaps, or the body has more lines than fit', () => {
  fc.assert(
    fc.property(templates, (template) => {
      const layout = layOut(template, FACES);
      if (!layout) {
        const { lines, maximum_lines } = linesOfBody(template, FACES);
        return expect(lines).toBeGreaterThan(maximum_lines);
      }
      expect(flaws(layout, template)).toEqual([]);
      expect(lost(layout, template)).toEqual([]);
    }),
    { numRuns: 200, seed: 1, endOnFailure: true },
  );
});

describe('the type', () => {
  const short = { ...full('a'), title: 'Confirme seu endereço', body: 'Olá!', footer: '', instructions: null };
  const sizeOf = (template: Template, words: string) =>
    layOut(template, FACES)!.lines.find(({ text: line }) => line.startsWith(words))?.size;

  test('is large for texts of an ordinary length', () => {
    expect([sizeOf(short, 'Confirme'), sizeOf(short, 'Olá!')]).toEqual([22, 12]);
  });

  test('of the address to type is 12 points, whatever the length of the other texts', () => {
    for (const template of [short, full(SENTENCE)]) expect(sizeOf(template, 'https://')).toBe(12);
  });

  test.each([1, 3, 5, 7, 8])('has code and QR code between folds, after a body of %d sentences', (sentences) => {
    const { lines, qrCode } = layOut({ ...short, body: SENTENCE.repeat(sentences) }, FACES)!;
    const code = lines.find(({ text: line }) => line === FACES.code)!;
    const places = [
      [fromTop(qrCode!.top), fromTop(qrCode!.top - QR_SIDE)],
      [fromTop(code.y + 0.7 * code.size), fromTop(code.y)],
    ] as const;
    for (const fold of [105, 210])
      for (const [top, bottom] of places) expect(top > fold + 1.9 || bottom < fold - 1.9).toBe(true);
  });

  test('gets smaller for a long text, and as little as needed', () => {
    const sentence = 'Uma frase de tamanho comum nesta carta. ';
    const sizes = [10, 25, 37].map((times) => sizeOf({ ...short, body: sentence.repeat(times) }, 'Uma frase')!);
    expect(sizes[0]).toBe(12);
    expect(sizes[2]).toBeGreaterThanOrEqual(8.5);
    expect([...sizes].sort((one, other) => other - one)).toEqual(sizes);
  });

  test('is of one family: the other one if the first lacks a character', () => {
    const fontsOf = (template: Template) =>
      new Set(layOut(template, FACES)!.lines.map(({ font }) => font.split('-')[0]));
    expect(fontsOf(short)).toEqual(new Set(['Carlito', 'LiberationMono']));
    expect(fontsOf({ ...short, body: '► Leve este código' })).toEqual(new Set(['LiberationSans', 'LiberationMono']));
    expect([...unprintableIn({ ...short, body: '► 王', instructions: '🙂' })]).toEqual([
      ['letter.body', '王'],
      ['instructions', '🙂'],
    ]);
  });

  test('a body of more lines than the sheet has is refused', () => {
    expect(layOut({ ...short, body: 'a\n'.repeat(200) }, FACES)).toBeUndefined();
    expect(layOut({ ...short, body: `a${'\n'.repeat(200)}b` }, FACES)).toBeDefined();
  });
});
