/** x and y of two opposite corners: left, bottom, right, top, in points. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** Maps (x, y) to (ax + cy + e, bx + dy + f), as the operator `cm` (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const POINTS_PER_MM = 72 / 25.4;

export const mm = (millimeters: number): number => millimeters * POINTS_PER_MM;

export const toMm = (points: number): number => points / POINTS_PER_MM;

/** A4 as every producer writes it (210 x 297 mm, rounded to a hundredth of a point). */
export const A4 = { width: 595.28, height: 841.89 } as const;

export const SHEET: Box = [0, 0, A4.width, A4.height];

/** The matrix that applies `first`, then `second`. */
export function concat(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright box around a box after the matrix: each coordinate is the sum of two that vary alone. */
export function transformBox([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box {
  return [
    Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + e,
    Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + f,
    Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + e,
    Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + f,
  ];
}

/** A box on an A4 page as people measure it: millimeters from the top left corner of the page, and its size. */
export const placeInMm = ([left, bottom, right, top]: Box) => ({
  left_mm: tenths(toMm(left)),
  top_mm: tenths(toMm(A4.height - top)),
  width_mm: tenths(toMm(right - left)),
  height_mm: tenths(toMm(top - bottom)),
});

export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The inverse of a matrix; undefined when it has none. */
export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** From distances along and across a line's direction, a unit vector, to the page. */
export const alongLine = ([x, y]: readonly [x: number, y: number]): Matrix => [x, y, -y, x, 0, 0];

/** A box from any two opposite corners. */
export function boxOf([x1, y1, x2, y2]: readonly [number, number, number, number]): Box {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The part two boxes share, or undefined when that has no area. */
export function intersect(one: Box, other: Box): Box | undefined {
  const box: Box = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

/** Numbers as content streams write them: never in exponents, at most four decimals (a 7000th of a millimeter). */
export function format(...numbers: readonly number[]): string {
  return numbers.map((number) => String(Number(number.toFixed(4)) + 0)).join(' ');
}
