import { missingCharacter, widthOf } from './embedded-font.ts';
import { fontFile, type FontName } from './font-files.ts';
import { A4, mm } from './geometry.ts';
import { LOGO_ROOM } from './logo.ts';
import { QR_SIDE } from './qr-code.ts';
import type { TextLine } from './text-line.ts';
import { wrap } from './wrap.ts';

/** The texts of the service's own verification letter, all of them final (rule VER-4). */
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

/** What a letter shows beside its texts. */
export interface Faces {
  /** As printed, in two groups. */
  code: string;
  pageUrl: string | null;
}

export interface SetLine extends TextLine {
  font: FontName;
}

/** Where everything stands, in points from the bottom left corner of the page. */
export interface TemplateLayout {
  lines: readonly SetLine[];
  /** The frame around the code and what belongs to it. */
  panel: { left: number; bottom: number; width: number; height: number };
  /** Top left corner of the QR code. */
  qrCode: { left: number; top: number } | null;
  /** Top right corner of the logo. */
  logo: { right: number; top: number };
}

/** Portuguese texts for people that no customer changes. */
const TEXTS = {
  code: 'Seu código',
  page: 'Digite o código nesta página da internet:',
  qrCode: ['ou aponte a câmera', 'do celular'],
  qrCodeAlone: ['Aponte a câmera', 'do celular'],
} as const;

/**
 * The sheet in an envelope for its window, folded at 105 and 210 mm: address, text and code have a third each. Long texts
 * move the code: down when the text above it is long, up when what belongs to it is. In points from the top of the page.
 */
const SHEET = {
  left: mm(24),
  width: mm(162),
  logo: mm(13),
  company: mm(15),
  text: mm(110),
  panel: mm(214),
  bottom: mm(286),
} as const;

const PANEL_PADDING = mm(6);
const GAP = { beforePanel: mm(6), beforeFooter: mm(5), inPanel: 8, besideQrCode: mm(7) } as const;
/** Baseline to baseline, in sizes. */
const PITCH = { company: 1.15, title: 1.15, body: 1.4, note: 1.3 } as const;
/** Baseline below the top of a line, in sizes. */
const ASCENT = 0.95;

/** What stays as it is, however long the texts. The code has digits alone, so its line is as high as they are. */
const CODE = { size: 44, ascent: 0.8, height: 1.05 } as const;
const LABEL_SIZE = 11;
const CAPTION_SIZE = 9;
const COMPANY_SIZES = [20, 18, 16, 14, 12, 10, 8];
const COMPANY_LINES = 2;

/** How tightly lines are set. */
interface Tightness {
  /** Horizontal scale, at most 1. */
  scale: number;
  /** Lines are filled to their last letter: no long word leaves one half empty. */
  filled: boolean;
}

const LOOSE: Tightness = { scale: 1, filled: false };
const NARROW: Tightness = { scale: 0.9, filled: false };
/**
 * For texts that nobody writes: at this tightness the widest letters of our fonts fit as well, with 1,500 of them in the
 * body, 120 in the title and 300 each in instructions and footer.
 */
const TIGHTEST: Tightness = { scale: 0.65, filled: true };

/** Sizes of title and body; what does not fit at one is set at the next. */
const TEXT_SETTINGS = [
  { title: 22, body: 12, ...LOOSE },
  { title: 20, body: 11.5, ...LOOSE },
  { title: 18, body: 11, ...LOOSE },
  { title: 17, body: 10.5, ...LOOSE },
  { title: 16, body: 10, ...LOOSE },
  { title: 15, body: 9, ...LOOSE },
  { title: 14, body: 8, ...LOOSE },
  { title: 13, body: 7, ...NARROW },
  { title: 12, body: 6, ...TIGHTEST },
] as const;

/** Sizes of instructions and footer, likewise. */
const NOTE_SETTINGS = [
  { instructions: 11.5, footer: 9, ...LOOSE },
  { instructions: 11, footer: 9, ...LOOSE },
  { instructions: 10.5, footer: 8.5, ...LOOSE },
  { instructions: 10, footer: 8.5, ...LOOSE },
  { instructions: 9.5, footer: 8, ...LOOSE },
  { instructions: 9, footer: 7.5, ...LOOSE },
  { instructions: 8, footer: 7, ...LOOSE },
  { instructions: 7, footer: 6.5, ...NARROW },
  { instructions: 6, footer: 6, ...TIGHTEST },
] as const;

/** Every pair of settings: those first whose smaller one is largest, and among these those with the larger body. */
const PAIRS = TEXT_SETTINGS.flatMap((_, text) => NOTE_SETTINGS.map((__, note) => ({ text, note }))).sort(
  (one, other) =>
    Math.max(one.text, one.note) - Math.max(other.text, other.note) || one.text - other.text || one.note - other.note,
);

/** Families for the texts: one letter has one, the first that has all its characters. */
const FAMILIES = ['Carlito', 'LiberationSans'] as const;
type Family = (typeof FAMILIES)[number];
const regular = (family: Family): FontName => `${family}-Regular`;
const bold = (family: Family): FontName => `${family}-Bold`;

/** In the address of the page every character has to be told from every other. */
const ADDRESS_FONT: FontName = 'LiberationMono-Regular';
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
  const all = [template.companyName, ...Object.values(chosenTexts(template))].join(' ');
  return FAMILIES.find((family) => lacking(family, all) === undefined) ?? FAMILIES.at(-1)!;
}

/** The first character of a company's name that some letter could not print; undefined when there is none. */
export const unprintableInName = (name: string): string | undefined => lacking(FAMILIES.at(-1)!, name);

/** Characters that cannot be printed: the field → the first one in it. */
export function unprintableIn(template: Template): Map<string, string> {
  const family = familyOf(template);
  const found = Object.entries(chosenTexts(template)).map(([param, text]) => [param, lacking(family, text)] as const);
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/**
 * Sets the letter in the largest type in which nothing is cut and nothing overlaps.
 * @returns undefined when the body has too many lines even for the smallest; every other text within its limits fits
 */
export function layOut(template: Template, faces: Faces): TemplateLayout | undefined {
  const family = familyOf(template);
  const texts = TEXT_SETTINGS.map((setting) => once(() => textBlock(template, family, setting)));
  const notes = NOTE_SETTINGS.map((setting) => once(() => notesBlock(template, faces, family, setting)));
  const room = SHEET.bottom - SHEET.text - GAP.beforePanel;
  const pair = PAIRS.find(({ text, note }) => texts[text]!().height + notes[note]!().height <= room);
  if (!pair) return undefined;

  const text = texts[pair.text]!();
  const { panel, footer, height } = notes[pair.note]!();
  const lowest = SHEET.bottom - height;
  const panelTop = Math.min(Math.max(SHEET.panel, SHEET.text + text.height + GAP.beforePanel), lowest);
  return {
    lines: [
      ...below(SHEET.company, companyBlock(template, family)),
      ...below(SHEET.text, text),
      ...below(panelTop, panel),
      ...below(SHEET.bottom - footer.height, footer),
    ],
    panel: {
      left: SHEET.left,
      bottom: A4.height - panelTop - panel.height,
      width: SHEET.width,
      height: panel.height,
    },
    qrCode: hasQrCode(template, faces) ? { left: QR_LEFT, top: A4.height - panelTop - PANEL_PADDING } : null,
    logo: { right: SHEET.left + SHEET.width, top: A4.height - SHEET.logo },
  };
}

/** A value that is worked out when it is first asked for: most letters fit at the first setting. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
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
function paragraph(text: string, { font, size }: Type, width: number, { scale, filled }: Tightness): string[] {
  const file = fontFile(font);
  return (filled ? fill : wrap)(text, width / size / scale, (part) => widthOf(file, part));
}

/** Beside the logo, over the window. */
function companyBlock({ companyName, logo }: Template, family: Family): Block {
  const width = logo ? SHEET.width - LOGO_ROOM.width - mm(5) : SHEET.width;
  const settings = COMPANY_SIZES.map((size) => {
    const tightness = size === COMPANY_SIZES.at(-1) ? TIGHTEST : LOOSE;
    const type = { font: bold(family), size, pitch: PITCH.company, scale: tightness.scale };
    return set(paragraph(oneLine(companyName), type, width, tightness), type);
  });
  return settings.find(({ lines }) => lines.length <= COMPANY_LINES) ?? settings.at(-1)!;
}

function textBlock({ title, body }: Template, family: Family, setting: (typeof TEXT_SETTINGS)[number]): Block {
  const heading = { font: bold(family), size: setting.title, pitch: PITCH.title, scale: setting.scale };
  const running = { font: regular(family), size: setting.body, pitch: PITCH.body, scale: setting.scale };
  const lines = paragraphsOf(body).flatMap((text) =>
    text === '' ? [''] : paragraph(text, running, SHEET.width, setting),
  );
  return stack(
    set(paragraph(oneLine(title), heading, SHEET.width, setting), heading),
    gap(0.6 * setting.title),
    set(lines, running),
  );
}

const INNER_LEFT = SHEET.left + PANEL_PADDING;
const INNER_WIDTH = SHEET.width - 2 * PANEL_PADDING;
const QR_LEFT = INNER_LEFT + INNER_WIDTH - QR_SIDE;

const hasQrCode = ({ includeQrCode }: Template, { pageUrl }: Faces) => includeQrCode && pageUrl !== null;

/** The code with what to do with it, the QR code at its right. */
function panelBlock(template: Template, faces: Faces, family: Family, setting: (typeof NOTE_SETTINGS)[number]): Block {
  const withQrCode = hasQrCode(template, faces);
  const width = withQrCode ? INNER_WIDTH - QR_SIDE - GAP.besideQrCode : INNER_WIDTH;
  const label = { font: regular(family), size: LABEL_SIZE, left: INNER_LEFT };
  const note = { font: regular(family), size: setting.instructions, left: INNER_LEFT, scale: setting.scale };
  const address = { font: ADDRESS_FONT, size: ADDRESS_SIZE, left: INNER_LEFT };
  const { instructions } = template;
  const pageUrl = template.includePageUrl ? faces.pageUrl : null;
  const column = stack(
    set([TEXTS.code], label),
    codeBlock(faces.code, family),
    ...(instructions ? [gap(GAP.inPanel), set(paragraph(oneLine(instructions), note, width, setting), note)] : []),
    ...(pageUrl ? [gap(GAP.inPanel), set([TEXTS.page], label), set(addressLines(pageUrl, width), address)] : []),
  );
  const beside = withQrCode ? captionBlock(pageUrl ? TEXTS.qrCode : TEXTS.qrCodeAlone, family) : gap(0);
  return stack(
    gap(PANEL_PADDING),
    { lines: [...column.lines, ...beside.lines], height: Math.max(column.height, beside.height) },
    gap(PANEL_PADDING),
  );
}

function codeBlock(code: string, family: Family): Block {
  const { size, ascent, height } = CODE;
  const { lines } = set([code], { font: bold(family), size, left: INNER_LEFT });
  return { lines: lines.map((line) => ({ ...line, y: ascent * size })), height: height * size };
}

/** Centered under the QR code, whose quiet zone stays blank. */
function captionBlock(texts: readonly string[], family: Family): Block {
  const font = regular(family);
  const lines = texts.map((text) => {
    const indent = (QR_SIDE - widthOf(fontFile(font), text) * CAPTION_SIZE) / 2;
    return set([text], { font, size: CAPTION_SIZE, left: QR_LEFT + indent });
  });
  return stack(gap(QR_SIDE + GAP.inPanel), ...lines);
}

/** Panel and footer, and the height that both take. */
function notesBlock(template: Template, faces: Faces, family: Family, setting: (typeof NOTE_SETTINGS)[number]) {
  const panel = panelBlock(template, faces, family, setting);
  const footer = footerBlock(template, family, setting);
  const gapBetween = footer.height > 0 ? GAP.beforeFooter : 0;
  return { panel, footer, height: panel.height + gapBetween + footer.height };
}

function footerBlock({ footer }: Template, family: Family, setting: (typeof NOTE_SETTINGS)[number]): Block {
  const type = { font: regular(family), size: setting.footer, scale: setting.scale };
  return set(paragraph(oneLine(footer), type, SHEET.width, setting), type);
}

/** Lines filled to the last letter that fits. */
function fill(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (line !== '' && measure(line + character) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (line !== '' || character !== ' ') line += character;
  }
  return line === '' ? lines : [...lines, line];
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
