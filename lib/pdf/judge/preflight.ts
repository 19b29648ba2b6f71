import type { PDFContext, PDFRawStream } from 'pdf-lib';
import { type DocumentWarning, MOST_WARNINGS } from '../../core/domain/document-warnings.ts';
import { sidesOf } from '../../core/domain/sheets.ts';
import { MARKER_PLACE } from '../../core/domain/text-patterns.ts';
import { allowPictures } from '../base/budgets.ts';
import { readableName } from '../base/font-names.ts';
import { A4, type Box, intersect, SHEET, tenths, toMm, transformBox } from '../base/geometry.ts';
import { invalidPdf, type PdfRefused } from '../base/refusal.ts';
import { brokenPage, CompressedStreams } from '../file/broken-streams.ts';
import { nameEntry } from '../file/objects.ts';
import type { SourceDocument } from '../file/open.ts';
import { isA4Portrait, type SourcePage, toUprightA4 } from '../file/pages.ts';
import { incompleteAmong } from '../file/picture-data.ts';
import { megapixelsOf, type PictureOnPage, picturesOn } from '../file/pictures.ts';
import { unneededProfiles, withoutProfiles } from '../file/profiles.ts';
import { askPdfium } from '../pdfium/pdfium.ts';
import type { PageFinding, PageRemark, PageToCheck, PdfiumTasks } from '../pdfium/pdfium-protocol.ts';
import { ADDRESS_BOX } from '../print/address-block.ts';
import { printedObjects } from '../print/print-page.ts';
import { isEmbedded } from '../text/text-font.ts';
import type { HiddenValue, MovedLetter, ValueOnPaper } from '../values/changes.ts';
import type { Overrun } from '../values/layout.ts';
import { VALUE_MARK } from '../values/patch.ts';
import type { Composition, Unfilled } from './composition.ts';

/** The checks of a finished file. */
export interface Question {
  file: Uint8Array;
  /** Values, by their names, whose text must be found. */
  values: ReadonlyMap<string, string>;
  /** The pages of the document (from 0) that are read for them; all by default. */
  valuePages?: readonly number[] | undefined;
  /** A copy that is not printed only has to show its values. */
  isPrinted: boolean;
  /** Whether its pages are compared with those of the document; false when the document is refused anyway. */
  isCompared: boolean;
}

/** How a finished file prints, as drawn by PDFium, which shares no code with our engine. */
export interface Verdict {
  /** Content that prints in the address area besides the address. */
  inkInAddressArea: Box | undefined;
  /** Whether the text of every value is found, and no marker is left. */
  showsValues: boolean;
  /** The values that would print cut, covered or invisible, or move other text there. */
  hidden: HiddenValue[];
  /** The names of the values that are seen whole in one place at least. */
  seen: ReadonlySet<string>;
  /** What may print differently than intended; empty for pages that were not compared. */
  warnings: DocumentWarning[];
  /** Set when a page is missing, has damaged data or an undrawable picture, or prints differently from the document outside marker lines. */
  flaw: PdfRefused | undefined;
}

/** Opens a finished file once, and draws it beside the document that was sent. */
export async function preflight(composition: Composition, question: Question): Promise<Verdict> {
  const { source, layout, rule, unfilled, time } = composition;
  const sides = sidesOf(layout);
  const pageNumbers = source.pages.map((_, index) => index);
  const { values, valuePages = pageNumbers, isPrinted, isCompared } = question;
  const { file, sent, checks } = isPrinted
    ? planOf(composition, question)
    : { file: question.file, sent: source.file, checks: [] };
  const hasArea = isPrinted && layout.addressPlacement === 'first_page' && isA4Portrait(source.pages[0]!);
  const judged = askPdfium(
    'judge',
    {
      file,
      textOf: (values.size > 0 ? valuePages : rule || !isPrinted ? [] : pageNumbers).map((index) =>
        sides.indexOf(index + 1),
      ),
      blankArea: hasArea ? { page: 0, box: ADDRESS_BOX } : undefined,
      comparison:
        checks.length > 0
          ? { source: sent, pages: checks.map(({ check }) => check), valueMark: VALUE_MARK }
          : undefined,
    },
    time,
  );
  const streams = new CompressedStreams(source.context);
  // One after the other: both spend one budget.
  const dataOf = async () => ({
    broken: isPrinted ? await brokenPage(source, composition.pages.map(printedObjects), streams) : undefined,
    incomplete: await incompleteOn(composition, checks, streams),
  });
  const [{ ink, texts, comparison }, { broken, incomplete }] = await Promise.all([judged, dataOf()]);
  const findings = comparison && comparison !== 'unreadable' ? comparison.findings : [];
  const places = placesOf(checks, findings);
  const seen = new Set(places.filter(({ finding }) => finding === 'whole').map(({ name }) => name));
  return {
    inkInAddressArea: ink,
    showsValues: isShown(texts.join('\n'), values, new Set(unfilled.flatMap(({ lookAlikes }) => [...lookAlikes]))),
    hidden: hiddenValues(places, seen, coveredTexts(checks, findings)),
    seen,
    warnings: warningsOf(checks, findings, incomplete, rule ? unfilled.map(namesOf) : texts.map(markersIn)),
    flaw:
      broken === undefined
        ? isCompared
          ? flawIn(comparison, checks, source.pages.length)
          : undefined
        : invalidPdf({ reason: 'page_damaged', page: broken + 1 }, 'compressed data are damaged'),
  };
}

/**
 * Whether the text shows that all markers were replaced: no marker is left, and every value is present. This also finds
 * markers that can be selected but do not print, such as the text under a scanned page.
 */
function isShown(text: string, values: ReadonlyMap<string, string>, lookAlikes: ReadonlySet<string>): boolean {
  const found = comparable(text);
  // A value may itself look like a marker.
  const written = comparable([...values.values()].join());
  const left = new Set(
    [...found.matchAll(MARKER)].flatMap(([marker, name]) => (written.includes(marker) ? [] : [name!])),
  );
  return [...values].every(
    // Without its blanks, a look-alike is a marker.
    ([name, value]) => (lookAlikes.has(name) || !left.has(name)) && found.includes(comparable(value)),
  );
}

/** The names of markers in a text, with blanks or without: extraction changes them. */
const markersIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(MARKER_WITH_BLANKS), ([, name]) => name!));

const MARKER_WITH_BLANKS = new RegExp(`\\{\\s*\\{\\s*([A-Za-z0-9_]{1,60})\\s*(?:${MARKER_PLACE})?\\s*\\}\\s*\\}`, 'g');
const MARKER = new RegExp(`\\{\\{([A-Za-z0-9_]+)(?:${MARKER_PLACE})?\\}\\}`, 'g');

const namesOf = ({ markers, lookAlikes }: Unfilled): ReadonlySet<string> => new Set([...markers, ...lookAlikes]);

/** Texts without the characters that extraction adds or changes: spaces, line breaks, hyphens and forms of letters. */
const comparable = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u2010-\u2015\ufffe\p{Cc}-]/gu, '');

type Compared = PdfiumTasks['judge']['output']['comparison'];

function flawIn(compared: Compared, checks: readonly Check[], found: number): PdfRefused | undefined {
  if (compared === undefined) return undefined;
  if (compared === 'unreadable') return invalidPdf({ reason: 'damaged' }, 'PDFium does not open what was sent');
  if (compared.pages !== found)
    return invalidPdf({ reason: 'pages_missing', found, count: compared.pages }, 'PDFium counts other pages');
  const pageOf = (isSo: (finding: PageFinding) => boolean) => checks[compared.findings.findIndex(isSo)]?.check.source;
  const damaged = pageOf(({ hasLostPicture }) => hasLostPicture);
  if (damaged !== undefined)
    return invalidPdf({ reason: 'page_damaged', page: damaged + 1 }, 'a picture cannot be decoded');
  const different = pageOf(({ isDifferent }) => isDifferent);
  if (different === undefined) return undefined;
  return invalidPdf({ reason: 'prints_differently', page: different + 1 }, 'other pixels');
}

/** Warnings about content that does not print completely. */
const LOSSES: ReadonlySet<DocumentWarning['code']> = new Set([
  'value_off_paper',
  'value_over_text',
  'value_too_wide',
  'image_incomplete',
  'marker_unfilled',
]);

/** The compared pages (from 0) with pictures whose data end early. */
async function incompleteOn(
  { source }: Composition,
  checks: readonly Check[],
  streams: CompressedStreams,
): Promise<Set<number>> {
  const compared = checks.filter(({ check }) => check.compared !== 'nothing');
  const incomplete = await incompleteAmong(
    source.context,
    compared.flatMap(({ pictures }) => pictures),
    streams,
  );
  const affected = compared.filter(({ pictures }) => pictures.some(({ stream }) => incomplete.has(stream)));
  return new Set(affected.map(({ check }) => check.source));
}

/** Sorted by page; on one page, losses come first. If there are too many warnings, losses are kept first. */
function warningsOf(
  checks: readonly Check[],
  findings: readonly PageFinding[],
  incomplete: ReadonlySet<number>,
  unfilled: readonly ReadonlySet<string>[],
): DocumentWarning[] {
  const warnings = checks.flatMap(({ check, offPaper, overText, tooWide, unlistedFonts }, index): DocumentWarning[] => {
    const page = check.source + 1;
    return [
      ...(incomplete.has(check.source) ? [{ code: 'image_incomplete', page } as const] : []),
      ...[...(unfilled[check.source] ?? [])].map((name): DocumentWarning => ({ code: 'marker_unfilled', page, name })),
      ...[...offPaper].map((name): DocumentWarning => ({ code: 'value_off_paper', page, name })),
      ...[...overText].map((name): DocumentWarning => ({ code: 'value_over_text', page, name })),
      ...[...tooWide].map(([name, by]): DocumentWarning => ({
        code: 'value_too_wide',
        page,
        name,
        over_mm: tenths(toMm(by)),
      })),
      ...withFonts(findings[index]?.remarks ?? [], unlistedFonts).map((remark) => ({ ...remark, page })),
    ];
  });
  const byPage = (one: DocumentWarning, other: DocumentWarning) => one.page - other.page;
  const isLoss = ({ code }: DocumentWarning) => LOSSES.has(code);
  return warnings
    .sort((one, other) => Number(isLoss(other)) - Number(isLoss(one)) || byPage(one, other))
    .slice(0, MOST_WARNINGS)
    .sort(byPage);
}

/** The remarks on a page, with one for each of these fonts. */
const withFonts = (remarks: readonly PageRemark[], fonts: ReadonlySet<string>): PageRemark[] => [
  ...remarks,
  ...[...fonts]
    .filter((name) => !remarks.some(({ font }) => font === name))
    .map((font): PageRemark => ({ code: 'font_not_embedded', ...(font && { font }) })),
];

/** The names of fonts that are not embedded, of content that PDFium does not list. */
const unlistedFontsOf = (context: PDFContext, { used }: SourcePage): Set<string> =>
  new Set(
    [...used.unlistedFonts]
      .filter((font) => !isEmbedded(context, font))
      .map((font) => readableName(nameEntry(context, font, 'BaseFont') ?? '')),
  );

interface Check {
  check: PageToCheck;
  values: readonly ValueOnPaper[];
  /** Letters that values move, and that stay on the paper. */
  moved: readonly MovedLetter[];
  pictures: readonly PictureOnPage[];
  /** The names of the values that run off the paper, or make the rest of their line do so. */
  offPaper: ReadonlySet<string>;
  /** The names of the values that print over other text, or make the rest of their line do so. */
  overText: ReadonlySet<string>;
  /** The other values that exceed their room, and by how many points. */
  tooWide: ReadonlyMap<string, number>;
  /** Names of fonts as `unlistedFontsOf` finds them. */
  unlistedFonts: ReadonlySet<string>;
}

/**
 * Limit on the pictures that are drawn to compare pages, in megapixels: two pages scanned at 300 dpi, about 0.3 s of processor
 * time. Decoding takes most of it, so a smaller drawing saves little. Beyond the limit, pictures are compared by their bytes.
 */
const DRAWN_MEGAPIXELS = 18;

/** The input of PDFium. */
interface Plan {
  /** The finished file and the document, both without the profiles that PDFium can go without. */
  file: Uint8Array;
  sent: Uint8Array;
  checks: Check[];
}

/** Covers every page. Pages with values come first, so that their pictures are drawn before the limit is reached. */
function planOf(composition: Composition, { file, isCompared }: Question): Plan {
  const { source, layout, changes, time } = composition;
  const pictures = source.pages.map((page) => picturesOn(source.context, page));
  const lean = leanFiles(source, file, new Set(pictures.flat().flatMap(({ profile }) => profile ?? [])));
  const sides = sidesOf(layout);
  const numbers = source.pages.map((_, index) => index);
  const hasValues = (index: number) => (changes[index]?.values.length ?? 0) > 0;
  const ordered = [...numbers.filter(hasValues), ...(isCompared ? numbers.filter((index) => !hasValues(index)) : [])];
  const megapixels = pictures.map((each) => megapixelsOf(source.context, each, lean.profiles));
  allowPictures(time, megapixels);
  let left = DRAWN_MEGAPIXELS;
  const checks = ordered.map((index): Check => {
    const page = source.pages[index]!;
    left -= megapixels[index]!;
    const own = changes[index];
    const isOnPaper = isWithin(intersect(SHEET, transformBox(toUprightA4(page), page.visible)) ?? SHEET);
    const values = (own?.values ?? []).filter(({ parts }) => parts.some(isOnPaper));
    const moved = (own?.moved ?? []).filter(({ now }) => isOnPaper(now));
    const check: PageToCheck = {
      source: index,
      print: sides.indexOf(index + 1),
      compared: !isCompared ? 'nothing' : left < 0 ? 'picturesByBytes' : 'drawing',
      toPrinted: toUprightA4(page),
      userUnit: page.userUnit,
      corner: cornerOf(page),
      changed: [
        ...(own?.lines ?? []),
        ...(source.redrawn[index] ?? []).map(framed),
        ...(layout.addressPlacement === 'first_page' && index === 0 ? [ADDRESS_BOX] : []),
      ],
      values: values.map(({ marker, letters, parts }) => ({
        marker,
        letters: letters.filter(isOnPaper),
        parts: parts.filter(isOnPaper),
      })),
      moved: moved.map(({ before, now }) => ({ before, now })),
    };
    const runsOff = (own?.values ?? []).filter(({ parts }) => !parts.every(isOnPaper));
    const overruns = Map.groupBy(own?.overruns ?? [], ({ onto }) => onto);
    const namesOf = (onto: Overrun['onto']) => (overruns.get(onto) ?? []).map(({ name }) => name);
    const offPaper = new Set([...runsOff.map(({ name }) => name), ...namesOf('nothing')]);
    const overText = new Set(namesOf('text'));
    return {
      check,
      values,
      moved,
      pictures: pictures[index]!,
      offPaper,
      overText,
      tooWide: widestOf(
        (overruns.get('margin') ?? []).filter(({ name }) => !offPaper.has(name) && !overText.has(name)),
      ),
      unlistedFonts: isCompared ? unlistedFontsOf(source.context, page) : new Set(),
    };
  });
  return { file: lean.file, sent: lean.sent, checks };
}

/** By how much each value exceeds its room where it does so most. */
const widestOf = (overruns: readonly Overrun[]): Map<string, number> =>
  new Map(overruns.toSorted((one, other) => one.by - other.by).map(({ name, by }) => [name, by]));

/** The finished file and the document without expendable profiles, if both can go without them. */
function leanFiles(source: SourceDocument, file: Uint8Array, profiles: ReadonlySet<PDFRawStream>) {
  const spared = unneededProfiles(source.context, profiles);
  const [lean, sent] = [file, source.file].map((each) => (spared.size > 0 ? withoutProfiles(each, spared) : undefined));
  return lean && sent
    ? { file: lean, sent, profiles: spared }
    : { file, sent: source.file, profiles: new Set<PDFRawStream>() };
}

/** Frames of fields are drawn around their rectangle, in points. */
const FRAME = 2;

const framed = ([left, bottom, right, top]: Box): Box => [left - FRAME, bottom - FRAME, right + FRAME, top + FRAME];

function cornerOf(page: SourcePage): PageToCheck['corner'] {
  const [left, , , top] = transformBox(toUprightA4(page), page.shown);
  return [left, A4.height - top];
}

/**
 * Text may run off the paper (rule DOC-12). A quarter of a line's height is below its letters: a full stop has ink only right
 * above it.
 */
const OFF_PAPER = 0.25;

const isWithin =
  ([left, bottom, right, top]: Box) =>
  (part: Box): boolean => {
    const [x, y] = [OFF_PAPER * (part[2] - part[0]), OFF_PAPER * (part[3] - part[1])];
    return part[0] + x >= left && part[1] + y >= bottom && part[2] - x <= right && part[3] - y <= top;
  };

/** A value in one of its places. */
interface Place extends Pick<HiddenValue, 'name' | 'page'> {
  finding: PageFinding['values'][number];
}

const placesOf = (checks: readonly Check[], findings: readonly PageFinding[]): Place[] =>
  checks.flatMap(({ check, values }, index) =>
    values.map(({ name }, at) => ({
      name,
      page: check.source + 1,
      finding: findings[index]?.values[at] ?? 'unseen',
    })),
  );

/** The values whose lines have letters that something covers now; not where the value itself is invisible. */
const coveredTexts = (checks: readonly Check[], findings: readonly PageFinding[]): HiddenValue[] =>
  checks.flatMap(({ check, values, moved }, index) => {
    const { lost = [], values: found = [] } = findings[index] ?? {};
    const names = new Set(lost.map((at) => moved[at]!.name));
    const isSeen = (name: string) => values.some((value, at) => value.name === name && found[at] === 'whole');
    return [...names].filter(isSeen).map((name) => ({ name, page: check.source + 1, what: 'other text' }) as const);
  });

/** A value may be invisible where its marker was invisible too, as in a hidden layer, if another place shows it. */
function hiddenValues(
  places: readonly Place[],
  seen: ReadonlySet<string>,
  covered: readonly HiddenValue[],
): HiddenValue[] {
  const hidden = places
    .filter(
      ({ name, finding }) => finding === 'cut' || finding === 'hidden' || (finding === 'unseen' && !seen.has(name)),
    )
    .map(({ name, page }) => ({ name, page, what: 'value' }) as const);
  return [...new Map([...hidden, ...covered].reverse().map((each) => [each.name, each])).values()].reverse();
}
