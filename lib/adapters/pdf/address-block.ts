import type { Address } from '../../core/domain/addresses.ts';
import { A4, type Box, mm } from './geometry.ts';
import type { TextLine } from './text-line.ts';
import { type Measure, wrap } from './wrap.ts';

/** The part of a page that shows through the envelope's window (rule DOC-6), from the top left corner of the page. */
export const ADDRESS_AREA = { left: mm(20), top: mm(45), width: mm(90), height: mm(45) } as const;

/** The same in points from the bottom left corner, without the outermost hair: a line along the edge is outside. */
export const ADDRESS_BOX: Box = [
  ADDRESS_AREA.left + mm(0.2),
  A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + mm(0.2),
  ADDRESS_AREA.left + ADDRESS_AREA.width - mm(0.2),
  A4.height - ADDRESS_AREA.top - mm(0.2),
];

/** The letter moves in its envelope: what must be seen keeps this distance from the window's edge. */
const INNER_MARGIN = mm(4);
const TEXT = {
  left: ADDRESS_AREA.left + INNER_MARGIN,
  top: A4.height - ADDRESS_AREA.top - INNER_MARGIN,
  width: ADDRESS_AREA.width - 2 * INNER_MARGIN,
  bottom: A4.height - ADDRESS_AREA.top - ADDRESS_AREA.height + INNER_MARGIN,
} as const;

const RECIPIENT = { largest: 11, smallestUnwrapped: 8, smallest: 4, step: 0.5, narrowest: 0.85 } as const;
const SENDER = { largest: 7, smallest: 5, step: 0.5, narrowest: 0.75 } as const;
/** Baseline to baseline, in sizes: 4.5 mm at 11 points. */
const LINE_PITCH = 1.16;
/** Baseline below the top of a line, in sizes: the height of an accented capital. */
const ASCENT = 0.95;
const DESCENT = 0.22;
const GAP_BELOW_SENDER = mm(3);

/** The sender on one line, the recipient below it, always inside the window. */
export function addressBlock(to: Address, from: Address, measure: Measure): TextLine[] {
  const sender = senderLine(from, measure);
  return [sender, ...recipientLines(to, sender.y - GAP_BELOW_SENDER, measure)];
}

/** `street, number - complement` / neighborhood / `postal code city - state`: the order the carrier asks for. */
function linesOf({ name, street, number, complement, neighborhood, city, state, postal_code }: Address): string[] {
  const door = complement ? `${street}, ${number} - ${complement}` : `${street}, ${number}`;
  return [name, door, neighborhood, `${postal_code} ${city} - ${state}`].filter((line) => line !== '');
}

/**
 * Condensed first, then smaller, and only then shorter: without the neighborhood, which the postal code implies, then
 * with name and street cut. Number, complement, postal code, city and state always stay: they bring the letter back.
 */
function senderLine(from: Address, measure: Measure): TextLine {
  const write = (address: Address) => `Remetente: ${linesOf(address).join(', ')}`;
  const candidates = [write(from), write({ ...from, neighborhood: '' }), ...shortened(from).map(write)];
  const widest = TEXT.width / SENDER.smallest / SENDER.narrowest;
  const text = candidates.find((candidate) => measure(candidate) <= widest) ?? candidates.at(-1)!;
  const { size, scale } = fit(measure(text), SENDER.largest, SENDER.smallest, SENDER.narrowest, SENDER.step);
  return { text, x: TEXT.left, y: TEXT.top - ASCENT * size, size, scale };
}

/** Ever shorter names, streets and at last all parts, without the neighborhood. */
function shortened(address: Address): Address[] {
  const lengths = [60, 45, 35, 25, 15, 8];
  const cut = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
  const brief = { ...address, neighborhood: '' };
  return [
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

/** Condensed first, then smaller down to 8 points, then wrapped; only what is still too high gets smaller than that. */
function recipientLines(to: Address, top: number, measure: Measure): TextLine[] {
  const lines = linesOf(to);
  const widest = Math.max(...lines.map(measure));
  const { largest, smallestUnwrapped, smallest, step, narrowest } = RECIPIENT;
  const unwrapped = fit(widest, largest, smallestUnwrapped, narrowest, step);
  if (unwrapped.scale >= narrowest) return place(lines, unwrapped.size, unwrapped.scale, top);
  for (let size: number = smallestUnwrapped; ; size -= step) {
    const wrapped = lines.flatMap((line) => wrap(line, TEXT.width / size / narrowest, measure));
    if (size <= smallest || heightOf(wrapped.length, size) <= top - TEXT.bottom)
      return place(wrapped, size, narrowest, top);
  }
}

const heightOf = (lines: number, size: number) => ((lines - 1) * LINE_PITCH + ASCENT + DESCENT) * size;

/** The largest size at which `width` ems fit, condensed as little as that size allows. */
function fit(
  width: number,
  largest: number,
  smallest: number,
  narrowest: number,
  step: number,
): { size: number; scale: number } {
  let size = largest;
  while (size > smallest && TEXT.width / (width * size) < narrowest) size -= step;
  return { size, scale: Math.min(1, TEXT.width / (width * size)) };
}

function place(lines: readonly string[], size: number, scale: number, top: number): TextLine[] {
  return lines.map((text, index) => ({
    text,
    x: TEXT.left,
    y: top - (ASCENT + index * LINE_PITCH) * size,
    size,
    scale,
  }));
}
