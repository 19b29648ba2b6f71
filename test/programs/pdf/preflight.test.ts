import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { type Box, IDENTITY } from '../../../lib/pdf/base/geometry.ts';
import { openDocument } from '../../../lib/pdf/file/open.ts';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { askPdfium } from '../../../lib/pdf/pdfium/pdfium.ts';
import { inspectVerification } from '../../../lib/pdf/verification-file.ts';
import { fixture, LETTERS, REQUEST, valuesFor } from './fixture-letters.ts';
import { A4_BOX, fileOf, handmade } from './handmade.ts';
import { rasterOf } from './tools.ts';

const VALUE = '1.234.567,89';
const MONEY = 'BT /F1 11 Tf 300 500 Td ({{valor}}) Tj ET';
/** Its last digit ends at 399.2, as the line is condensed. */
const LARGE = MONEY.replace('11', '20');
/** Covers half of the value: 64 points wide. */
const HALF_COVER = '1 g 335 495 100 20 re f 0 g';

interface Case {
  content: string;
  resources?: string;
  objects?: Parameters<typeof handmade>[0]['objects'];
}

const GROUP = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>';
const MASK = '/ExtGState << /Mask << /SMask << /S /Luminosity /G 10 0 R >> >> /None << /SMask /None >> >>';

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
const FORM_WITH_FONT = `${FORM} /Resources << /Font << /F1 5 0 R >> >>`;
/** A picture next to the value, with a color profile of four inks. */
const withProfile = (profile: number): string =>
  `/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace [/ICCBased ${profile} 0 R] /BitsPerComponent 8`;

/** Values that a text reader finds but nobody can see in full. */
const HIDDEN: Readonly<Record<string, Case>> = {
  'covered by a later box': { content: `${MONEY} ${HALF_COVER}` },
  'covered wholly, though the marker was not': { content: `${MONEY} 1 g 331 495 40 20 re f` },
  'covered by a picture': {
    content: `${MONEY} q 100 0 0 20 335 495 cm /I Do Q`,
    resources: '/XObject << /I 10 0 R >>',
    objects: [
      ['/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\xff'],
    ],
  },
  'covered by a form that is also the color profile of a picture': {
    content: `${MONEY} /C Do q 9 0 0 9 9 9 cm /I Do Q`,
    resources: '/XObject << /C 10 0 R /I 11 0 R >>',
    objects: [
      [`${FORM} /N 4`, HALF_COVER],
      [withProfile(10), '\0\0\0\0'],
    ],
  },
  'covered by a form of the bytes of a color profile': {
    content: `${MONEY} /C Do q 9 0 0 9 9 9 cm /I Do Q`,
    resources: '/XObject << /C 10 0 R /I 11 0 R >>',
    objects: [
      [FORM, HALF_COVER],
      [withProfile(12), '\0\0\0\0'],
      ['/N 4', HALF_COVER],
    ],
  },
  'in white': { content: `1 g ${MONEY} 0 g` },
  'clipped by the letters of another text': {
    content: `q BT /F1 60 Tf 7 Tr 300 480 Td (I) Tj ET 0 Tr ${MONEY} Q`,
  },
  'clipped by two paths that run against each other': {
    content: `q 295 495 m 340 495 l 340 515 l 295 515 l h 400 400 m 400 410 l 410 410 l 410 400 l h W n ${MONEY} Q`,
  },
  'faded by a soft mask': {
    content: `q /Mask gs ${MONEY} Q`,
    resources: MASK,
    objects: [[GROUP, '1 g 0 0 335 842 re f']],
  },
  'faded to a trace by a soft mask': {
    content: `q /Mask gs ${MONEY} Q`,
    resources: MASK,
    objects: [[GROUP, '1 g 0 0 335 842 re f 0.02 g 335 0 300 842 re f']],
  },
  'covered in its upper half behind the marker': { content: `${MONEY} 1 g 338 503.5 100 20 re f` },
  'covered in its lower half behind the marker': { content: `${MONEY} 1 g 338 480 100 24 re f` },
  'covered over the right half of its last digit': { content: `${LARGE} 1 g 394.4 495 20 20 re f` },
  'covered over the left half of its last digit': { content: `${LARGE} 1 g 389.8 495 4.8 20 re f` },
  'covered over the upper half of its last digit': { content: `${MONEY} 1 g 349.4 504 20 20 re f` },
  'covered over the lower half of its last digit': { content: `${MONEY} 1 g 349.4 480 20 24 re f` },
  'covered in gray over the upper half of a digit': { content: `${MONEY} 0.8 g 344.2 504 5.2 20 re f` },
  'covered by a picture over half of its last digit': {
    content: `${LARGE} q 20 0 0 20 394.4 495 cm /I Do Q`,
    resources: '/XObject << /I 10 0 R >>',
    objects: [
      ['/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\xff'],
    ],
  },
  'clipped in the middle of its last digit, where its form is drawn once more': {
    content: '/F Do q 1 0 0 1 0 -100 cm 290 490 103 30 re W n /F Do Q',
    resources: '/XObject << /F 10 0 R >>',
    objects: [[FORM_WITH_FONT, LARGE]],
  },
  'covered with white that lets a trace through': {
    content: `${MONEY} /Veil gs 1 g 330 490 100 30 re f`,
    resources: '/ExtGState << /Veil << /ca 0.98 >> >>',
  },
  'covered where its form is drawn once more': {
    content: '/F Do q 1 0 0 1 0 -100 cm /F Do Q 1 g 345 390 100 30 re f',
    resources: '/XObject << /F 10 0 R >>',
    objects: [[FORM_WITH_FONT, MONEY]],
  },
  'clipped where its form is drawn once more': {
    content: '/F Do q 1 0 0 1 0 -100 cm 290 490 55 30 re W n /F Do Q',
    resources: '/XObject << /F 10 0 R >>',
    objects: [[FORM_WITH_FONT, MONEY]],
  },
  'drawn with a pattern that paints no more': {
    content: `q /Pattern cs /P scn ${MONEY} Q`,
    resources:
      '/Pattern << /P << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [300 0 335 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0] /N 1 >> >> >> >>',
  },
  'in a layer that is switched off': {
    content: `/OC /Off BDC ${MONEY} EMC`,
    resources: '/Properties << /Off 10 0 R >>',
    objects: ['<< /Type /OCG /Name (Off) >>'],
  },
};

const variables = { valor: VALUE };
const madeOf = (name: string, { content, resources = '', objects = [] }: Case) =>
  handmade({
    content,
    resources,
    objects,
    catalog: name.includes('layer') ? '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>' : '',
  });

describe('a value that is not fully visible is rejected', () => {
  const details = [{ param: 'document.variables.valor', code: 'invalid_value', values: { hidden_on_page: 1 } }];

  test.each(Object.entries(HIDDEN))('%s', async (name, hidden) => {
    const file = madeOf(name, hidden);
    expect(await prepareLetter(file, { ...REQUEST, variables })).toEqual({ ok: false, details });
    expect(await inspectLetter(file, { ...REQUEST, placement: 'first_page', variables })).toEqual({
      ok: false,
      details,
    });
  });

  test('as a code, with its own error', async () => {
    const file = handmade({ content: 'BT /F1 11 Tf 300 500 Td ({{OTP_CODE}}) Tj ET 1 g 318 495 100 20 re f' });
    const request = { ...REQUEST, method: 'code' as const };
    expect(await inspectVerification(file, request)).toEqual({
      ok: false,
      details: [{ param: 'document.data', code: 'otp_code_missing' }],
    });
  });
});

describe('text that a value moves', () => {
  const LINE = 'BT /F1 11 Tf 100 500 Td (De {{v}} a junho) Tj ET';
  const refusalsOf = async (content: string) => {
    const prepared = await prepareLetter(handmade({ content }), { ...REQUEST, variables: { v: VALUE } });
    return prepared.ok ? [] : prepared.details;
  };
  const COVERED = [{ param: 'document.variables.v', code: 'invalid_value', values: { covered_text_on_page: 1 } }];

  test.each(['1 g 200 490 150 25 re f', '0.6 g 200 490 150 25 re f', '0.9 0.2 0.2 rg 190 490 20 25 re f'])(
    'may not disappear under a later box: %s',
    async (box) => {
      expect(await refusalsOf(`${LINE} ${box}`)).toEqual(COVERED);
    },
  );

  test('may disappear no more than it did', async () => {
    const content = 'BT /F1 11 Tf 100 500 Td (De {{v}}) Tj 90 0 Td (a junho) Tj ET 1 g 187 490 200 25 re f';
    expect(await refusalsOf(content)).toEqual([]);
  });

  test('may lie over an earlier box', async () => {
    expect(await refusalsOf(`0.6 g 200 490 150 25 re f 0 g ${LINE}`)).toEqual([]);
  });

  test('may have strokes that fill the pixels of a drawing with one color', async () => {
    const content = 'BT /F1 11 Tf 100 500 Td ({{v}} Il|il ll! | l I) Tj ET';
    for (let length = 1; length <= 24; length++) {
      const variables = { v: 'Rua das Palmeiras, 1.200'.slice(0, length) };
      const prepared = await prepareLetter(handmade({ content }), { ...REQUEST, variables });
      expect([length, prepared]).toMatchObject([length, { ok: true }]);
    }
  });

  test('may not disappear after a code either', async () => {
    const content = `${LINE.replace('v', 'OTP_CODE')} 1 g 159 490 30 25 re f`;
    const inspected = await inspectVerification(handmade({ content }), {
      ...({ method: 'code', placement: 'first_page', doubleSided: false, param: 'document.data' } as const),
    });
    expect(!inspected.ok && inspected.details).toEqual([
      { param: 'document.data', code: 'invalid_value', values: { covered_text_on_page: 1 } },
    ]);
  });
});

describe('a visible value is printed', () => {
  test.each<[string, string]>([
    ['in black', MONEY],
    ['in a pale gray', `0.97 g ${MONEY} 0 g`],
    ['in white on black', `0 g 290 490 100 30 re f 1 g ${MONEY} 0 g`],
    ['half beyond the edge of the paper', 'BT /F1 11 Tf 560 500 Td ({{valor}}) Tj ET'],
    ['at four points', 'BT /F1 4 Tf 300 500 Td ({{valor}}) Tj ET'],
    ['upwards', 'BT /F1 11 Tf 0 1 -1 0 300 500 Tm ({{valor}}) Tj ET'],
    ['in outline', `1 Tr 0.3 w ${MONEY} 0 Tr`],
    ['struck through in red', `${MONEY} 1 0 0 RG 1 w 300 503.9 m 355 503.9 l S`],
    ['struck through twice', `${MONEY} 0.6 G 0.7 w 300 502.5 m 355 502.5 l 300 505 m 355 505 l S`],
    ['crossed out', `${MONEY} 0.5 G 1 w 300 499 m 355 509 l 300 509 m 355 499 l S`],
    ['with the gray side of a frame on its last digit', `${MONEY} 0.7 G 1 w 351.8 490 m 351.8 520 l S`],
    ['on a grid of fine lines', `${MONEY} 0.7 G 0.3 w 345 490 m 345 520 l 350 490 m 350 520 l 355 490 m 355 520 l S`],
    ['with a stamp across it', `${MONEY} q 1 0 0 rg BT /F1 9 Tf 0.94 0.34 -0.34 0.94 318 496 Tm (PAGO EM DIA) Tj ET Q`],
    ['twice in one place, as fake bold', `${MONEY} ${MONEY.replace('300', '300.3')}`],
    ['once, and once more in a hidden place', `${MONEY} 1 g ${MONEY.replace('500', '400')} 0 g`],
  ])('%s', async (_, content) => {
    expect(await inspectLetter(handmade({ content }), { ...REQUEST, variables })).toMatchObject({ ok: true });
  });

  test('on dark cells a little higher than its line, as Chromium draws them', async () => {
    const cells = [225, 257, 289].map((y) => `65 ${y} 39 22 re f`).join(' ');
    const marker = '1 g BT /F1 14.66 Tf 1 0 0 -1 69 241 Tm ({{valor}}) Tj ET';
    const content = `.24 0 0 -.24 0 841.92 cm 3.125 0 0 3.125 237.5 237.5 cm ${cells} ${marker}`;
    const letter = handmade({ content, page: '/MediaBox [0 0 594.96 841.92]' });
    expect(await inspectLetter(letter, { ...REQUEST, variables: { valor: '12' } })).toMatchObject({ ok: true });
  });

  test('in narrow letters that are spaced out', async () => {
    for (const spacing of [1, 2, 4]) {
      const letter = handmade({ content: `BT /F1 11 Tf ${spacing} Tc 100 500 Td (VILA {{valor}}) Tj ET` });
      const request = { ...REQUEST, variables: { valor: 'Lili Villela' } };
      expect([spacing, await inspectLetter(letter, request)]).toMatchObject([spacing, { ok: true }]);
    }
  });

  test('with spaces and symbols of every kind', async () => {
    const valor = `R$ 1.234,56 – "Ana", l'água; (i) | ' . ¡jÍ! _-~ \u00a0`;
    for (const font of ['Helvetica-Oblique', 'Times-Italic', 'Courier', 'Times-Roman']) {
      const file = handmade({
        content: 'BT /F2 11 Tf 100 500 Td ({{valor}}) Tj ET',
        resources: '',
        page: A4_BOX,
      });
      const named = Buffer.from(
        file.toString('latin1').replace('/F1 5 0 R', '/F2 5 0 R').replace('/Helvetica ', `/${font} `),
        'latin1',
      );
      expect(await inspectLetter(named, { ...REQUEST, variables: { valor } })).toMatchObject({ ok: true });
    }
  });
});

describe('a page whose smallest text changes is found to differ', () => {
  const line = (price: string, size: number, x = 100, y = 500) =>
    handmade({ content: `BT /F1 ${size} Tf ${x} ${y} Td (Valor: R$ ${price} e vence em 10/12) Tj ET` });
  const isDifferent = async (source: Uint8Array, file: Uint8Array, changed: Box[] = []) => {
    const page = {
      source: 0,
      print: 0,
      compared: 'drawing',
      toPrinted: IDENTITY,
      userUnit: 1,
      corner: [0, 0],
    } as const;
    const pages = [{ ...page, changed, values: [], moved: [] }];
    const comparison = { source, pages, valueMark: 'Value' };
    const question = { file, textOf: [], blankArea: undefined, comparison };
    const answer = await askPdfium('judge', question, newTimeBudget());
    return answer.comparison !== 'unreadable' && answer.comparison!.findings[0]!.isDifferent;
  };

  test.each([6, 7, 9, 11, 12])('at %d points', async (size) => {
    for (const [one, other] of ['38', '56', '19', '08', '17', '09', '27'].map((pair) => [pair[0]!, pair[1]!] as const))
      expect([one, other, await isDifferent(line(one, size), line(other, size))]).toEqual([one, other, true]);
    expect(await isDifferent(line('1.000,00', size), line('7.000,00', size))).toBe(true);
  });

  test('but not a page that is only rounded differently', async () => {
    for (const size of [6, 9, 12])
      expect(await isDifferent(line('1.234,56', size), line('1.234,56', size, 100.01))).toBe(false);
  });

  test('nor one whose letters are drawn a pixel lower, where the line of a marker ends within them', async () => {
    for (const size of [6, 9, 12]) {
      const [sent, printed] = [500.5, 500.38].map((y) => line('1.234,56', size, 100, y)) as [Buffer, Buffer];
      for (const top of [0, 2, 3, 4])
        expect([size, top, await isDifferent(sent, printed, [[90, 490, 400, 500 + top]])]).toEqual([size, top, false]);
    }
  });
});

describe('a page prints as it was sent', () => {
  test.each(LETTERS)('%s, with values and without, in both placements', async (name) => {
    const file = fixture(name);
    for (const placement of ['first_page', 'extra_page'] as const)
      for (const values of [null, valuesFor(file)]) {
        const result = await prepareLetter(file, { ...REQUEST, placement, variables: values });
        const codes = result.ok ? [] : result.details.map(({ code }) => code);
        expect(codes.filter((code) => code !== 'address_area_not_blank')).toEqual([]);
      }
  });

  test('under a link too, of which only the frame may be drawn differently', async () => {
    const redrawn = async (border: string) => {
      const link = `<< /Type /Annot /Subtype /Link /F 4 /Rect [0 0 595 842] ${border} >>`;
      const document = { content: MONEY, page: `${A4_BOX} /Annots [10 0 R]`, objects: [link] };
      return (await openDocument(handmade(document), newTimeBudget())).redrawn[0]!;
    };
    expect(await redrawn('/Border [0 0 0]')).toEqual([]);
    const frame = await redrawn('/Border [0 0 3]');
    expect(frame).toHaveLength(4);
    for (const [left, bottom, right, top] of frame) expect(Math.min(right - left, top - bottom)).toBeCloseTo(3);
  });

  // Our parser takes the last object in a file, a reader the one that the cross-reference names.
  test('an object outside the cross-reference is never used', async () => {
    const sound = handmade({ content: 'BT /F1 40 Tf 100 500 Td (Sent) Tj ET' });
    const file = withStray(sound, 4, '', 'BT /F1 40 Tf 100 300 Td (Stray) Tj ET');
    const result = await prepareLetter(file, REQUEST);
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    expect(rasterOf(result.file, 1).pixels.equals(rasterOf(sound, 1).pixels)).toBe(true);
  });

  describe('whose pictures take too long to draw', () => {
    /** 18 megapixels each. */
    const picture = (shade: string) =>
      [
        '/Type /XObject /Subtype /Image /Width 4000 /Height 4500 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(4000 * 4500, shade, 'latin1')),
      ] as const;
    const pageOf = (number: number) =>
      [
        number,
        `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents ${number + 10} 0 R /Resources << /XObject << /I ${number + 20} 0 R >> >> >>`,
      ] as const;
    const scanned = (content: string) =>
      fileOf([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'],
        ...[3, 4].flatMap((number) => [
          [...pageOf(number)] as [number, string],
          [number + 10, ['', number === 3 ? 'q 500 0 0 500 50 50 cm /I Do Q' : content]] as [number, [string, string]],
          [number + 20, [...picture('\x80')]] as [number, [string, Buffer]],
        ]),
      ]);
    const SCAN = 'q 500 0 0 500 50 50 cm /I Do Q 50 700 200 50 re f';

    test('a valid one prints, rotated pages too', async () => {
      const turned = Buffer.from(
        scanned(SCAN).toString('latin1').replaceAll(A4_BOX, '/Rotate 90 /MediaBox [0 0 841.89 595.28]'),
        'latin1',
      );
      for (const file of [scanned(SCAN), turned])
        expect(await inspectLetter(file, { ...REQUEST, placement: 'extra_page' })).toMatchObject({
          ok: true,
          pages: 2,
        });
    });

    test.each<[string, Buffer]>([
      ['next to a picture', withStray(scanned(SCAN), 14, '', SCAN.replace('700', '600'))],
      ['the place of a picture', withStray(scanned(SCAN), 14, '', SCAN.replace('50 50 cm', '50 80 cm'))],
      ['a picture', withStray(scanned(SCAN), 24, ...picture('\x40'))],
      ['that a picture is drawn', withStray(scanned(SCAN), 14, '', SCAN.replace('/I Do', ''))],
    ])('the difference is corrected by reading again: %s', async (_, file) => {
      const result = await prepareLetter(file, { ...REQUEST, placement: 'extra_page' });
      if (!result.ok) throw new Error(JSON.stringify(result.details));
      expect(rasterOf(result.file, 3).pixels.equals(rasterOf(scanned(SCAN), 2).pixels)).toBe(true);
    });
  });
});

/** A second object of the same number that the cross-reference does not name. */
function withStray(sound: Buffer, number: number, dictionary: string, data: string | Buffer): Buffer {
  const stray = Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const at = sound.lastIndexOf('xref\n0');
  const end = sound
    .subarray(at)
    .toString('latin1')
    .replace(/startxref\n\d+/, `startxref\n${at + stray.length}`);
  return Buffer.concat([sound.subarray(0, at), stray, Buffer.from(end, 'latin1')]);
}
