import { describe, expect, test } from '@jest/globals';
import { readLogoImage } from '../../lib/core/domain/logos.ts';

const bytes = (...hex: string[]) => Uint8Array.from(Buffer.from(hex.join('').replaceAll(' ', ''), 'hex'));

describe('a PNG', () => {
  const start = '89504e470d0a1a0a 0000000d 49484452';

  test('has the size of its first chunk', () => {
    expect(readLogoImage(bytes(start, '0000028a 000000ec'))).toEqual({
      content_type: 'image/png',
      width: 650,
      height: 236,
    });
  });

  test.each([
    ['that ends within its size', bytes(start, '0000028a 0000')],
    ['with another signature', bytes('89504e470d0a1a0b 0000000d 49484452', '0000028a 000000ec')],
  ])('%s is not a logo', (_, file) => expect(readLogoImage(file)).toBeUndefined());

  test('is read from its own start within a shared buffer', () => {
    const file = bytes(start, '00000001 00000002');
    const within = Uint8Array.from([0, 0, 0, ...file]).subarray(3);
    expect(readLogoImage(within)).toMatchObject({ width: 1, height: 2 });
  });
});

describe('a JPEG', () => {
  const START = 'ffd8';
  /** A segment of four bytes of data. */
  const segment = (marker: string) => `ff${marker} 0006 00000000`;
  const frame = (marker: string) => `ff${marker} 0011 08 00ec 028a`;
  const found = { content_type: 'image/jpeg', width: 650, height: 236 };

  test.each(['c0', 'c1', 'c2', 'c3', 'c5', 'cf'])('has the size of its frame %s, behind other segments', (marker) => {
    expect(readLogoImage(bytes(START, segment('e0'), segment('db'), frame(marker)))).toEqual(found);
    expect(readLogoImage(bytes(START, frame(marker)))).toEqual(found);
  });

  test.each(['bf', 'c4', 'c8', 'cc', 'd0'])('has no size in the segment %s', (marker) => {
    expect(readLogoImage(bytes(START, `ff${marker} 0007 08 00010001`, frame('c0')))).toEqual(found);
  });

  test.each([
    ['nothing', ''],
    ['three bytes', 'ffd8ff'],
    ['no frame', `${START} ${segment('e0')}`],
    ['a frame that ends within its size', `${START} ffc0 0011 08 00ec 02`],
    ['another start', `ffd9 ${frame('c0')}`],
    ['a segment without its mark', `${START} 00c0 0011 08 00ec 028a`],
    ['a segment that ends beyond the file', `${START} ffe0 ffff 00000000 00`],
  ])('with %s is not a logo', (_, file) => expect(readLogoImage(bytes(file))).toBeUndefined());
});
