import { apply, type Box, type Matrix, transformBox } from '../base/geometry.ts';
import type { Operation } from '../file/lexer.ts';

export type Point = readonly [x: number, y: number];

/** The position of a path in a content stream, from its first operator to those that end it. */
export interface PathRange {
  start: number;
  /** After the operators that build the path, before `W` or the painting operator. */
  built: number;
  end: number;
}

/** The area that a clip's path encloses. Text that moves may need a larger clip. */
export interface ClipPath {
  /** The smallest box around it, in the coordinates in force there. */
  box: Box;
  ctm: Matrix;
  /** It encloses the whole of `box`, in whatever way it is drawn. */
  isRectangle: boolean;
  /** Subpaths that enclose something. */
  parts: number;
  /**
   * 1 if all of its parts run counterclockwise, -1 if all run clockwise: another part in that direction then adds to
   * the enclosed area. Otherwise 0: nothing can be added safely.
   */
  turn: -1 | 0 | 1;
}

/** An independent part of a path: a rectangle, or the operators after a `m`. */
export interface Subpath {
  points: Point[];
  isCurved: boolean;
  /** Operators that build it. */
  steps: number;
  /** Their position in the content stream. */
  start: number;
  end: number;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
  start: number;
  end: number;
}

interface Line {
  from: Point;
  to: Point;
  start: number;
}

/** Parts of a clip whose direction is computed; a clip of more is left as it is. */
const MOST_PARTS = 200;
/** In the path's own units: rounding of the numbers that producers write. */
const TOLERANCE = 0.02;

/** A path under construction (ISO 32000-1, 8.5.2), in the coordinates in force. */
export class Path {
  readonly rectangles: Rectangle[] = [];
  readonly lines: Line[] = [];
  readonly subpaths: Subpath[] = [];
  #point: Point = [0, 0];
  #start = -1;
  #end = -1;

  moveTo(x: number, y: number, operation: Operation): void {
    this.#point = [x, y];
    this.#begin([this.#point], operation);
  }

  lineTo(x: number, y: number, operation: Operation): void {
    this.#extend(operation);
    this.lines.push({ from: this.#point, to: [x, y], start: operation.start });
    this.#add([x, y]);
  }

  /** Uses the control points for the curve, which is inside them. */
  curveTo(points: readonly Point[], operation: Operation): void {
    this.#extend(operation);
    const subpath = this.subpaths.at(-1);
    if (subpath) subpath.isCurved = true;
    for (const point of points) this.#add(point);
  }

  close(operation: Operation): void {
    this.#extend(operation);
    const first = this.subpaths.at(-1)?.points[0];
    if (!first) return;
    if (distance(first, this.#point) > 0) this.lines.push({ from: this.#point, to: first, start: operation.start });
    this.#point = first;
  }

  addRectangle(x: number, y: number, width: number, height: number, operation: Operation): void {
    this.rectangles.push({ x, y, width, height, start: operation.start, end: operation.end });
    const corners: Point[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    this.#begin(corners, operation);
    this.#point = [x, y];
  }

  /** Undefined for an empty path, which clips everything. */
  range(end: number): PathRange | undefined {
    return this.#start < 0 ? undefined : { start: this.#start, built: this.#end, end };
  }

  asClip(ctm: Matrix): ClipPath | undefined {
    const drawn = this.subpaths.filter(({ points }) => points.length > 1);
    const [only] = drawn;
    if (!only) return undefined;
    const box = boxAround(drawn.flatMap(({ points }) => points));
    const isRectangle = drawn.length === 1 && !only.isCurved && fills(only.points, box);
    return { box, ctm, isRectangle, parts: drawn.length, turn: drawn.length > MOST_PARTS ? 0 : commonTurn(drawn) };
  }

  #add(point: Point): void {
    this.subpaths.at(-1)?.points.push(point);
    this.#point = point;
  }

  #begin(points: Point[], operation: Operation): void {
    this.subpaths.push({ points, isCurved: false, steps: 0, start: operation.start, end: operation.end });
    this.#extend(operation);
  }

  #extend({ start, end }: Operation): void {
    if (this.#start < 0) this.#start = start;
    this.#end = end;
    const subpath = this.subpaths.at(-1);
    if (!subpath) return;
    subpath.steps++;
    subpath.end = end;
  }
}

const distance = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot(x1 - x2, y1 - y2);

/** Uses a loop, because a call has a limited number of arguments. */
export function boxAround(points: readonly Point[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [left, bottom, right, top];
}

/** Whether a polygon is the box around it: four corners, possibly with the first one repeated. */
function fills(points: readonly Point[], [left, bottom, right, top]: Box): boolean {
  const corners = points.length === 5 && distance(points[0]!, points[4]!) <= TOLERANCE ? points.slice(0, 4) : points;
  if (corners.length !== 4) return false;
  const isOn = (value: number, one: number, other: number) =>
    Math.min(Math.abs(value - one), Math.abs(value - other)) <= TOLERANCE;
  return (
    corners.every(([x, y]) => isOn(x, left, right) && isOn(y, bottom, top)) &&
    Math.abs(Math.abs(areaOf(corners)) - (right - left) * (top - bottom)) <= TOLERANCE * (right - left + top - bottom)
  );
}

/** Signed area of a polygon: positive when it runs counterclockwise. */
function areaOf(points: readonly Point[]): number {
  let doubled = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    doubled += x * nextY - nextX * y;
  }
  return doubled / 2;
}

function commonTurn(subpaths: readonly Subpath[]): ClipPath['turn'] {
  const turns = new Set(subpaths.map(({ points }) => Math.sign(areaOf(points))));
  const [turn] = turns;
  return turns.size === 1 && (turn === 1 || turn === -1) ? turn : 0;
}

/** The box on the page around a clip. */
export const pageBoxOf = ({ box, ctm }: Pick<ClipPath, 'box' | 'ctm'>): Box => transformBox(ctm, box);

/** Both ends of a line on the page. */
export const onPage = ({ from, to }: Line, ctm: Matrix): readonly [Point, Point] => [
  apply(ctm, ...from),
  apply(ctm, ...to),
];
