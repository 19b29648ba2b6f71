import { Buffer } from 'node:buffer';

/** Four bytes a pixel: blue, green, red and one unused; rows from the top. */
export interface Bitmap {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Whole pixels from the top left corner; `right` and `bottom` are outside. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const CHANNELS = 4;
const COLORS = 3;

/**
 * Two drawings of one page may shift letters by up to a pixel and spread a thin stroke over one or two pixels. So a dark pixel
 * of one needs a dark pixel nearby in the other, and the mean of a small square needs a similar mean nearby: half a pixel of a
 * black edge changes the mean of 5 × 5 pixels by 26.
 */
const LIKE = { value: 24, darkest: 150, mean: 28 };
const SQUARE = { reach: 2, pixels: 25 };
/** The farthest pixels, in rows or columns, that count in the comparison of one. */
const FARTHEST = SQUARE.reach + 1;
/** The most pixels without a match nearby; a full stop of 11 points is three. */
const MOST_STRAY_PIXELS = 2;

/** The rows in which any pixel differs by more than `within` of 255, first and last; undefined when there are none. */
export function differingRows(one: Bitmap, other: Bitmap, within: number): { top: number; bottom: number } | undefined {
  const rowBytes = CHANNELS * one.width;
  const isUnlike = (row: number) => {
    const [from, to] = [row * rowBytes, (row + 1) * rowBytes];
    // Fast path: nearly all rows are the same.
    if (Buffer.compare(one.pixels.subarray(from, to), other.pixels.subarray(from, to)) === 0) return false;
    for (let at = from; at < to; at += CHANNELS) if (!isLike(one.pixels, at, other.pixels, at, within)) return true;
    return false;
  };
  let [top, bottom] = [0, one.height];
  while (top < bottom && !isUnlike(top)) top++;
  while (top < bottom && !isUnlike(bottom - 1)) bottom--;
  return top < bottom ? { top, bottom } : undefined;
}

/**
 * Whether two drawings of one size show different things inside a box. The comparison uses up to three pixels around the box,
 * so they must be drawn too, unless the paper ends there.
 * @param copied the parts that were copied from one to the other. Where such a part ends, a letter that is shifted by a pixel
 *   is broken, so the pixels whose comparison uses it do not count.
 */
export function showDifferentThings(one: Bitmap, other: Bitmap, box: PixelBox, copied: readonly PixelBox[]): boolean {
  let strays = 0;
  const rowBytes = CHANNELS * one.width;
  const { left, top, right, bottom } = clipped(box, one);
  for (let row = top; row < bottom; row++) {
    const [from, to] = [row * rowBytes, (row + 1) * rowBytes];
    // Fast path: most rows are the same.
    if (Buffer.compare(one.pixels.subarray(from, to), other.pixels.subarray(from, to)) === 0) continue;
    for (let x = left; x < right; x++) {
      const at = from + CHANNELS * x;
      if (isLike(one.pixels, at, other.pixels, at, LIKE.value)) continue;
      const isNear = hasShadeNear(one, other, x, row) && hasShadeNear(other, one, x, row);
      if (isNear && hasMeanNear(one, other, x, row)) continue;
      if (copied.some((part) => isBeside(part, x, row))) continue;
      if (++strays > MOST_STRAY_PIXELS) return true;
    }
  }
  return false;
}

const isBeside = ({ left, top, right, bottom }: PixelBox, x: number, row: number): boolean =>
  x >= left - FARTHEST && x < right + FARTHEST && row >= top - FARTHEST && row < bottom + FARTHEST;

/** Whether a pixel near the same place roughly matches each color of a pixel. */
function hasShadeNear(one: Bitmap, other: Bitmap, x: number, row: number): boolean {
  const at = CHANNELS * (row * one.width + x);
  return anyNear(one, x, row, (nearX, nearRow) =>
    isLike(one.pixels, at, other.pixels, CHANNELS * (nearRow * one.width + nearX), LIKE.darkest),
  );
}

function hasMeanNear(one: Bitmap, other: Bitmap, x: number, row: number): boolean {
  const wanted = meanAround(one, x, row);
  return anyNear(one, x, row, (nearX, nearRow) => {
    const mean = meanAround(other, nearX, nearRow);
    return wanted.every((value, color) => Math.abs(value - mean[color]!) <= LIKE.mean);
  });
}

function anyNear({ width, height }: Bitmap, x: number, row: number, isFound: (x: number, row: number) => boolean) {
  for (let nearRow = Math.max(row - 1, 0); nearRow <= Math.min(row + 1, height - 1); nearRow++)
    for (let nearX = Math.max(x - 1, 0); nearX <= Math.min(x + 1, width - 1); nearX++)
      if (isFound(nearX, nearRow)) return true;
  return false;
}

/** Beyond the edge of the paper all is white. */
function meanAround({ pixels, width, height }: Bitmap, x: number, row: number): number[] {
  const sums = [0, 0, 0];
  for (let dy = -SQUARE.reach; dy <= SQUARE.reach; dy++)
    for (let dx = -SQUARE.reach; dx <= SQUARE.reach; dx++) {
      const [nearX, nearRow] = [x + dx, row + dy];
      const isInside = nearX >= 0 && nearX < width && nearRow >= 0 && nearRow < height;
      const at = CHANNELS * (nearRow * width + nearX);
      for (let color = 0; color < COLORS; color++) sums[color]! += isInside ? pixels[at + color]! : 255;
    }
  return sums.map((sum) => sum / SQUARE.pixels);
}

const isLike = (one: Uint8Array, at: number, other: Uint8Array, there: number, within: number): boolean =>
  contrastOf(one, at, other, there) <= within;

/** The largest difference of two pixels in one color, of 255. */
function contrastOf(one: Uint8Array, at: number, other: Uint8Array, there: number): number {
  let most = 0;
  for (let color = 0; color < COLORS; color++)
    most = Math.max(most, Math.abs(one[at + color]! - other[there + color]!));
  return most;
}

/** The largest difference of two drawings inside a box, of 255. */
export function contrastWithin(one: Bitmap, other: Bitmap, box: PixelBox): number {
  const { left, top, right, bottom } = clipped(box, one);
  let most = 0;
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) most = Math.max(most, contrastAt(one, other, CHANNELS * (row * one.width + x)));
  return most;
}

/** The largest difference of a pixel inside a box from the box's first pixel, of 255: none where one color covers all. */
export function variationWithin(one: Bitmap, box: PixelBox): number {
  const { left, top, right, bottom } = clipped(box, one);
  const first = CHANNELS * (top * one.width + left);
  let most = 0;
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++)
      most = Math.max(most, contrastOf(one.pixels, first, one.pixels, CHANNELS * (row * one.width + x)));
  return most;
}

/** Blue, green and red of the paper on which values are drawn alone. */
export const KEY = [255, 0, 255] as const;
/** Of 255. Black, white and gray ink each differ from the key color by 128 at least where they cover a pixel. */
const FULL_OF_INK = 96;

/** Of 255: a drawing on the key color has exactly this color where nothing is. */
const ANY_INK = 8;

/** Whether anything is drawn inside a box, on the key color. */
export function hasInkOnKey({ pixels, ...size }: Bitmap, box: PixelBox): boolean {
  const { left, top, right, bottom } = clipped(box, size);
  for (let row = top; row < bottom; row++)
    for (let at = CHANNELS * (row * size.width + left), x = left; x < right; x++, at += CHANNELS)
      if (KEY.some((value, color) => Math.abs(pixels[at + color]! - value) >= ANY_INK)) return true;
  return false;
}

/** Number of pixels full of ink in a drawing of one thing alone, and number of those in which it is visible. */
export interface Ink {
  full: number;
  seen: number;
}

/**
 * The ink inside a box of a thing drawn alone on the key color; it is visible where two other drawings differ by at least
 * `contrast`.
 */
export function inkSeen(alone: Bitmap, one: Bitmap, other: Bitmap, box: PixelBox, contrast: number): Ink {
  let [full, seen] = [0, 0];
  forInk(alone, box, (at) => {
    full++;
    if (contrastAt(one, other, at) >= contrast) seen++;
  });
  return { full, seen };
}

/** A cover hides all ink within a box. Lines and letters that cross a value leave some. */
const COVER = { share: 0.8, width: 5, height: 4 };

/**
 * Number of pixels of ink inside a box that something covers. A line covers nothing: one of a point touches up to three rows
 * of pixels at 100 dpi. The sides of a note's frame grow with the note: they touch up to four columns before they hide most
 * of a digit.
 */
export function inkCovered(alone: Bitmap, one: Bitmap, other: Bitmap, box: PixelBox, contrast: number): number {
  let count = 0;
  const cover: PixelBox = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  forInk(alone, box, (at, x, row) => {
    if (contrastAt(one, other, at) >= contrast) return;
    count++;
    [cover.left, cover.right] = [Math.min(cover.left, x), Math.max(cover.right, x + 1)];
    [cover.top, cover.bottom] = [Math.min(cover.top, row), Math.max(cover.bottom, row + 1)];
  });
  if (cover.right - cover.left < COVER.width || cover.bottom - cover.top < COVER.height) return 0;
  return count >= COVER.share * inkSeen(alone, one, other, cover, contrast).full ? count : 0;
}

/** Calls `visit` for each pixel full of ink inside a box of an object drawn alone. */
function forInk(alone: Bitmap, box: PixelBox, visit: (at: number, x: number, row: number) => void): void {
  const { left, top, right, bottom } = clipped(box, alone);
  for (let row = top; row < bottom; row++)
    for (let x = left; x < right; x++) {
      const at = CHANNELS * (row * alone.width + x);
      if (KEY.some((value, color) => Math.abs(alone.pixels[at + color]! - value) >= FULL_OF_INK)) visit(at, x, row);
    }
}

const contrastAt = (one: Bitmap, other: Bitmap, at: number) => contrastOf(one.pixels, at, other.pixels, at);

/** Copies what lies in a box of one drawing into another of the same size. */
export function copyPart(from: Bitmap, to: Bitmap, box: PixelBox): void {
  const { left, top, right, bottom } = clipped(box, from);
  for (let row = top; row < bottom; row++) {
    const start = CHANNELS * (row * from.width + left);
    to.pixels.set(from.pixels.subarray(start, CHANNELS * (row * from.width + Math.max(right, left))), start);
  }
}

const clipped = ({ left, top, right, bottom }: PixelBox, { width, height }: Pick<Bitmap, 'width' | 'height'>) => ({
  left: Math.max(left, 0),
  top: Math.max(top, 0),
  right: Math.min(right, width),
  bottom: Math.min(bottom, height),
});

/** JPEG white is 253 to 255; a gray of 3 % is 247. */
const LIGHTEST_INK = 249;

/** Whether there is ink outside of a box. */
export function hasInkOutside({ pixels, width, height }: Bitmap, { left, top, right, bottom }: PixelBox): boolean {
  const white = Buffer.alloc(CHANNELS * width, 255);
  for (let row = 0; row < height; row++) {
    const start = CHANNELS * row * width;
    const parts =
      row >= top && row < bottom
        ? ([
            [0, left],
            [right, width],
          ] as const)
        : ([[0, width]] as const);
    for (const [from, to] of parts) {
      const part = pixels.subarray(start + CHANNELS * from, start + CHANNELS * to);
      // Fast path: nearly all of it is white.
      if (Buffer.compare(part, white.subarray(0, part.length)) !== 0 && part.some(isInk)) return true;
    }
  }
  return false;
}

const isInk = (value: number, index: number) => value <= LIGHTEST_INK && index % CHANNELS !== COLORS;

/** The smallest box around all ink; undefined when there is none. */
export function inkOf({ pixels, width, height }: Bitmap): PixelBox | undefined {
  const white = Buffer.alloc(CHANNELS * width, 255);
  const edges: PixelBox = { left: width, top: Infinity, right: 0, bottom: 0 };
  for (let row = 0; row < height; row++) {
    const line = pixels.subarray(row * white.length, (row + 1) * white.length);
    // Fast path: nearly all rows are white.
    if (white.equals(line)) continue;
    const first = line.findIndex(isInk);
    if (first < 0) continue;
    edges.left = Math.min(edges.left, first >> 2);
    edges.right = Math.max(edges.right, (line.findLastIndex(isInk) >> 2) + 1);
    edges.top = Math.min(edges.top, row);
    edges.bottom = row + 1;
  }
  return edges.bottom > 0 ? edges : undefined;
}
