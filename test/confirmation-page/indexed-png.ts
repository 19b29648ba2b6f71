import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * The same picture with at most 256 colours, a third of the size. Pictures with more of them are rounded to ever coarser
 * steps; the commonest colour of each step is kept exactly, so that backgrounds stay what they are.
 */
export function indexedPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  for (let precisionBits = 8; ; precisionBits--) {
    const { palette, indexes } = quantize(pixels, precisionBits);
    if (palette.length <= 256) return encode(width, height, palette, indexes);
  }
}

/** Colours of the picture as 24-bit numbers: what browsers write, eight bits a channel, without interlacing. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  let data = Buffer.alloc(0);
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
    data = Buffer.concat([data, png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]);
  }
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const stride = width * channels;
  const lines = inflateSync(data);
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const line = unfilter(lines[start]!, lines.subarray(start + 1, start + 1 + stride), above, channels);
    for (let x = 0; x < width; x++) {
      const at = x * channels;
      pixels[y * width + x] = (line[at]! << 16) | (line[at + 1]! << 8) | line[at + 2]!;
    }
    above = line;
  }
  return { width, height, pixels };
}

/** PNG filters by number: what is predicted from the bytes to the left, above, and above left (PNG 1.2, 6). */
const predictors: ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    if (byLeft <= byUp && byLeft <= byCorner) return left;
    return byUp <= byCorner ? up : corner;
  },
];

function unfilter(filter: number, line: Uint8Array, above: Uint8Array, channels: number): Uint8Array<ArrayBuffer> {
  const predict = predictors[filter]!;
  const bytes = new Uint8Array(line.length);
  for (let at = 0; at < line.length; at++) {
    bytes[at] = line[at]! + predict(bytes[at - channels] ?? 0, above[at]!, above[at - channels] ?? 0);
  }
  return bytes;
}

function quantize(pixels: Uint32Array, precisionBits: number): { palette: number[]; indexes: Uint8Array } {
  const channelMask = 0xff & (0xff << (8 - precisionBits));
  const mask = (channelMask << 16) | (channelMask << 8) | channelMask;
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const commonestFirst = [...counts].sort(([, a], [, b]) => b - a);
  const steps = new Map<number, number>();
  const palette: number[] = [];
  for (const [colour] of commonestFirst) {
    if (steps.has(colour & mask)) continue;
    steps.set(colour & mask, palette.length);
    palette.push(colour);
  }
  return { palette, indexes: Uint8Array.from(pixels, (colour) => steps.get(colour & mask)!) };
}

function encode(width: number, height: number, palette: number[], indexes: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
