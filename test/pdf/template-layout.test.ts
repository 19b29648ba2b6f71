import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { widthOf } from '../../lib/adapters/pdf/embedded-font.ts';
import { fontFile } from '../../lib/adapters/pdf/font-files.ts';
import { A4 } from '../../lib/adapters/pdf/geometry.ts';
import { LOGO_ROOM } from '../../lib/adapters/pdf/logo.ts';
import { QR_SIDE } from '../../lib/adapters/pdf/qr-code.ts';
import { layOut, type Template, type TemplateLayout, unprintableIn } from '../../lib/adapters/pdf/template-layout.ts';
import { letterTextLimits } from '../../lib/core/domain/accounts.ts';

const LONGEST_INSTRUCTIONS = 300;
const LONGEST_NAME = 150;
const PAGE_URL =
  'https://confirmacao-de-endereco.malote.example/acc_01k9zr3m6g8h2jv5w7x9ybcdef/4k7m2p9qz8x3v6n1t5w0r2y8hj';
const FACES = { code: '042 317', pageUrl: PAGE_URL };

interface Box {
  text: string;
  left: number;
  right: number;
  /** Millimetres from the top of the page. */
  top: number;
  bottom: number;
}

const fromTop = (y: number) => ((A4.height - y) * 25.4) / 72;
const toMm = (points: number) => (points * 25.4) / 72;

/** The room that the ink of each line may take: accents above, descenders below; digits have neither. */
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

/** A hundredth of a millimetre: what rounding makes of lines that touch. */
const HAIR = 0.01;
const overlap = (one: Omit<Box, 'text'>, other: Omit<Box, 'text'>) =>
  one.left < other.right - HAIR &&
  other.left < one.right - HAIR &&
  one.top < other.bottom - HAIR &&
  other.top < one.bottom - HAIR;

/** Everything that is wrong with a layout. */
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
    if (one.bottom > 40 && one.top < 95) found.push(`${one.text} shows in the window`);
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

/** What of the texts is not on the sheet, every letter in its order. */
function lost(layout: TemplateLayout, template: Template): string[] {
  const printed = letters(layout.lines.map(({ text }) => text).join(''));
  const { companyName, title, body, footer, instructions } = template;
  return [companyName, title, body, footer, instructions ?? '', PAGE_URL].filter(
    (text) => !printed.includes(letters(text)),
  );
}

const full = (letter: string): Template => ({
  companyName: letter.repeat(LONGEST_NAME),
  title: letter.repeat(letterTextLimits.title.maximum),
  body: letter.repeat(letterTextLimits.body.maximum),
  footer: letter.repeat(letterTextLimits.footer.maximum),
  instructions: letter.repeat(LONGEST_INSTRUCTIONS),
  includeQrCode: true,
  includePageUrl: true,
  logo: new Uint8Array(1),
});

describe('every text at its limit fits', () => {
  // The widest of either family, the widest of Portuguese, an accent above and a tail below, and words of every length.
  test.each(['①', 'Ѡ', 'W', '—', 'Â', 'g', 'i', 'W ', 'Wi ', 'gW ÂWq'])('all of %j', (letter) => {
    const cut = (text: string, length: number) => text.slice(0, length);
    const whole = full(letter);
    const template: Template = {
      ...whole,
      companyName: cut(whole.companyName, LONGEST_NAME),
      title: cut(whole.title, letterTextLimits.title.maximum),
      body: cut(whole.body, letterTextLimits.body.maximum),
      footer: cut(whole.footer, letterTextLimits.footer.maximum),
      instructions: cut(whole.instructions!, LONGEST_INSTRUCTIONS),
    };
    const layout = layOut(template, FACES)!;
    expect(flaws(layout, template)).toEqual([]);
    expect(lost(layout, template)).toEqual([]);
  });

  test('with twelve line breaks, in letters of any European language', () => {
    const paragraphs = 'W'.repeat(Math.floor((letterTextLimits.body.maximum - 12) / 7));
    const template = { ...full('W'), body: Array<string>(7).fill(paragraphs).join('\n\n') };
    expect(template.body.length).toBeLessThanOrEqual(letterTextLimits.body.maximum);
    expect(flaws(layOut(template, FACES)!, template)).toEqual([]);
  });
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
  companyName: text(LONGEST_NAME, 1),
  title: text(letterTextLimits.title.maximum, 1),
  body: someBody,
  footer: text(letterTextLimits.footer.maximum),
  instructions: fc.option(text(LONGEST_INSTRUCTIONS, 1)),
  includeQrCode: fc.boolean(),
  includePageUrl: fc.constant(true),
  logo: fc.option(fc.constant(new Uint8Array(1))),
});

test('whatever the texts, a letter is whole and nothing overlaps, or the body has too many lines', () => {
  fc.assert(
    fc.property(templates, (template) => {
      const layout = layOut(template, FACES);
      if (!layout) return expect(template.body.split('\n').length).toBeGreaterThan(12);
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

  test('is large for texts of an ordinary length, and the second fold spares the code', () => {
    expect([sizeOf(short, 'Confirme'), sizeOf(short, 'Olá!')]).toEqual([22, 12]);
    const { panel } = layOut(short, FACES)!;
    expect(fromTop(panel.bottom + panel.height)).toBeGreaterThan(210);
  });

  test('gets smaller for a long text, and as little as needed', () => {
    const sentence = 'Uma frase de tamanho comum nesta carta. ';
    const sizes = [10, 25, 37].map((times) => sizeOf({ ...short, body: sentence.repeat(times) }, 'Uma frase')!);
    expect(sizes[0]).toBe(12);
    expect(sizes[2]).toBeGreaterThanOrEqual(10);
    expect([...sizes].sort((one, other) => other - one)).toEqual(sizes);
  });

  test('is of one family: another one where the first lacks a letter', () => {
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
