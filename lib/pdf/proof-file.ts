import type { Detail } from '../domain/problems.ts';
import { ADDRESS_AREA } from './address-block.ts';
import { drawAddress, type Addresses } from './address-side.ts';
import { printFile, type Composed } from './composition.ts';
import { A4, format, mm, type Box } from './geometry.ts';
import { composeLetter, type LetterRequest } from './letter-file.ts';
import type { PrintPage } from './print-page.ts';
import { composePreview, type VerificationRequest } from './verification-file.ts';

/*
 * Proofs: for people who prepare documents, never for the printer. They are made of refused documents too, since what is
 * wrong is best seen on the page.
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

async function proofOf({ composition, details }: Composed, addresses: Addresses): Promise<Uint8Array | undefined> {
  if (!composition) return undefined;
  const pages = composition.pages.map((page, index) =>
    details.filter(({ values }) => values?.['page'] === index + 1).reduce(drawOffence, page),
  );
  return printFile({ ...composition, pages }, (page) =>
    outline(drawAddress(page, composition.source.context, addresses), WINDOW, '0 0.35 0.9 RG [4 2] 0 d'),
  );
}

const { left, top, width, height } = ADDRESS_AREA;
const WINDOW: Box = [left, A4.height - top - height, left + width, A4.height - top];

/** Details with a size in millimetres have a place: a part of the page, or all of one that is no A4 page. */
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
