import { PDFContext, PDFDict } from 'pdf-lib';
import type { Detail } from '../domain/problems.ts';
import { drawAddress, undrawable, type Addresses } from './address-side.ts';
import { EmbeddedFont, missingCharacter, widthOf } from './embedded-font.ts';
import { fontFile, type FontName } from './font-files.ts';
import { A4, mm } from './geometry.ts';
import { sha256, type Refused } from './letter-file.ts';
import { drawLogo, LOGO_ROOM } from './logo.ts';
import { blankPage, type PrintPage } from './print-page.ts';
import { drawQrCode, drawQrPlace, QR_SIDE } from './qr-code.ts';
import { drawLines } from './text-line.ts';
import { HIDDEN_CODE, grouped, type PreparedVerification, type Secrets } from './verification-file.ts';
import { wrap } from './wrap.ts';
import { writeFile } from './write.ts';

/** The texts of the service's own verification letter, all of them final (spec, Verification). */
export interface Template {
  /** Trade name, else legal name. */
  companyName: string;
  title: string;
  /** Line breaks are kept. */
  body: string;
  footer: string;
  /** Printed under the code; null prints none. */
  instructions: string | null;
  includeQrCode: boolean;
  includePageUrl: boolean;
  /** A PNG or JPEG within `logoLimits`; null or absent prints none. */
  logo?: Uint8Array | null;
}

export type TemplateRequest = Addresses & Secrets & { template: Template };

const REGULAR: FontName = 'LiberationSans-Regular';
const BOLD: FontName = 'LiberationSans-Bold';

/** The first third, above the fold at 105 mm, belongs to the window; the company's name stands above it. */
const LAYOUT = {
  left: mm(25),
  width: mm(160),
  companyTop: mm(20),
  logoTop: mm(13),
  textTop: mm(110),
  textBottom: mm(205),
  codeTop: mm(212),
  footerTop: mm(272),
} as const;

/** A long text is set smaller before it is refused. */
const BODY_SIZES = [11, 10, 9, 8, 7, 6];
const LINE_PITCH = 1.35;
const PARAGRAPH_GAP = 0.8;
const SIZES = { company: 14, title: 15, label: 10, code: 30, note: 9, footer: 8 } as const;

/** Portuguese texts for people that no customer changes. */
const TEXTS = { code: 'Seu código de verificação:', page: 'Página de confirmação:' } as const;

/**
 * The service's own letter: one page, black on white, always one sheet, and the copy without the code. Texts that cannot be
 * printed, or that do not fit even in the smallest type, are refused with `param` below `letter`.
 */
export async function prepareTemplate(request: TemplateRequest): Promise<PreparedVerification | Refused> {
  const details = [...templateDetails(request.template), ...undrawable(request)];
  if (details.length > 0) return { ok: false, details };
  const file = await render(request, { code: request.code, qrCode: request.qrCodeUrl });
  const preview = await render(request, { code: HIDDEN_CODE, qrCode: null });
  return { ok: true, pages: 1, sheets: 1, file, sha256: sha256(file), preview, previewSha256: sha256(preview) };
}

/** Everything in a template that cannot be printed. */
export function templateDetails(template: Template): Detail[] {
  const texts = { title: template.title, body: template.body, footer: template.footer };
  const params = { ...mapKeys(texts, (key) => `letter.${key}`), instructions: template.instructions ?? '' };
  const unwritable = Object.entries(params).flatMap(([param, text]): Detail[] => {
    const character = missingCharacter(fontFile(REGULAR), oneLine(text));
    return character ? [{ param, code: 'invalid_value', values: { character } }] : [];
  });
  return bodySize(template) === undefined ? [...unwritable, { param: 'letter.body', code: 'too_long' }] : unwritable;
}

const mapKeys = (record: Record<string, string>, name: (key: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [name(key), value]));

const composed = (text: string) => text.normalize('NFC');
const oneLine = (text: string) => composed(text).replace(/\s+/g, ' ').trim();

const linesOf = (text: string, font: FontName, size: number, width: number = LAYOUT.width) =>
  composed(text)
    .split(/\r\n|\r|\n/)
    .flatMap((line) =>
      line.trim() === '' ? [''] : wrap(oneLine(line), width / size, (part) => widthOf(fontFile(font), part)),
    );

const titleLines = ({ title }: Template) => linesOf(oneLine(title), BOLD, SIZES.title);

/** The largest size at which title and body fit above the code; undefined when none does. */
function bodySize(template: Template): number | undefined {
  const title = (titleLines(template).length * LINE_PITCH + PARAGRAPH_GAP) * SIZES.title;
  const room = LAYOUT.textBottom - LAYOUT.textTop - title;
  return BODY_SIZES.find((size) => linesOf(template.body, REGULAR, size).length * LINE_PITCH * size <= room);
}

async function render(request: TemplateRequest, faces: { code: string; qrCode: string | null }): Promise<Uint8Array> {
  const context = PDFContext.create();
  const fonts = new Map([REGULAR, BOLD].map((name) => [name, new EmbeddedFont(context, fontFile(name))]));
  const page = new Page(fonts);
  drawTexts(page, request);
  drawCode(page, request, faces.code);
  for (const font of fonts.values()) font.write();
  const withQr = drawQr(page.page, context, request, faces.qrCode);
  const { logo } = request.template;
  const right = LAYOUT.left + LAYOUT.width;
  const withLogo = logo ? await drawLogo(withQr, context, logo, right, A4.height - LAYOUT.logoTop) : withQr;
  const addressed = drawAddress(withLogo, context, request);
  return writeFile({ context, catalog: PDFDict.withContext(context), pages: [] }, [addressed], false);
}

/** A page that is written from top to bottom. */
class Page {
  page: PrintPage = blankPage();
  readonly #fonts: ReadonlyMap<FontName, EmbeddedFont>;

  constructor(fonts: ReadonlyMap<FontName, EmbeddedFont>) {
    this.#fonts = fonts;
  }

  /** @returns where the next line begins, in points from the top of the page. */
  write(lines: readonly string[], font: FontName, size: number, top: number, width: number = LAYOUT.width): number {
    const placed = lines.map((text, index) => {
      const y = A4.height - top - (index * LINE_PITCH + 1) * size;
      const scale = Math.min(1, width / (widthOf(fontFile(font), text) * size || 1));
      return { text, x: LAYOUT.left, y, size, scale };
    });
    this.page = drawLines(this.page, this.#fonts.get(font)!, placed);
    return top + lines.length * LINE_PITCH * size;
  }
}

function drawTexts(page: Page, { template }: TemplateRequest): void {
  const nameWidth = template.logo ? LAYOUT.width - LOGO_ROOM.width - mm(5) : LAYOUT.width;
  page.write([oneLine(template.companyName)], BOLD, SIZES.company, LAYOUT.companyTop, nameWidth);
  const afterTitle = page.write(titleLines(template), BOLD, SIZES.title, LAYOUT.textTop);
  const size = bodySize(template)!;
  page.write(linesOf(template.body, REGULAR, size), REGULAR, size, afterTitle + PARAGRAPH_GAP * SIZES.title);
  page.write(linesOf(oneLine(template.footer), REGULAR, SIZES.footer), REGULAR, SIZES.footer, LAYOUT.footerTop);
}

/** The code with what belongs to it, beside the QR code. */
function drawCode(page: Page, { template, hostedPageUrl }: TemplateRequest, code: string): void {
  const afterLabel = page.write([TEXTS.code], REGULAR, SIZES.label, LAYOUT.codeTop);
  const afterCode = page.write([grouped(code)], BOLD, SIZES.code, afterLabel);
  const width = LAYOUT.width - QR_SIDE - mm(10);
  const notes = [
    ...(template.instructions ? linesOf(oneLine(template.instructions), REGULAR, SIZES.note, width) : []),
    ...(template.includePageUrl && hostedPageUrl
      ? linesOf(`${TEXTS.page} ${hostedPageUrl}`, REGULAR, SIZES.note, width)
      : []),
  ];
  page.write(notes, REGULAR, SIZES.note, afterCode + PARAGRAPH_GAP * SIZES.note);
}

function drawQr(
  page: PrintPage,
  context: PDFContext,
  { template, qrCodeUrl }: TemplateRequest,
  text: string | null,
): PrintPage {
  if (!template.includeQrCode || qrCodeUrl === null) return page;
  const [left, top] = [LAYOUT.left + LAYOUT.width - QR_SIDE, A4.height - LAYOUT.codeTop];
  return text === null ? drawQrPlace(page, left, top) : drawQrCode(page, context, text, left, top);
}
