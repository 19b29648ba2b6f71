import { type PDFContext, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { MAX_SHEETS } from '../../core/domain/sheets.ts';
import { A4, type Box, boxOf, intersect, type Matrix, toMm } from '../base/geometry.ts';
import { noUsage, type PageUsage } from './forms.ts';
import { arrayEntry, asDict, entry, nameEntry, numberEntry, numbersEntry, resolve } from './objects.ts';

/** A page as it was sent, with what it inherits from the page tree. */
export interface SourcePage {
  /** From 1. */
  number: number;
  leaf: PDFDict;
  resources: PDFDict | undefined;
  /** The part that readers show: CropBox within MediaBox, in the page's own units. */
  shown: Box;
  /** The part that prints: all of the visible part, or the TrimBox of a page whose bleed no CropBox hides. */
  visible: Box;
  /** Clockwise. */
  rotation: 0 | 90 | 180 | 270;
  /** Points in one of the page's own units. */
  userUnit: number;
  /** What its content and annotations use, as `pageContent` finds it. */
  used: PageUsage;
}

/** A letter has 12 sides; a document with this many nodes is not a letter. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 64;

/** What readers assume if a page has no usable MediaBox. */
const LETTER_PAPER: Box = [0, 0, 612, 792];

/** A document with more pages than two letters is refused without further checks. */
export const MOST_PAGES_READ = 4 * MAX_SHEETS;

type Inherited = Record<'Resources' | 'MediaBox' | 'CropBox' | 'Rotate', PDFObject | undefined>;
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

export interface PageTree {
  /** In order. */
  pages: SourcePage[];
  /** The page count that the tree declares, if it exceeds the pages found or a part of the tree cannot be read. */
  expected: number | undefined;
}

/**
 * The pages of the tree. Cycles, depth or repetition in the tree cannot prolong the walk: after 5,000 nodes it ends
 * with the pages found so far.
 */
export function pagesOf(context: PDFContext, catalog: PDFDict): PageTree {
  const pages: SourcePage[] = [];
  let damaged = 0;
  const open = new Set<PDFDict>();
  let nodes = 0;

  function walk(reference: PDFObject, inherited: Inherited): void {
    const node = resolve(context, reference);
    if (++nodes > MAX_NODES) return;
    if (!(node instanceof PDFDict)) {
      damaged++;
      return;
    }
    if (open.has(node) || open.size > MAX_DEPTH) return;
    const own = inherit(context, node, inherited);
    const kids = arrayEntry(context, node, 'Kids');
    if (!kids && nameEntry(context, node, 'Type') === 'Pages') {
      damaged++;
      return;
    }
    if (!kids) {
      pages.push(readPage(context, node, own, pages.length + 1));
      return;
    }
    open.add(node);
    for (const kid of kids) {
      if (nodes > MAX_NODES) break;
      walk(kid, own);
    }
    open.delete(node);
  }

  const root = catalog.get(PDFName.of('Pages'));
  if (root) walk(root, { Resources: undefined, MediaBox: undefined, CropBox: undefined, Rotate: undefined });
  return { pages, expected: expectedPages(context, root, pages.length, damaged) };
}

function expectedPages(context: PDFContext, root: PDFObject | undefined, found: number, damaged: number) {
  const tree = asDict(resolve(context, root));
  // A count larger than any letter's is wrong and does not mean lost pages; readers ignore it too.
  const counted = tree && numberEntry(context, tree, 'Count');
  const count = counted !== undefined && counted > 0 && counted <= MAX_NODES ? counted : undefined;
  if (count !== undefined) return count > found || (damaged > 0 && count !== found) ? count : undefined;
  return damaged > 0 ? found + damaged : undefined;
}

function inherit(context: PDFContext, node: PDFDict, inherited: Inherited): Inherited {
  const own = { ...inherited };
  for (const key of INHERITABLE) own[key] = entry(context, node, key) ?? inherited[key];
  return own;
}

function readPage(context: PDFContext, leaf: PDFDict, inherited: Inherited, number: number): SourcePage {
  const view = PDFDict.withContext(context);
  for (const key of INHERITABLE) if (inherited[key]) view.set(PDFName.of(key), inherited[key]);
  const media = boxEntry(context, view, 'MediaBox') ?? LETTER_PAPER;
  const crop = boxEntry(context, view, 'CropBox') ?? media;
  const userUnit = numberEntry(context, leaf, 'UserUnit') ?? 1;
  const shown = intersect(media, crop) ?? media;
  const turns = Math.round((numberEntry(context, view, 'Rotate') ?? 0) / 90);
  const page: SourcePage = {
    number,
    leaf,
    resources: asDict(inherited.Resources),
    shown,
    visible: shown,
    rotation: ((((turns % 4) + 4) % 4) * 90) as SourcePage['rotation'],
    userUnit: userUnit > 0 ? userUnit : 1,
    used: noUsage(),
  };
  return view.has(PDFName.of('CropBox')) || isA4Portrait(page) ? page : trimmed(context, page);
}

/** Files for printers are larger than their paper: the excess is bleed, which is cut off (ISO 32000-1, 14.11.2). */
function trimmed(context: PDFContext, page: SourcePage): SourcePage {
  const trim = boxEntry(context, page.leaf, 'TrimBox');
  const visible = trim && intersect(trim, page.shown);
  const cut = visible && { ...page, visible };
  return cut && isA4Portrait(cut) ? cut : page;
}

function boxEntry(context: PDFContext, dict: PDFDict, key: string): Box | undefined {
  const numbers = numbersEntry(context, dict, key, 4);
  if (!numbers) return undefined;
  const box = boxOf(numbers as [number, number, number, number]);
  return intersect(box, box);
}

/** Width and height as seen, in points. */
export function seenSize({ visible: [left, bottom, right, top], rotation, userUnit }: SourcePage): {
  width: number;
  height: number;
} {
  const [width, height] = [(right - left) * userUnit, (top - bottom) * userUnit];
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Of 157 nearly-A4 public files a tolerance of 1 mm would refuse 595 x 839, 592 x 842, 598 x 845 and 600 x 840 points. */
const TOLERANCE_MM = 2;

/** A4 portrait within the tolerance (rule DOC-4). */
export function isA4Portrait(page: SourcePage): boolean {
  const { width, height } = seenSize(page);
  return Math.max(Math.abs(toMm(width - A4.width)), Math.abs(toMm(height - A4.height))) <= TOLERANCE_MM;
}

/**
 * From the page's own space to an upright A4 page. Size and top left corner are kept, because the envelope's window is
 * measured from there: excess or missing parts, 2 mm at most, are at the right and at the bottom.
 */
export function toUprightA4(page: SourcePage): Matrix {
  const { visible, rotation, userUnit: u } = page;
  const [left, bottom, right, top] = visible;
  const lift = A4.height - seenSize(page).height;
  const matrices: Record<SourcePage['rotation'], Matrix> = {
    0: [u, 0, 0, u, -left * u, -bottom * u + lift],
    90: [0, -u, u, 0, -bottom * u, right * u + lift],
    180: [-u, 0, 0, -u, right * u, top * u + lift],
    270: [0, u, -u, 0, top * u, -left * u + lift],
  };
  return matrices[rotation];
}

/** The references of the content streams of a page, in order. */
export function contentsOf(context: PDFContext, { leaf }: SourcePage): PDFObject[] {
  const streams = arrayEntry(context, leaf, 'Contents') ?? [leaf.get(PDFName.of('Contents'))];
  return streams.filter((stream) => stream !== undefined);
}
