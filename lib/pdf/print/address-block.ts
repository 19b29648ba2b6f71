import { type Address, printedLines } from '../../core/domain/addresses.ts';
import { A4, type Box, mm } from '../base/geometry.ts';
import { type Measure, wrap } from '../text/wrap.ts';
import type { TextLine } from './text-line.ts';

/** The part of a page that shows through the envelope's window (rule DOC-6), from the top left corner of the page. */
export const ADDRESS_AREA = { left: mm(20), top: mm(45), width: mm(90), height: mm(45) } as const;

/** The same in points from the bottom left corner, less a hairline: a line along the edge counts as outside. */
export const ADDRESS_BOX: Box = [
  ADDRESS_AREA.left + mm(0.2),
  A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + mm(0.2),
  ADDRESS_AREA.left + ADDRESS_AREA.width - mm(0.2),
  A4.height - ADDRESS_AREA.top - mm(0.2),
];

/** The letter moves in its envelope, so printed text keeps this distance from the window's edge. */
const INNER_MARGIN = mm(4);
export const TEXT = {
  left: ADDRESS_AREA.left + INNER_MARGIN,
  top: A4.height - ADDRESS_AREA.top - INNER_MARGIN,
  width: ADDRESS_AREA.width - 2 * INNER_MARGIN,
  bottom: A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + INNER_MARGIN,
} as const;

interface Setting {
  size: number;
  /** Horizontal scale. */
  narrowed: number;
}

/** Half of the width that an address of the longest fields needs in capital Ws. */
const NARROWEST: Setting = { size: 7, narrowed: 0.3 };
/** Settings of the recipient, from the largest to the narrowest: narrow letters disturb readers less than small ones. */
const SETTINGS: readonly Setting[] = [
  ...steps(11, 8, 0.5).map((size) => ({ size, narrowed: 1 })),
  { size: 7.5, narrowed: 0.85 },
  ...steps(0.85, 0.35, 0.05).map((narrowed) => ({ size: 7, narrowed })),
  NARROWEST,
];
/** Slightly long lines are condensed: readers notice a wrapped line, but not slightly narrower letters. */
const UNSEEN = 0.93;
/** Letters of a sender on one line are condensed to this width at most. */
const SENDER = { size: 7, lines: 2, narrowed: 0.75 } as const;
/** Baseline to baseline, in sizes: 4.5 mm at 11 points. */
const LINE_PITCH = 1.16;
/** Baseline below the top of a line, in sizes: the height of an accented capital. */
const ASCENT = 0.95;
const DESCENT = 0.22;
const GAP_BELOW_SENDER = mm(3);

/** What a recipient has of the window, in points. */
export interface RecipientRoom {
  width: number;
  bottom: number;
  /** Most lines. */
  lines: number;
}

/** The whole window, as print files use it. */
export const WHOLE_ROOM: RecipientRoom = { width: TEXT.width, bottom: TEXT.bottom, lines: Infinity };

/** The sender on one line, or two if it is long, the recipient below it, always inside the window. */
export function addressBlock(to: Address, from: Address, measure: Measure): TextLine[] {
  const sender = senderLines(from, measure);
  return [...sender, ...recipientLines(to, sender.at(-1)!.y, measure, WHOLE_ROOM)];
}

/**
 * On one line (rule LTR-1), in small type that is condensed a little and never reduced: the carrier reads it to return a
 * letter. If one line is too short, the sender takes two, not condensed, then omits the neighborhood, which the postal
 * code implies, then cuts name and street. Number, postal code, city and state always stay: the return needs them.
 */
function senderLines(from: Address, measure: Measure): TextLine[] {
  const line = senderText(printedLines(from));
  const scale = TEXT.width / (measure(line) * SENDER.size);
  if (scale >= SENDER.narrowed) return place([line], SENDER.size, Math.min(1, scale), TEXT.top);
  const candidates = [from, ...shortened(from)].map((address) => brokenSender(address, measure));
  const lines = candidates.find(({ length }) => length <= SENDER.lines) ?? candidates.at(-1)!;
  return place(lines, SENDER.size, 1, TEXT.top);
}

/** Lines broken between parts if the parts allow it. */
function brokenSender(from: Address, measure: Measure): string[] {
  const parts = printedLines(from);
  const width = TEXT.width / SENDER.size;
  const breaks = parts
    .map((_, index) => [`${senderText(parts.slice(0, index))},`, parts.slice(index).join(', ')])
    .slice(1);
  const found = breaks.findLast((lines) => lines.every((line) => measure(line) <= width));
  return found ?? wrap(senderText(parts), width, measure);
}

const senderText = (parts: readonly string[]) => `Remetente: ${parts.join(', ')}`;

/** Candidates without the neighborhood: first name and street get shorter and shorter, then the other parts. */
function shortened(address: Address): Address[] {
  const lengths = [60, 45, 35, 25, 15, 8];
  const cut = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
  const brief = { ...address, neighborhood: '' };
  return [
    brief,
    ...lengths.map((length) => ({ ...brief, name: cut(address.name, length), street: cut(address.street, length) })),
    ...lengths.map((length) => ({
      ...brief,
      name: cut(address.name, 8),
      street: cut(address.street, 8),
      complement: address.complement && cut(address.complement, length),
      city: cut(address.city, length),
    })),
  ];
}

/**
 * Uses the largest type that fits the window, and wraps long lines before it reduces the size. An address that does not fit
 * at the smallest size is condensed: an address never causes a refusal.
 * @param senderBaseline of the sender's last line
 */
export function recipientLines(to: Address, senderBaseline: number, measure: Measure, room: RecipientRoom): TextLine[] {
  const top = senderBaseline - GAP_BELOW_SENDER;
  const lines = printedLines(to);
  const widest = Math.max(...lines.map(measure));
  const wrapped = ({ size, narrowed }: Setting) =>
    lines.flatMap((line) => wrap(line, room.width / size / narrowed, measure));
  const fits = ({ length }: readonly string[], size: number) =>
    length <= room.lines && heightOf(length, size) <= top - room.bottom;
  for (const setting of SETTINGS) {
    const scale = room.width / (widest * setting.size);
    if (scale >= UNSEEN && fits(lines, setting.size)) return place(lines, setting.size, Math.min(1, scale), top);
    if (fits(wrapped(setting), setting.size)) return place(wrapped(setting), setting.size, setting.narrowed, top);
  }
  return place(wrapped(NARROWEST), NARROWEST.size, NARROWEST.narrowed, top);
}

/** The values from the first down to the last, in steps. */
function steps(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.round((first - last) / step) + 1 }, (_, index) => first - index * step);
}

const heightOf = (lines: number, size: number) => ((lines - 1) * LINE_PITCH + ASCENT + DESCENT) * size;

function place(lines: readonly string[], size: number, scale: number, top: number): TextLine[] {
  return lines.map((text, index) => ({
    text,
    x: TEXT.left,
    y: top - (ASCENT + index * LINE_PITCH) * size,
    size,
    scale,
  }));
}
