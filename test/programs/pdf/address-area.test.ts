import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { inspectLetter } from '../../../lib/pdf/letter-file.ts';
import { A4_BOX, type Handmade, handmade } from './handmade.ts';

async function codesOf(document: Handmade, placement: 'first_page' | 'extra_page' = 'first_page'): Promise<string[]> {
  const result = await inspectLetter(handmade(document), { placement, doubleSided: false, param: 'document.url' });
  return result.ok ? [] : result.details.map(({ code }) => code);
}

/** The address area in points from the bottom left corner: x 56.7 to 311.8, y 586.8 to 714.3. */
const INSIDE = '100 650 60 20 re f';
const text = (operators: string, x = 100, y = 650) => `BT /F1 12 Tf ${operators} ${x} ${y} Td (Texto) Tj ET`;
const form = (dictionary: string, content: string) => [`/Type /XObject /Subtype /Form ${dictionary}`, content] as const;
const note = (flags: number, more = '') =>
  `<< /Type /Annot /Subtype /Stamp /F ${flags} /Rect [100 620 200 660] /AP << /N 11 0 R >> ${more} >>`;
const STAMP = form('/BBox [0 0 10 10]', '0 0 10 10 re f');
const annotated = (annotation: string): Handmade => ({
  page: `${A4_BOX} /Annots [10 0 R]`,
  objects: [annotation, STAMP],
});
const picture = (gray: number): Handmade => ({
  content: 'q 80 0 0 40 100 640 cm /Im Do Q',
  resources: '/XObject << /Im 10 0 R >>',
  objects: [
    [
      '/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(16, gray)),
    ],
  ],
});
const gs = (state: string, content: string): Handmade => ({
  content: `/G gs ${content}`,
  resources: `/ExtGState << /G << ${state} >> >>`,
});
const layer = (visible: boolean): Handmade => ({
  content: `/OC /L BDC ${INSIDE} EMC`,
  resources: '/Properties << /L 10 0 R >>',
  objects: ['<< /Type /OCG /Name (Camada) >>'],
  catalog: `/OCProperties << /OCGs [10 0 R] /D << /BaseState /ON ${visible ? '' : '/OFF [10 0 R]'} >> >>`,
});

const BLANK: Record<string, Handmade> = {
  'an empty page': {},
  'text above, below, left and right of it': {
    content: [text('', 100, 718), text('', 100, 570), text('', 10, 650), text('', 316, 650)].join(' '),
  },
  'a frame along its edge': { content: '0.1 w 56.69 586.77 255.12 127.56 re S' },
  'white fill in RGB and CMYK': { content: `1 1 1 rg ${INSIDE} 0 0 0 0 k ${INSIDE}` },
  'white text': { content: `1 g ${text('')}` },
  'invisible text': { content: text('3 Tr') },
  'text clipped away': { content: `q 400 100 10 10 re W n ${text('')} Q` },
  'text covered in white': { content: `${text('')} 1 g 90 640 100 40 re f` },
  'a layer that is off': layer(false),
  'full transparency': gs('/ca 0', INSIDE),
  'color of no ink': {
    content: `/S cs 1 scn ${INSIDE}`,
    resources:
      '/ColorSpace << /S [/Separation /None /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>] >>',
  },
  'a white picture': picture(255),
  'the white of a JPEG': picture(253),
  'a note that does not print': annotated(note(0)),
  'a hidden note': annotated(note(4 | 2)),
  'a link': annotated('<< /Type /Annot /Subtype /Link /F 4 /Rect [100 620 200 660] /Border [0 0 0] >>'),
  'content off the page': { content: '100 1650 60 20 re f' },
};

const NOT_BLANK: Record<string, Handmade> = {
  text: { content: text('') },
  'text of one millimeter inside': { content: text('', 307, 650) },
  'text drawn as a clip around a fill': { content: `BT 7 Tr /F1 12 Tf 100 650 Td (Texto) Tj ET ${INSIDE}` },
  'a light gray': { content: `0.95 g ${INSIDE}` },
  'a pale yellow': { content: `1 1 0.95 rg ${INSIDE}` },
  'a hairline': { content: '0 w 100 650 m 200 650 l S' },
  'a dot of half a point': { content: '100 650 0.5 0.5 re f' },
  'ten per cent opacity': gs('/ca 0.1', INSIDE),
  'a multiplied color': gs('/BM /Multiply', `0 1 1 rg ${INSIDE}`),
  'a layer that is on': layer(true),
  'a gray picture': picture(240),
  'a shading': {
    content: 'q 100 640 60 30 re W n /Sh sh Q',
    resources:
      '/Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [100 0 160 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >>',
  },
  'forms within forms': {
    content: '/A Do',
    resources: '/XObject << /A 10 0 R >>',
    objects: [
      form('/BBox [0 0 595 842] /Resources << /XObject << /B 11 0 R >> >>', '/B Do'),
      form('/BBox [0 0 595 842]', INSIDE),
    ],
  },
  'a note that prints': annotated(note(4)),
  'a note that prints though it does not show': annotated(note(4 | 32)),
  'a filled form field': {
    page: `${A4_BOX} /Annots [10 0 R]`,
    catalog: '/AcroForm << /Fields [10 0 R] >>',
    objects: [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nome) /V (Ana) /F 4 /Rect [100 620 200 660] /AP << /N 11 0 R >> >>',
      form('/BBox [0 0 100 40] /Resources << /Font << /F1 5 0 R >> >>', 'BT /F1 12 Tf 2 12 Td (Ana) Tj ET'),
    ],
  },
  'a page whose origin is elsewhere': {
    page: '/MediaBox [1000 1000 1595.28 1841.89]',
    content: '1100 1650 60 20 re f',
  },
  'a page cropped to A4': {
    page: '/MediaBox [0 0 695.28 941.89] /CropBox [50 50 645.28 891.89]',
    content: '150 700 60 20 re f',
  },
  'a page upside down': { page: `${A4_BOX} /Rotate 180`, content: '400 180 60 20 re f' },
  'a page on its side': { page: '/MediaBox [0 0 841.89 595.28] /Rotate 90', content: '150 100 40 60 re f' },
  'a page in units of half a point': {
    page: '/MediaBox [0 0 1190.56 1683.78] /UserUnit 0.5',
    content: '200 1300 120 40 re f',
  },
};

describe('the address area', () => {
  test.each(Object.entries(BLANK))('is blank with %s', async (_, document) => {
    expect(await codesOf(document)).toEqual([]);
  });

  test.each(Object.entries(NOT_BLANK))('is not blank with %s', async (_, document) => {
    expect(await codesOf(document)).toEqual(['address_area_not_blank']);
    expect(await codesOf(document, 'extra_page')).toEqual([]);
  });

  test.each([
    ['a bar across', '100 650 60 20 re f', { left_mm: 35.3, top_mm: 60.7, width_mm: 21.2, height_mm: 7.1 }],
    [
      'two dots apart',
      '100 600 2 2 re f 200 700 2 2 re f',
      { left_mm: 35.3, top_mm: 49.3, width_mm: 36, height_mm: 36 },
    ],
    ['more than the whole', '0 0 600 900 re f', { left_mm: 20.2, top_mm: 45.2, width_mm: 89.6, height_mm: 44.6 }],
  ])('the error says where the ink is: %s', async (_, content, place) => {
    const request = { placement: 'first_page', doubleSided: false, param: 'document.url' } as const;
    const result = await inspectLetter(handmade({ content }), request);
    const values = result.ok ? {} : result.details[0]!.values!;
    expect(values['page']).toBe(1);
    // Within a pixel of PDFium's drawing.
    for (const [side, millimeters] of Object.entries(place))
      expect(Math.abs(Number(values[side]) - millimeters)).toBeLessThanOrEqual(0.2);
  });
});
