import type { TextField } from '../file/fields.ts';
import { type Measure, wrap } from '../text/wrap.ts';

/** One line, or one character of a comb: where its baseline starts from the bottom left corner of the field's box. */
interface FieldLine {
  text: string;
  x: number;
  y: number;
  scale: number;
}

interface FieldText {
  size: number;
  lines: FieldLine[];
  /** Points by which it exceeds its box. */
  over: number;
}

export type FieldRoom = Pick<TextField, 'align' | 'isMultiline' | 'cells' | 'padding' | 'size'> & {
  width: number;
  height: number;
};

/** All numbers of the layout: points, or ems of the text. */
const FIELD = {
  /** Points: sizes that a field without one may have. */
  largest: 12,
  smallest: 4,
  step: 0.5,
  /** Ems: from one baseline to the next, from the top to the first, and below the last. */
  leading: 1.15,
  ascent: 0.9,
  descent: 0.25,
  /** Ems: capital letters are centered in a box of one line. */
  capitals: 0.7,
  /** The narrowest scale, as of any line (rule DOC-12). */
  narrowest: 0.85,
} as const;

/** The text of a field: in one line, in as many as its box has room for, or in the cells of its comb. */
export function fieldText(value: string, room: FieldRoom, measure: Measure): FieldText {
  if (value.trim() === '') return { size: room.size, lines: [], over: 0 };
  if (room.cells !== undefined) return inCells(value, room, room.cells, measure);
  return room.isMultiline ? inLines(value, room, measure) : inOneLine(value, room, measure);
}

const highestSize = ({ height, padding }: FieldRoom) =>
  Math.max(Math.min(FIELD.largest, (height - 2 * padding) / FIELD.leading), FIELD.smallest);

const middleLine = ({ height }: FieldRoom, size: number) => (height - FIELD.capitals * size) / 2;

const startOf = ({ align, padding, width }: FieldRoom, length: number) =>
  ({ left: padding, center: (width - length) / 2, right: width - padding - length })[align];

function inOneLine(value: string, room: FieldRoom, measure: Measure): FieldText {
  const [ems, available] = [measure(value), room.width - 2 * room.padding];
  const size = room.size || Math.max(Math.min(highestSize(room), available / ems), FIELD.smallest);
  const scale = Math.min(Math.max(available / (ems * size), FIELD.narrowest), 1);
  const length = ems * size * scale;
  const line = { text: value, x: startOf(room, length), y: middleLine(room, size), scale };
  return { size, lines: [line], over: overBy(length - available) };
}

function inLines(value: string, room: FieldRoom, measure: Measure): FieldText {
  const available = room.width - 2 * room.padding;
  const linesAt = (size: number) => wrap(value, available / size, measure);
  const heightOf = (lines: number, size: number) =>
    (FIELD.ascent + (lines - 1) * FIELD.leading + FIELD.descent) * size + 2 * room.padding;
  let size = room.size || FIELD.largest;
  if (room.size === 0)
    while (size > FIELD.smallest && heightOf(linesAt(size).length, size) > room.height) size -= FIELD.step;
  const lines = linesAt(size);
  return {
    size,
    lines: lines.map((text, index) => ({
      text,
      x: startOf(room, measure(text) * size),
      y: room.height - room.padding - (FIELD.ascent + index * FIELD.leading) * size,
      scale: 1,
    })),
    over: overBy(heightOf(lines.length, size) - room.height),
  };
}

/** Characters beyond the last cell continue at the same distance. */
function inCells(value: string, room: FieldRoom, cells: number, measure: Measure): FieldText {
  const characters = [...value];
  const [size, cell] = [room.size || highestSize(room), room.width / cells];
  const spare = Math.max(cells - characters.length, 0);
  const first = { left: 0, center: Math.floor(spare / 2), right: spare }[room.align];
  return {
    size,
    lines: characters.flatMap((text, index) =>
      text === ' '
        ? []
        : [{ text, x: (first + index + 0.5) * cell - (measure(text) * size) / 2, y: middleLine(room, size), scale: 1 }],
    ),
    over: overBy((characters.length - cells) * cell),
  };
}

/** In points: less is rounding. */
const TOUCH = 0.5;
const overBy = (points: number) => (points > TOUCH ? points : 0);
