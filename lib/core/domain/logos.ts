import type { Logo } from './accounts.ts';

/**
 * Logos that can be printed and shown unchanged. A confirmation page takes up to 20 KB without the logo and 50 KB with
 * it, for old phones on slow networks; 650 x 236 pixels, 300 per printed inch, take about 20 KB.
 */
export const logoLimits = { bytes: 28 * 1024, pixels: { minimum: 32, maximum: 2_000 } } as const;

/** Maximum base64 that is read: larger pictures are rejected with the limit for logos. */
export const LONGEST_LOGO_TEXT = 4_000_000;

export type LogoImage = Pick<Logo, 'content_type' | 'width' | 'height'>;

/** The format that the first bytes name; undefined for anything but a PNG or a JPEG. */
export function readLogoImage(bytes: Uint8Array): LogoImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readJpeg(view);
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an;
const PNG_HEADER_BYTES = 24;

/** The first chunk of a PNG holds its size (ISO/IEC 15948, 11.2.2). */
function readPng(view: DataView): LogoImage | undefined {
  if (view.byteLength < PNG_HEADER_BYTES || view.getBigUint64(0) !== PNG_SIGNATURE) return undefined;
  return { content_type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

const START_OF_IMAGE = 0xffd8;
/** Frame headers contain the size: all except 0xC4, 0xC8 and 0xCC, which are not frames (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Walks the segments up to the frame header. */
function readJpeg(view: DataView): LogoImage | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== START_OF_IMAGE) return undefined;
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    if (isFrame(view.getUint8(at + 1)))
      return { content_type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
