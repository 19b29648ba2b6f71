import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Address } from '../../core/domain/addresses.ts';
import { A4, type Box, mm, SHEET } from '../../pdf/base/geometry.ts';
import { prepareLetter } from '../../pdf/letter-file.ts';
import { withDrawing } from '../../pdf/pdfium/pdfium-drawing.ts';
import { withDocument, withPage } from '../../pdf/pdfium/pdfium-module.ts';
import { letterProof } from '../../pdf/proof-file.ts';
import { TEMPLATE_FOLDER, TEMPLATE_NAME } from './letter-template.ts';

const to: Address = {
  name: 'Maria da Conceição',
  street: 'Rua Caiubi',
  number: '100',
  complement: 'Apto 12',
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05010-000',
};

const from: Address = {
  name: 'Empresa Exemplo',
  street: 'Praça da Sé',
  number: '100',
  complement: null,
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01001-000',
};

/** Values of all markers of the template. */
export const TEMPLATE_VARIABLES = {
  nome: 'Maria da Conceição',
  data: '1º de dezembro de 2026',
  contrato: '98.765/2026',
  vencimento: '31/12/2026',
  valor: 'R$ 1.234,56',
};

const request = { placement: 'first_page', doubleSided: false, param: 'file', to, from } as const;

/** The part of a page that has text in the template, and its lines with markers. */
const UPPER: Box = [0, A4.height - mm(190), A4.width, A4.height];
const MARKED: Box = [mm(15), A4.height - mm(150), mm(195), A4.height - mm(85)];
const PIXELS_A_POINT = 1.4;

/** Pages of the template as the service prints them, as PNG, by file name. */
export async function letterPictures(): Promise<Map<string, Buffer>> {
  const template = await readFile(join(TEMPLATE_FOLDER, `${TEMPLATE_NAME}.pdf`));
  const filled = { ...request, variables: TEMPLATE_VARIABLES };
  const extraPage = { ...filled, placement: 'extra_page' } as const;
  const areas = await letterProof(template, filled);
  const [printed, apart] = await Promise.all([prepareLetter(template, filled), prepareLetter(template, extraPage)]);
  if (!areas || !printed.ok || !apart.ok) throw new Error('The template cannot be printed.');
  return new Map([
    ['window.png', await draw(areas, 0, UPPER)],
    ['markers-before.png', await draw(template, 0, MARKED)],
    ['markers-after.png', await draw(printed.file, 0, MARKED)],
    ['extra-page-front.png', await draw(apart.file, 0, SHEET)],
    ['extra-page-back.png', await draw(apart.file, 1, SHEET)],
  ]);
}

/** @param index of the page, from 0 */
async function draw(file: Uint8Array, index: number, box: Box): Promise<Buffer> {
  const { pixels, ...raw } = withDocument(file, (document) =>
    withPage(document, index, (page) =>
      withDrawing(page, { pageHeight: A4.height, box, scale: PIXELS_A_POINT }, ({ view }) => {
        const { pixels: drawn, ...size } = view();
        return { ...size, pixels: Uint8Array.from(drawn) };
      }),
    ),
  );
  // PDFium writes blue first, and an unused byte.
  return sharp(pixels, { raw: { ...raw, channels: 4 } })
    .recomb([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ])
    .removeAlpha()
    .png({ palette: true })
    .toBuffer();
}
