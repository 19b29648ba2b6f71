import type { LetterPaper, Step } from '../../core/domain/verification-letter.ts';
import { once } from '../../core/once.ts';
import { A4, mm } from '../base/geometry.ts';
import { LOGO_ROOM, QR_SIDE } from '../print/picture-places.ts';
import type { TextLine } from '../print/text-line.ts';
import { fontFile, type FontName } from '../text/font-files.ts';
import { missingCharacter, widthOf } from '../text/font-text.ts';
import { wrap } from '../text/wrap.ts';

/** The service's own verification letter, with its final texts. */
export type Template = LetterPaper & {
  /** A PNG or JPEG within `logoLimits`; null or absent prints none. */
  logo?: Uint8Array | null;
};

/** What a letter shows besides its texts. */
export interface Faces {
  /** As printed, in two groups. */
  code: string;
}

export interface SetLine extends TextLine {
  font: FontName;
}

/** The position of everything, in points from the bottom left corner of the page. */
export interface TemplateLayout {
  lines: readonly SetLine[];
  /** The frame around the code and what belongs to it. */
  panel: { left: number; bottom: number; width: number; height: number };
  /** Top left corner of the QR code. */
  qrCode: { left: number; top: number } | null;
  /** Top right corner of the logo. */
  logo: { right: number; top: number };
}

/**
 * The sheet for a window envelope, folded at 105 and 210 mm. Company and date are above the text, which begins below
 * the first fold; the code is between the folds, or below the second one if the text is long. In points from the top of
 * the page.
 */
const SHEET = {
  left: mm(24),
  width: mm(162),
  logo: mm(13),
  company: mm(14),
  /** Below the window and the 5 mm around it that stay blank. */
  date: mm(97),
  text: mm(108),
  panel: mm(172),
  fold: mm(210),
  bottom: mm(286),
} as const;

const PANEL_PADDING = mm(4.5);
const GAP = { beforePanel: mm(6), beforeNotes: mm(4), inPanel: 8, besideQrCode: mm(7), belowQrCode: mm(2) } as const;
/** The least distance between a fold and anything that a machine reads. */
const FOLD_MARGIN = mm(2);
/** Baseline to baseline, in sizes. */
const PITCH = { company: 1.15, title: 1.15, body: 1.4, note: 1.3 } as const;
/** Baseline below the top of a line, in sizes. */
const ASCENT = 0.95;

/** Sizes that do not depend on the texts. The code has digits only, so its line is as high as a digit. */
const CODE = { size: 44, ascent: 0.8, height: 1.05 } as const;
const LABEL_SIZE = 11;
const DATE_SIZE = 11;
/** From the margin of a step to its text. */
const STEP_INDENT = 13;

/** Sizes of the company's name, in up to so many lines, and of its registration below. */
const COMPANY_SETTINGS = [
  { name: 20, lines: 2, registration: 9 },
  { name: 18, lines: 2, registration: 9 },
  { name: 16, lines: 2, registration: 9 },
  { name: 14, lines: 2, registration: 9 },
  { name: 12, lines: 3, registration: 9 },
  { name: 11, lines: 3, registration: 8.5 },
  { name: 10, lines: 4, registration: 8 },
] as const;
const COMPANY_HEIGHT = mm(40) - SHEET.company;

/** How tightly lines are set. */
interface Tightness {
  /** Horizontal scale, at most 1. */
  scale: number;
}

const LOOSE: Tightness = { scale: 1 };
const NARROW: Tightness = { scale: 0.85 };

/** Sizes of title and body; what does not fit at one is set at the next. Type below 8 points is not readable. */
const TEXT_SETTINGS = [
  { title: 22, body: 12, ...LOOSE },
  { title: 20, body: 11.5, ...LOOSE },
  { title: 18, body: 11, ...LOOSE },
  { title: 17, body: 10.5, ...LOOSE },
  { title: 16, body: 10, ...LOOSE },
  { title: 15, body: 9, ...LOOSE },
  { title: 14, body: 8.5, ...LOOSE },
  { title: 12, body: 8, ...NARROW },
] as const;

/** The same for the texts beside the code and below it. */
const NOTE_SETTINGS = [
  { steps: 11.5, instructions: 11.5, caution: 10, footer: 9, ...LOOSE },
  { steps: 11, instructions: 11, caution: 9.5, footer: 9, ...LOOSE },
  { steps: 10.5, instructions: 10.5, caution: 9, footer: 8.5, ...LOOSE },
  { steps: 10, instructions: 10, caution: 9, footer: 8.5, ...LOOSE },
  { steps: 10, instructions: 9.5, caution: 8.5, footer: 8, ...LOOSE },
  { steps: 9.5, instructions: 9, caution: 8.5, footer: 8, ...LOOSE },
  { steps: 9, instructions: 8.5, caution: 8, footer: 8, ...LOOSE },
  { steps: 8.5, instructions: 8, caution: 8, footer: 8, ...NARROW },
] as const;

/** The text shrinks down to this size to keep the fold away from the code. */
const COMFORTABLE = 10;

interface Pair {
  text: number;
  note: number;
}

/** All pairs of settings, ordered by the size of the smaller one, then by the size of the body, largest first. */
const PAIRS: readonly Pair[] = TEXT_SETTINGS.flatMap((_, text) =>
  NOTE_SETTINGS.map((__, note) => ({ text, note })),
).sort(
  (one, other) =>
    Math.max(one.text, one.note) - Math.max(other.text, other.note) || one.text - other.text || one.note - other.note,
);

/** Families for the texts: a letter uses the first one that has all its characters. */
const FAMILIES = ['Carlito', 'LiberationSans'] as const;
type Family = (typeof FAMILIES)[number];
const regular = (family: Family): FontName => `${family}-Regular`;
const bold = (family: Family): FontName => `${family}-Bold`;

/** In the address of the page, no two characters may look alike. */
const ADDRESS_FONT: FontName = 'LiberationMono-Regular';
/** This size never changes: 57 characters fill one line of the panel. */
const ADDRESS_SIZE = 12;

export const composed = (text: string) => text.normalize('NFC');
export const oneLine = (text: string) => composed(text).replace(/\s+/g, ' ').trim();

/** The paragraphs of a text; two empty lines and more are one. */
const paragraphsOf = (text: string) =>
  composed(text)
    .trim()
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(oneLine)
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '');

/** The texts that customers choose. */
const chosenTexts = ({ title, body, footer, instructions }: Template) => ({
  'letter.title': title,
  'letter.body': body,
  'letter.footer': footer,
  instructions: instructions ?? '',
});

const lacking = (family: Family, text: string) => missingCharacter(fontFile(regular(family)), oneLine(text));

function familyOf(template: Template): Family {
  const { companyName, registration, greeting } = template;
  const all = [companyName, registration, greeting ?? '', ...Object.values(chosenTexts(template))].join(' ');
  return FAMILIES.find((family) => lacking(family, all) === undefined) ?? FAMILIES.at(-1)!;
}

/** The first character of a company's name that some letter could not print; undefined when there is none. */
export const unprintableInName = (name: string): string | undefined => lacking(FAMILIES.at(-1)!, name);

/** Whether the head of a letter has room for a company, beside the largest logo. */
export function fitsLetterhead(company: Pick<Template, 'companyName' | 'registration'>): boolean {
  return FAMILIES.every((family) => companyBlocks(company, family, COMPANY_WIDTH_BESIDE_LOGO).some(isWithinHead));
}

/** Characters that cannot be printed: the field → the first one in it. */
export function unprintableIn(template: Template): Map<string, string> {
  const family = familyOf(template);
  const found = Object.entries(chosenTexts(template)).map(([param, text]) => [param, lacking(family, text)] as const);
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/**
 * Sets the letter in the largest type in which nothing is cut and nothing overlaps.
 * @returns undefined when the body has too many lines even for the smallest
 */
export function layOut(template: Template, faces: Faces): TemplateLayout | undefined {
  const family = familyOf(template);
  const texts = TEXT_SETTINGS.map((setting) => once(() => textBlock(template, family, setting)));
  const notes = NOTE_SETTINGS.map((setting) => once(() => notesBlock(template, faces, family, setting)));
  const fitting = PAIRS.filter(({ text, note }) => texts[text]!().height + notes[note]!().height <= ROOM);
  const panelTopOf = ({ text, note }: Pair) =>
    topOfPanel(SHEET.text + texts[text]!().height + GAP.beforePanel, SHEET.bottom - notes[note]!().height);
  const pair =
    fitting.find((each) => TEXT_SETTINGS[each.text]!.body >= COMFORTABLE && !isFolded(panelTopOf(each))) ?? fitting[0];
  if (!pair) return undefined;

  const text = texts[pair.text]!();
  const { panel, caution, footer } = notes[pair.note]!();
  const panelTop = panelTopOf(pair);
  return {
    lines: [
      ...below(SHEET.company, companyBlock(template, family)),
      ...below(SHEET.date, dateBlock(template, family)),
      ...below(SHEET.text, text),
      ...below(panelTop, panel),
      ...below(panelTop + panel.height + GAP.beforeNotes, caution),
      ...below(SHEET.bottom - footer.height, footer),
    ],
    panel: {
      left: SHEET.left,
      bottom: A4.height - panelTop - panel.height,
      width: SHEET.width,
      height: panel.height,
    },
    qrCode: template.includeQrCode ? { left: QR_LEFT, top: A4.height - panelTop - PANEL_PADDING } : null,
    logo: { right: SHEET.left + SHEET.width, top: A4.height - SHEET.logo },
  };
}

/** The height that title, body, panel and notes share. */
const ROOM = SHEET.bottom - SHEET.text - GAP.beforePanel;

/** A position where no fold crosses code and QR code, if there is one between the two heights. */
function topOfPanel(highest: number, lowest: number): number {
  const wanted = Math.min(Math.max(SHEET.panel, highest), lowest);
  if (!isFolded(wanted)) return wanted;
  const above = SHEET.fold - FOLD_MARGIN - QR_SIDE - PANEL_PADDING;
  const belowFold = SHEET.fold + FOLD_MARGIN - PANEL_PADDING;
  return [above, belowFold].find((place) => place >= highest && place <= lowest) ?? wanted;
}

/** Whether the fold goes through code and QR code of a panel. */
function isFolded(panelTop: number): boolean {
  const top = panelTop + PANEL_PADDING;
  return top < SHEET.fold + FOLD_MARGIN && top + QR_SIDE > SHEET.fold - FOLD_MARGIN;
}

/** Lines of the body at the smallest size, and how many fit on the sheet. */
export function linesOfBody(template: Template, faces: Faces): { lines: number; maximum_lines: number } {
  const family = familyOf(template);
  const setting = TEXT_SETTINGS.at(-1)!;
  const pitch = PITCH.body * setting.body;
  const lines = bodyLines(template, family, setting).length;
  const text = textBlock(template, family, setting);
  const notes = notesBlock(template, faces, family, NOTE_SETTINGS.at(-1)!);
  const others = text.height - lines * pitch + notes.height;
  return { lines, maximum_lines: Math.max(0, Math.floor((ROOM - others) / pitch)) };
}

/** Lines that are set and not placed yet: `y` counts downwards from the block's top. */
interface Block {
  lines: readonly SetLine[];
  height: number;
}

const below = (top: number, { lines }: Block): SetLine[] =>
  lines.map((line) => ({ ...line, y: A4.height - top - line.y }));

/** Blocks one under the other. */
function stack(...blocks: readonly Block[]): Block {
  return blocks.reduce(({ lines, height }, block) => ({
    lines: [...lines, ...block.lines.map((line) => ({ ...line, y: line.y + height }))],
    height: height + block.height,
  }));
}

const gap = (height: number): Block => ({ lines: [], height });

interface Type {
  font: FontName;
  size: number;
  pitch?: number;
  left?: number;
  scale?: number;
}

/** Lines as they are given. */
function set(lines: readonly string[], { font, size, pitch = PITCH.note, left = SHEET.left, scale = 1 }: Type): Block {
  const placed = lines.map((text, index) => ({ text, font, size, scale, x: left, y: (index * pitch + ASCENT) * size }));
  return { lines: placed.filter(({ text }) => text !== ''), height: lines.length * pitch * size };
}

/** A paragraph in lines of a width. */
function paragraph(text: string, { font, size, scale = 1 }: Type, width: number): string[] {
  const file = fontFile(font);
  return wrap(text, width / size / scale, (part) => widthOf(file, part));
}

const COMPANY_WIDTH_BESIDE_LOGO = SHEET.width - LOGO_ROOM.width - mm(5);

/** The head of the letter in all its sizes. */
function companyBlocks(
  { companyName, registration }: Pick<Template, 'companyName' | 'registration'>,
  family: Family,
  width: number,
): (Block & { fits: boolean })[] {
  return COMPANY_SETTINGS.map(({ name, lines, registration: size }) => {
    const heading = { font: bold(family), size: name, pitch: PITCH.company };
    const small = { font: regular(family), size };
    const names = paragraph(oneLine(companyName), heading, width);
    const block = stack(set(names, heading), gap(2), set(paragraph(oneLine(registration), small, width), small));
    return { ...block, fits: names.length <= lines };
  });
}

const isWithinHead = ({ height, fits }: Block & { fits: boolean }) => fits && height <= COMPANY_HEIGHT;

/**
 * Beside the logo, above the window. A name that fits in no size is refused when it is set; older ones are condensed.
 */
function companyBlock(template: Template, family: Family): Block {
  const width = template.logo ? COMPANY_WIDTH_BESIDE_LOGO : SHEET.width;
  const found = companyBlocks(template, family, width).find(isWithinHead);
  if (found) return found;
  const type = { font: bold(family), size: 8, pitch: PITCH.company, scale: CONDENSED };
  return set(paragraph(oneLine(`${template.companyName} · ${template.registration}`), type, width), type);
}

const CONDENSED = 0.65;

function dateBlock({ date }: Template, family: Family): Block {
  const font = regular(family);
  const left = SHEET.left + SHEET.width - widthOf(fontFile(font), date) * DATE_SIZE;
  return set([date], { font, size: DATE_SIZE, left });
}

type TextSetting = (typeof TEXT_SETTINGS)[number];
type NoteSetting = (typeof NOTE_SETTINGS)[number];

const runningType = (family: Family, { body, scale }: TextSetting) => ({
  font: regular(family),
  size: body,
  pitch: PITCH.body,
  scale,
});

function bodyLines({ body }: Template, family: Family, setting: TextSetting): string[] {
  const type = runningType(family, setting);
  return paragraphsOf(body).flatMap((text) => (text === '' ? [''] : paragraph(text, type, SHEET.width)));
}

function textBlock(template: Template, family: Family, setting: TextSetting): Block {
  const { title, greeting } = template;
  const heading = { font: bold(family), size: setting.title, pitch: PITCH.title, scale: setting.scale };
  const running = runningType(family, setting);
  return stack(
    set(paragraph(oneLine(title), heading, SHEET.width), heading),
    gap(0.6 * setting.title),
    ...(greeting === null
      ? []
      : [set(paragraph(oneLine(greeting), running, SHEET.width), running), gap(0.6 * setting.body)]),
    set(bodyLines(template, family, setting), running),
  );
}

const INNER_LEFT = SHEET.left + PANEL_PADDING;
const INNER_WIDTH = SHEET.width - 2 * PANEL_PADDING;
const QR_LEFT = INNER_LEFT + INNER_WIDTH - QR_SIDE;

/** The code with the QR code at its right, and what to do with them below. */
function panelBlock(template: Template, faces: Faces, family: Family, setting: NoteSetting): Block {
  const { includeQrCode, codeLabel, instructions, steps } = template;
  const label = { font: regular(family), size: LABEL_SIZE, left: INNER_LEFT };
  const note = { font: regular(family), size: setting.instructions, left: INNER_LEFT, scale: setting.scale };
  const besideQrCode = INNER_WIDTH - QR_SIDE - GAP.besideQrCode;
  const code = stack(
    set(paragraph(codeLabel, label, includeQrCode ? besideQrCode : INNER_WIDTH), label),
    codeBlock(faces.code, family),
  );
  const height = includeQrCode ? Math.max(code.height, QR_SIDE + GAP.belowQrCode) : code.height;
  return stack(
    gap(PANEL_PADDING),
    { lines: code.lines, height },
    ...(instructions ? [gap(GAP.inPanel), set(paragraph(oneLine(instructions), note, INNER_WIDTH), note)] : []),
    ...steps.flatMap((step, index) => [
      gap(index === 0 ? GAP.inPanel : GAP.inPanel / 2),
      stepBlock(step, index + 1, family, setting),
    ]),
    gap(PANEL_PADDING),
  );
}

function codeBlock(code: string, family: Family): Block {
  const { size, ascent, height } = CODE;
  const { lines } = set([code], { font: bold(family), size, left: INNER_LEFT });
  return { lines: lines.map((line) => ({ ...line, y: ascent * size })), height: height * size };
}

function stepBlock({ text, address, also }: Step, number: number, family: Family, setting: NoteSetting): Block {
  const left = INNER_LEFT + STEP_INDENT;
  const width = INNER_WIDTH - STEP_INDENT;
  const type = { font: regular(family), size: setting.steps, left, scale: setting.scale };
  const large = { font: ADDRESS_FONT, size: ADDRESS_SIZE, left };
  const body = set(paragraph(text, type, width), type);
  const numeral = set([String(number)], { ...type, font: bold(family), left: INNER_LEFT });
  return stack(
    { lines: [...numeral.lines, ...body.lines], height: body.height },
    ...(address === undefined ? [] : [set(addressLines(address, width), large)]),
    ...(also === undefined ? [] : [set(paragraph(also, type, width), type)]),
  );
}

/** Panel, caution and footer, and their total height. */
function notesBlock(template: Template, faces: Faces, family: Family, setting: NoteSetting) {
  const panel = panelBlock(template, faces, family, setting);
  const caution = cautionBlock(template, family, setting);
  const footer = footerBlock(template, family, setting);
  const beforeFooter = footer.height > 0 ? GAP.beforeNotes : 0;
  const height = panel.height + GAP.beforeNotes + caution.height + beforeFooter + footer.height;
  return { panel, caution, footer, height };
}

function cautionBlock({ caution }: Template, family: Family, setting: NoteSetting): Block {
  const type = { font: regular(family), size: setting.caution, scale: setting.scale };
  const heading = { ...type, font: bold(family) };
  return stack(set([caution.heading], heading), set(paragraph(oneLine(caution.text), type, SHEET.width), type));
}

function footerBlock({ footer }: Template, family: Family, setting: NoteSetting): Block {
  const type = { font: regular(family), size: setting.footer, scale: setting.scale };
  return set(paragraph(oneLine(footer), type, SHEET.width), type);
}

/** The address of a page, broken where its parts begin: a person who types it needs to find the place again. */
function addressLines(url: string, width: number): string[] {
  const file = fontFile(ADDRESS_FONT);
  const room = width / ADDRESS_SIZE;
  const parts = url.split(/(?<=[^/]\/)(?=[^/])/);
  return parts.reduce<string[]>((lines, part) => {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(file, last + part) <= room) return [...lines.slice(0, -1), last + part];
    return [...lines, ...wrap(part, room, (text) => widthOf(file, text))];
  }, []);
}
