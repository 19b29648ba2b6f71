import { A4, type Box, concat, type Matrix, mm, SHEET } from '../base/geometry.ts';
import { type Drawing, type DrawingOrder, withDrawing } from './pdfium-drawing.ts';
import { heap, pdfium, tryDocument, tryPage, withDocument, withMemory, withPage } from './pdfium-module.ts';
import { holdSameData, objectsByMark, ownTextsOf, picturesOf, without } from './pdfium-objects.ts';
import type { PageFinding, PageToCheck, PdfiumTasks, ValueToCheck } from './pdfium-protocol.ts';
import { remarksOn } from './pdfium-remarks.ts';
import {
  contrastWithin,
  copyPart,
  differingRows,
  hasInkOutside,
  type Ink,
  inkCovered,
  inkOf,
  inkSeen,
  showDifferentThings,
  variationWithin,
} from './pixels.ts';

/** Dots per inch, in pixels a point. */
const dpi = (dots: number) => dots / 72;

/** A dot of half a point is more than one pixel. */
const INK_SCALE = dpi(200);
/** Text of 6 points is readable at this resolution; differences are drawn again. */
const [COARSE_SCALE, FINE_SCALE] = [dpi(72), dpi(300)];
/** The strokes of text of 6 points are half a pixel wide, and seen. */
const VALUE_SCALE = dpi(100);

type Asked = PdfiumTasks['judge']['input'];

/**
 * Runs all checks of a finished file while it is open once. Each page is loaded once, because PDFium keeps decoded data only
 * while the page is loaded.
 */
export function judge({ file, textOf, blankArea, comparison }: Asked): PdfiumTasks['judge']['output'] {
  return withDocument(file, (printed) => {
    const look = (sent: number | undefined) =>
      Array.from({ length: pdfium.FPDF_GetPageCount(printed) }, (_, index) => {
        const check = comparison?.pages.find(({ print }) => print === index);
        const isBlankHere = blankArea?.page === index;
        const wantsText = textOf.includes(index);
        if (!wantsText && !isBlankHere && !check) return undefined;
        return withPage(printed, index, (page) => ({
          text: wantsText ? pageText(page) : '',
          ink: isBlankHere ? foreignInkIn(page, blankArea.box) : undefined,
          finding: check && sent !== undefined ? findingOn(sent, page, check, comparison!.valueMark) : undefined,
        }));
      });
    const compared =
      comparison &&
      tryDocument(comparison.source, (sent) => ({ sent: pdfium.FPDF_GetPageCount(sent), pages: look(sent) }));
    const pages = compared?.pages ?? look(undefined);
    return {
      texts: textOf.map((index) => pages[index]?.text ?? ''),
      ink: pages.find((page) => page?.ink)?.ink,
      comparison:
        comparison &&
        (compared
          ? { pages: compared.sent, findings: comparison.pages.map(({ print }) => pages[print]!.finding!) }
          : 'unreadable'),
    };
  });
}

/** Where anything prints inside a box of a page; undefined when nothing does. */
export function inkIn(page: number, box: Box): Box | undefined {
  const order = { pageHeight: pdfium.FPDF_GetPageHeightF(page), box, scale: INK_SCALE };
  return withDrawing(page, order, ({ view, boxOf }) => {
    const ink = inkOf(view());
    return ink && boxOf(ink);
  });
}

/** Where anything but our own text prints inside a box. */
const foreignInkIn = (page: number, box: Box) => without(ownTextsOf(page), () => inkIn(page, box));

function pageText(page: number): string {
  const text = pdfium.FPDFText_LoadPage(page);
  const length = pdfium.FPDFText_CountChars(text);
  const bytes = 2 * (length + 1);
  const result = withMemory(bytes, (pointer) => {
    pdfium.FPDFText_GetText(text, 0, length, pointer);
    return Buffer.from(heap().subarray(pointer, pointer + 2 * length)).toString('utf16le');
  });
  pdfium.FPDFText_ClosePage(text);
  return result;
}

const findingOn = (sent: number, printedPage: number, check: PageToCheck, valueMark: string): PageFinding =>
  tryPage(sent, check.source, (sentPage) => checkPage(sentPage, printedPage, check, valueMark)) ?? {
    isDifferent: true,
    hasLostPicture: false,
    values: check.values.map(() => 'unseen'),
    lost: [],
    remarks: [],
  };

function checkPage(sent: number, printed: number, check: PageToCheck, valueMark: string): PageFinding {
  const seen = valuesOn(sent, printed, check, valueMark);
  const found = check.compared === 'nothing' ? { remarks: [], hasLostPicture: false } : remarksOn(printed);
  const onEdge = () => found.remarks.push({ code: 'ink_near_edge' });
  return { ...found, ...seen, isDifferent: isDifferent(sent, printed, check, onEdge) };
}

const part = (box: Box, scale: number): DrawingOrder => ({ pageHeight: A4.height, box, scale });
const partAsSent = ({ userUnit, corner }: PageToCheck, box: Box, scale: number): DrawingOrder => ({
  ...part(box, scale),
  userUnit,
  corner,
});

/** Whether a page prints differently from the one that was sent, outside of the areas that may differ. */
function isDifferent(sent: number, printed: number, check: PageToCheck, onEdge: () => void): boolean {
  if (check.compared === 'nothing') return false;
  if (check.compared === 'drawing') return areDrawnDifferently(sent, printed, check, onEdge);
  const [theirs, ours] = [picturesOf(sent), picturesOf(printed)];
  // The pictures of annotations follow those of the page.
  const same = ours.slice(0, theirs.length);
  const isSame = theirs.every(
    (picture, index) =>
      same[index] &&
      isInSamePlace(concat(picture.matrix, check.toPrinted), same[index].matrix) &&
      holdSameData(picture, same[index]),
  );
  const pictures = [...theirs, ...same].map(({ object }) => object);
  return !isSame || without(pictures, () => areDrawnDifferently(sent, printed, check, onEdge));
}

/** In points: files round their numbers. */
const SAME_PLACE = 0.5;

const isInSamePlace = (one: Matrix, other: Matrix) =>
  one.every((value, index) => Math.abs(value - other[index]!) <= SAME_PLACE);

/**
 * Two drawings of one page nearly always have the same pixels. Rows that differ in a coarse drawing are drawn again at a
 * resolution at which a digit of small text is some forty pixels high: there they may be shifted, but must show the same.
 * @param onEdge called when there is ink near the edge of the sheet
 */
function areDrawnDifferently(sent: number, printed: number, check: PageToCheck, onEdge: () => void): boolean {
  const box = withDrawing(sent, partAsSent(check, SHEET, COARSE_SCALE), (before) =>
    withDrawing(printed, part(SHEET, COARSE_SCALE), (after) => {
      if (hasInkOutside(after.view(), after.pixelBox(SAFE_AREA))) onEdge();
      copyChanged(before, after, check);
      const rows = differingRows(before.view(), after.view(), FAINT_DIFFERENCE);
      return rows && after.boxOf({ left: 0, right: after.view().width, ...rows });
    }),
  );
  if (!box) return false;
  const drawn = within(SHEET, widened(box));
  return withDrawing(sent, partAsSent(check, drawn, FINE_SCALE), (before) =>
    withDrawing(printed, part(drawn, FINE_SCALE), (after) => {
      copyChanged(before, after, check);
      return showDifferentThings(before.view(), after.view(), after.pixelBox(box), check.changed.map(after.pixelBox));
    }),
  );
}

/** Of 255: a hundredth of black ink is less. */
const FAINT_DIFFERENCE = 8;

/**
 * Makes two drawings the same where they may differ. Blanks instead would leave a strip of a dark ground, which shifts by up to
 * a pixel, in one of them alone.
 */
function copyChanged(before: Drawing, after: Drawing, { changed }: PageToCheck): void {
  for (const box of changed) copyPart(before.view(), after.view(), after.pixelBox(box));
}

const SAFE_MARGIN = mm(5);
const SAFE_AREA: Box = [SAFE_MARGIN, SAFE_MARGIN, A4.width - SAFE_MARGIN, A4.height - SAFE_MARGIN];

/**
 * The ink of values on a page is the ink that disappears while the objects that draw them are hidden. Each part of a value
 * must show ink. Three characters together must show most of the ink that they have when drawn alone, with at least a tenth
 * of the contrast of the clearest part.
 */
function valuesOn(
  sent: number,
  printed: number,
  check: PageToCheck,
  valueMark: string,
): Pick<PageFinding, 'values' | 'lost'> {
  if (check.values.length === 0) return { values: [], lost: [] };
  const { marked, others } = objectsByMark(printed, valueMark);
  const inked = new Map<ValueToCheck, PageFinding['values'][number]>();
  const lost: number[] = [];
  // Moved letters are beside their values, so they need no drawing of their own.
  for (const { box, values, moved } of stripsOf(check)) {
    const strip = part(box, VALUE_SCALE);
    withDrawing(printed, strip, (after) => {
      lost.push(...lostAmong(moved, after, sent, check));
      withDrawing(printed, { ...strip, hidden: marked }, (bare) =>
        withDrawing(printed, { ...strip, hidden: others, onKey: true }, (alone) => {
          const drawings = { after, bare, alone };
          const found = values.map(({ parts }) => partsSeen(parts, drawings));
          // Only an invisible value needs the check of its marker.
          const showed = found.includes(0)
            ? withDrawing(sent, partAsSent(check, box, VALUE_SCALE), (before) =>
                values.map(({ marker }) => contrastIn(marker, before, bare) > FAINT_MARKER),
              )
            : [];
          values.forEach((value, index) => {
            const isWhole = found[index] === value.parts.length && !isAnyCovered(value, drawings);
            if (found[index]! > 0) inked.set(value, isWhole ? 'whole' : 'cut');
            else inked.set(value, showed[index] ? 'hidden' : 'unseen');
          });
        }),
      );
    });
  }
  return { values: check.values.map((value) => inked.get(value)!), lost };
}

/**
 * The moved letters that something covers now, by their places in the list: where they are has one color, and where they were
 * had more. Only what covers them with one color is found.
 */
function lostAmong(moved: readonly Moved[], after: Drawing, sent: number, check: PageToCheck): number[] {
  const plain = moved.filter(([, { now }]) => variationWithin(after.view(), after.pixelBox(now)) <= FAINT_DIFFERENCE);
  if (plain.length === 0) return [];
  const drawn = within(SHEET, widened(enclosing(plain.map(([, { before }]) => before))));
  const lost = withDrawing(sent, partAsSent(check, drawn, VALUE_SCALE), ({ view, pixelBox }) =>
    plain.filter(([, { before }]) => variationWithin(view(), pixelBox(before)) > FAINT_MARKER),
  );
  return lost.map(([index]) => index);
}

/** A page with its values and without, and the values alone. */
type Drawings = Record<'after' | 'bare' | 'alone', Drawing>;

/** How many parts of a value are seen. */
function partsSeen(parts: readonly Box[], { after, bare, alone }: Drawings): number {
  const contrasts = parts.map((one) => contrastIn(one, after, bare));
  const clear = clearOf(contrasts);
  const inks = parts.map((one) => inkSeen(alone.view(), after.view(), bare.view(), after.pixelBox(one), clear));
  return parts.filter((_, index) => {
    const [from, to] = [Math.max(index - BESIDE, 0), index + BESIDE + 1];
    return (
      contrasts[index]! > SAME_PIXEL &&
      Math.max(...contrasts.slice(from, to)) >= clear &&
      isMostlySeen([inks[index]!], LEAST_OF_PART) &&
      isMostlySeen(inks.slice(from, to), LEAST_OF_WORD)
    );
  }).length;
}

const clearOf = (contrasts: readonly number[]) => LEAST_CONTRAST * Math.max(...contrasts);

/** Whether something covers part of a letter. */
function isAnyCovered({ letters }: ValueToCheck, { after, bare, alone }: Drawings): boolean {
  const clear = clearOf(letters.map((letter) => contrastIn(letter, after, bare)));
  return letters.some((letter) => {
    const drawn = [alone.view(), after.view(), bare.view(), after.pixelBox(letter), clear] as const;
    const { full } = inkSeen(...drawn);
    return full >= LEAST_PIXELS && inkCovered(...drawn) >= MOST_COVERED * full;
  });
}

function isMostlySeen(inks: readonly Ink[], least: number): boolean {
  const [full, seen] = [inks.reduce((sum, ink) => sum + ink.full, 0), inks.reduce((sum, ink) => sum + ink.seen, 0)];
  return full < LEAST_PIXELS || seen >= least * full;
}

const contrastIn = (box: Box, one: Drawing, other: Drawing) =>
  contrastWithin(one.view(), other.view(), one.pixelBox(box));

/** Of 255. One drawing twice gives the same; two files place a letter up to a pixel apart. */
const [SAME_PIXEL, FAINT_MARKER] = [1, 48];

/** White that covers a value by 98 % leaves less than this of its contrast. */
const LEAST_CONTRAST = 0.1;
/** Number of parts before and after one that are checked with it: three characters together. */
const BESIDE = 3;
/** The side of a frame may stand on the stroke of a digit. */
const LEAST_OF_PART = 0.15;
/** A rule through a line, or letters that run into it, hide less; what covers half of the line's height more. */
const LEAST_OF_WORD = 0.6;
/** Share of the ink of one letter from which it counts as covered. */
const MOST_COVERED = 0.25;
/** A rule may hide a whole full stop, which has fewer; a digit of 8 points has more. */
const LEAST_PIXELS = 12;

/** A moved letter with its place in the list. */
type Moved = [index: number, letter: PageToCheck['moved'][number]];

interface Strip {
  box: Box;
  values: ValueToCheck[];
  moved: Moved[];
}

/** In points. Every strip walks through all objects of the page, which costs as much as drawing this much of it. */
const GAP_BETWEEN_STRIPS = 100;

/** The strips of the sheet that contain values and what they move, from top to bottom. */
function stripsOf(check: Pick<PageToCheck, 'values' | 'moved'>): Strip[] {
  const placed = [
    ...check.values.map((value) => ({ box: enclosing([value.marker, ...value.parts]), values: [value], moved: [] })),
    ...[...check.moved.entries()].map((letter) => ({ box: letter[1].now, values: [], moved: [letter] })),
  ]
    .map((one): Strip => ({ ...one, box: within(SHEET, widened(one.box)) }))
    .sort((one, other) => other.box[3] - one.box[3]);
  const strips: Strip[] = [];
  for (const one of placed) {
    const last = strips.at(-1);
    if (last && one.box[3] > last.box[1] - GAP_BETWEEN_STRIPS) {
      last.box = enclosing([last.box, one.box]);
      last.values.push(...one.values);
      last.moved.push(...one.moved);
    } else strips.push(one);
  }
  return strips;
}

const enclosing = (boxes: readonly Box[]): Box =>
  boxes.reduce((one, other) => [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]);

/** By more than a pixel, in points: the pixels that a box touches are all drawn. */
const MARGIN = 2;

const widened = ([left, bottom, right, top]: Box): Box => [
  left - MARGIN,
  bottom - MARGIN,
  right + MARGIN,
  top + MARGIN,
];

/** At least a point wide and high, so that there is something to draw. */
function within([left, bottom, right, top]: Box, box: Box): Box {
  const x = Math.min(Math.max(box[0], left), right - 1);
  const y = Math.min(Math.max(box[1], bottom), top - 1);
  return [x, y, Math.max(Math.min(box[2], right), x + 1), Math.max(Math.min(box[3], top), y + 1)];
}
