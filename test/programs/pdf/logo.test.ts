import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { prepareTemplate } from '../../../lib/pdf/own-letter/template-file.ts';
import { showsOnPaper } from '../../../lib/pdf/print/logo.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { discPng, pngOf, SECRETS, TEMPLATE } from './template.ts';
import { complaintsOf, run } from './tools.ts';

const jpeg = readFileSync(new URL('../../support/fixtures/pdf/ghostscript-logo.jpg', import.meta.url));
const png = discPng(100);

test('a JPEG is printed on the letter in its proportions and colors', async () => {
  const template = { ...TEMPLATE, logo: jpeg };
  const result = await prepareTemplate({ ...SECRETS, template, to: RECIPIENT, from: SENDER });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  expect(complaintsOf(result.file)).toEqual([]);
  const trace = run('mutool', result.file, ['draw', '-F', 'trace', '-o', '-', 'FILE']).output.toString();
  const [, across, down] = /<fill_image [^>]*transform="(\S+) 0 0 (\S+) /.exec(trace)!;
  expect(Math.abs(Number(across) / Number(down))).toBeCloseTo(240 / 120, 3);
  const { output } = run('pdftoppm', result.file, ['-r', '72', '-f', '1', '-l', '1', 'FILE']);
  const pixels = Array.from({ length: Math.floor(output.length / 3) }, (_, index) => output.subarray(3 * index + 15));
  const isGreen = ([red, green, blue]: Uint8Array) =>
    red! < 12 && Math.abs(green! - 115) < 12 && Math.abs(blue! - 76) < 12;
  expect(pixels.filter(isGreen).length).toBeGreaterThan(1_000);
});

const damagedAt = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
};

describe('a picture as a logo', () => {
  test.each([
    ['a JPEG', jpeg],
    ['a JPEG with trailing data', Buffer.concat([jpeg, Buffer.alloc(100)])],
    ['a PNG with transparency', png],
  ])('shows on paper: %s', async (_, bytes) => {
    expect(await showsOnPaper(bytes)).toBe(true);
  });

  const header = png.subarray(16, 29);
  test.each([
    ['a truncated JPEG', jpeg.subarray(0, 2_000)],
    [
      'a JPEG without a picture',
      Buffer.concat([jpeg.subarray(0, jpeg.indexOf('ffda', 'hex')), Buffer.from('ffd9', 'hex')]),
    ],
    ['a truncated PNG', png.subarray(0, -20)],
    ['a PNG with a flipped bit', damagedAt(png, 60)],
    ['a PNG with too few lines', pngOf(header, deflateSync(Buffer.alloc(10)))],
    ['a PNG that decompresses to 50 MB', pngOf(header, deflateSync(Buffer.alloc(50_000_000)))],
    ['a PNG of random data', pngOf(header, Buffer.from(Array.from({ length: 500 }, (__, at) => (at * 7919) & 255)))],
    ['a PNG of an unknown kind', pngOf(damagedAt(header, 9), deflateSync(Buffer.alloc(40_000)))],
    ['white on white', pngOf(header, deflateSync(Buffer.alloc(101 * 401, 0)))],
    ['not a picture', Buffer.from('GIF89a')],
  ])('does not: %s', async (_, bytes) => {
    expect(await showsOnPaper(bytes)).toBe(false);
  });
});
