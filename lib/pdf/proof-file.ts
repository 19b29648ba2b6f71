import { type PDFContext, PDFDocument } from 'pdf-lib';
import type { Detail } from '../core/domain/problems.ts';
import { A4, type Box, format, mm } from './base/geometry.ts';
import { type Composed, type DocumentRequest, printFile } from './judge/composition.ts';
import { composeLetter, inspected, type LetterRequest } from './letter-file.ts';
import { ADDRESS_AREA } from './print/address-block.ts';
import type { Addresses } from './print/address-letters.ts';
import { drawAddress } from './print/address-side.ts';
import type { PrintPage } from './print/print-page.ts';
import { drawLines } from './print/text-line.ts';
import { EmbeddedFont } from './text/embedded-font.ts';
import { fontFile } from './text/font-files.ts';
import { composePreview, type VerificationRequest } from './verification-file.ts';

/*
 * Proofs are for people who prepare documents, never for the printer. Refused documents get proofs too, since a page shows
 * best what is wrong.
 */

/** A letter as it would be printed, with its areas drawn; undefined when the document cannot be read. */
export async function letterProof(bytes: Uint8Array, request: LetterRequest): Promise<Uint8Array | undefined> {
  return proofOf(await composeLetter(bytes, request), request);
}

/** The copy of a verification that may be shown, with its areas drawn; undefined when the document cannot be read. */
export async function verificationProof(
  bytes: Uint8Array,
  request: VerificationRequest,
): Promise<Uint8Array | undefined> {
  return proofOf(await composePreview(bytes, request), request);
}

async function proofOf(composed: Composed, request: DocumentRequest & Addresses): Promise<Uint8Array | undefined> {
  const { composition } = composed;
  if (!composition) return undefined;
  const inspection = await inspected(composed, request);
  const details = inspection.ok ? [] : inspection.details;
  const pages = composition.pages.map((page, index) =>
    details.filter(({ values }) => values?.['page'] === index + 1).reduce(drawOffence, page),
  );
  return printFile({ ...composition, pages }, (page) =>
    outline(drawAddress(page, composition.source.context, request), WINDOW, '0 0.35 0.9 RG [4 2] 0 d'),
  );
}

const { left, top, width, height } = ADDRESS_AREA;
const WINDOW: Box = [left, A4.height - top - height, left + width, A4.height - top];

/** Details with a size in millimeters have a place: a part of the page, or the whole page if it is not A4. */
function drawOffence(page: PrintPage, { values = {} }: Detail): PrintPage {
  const { left_mm = 0, top_mm = 0, width_mm, height_mm } = values;
  if (width_mm === undefined || height_mm === undefined) return page;
  const corner = [mm(Number(left_mm)), A4.height - mm(Number(top_mm))] as const;
  const box = [corner[0], corner[1] - mm(Number(height_mm)), corner[0] + mm(Number(width_mm)), corner[1]] as const;
  return outline(page, box, '0.9 0 0 RG 1.5 w');
}

function outline(page: PrintPage, [x, y, right, upper]: Box, state: string): PrintPage {
  return { ...page, content: `${page.content}\nq ${state} ${format(x, y, right - x, upper - y)} re S Q` };
}

/**
 * A page for the print house: the printed address, the window, the margin around the window that must stay blank, and the
 * folds (docs/print-house.md).
 */
export async function addressSideProof(addresses: Addresses): Promise<Uint8Array> {
  const request = { placement: 'first_page', doubleSided: false, param: 'proof' } as const;
  const { composition } = await composeLetter(await blankA4(), request);
  if (!composition) throw new Error('a blank page cannot be read');
  const { context } = composition.source;
  return printFile(composition, (page) => {
    const marks = FOLDS_MM.map((fold) => foldMarks(A4.height - mm(fold))).join('\n');
    const framed = [
      [WINDOW, '0 0.35 0.9 RG [4 2] 0 d'] as const,
      [grown(WINDOW, mm(CLEAR_MM)), '0.6 G [1 2] 0 d'] as const,
    ].reduce((drawn, [box, state]) => outline(drawn, box, state), drawAddress(page, context, addresses));
    return drawLegend({ ...framed, content: `${framed.content}\n${marks}` }, context);
  });
}

/** Where the sheet is folded, from its top edge. */
const FOLDS_MM = [105, 210];
/** The sheet moves in its envelope: this margin around the window must stay blank. */
const CLEAR_MM = 5;
const FOLD_MARK_MM = 8;

const grown = ([x, y, right, upper]: Box, by: number): Box => [x - by, y - by, right + by, upper + by];

function foldMarks(y: number): string {
  const mark = (from: number, to: number) => `${format(from, y)} m ${format(to, y)} l S`;
  return `q 0 G 0.5 w ${mark(0, mm(FOLD_MARK_MM))} ${mark(A4.width - mm(FOLD_MARK_MM), A4.width)} Q`;
}

const LEGEND = [
  'Prova do lado do endereço: imprima em 100 %, sem ajustar à página.',
  'Azul: janela do envelope, 90 x 45 mm, a 20 mm da esquerda e 45 mm do alto.',
  'Cinza: margem de 5 mm em branco em volta da janela.',
  'Marcas nas bordas: dobras a 105 mm e a 210 mm do alto.',
  'Dobrada e envelopada, a folha só pode mostrar o endereço, por mais que se mova.',
];

function drawLegend(page: PrintPage, context: PDFContext): PrintPage {
  const font = new EmbeddedFont(context, fontFile('LiberationSans-Regular'));
  const lines = LEGEND.map((text, index) => ({
    text,
    x: mm(20),
    y: A4.height - mm(125 + index * 6),
    size: 10,
    scale: 1,
  }));
  const drawn = drawLines(page, font, lines);
  font.write();
  return drawn;
}

async function blankA4(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([A4.width, A4.height]);
  return document.save();
}
