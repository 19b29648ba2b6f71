import { describe, expect, test } from '@jest/globals';
import { filled } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { rasterOf, run } from './tools.ts';

const VALUE = '1.234.567,89';
const MONEY = 'BT /F1 11 Tf 488 500 Td ({{valor}}) Tj ET';
/** Rotated by 90 degrees: the text runs upwards. */
const UPWARDS = 'BT /F1 11 Tf 0 1 -1 0 300 500 Tm ({{valor}}) Tj ET';
const SLANTED = 'BT /F1 11 Tf 0.866 0.5 -0.5 0.866 300 500 Tm ({{valor}}) Tj ET';

/** A tight clip around the marker, in the ways that programs draw one. */
const CLIPS: Readonly<Record<string, readonly [clip: string, text: string]>> = {
  'a rectangle': ['486 497 44 12 re W n', MONEY],
  'a path of three lines, as OpenHTMLtoPDF, Flying Saucer and MuPDF draw cells': [
    '484 490 m 538 490 l 538 515 l 484 515 l h W n',
    MONEY,
  ],
  'a path of four lines': ['486 497 m 530 497 l 530 509 l 486 509 l 486 497 l W n', MONEY],
  'a path that runs clockwise': ['486 497 m 486 509 l 530 509 l 530 497 l h W* n', MONEY],
  'two rectangles': ['486 497 20 12 re 500 497 30 12 re W n', MONEY],
  'rounded corners': ['490 497 m 528 497 l 530 497 530 509 528 509 c 490 509 l 486 509 486 497 490 497 c h W n', MONEY],
  'rounded corners that run clockwise': [
    '490 497 m 486 497 486 509 490 509 c 528 509 l 530 509 530 497 528 497 c h W* n',
    MONEY,
  ],
  'a diamond': ['508 485 m 526 503 l 508 521 l 490 503 l h W n', MONEY],
  'a rectangle around text that runs upwards': ['290 498 12 40 re W n', UPWARDS],
  'a path around slanted text': ['303 495 m 341 517 l 334 529 l 296 507 l h W n', SLANTED],
  'two clips within one another': ['480 490 60 30 re W n 486 497 m 530 497 l 530 509 l 486 509 l h W n', MONEY],
  'a clip in mirrored coordinates': [
    '1 0 0 -1 0 842 cm 486 333 m 530 333 l 530 345 l 486 345 l h W n 1 0 0 -1 0 842 cm',
    MONEY,
  ],
};

const OTHER_RENDERER = ['draw', '-F', 'pam', '-r', '100', '-o', '-', 'FILE', '1'];

/** Poppler and MuPDF draw both in the same way. */
async function expectSame(clipped: Buffer, free: Buffer): Promise<void> {
  const [one, other] = await Promise.all([clipped, free].map((file) => filled(file, { valor: VALUE })));
  expect(Buffer.compare(rasterOf(one!, 1).pixels, rasterOf(other!, 1).pixels)).toBe(0);
  const [drawn, expected] = [one!, other!].map((file) => run('mutool', file, OTHER_RENDERER).output);
  expect(drawn!.length).toBeGreaterThan(100_000);
  expect(Buffer.compare(drawn!, expected!)).toBe(0);
}

describe('a value longer than its marker prints to its last digit under', () => {
  test.each(Object.entries(CLIPS))('%s', async (_, [clip, text]) => {
    await expectSame(handmade({ content: `q ${clip} ${text} Q` }), handmade({ content: text }));
  });

  test.each(Object.entries(CLIPS))('%s, around a form that holds the text', async (_, [clip, text]) => {
    await expectSame(inForms(`q ${clip} /X Do Q`, text), handmade({ content: text }));
  });

  test.each(Object.entries(CLIPS))('%s, within a form', async (_, [clip, text]) => {
    await expectSame(inForms('/X Do', `q ${clip} ${text} Q`), handmade({ content: text }));
  });

  test('the boxes of two forms, one within the other', async () => {
    const form = (box: string, resources: string) =>
      `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << ${resources} >>`;
    const nested = handmade({
      content: '/X Do',
      resources: '/XObject << /X 10 0 R >>',
      objects: [
        [form('486 497 530 509', '/XObject << /Y 11 0 R >>'), '/Y Do'],
        [form('486 497 530 509', '/Font << /F1 5 0 R >>'), MONEY],
      ],
    });
    await expectSame(nested, handmade({ content: MONEY }));
  });
});

test('a value aligned to the right edge of its cell prints whole as well', async () => {
  const cell = '57 57 m 538 57 l 538 560 l 57 560 l h W n';
  const inCell = await filled(handmade({ content: `q ${cell} ${MONEY} Q` }), { valor: VALUE });
  const typed = await filled(handmade({ content: `BT /F1 11 Tf 300 500 Td (${VALUE}) Tj ET` }), {});
  const ink = (file: Uint8Array) => rasterOf(file, 1).pixels.reduce((sum, pixel) => sum + 255 - pixel, 0);
  // Another position on the pixel grid shades the edges of letters slightly differently.
  expect(ink(inCell) / ink(typed)).toBeCloseTo(1, 1);
});

test('a clip that is also painted keeps its shape', async () => {
  // Wider than the text, so that it does not move with it.
  const paint = '0.8 g 440 497 m 530 497 l 530 509 l 440 509 l h';
  const clipped = handmade({ content: `q ${paint} W f 0 g ${MONEY} Q` });
  await expectSame(clipped, handmade({ content: `${paint} f 0 g ${MONEY}` }));
});

test('a clip that is wide enough does not change', async () => {
  const source = handmade({ content: `q 57 57 m 590 57 l 590 560 l 57 560 l h W n ${MONEY} Q` });
  const clips = (file: Uint8Array) => {
    const trace = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
    return (trace.match(/<clip_path[\s\S]*?<\/clip_path>/g) ?? []).map((clip) => clip.replace(/\s+/g, ' '));
  };
  const [own] = clips(source);
  expect(clips(await filled(source, { valor: VALUE }))).toContain(own);
});

/** Text in a form as large as the page. */
function inForms(content: string, form: string): Buffer {
  return handmade({
    content,
    resources: '/XObject << /X 10 0 R >>',
    objects: [['/Type /XObject /Subtype /Form /BBox [0 0 595.28 841.89] /Resources << /Font << /F1 5 0 R >> >>', form]],
  });
}
