import { sidesOf } from '../../core/domain/sheets.ts';
import { ADDRESS_BOX } from './address-block.ts';
import type { ValueOnPaper } from './changes.ts';
import type { Composition } from './composition.ts';
import { A4, type Box, transformBox } from './geometry.ts';
import { type SourcePage, toUprightA4 } from './pages.ts';
import { VALUE_MARK } from './patch.ts';
import { askPdfium } from './pdfium.ts';
import type { PageFinding, PageToCheck } from './pdfium-protocol.ts';
import { megapixelsOf } from './pictures.ts';
import { invalidPdf } from './refusal.ts';

/** A value that would not be seen whole on paper. */
export interface HiddenValue {
  name: string;
  /** From 1. */
  page: number;
}

/**
 * Compares the file that prints with the one that was sent, both drawn by PDFium, which shares no code with us.
 * @returns the values that would print cut, covered or invisible
 * @throws PdfRefused when a page is missing, or prints otherwise than it was sent outside the lines of markers
 */
export async function preflight(composition: Composition, file: Uint8Array): Promise<HiddenValue[]> {
  const { source, time } = composition;
  const checks = checksOf(composition);
  const checked = await askPdfium(
    'checkPages',
    { source: source.file, file, pages: checks.map(({ check }) => check), valueMark: VALUE_MARK },
    time,
  );
  if (checked === 'unreadable') throw invalidPdf({ reason: 'undrawable' }, 'PDFium does not open what was sent');
  const found = source.pages.length;
  if (checked.pages !== found)
    throw invalidPdf({ reason: 'pages_missing', found, count: checked.pages }, 'PDFium counts other pages');
  const different = checked.findings.findIndex(({ isDifferent }) => isDifferent);
  if (different >= 0)
    throw invalidPdf({ reason: 'prints_differently', page: checks[different]!.check.source + 1 }, 'other pixels');
  return hiddenValues(checks, checked.findings);
}

interface Check {
  check: PageToCheck;
  values: readonly ValueOnPaper[];
}

/**
 * Pictures that are drawn, in megapixels: two pages scanned at 300 dpi, some 0.3 s of the processor. Pages past that are
 * not compared: of a page without values only the wrapping changes, and what PDFium makes of a picture is the same in both.
 */
const DRAWN_MEGAPIXELS = 18;

/** Pages with values come first, then the others in order, as long as their pictures can be drawn in time. */
function checksOf({ source, pages, layout, changes }: Composition): Check[] {
  const sides = sidesOf(layout);
  const numbers = source.pages.map((_, index) => index);
  const hasValues = (index: number) => (changes[index]?.values.length ?? 0) > 0;
  const ordered = [...numbers.filter(hasValues), ...numbers.filter((index) => !hasValues(index))];
  let left = DRAWN_MEGAPIXELS;
  return ordered.flatMap((index): Check[] => {
    left -= megapixelsOf(source.context, pages[index]!);
    if (left < 0) return [];
    const own = changes[index];
    const values = (own?.values ?? []).filter(({ parts }) => parts.some(isOnPage));
    const check = {
      source: index,
      print: sides.indexOf(index + 1),
      userUnit: source.pages[index]!.userUnit,
      corner: cornerOf(source.pages[index]!),
      changed: [
        ...(own?.lines ?? []),
        ...(source.redrawn[index] ?? []).map(framed),
        ...(layout.addressPlacement === 'first_page' && index === 0 ? [ADDRESS_BOX] : []),
      ],
      values: values.map(({ marker, parts }) => ({ marker, parts: parts.filter(isOnPage) })),
    };
    return [{ check, values }];
  });
}

/** Frames of fields are drawn around their rectangle, in points. */
const FRAME = 2;

const framed = ([left, bottom, right, top]: Box): Box => [left - FRAME, bottom - FRAME, right + FRAME, top + FRAME];

function cornerOf(page: SourcePage): PageToCheck['corner'] {
  const [left, , , top] = transformBox(toUprightA4(page), page.shown);
  return [left, A4.height - top];
}

/** What runs off the paper may do so (rule DOC-12). */
const isOnPage = ([left, bottom, right, top]: Box) => {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return x >= 0 && x <= A4.width && y >= 0 && y <= A4.height;
};

/** A marker that showed nothing may hide its value too, as in a layer of another language, if another place shows it. */
function hiddenValues(checks: readonly Check[], findings: readonly PageFinding[]): HiddenValue[] {
  const places = checks.flatMap(({ check, values }, index) =>
    values.map(({ name }, at) => ({ name, page: check.source + 1, finding: findings[index]!.values[at]! })),
  );
  const seen = new Set(places.filter(({ finding }) => finding === 'whole').map(({ name }) => name));
  const hidden = places.filter(
    ({ name, finding }) => finding === 'cut' || finding === 'hidden' || (finding === 'unseen' && !seen.has(name)),
  );
  return [...new Map(hidden.reverse().map(({ name, page }) => [name, { name, page }])).values()].reverse();
}
