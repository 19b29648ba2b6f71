import { PDFContext, PDFDict } from 'pdf-lib';
import { grouped, HIDDEN_CODE } from '../../core/domain/verification-codes.ts';
import { sha256 } from '../../core/sha256.ts';
import { format, mm } from '../base/geometry.ts';
import { type Refused } from '../letter-file.ts';
import { type Addresses, undrawable } from '../print/address-letters.ts';
import { drawAddress } from '../print/address-side.ts';
import { drawLogo } from '../print/logo.ts';
import { blankPage, type PrintPage } from '../print/print-page.ts';
import { drawQrCode, drawQrPlace } from '../print/qr-code.ts';
import { drawLines } from '../print/text-line.ts';
import { writeFile } from '../print/write.ts';
import { EmbeddedFont } from '../text/embedded-font.ts';
import { fontFile } from '../text/font-files.ts';
import type { PreparedVerification, Secrets } from '../verification-file.ts';
import { templateDetails } from './template-details.ts';
import { layOut, type SetLine, type Template, type TemplateLayout } from './template-layout.ts';

export type TemplateRequest = Addresses & Pick<Secrets, 'code' | 'qrCodeUrl'> & { template: Template };

/**
 * The service's own letter: one page, black on white, always one sheet, and the copy without the code. Texts that cannot be
 * printed, or that do not fit even in the smallest type, are refused with `param` below `letter`.
 */
export async function prepareTemplate(request: TemplateRequest): Promise<PreparedVerification | Refused> {
  const details = [...templateDetails(request.template), ...undrawable(request)];
  if (details.length > 0) return { ok: false, details };
  const file = await render(request, { code: request.code, qrCode: request.qrCodeUrl });
  const preview = await render(request, { code: HIDDEN_CODE, qrCode: null });
  return {
    ok: true,
    pages: 1,
    sheets: 1,
    warnings: [],
    file,
    sha256: sha256(file),
    preview,
    previewSha256: sha256(preview),
  };
}

async function render(request: TemplateRequest, faces: { code: string; qrCode: string | null }): Promise<Uint8Array> {
  const { template } = request;
  const layout = layOut(template, { code: grouped(faces.code) })!;
  const context = PDFContext.create();
  const framed = drawPanel(blankPage(), layout.panel);
  const written = writeLines(framed, context, layout.lines);
  const withQr = layout.qrCode ? drawQr(written, context, layout.qrCode, faces.qrCode) : written;
  const withLogo = template.logo
    ? await drawLogo(withQr, context, template.logo, layout.logo.right, layout.logo.top)
    : withQr;
  const addressed = drawAddress(withLogo, context, request);
  return writeFile({ context, catalog: PDFDict.withContext(context) }, [addressed], false);
}

/** Draws lines of several fonts, each embedded once. */
function writeLines(page: PrintPage, context: PDFContext, lines: readonly SetLine[]): PrintPage {
  return [...new Set(lines.map(({ font }) => font))].reduce((drawn, name) => {
    const font = new EmbeddedFont(context, fontFile(name));
    const result = drawLines(
      drawn,
      font,
      lines.filter((line) => line.font === name),
    );
    font.write();
    return result;
  }, page);
}

const PANEL_LINE = 0.8;
const PANEL_RADIUS = mm(2.5);
/** Control points of a quarter circle, in radii. */
const ROUND = 0.5523;

/** A frame with round corners. */
function drawPanel(page: PrintPage, { left, bottom, width, height }: TemplateLayout['panel']): PrintPage {
  const [right, top, r, k] = [left + width, bottom + height, PANEL_RADIUS, PANEL_RADIUS * (1 - ROUND)];
  const path = [
    `${format(left + r, bottom)} m ${format(right - r, bottom)} l`,
    `${format(right - k, bottom, right, bottom + k, right, bottom + r)} c ${format(right, top - r)} l`,
    `${format(right, top - k, right - k, top, right - r, top)} c ${format(left + r, top)} l`,
    `${format(left + k, top, left, top - k, left, top - r)} c ${format(left, bottom + r)} l`,
    `${format(left, bottom + k, left + k, bottom, left + r, bottom)} c h S`,
  ];
  return { ...page, content: `${page.content}\nq 0 G ${PANEL_LINE} w ${path.join(' ')} Q` };
}

function drawQr(
  page: PrintPage,
  context: PDFContext,
  { left, top }: NonNullable<TemplateLayout['qrCode']>,
  text: string | null,
): PrintPage {
  return text === null ? drawQrPlace(page, left, top) : drawQrCode(page, context, text, left, top);
}
