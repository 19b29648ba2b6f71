import { crc32, inflateSync } from 'node:zlib';
import { JpegEmbedder, PDFContext, PDFDict, type PDFRef, PngEmbedder } from 'pdf-lib';
import { logoLimits, readLogoImage } from '../../core/domain/logos.ts';
import { newTimeBudget } from '../base/budgets.ts';
import { type Box, format } from '../base/geometry.ts';
import { askPdfium } from '../pdfium/pdfium.ts';
import { LOGO_ROOM } from './picture-places.ts';
import { blankPage, type PrintPage } from './print-page.ts';
import { writeFile } from './write.ts';

/**
 * Draws a logo as large as its space allows, with its top right corner at a place. Colors stay: the print house
 * converts them to gray.
 * @param bytes a PNG or JPEG
 * @throws Error for a picture beyond `logoLimits`, or one that cannot be decoded
 */
export async function drawLogo(
  page: PrintPage,
  context: PDFContext,
  bytes: Uint8Array,
  right: number,
  top: number,
): Promise<PrintPage> {
  const { picture, width, height } = await embed(context, bytes);
  const scale = Math.min(LOGO_ROOM.width / width, LOGO_ROOM.height / height);
  const [across, down] = [width * scale, height * scale];
  const XObject = { ...page.resources.XObject, Logo: picture };
  const operators = `q ${format(across, 0, 0, down, right - across, top - down)} cm /Logo Do Q`;
  return { ...page, content: `${page.content}\n${operators}`, resources: { ...page.resources, XObject } };
}

/**
 * Whether a picture can be decoded and leaves ink on white paper. Any error of the decoder counts as damage.
 * @param bytes a PNG or JPEG within `logoLimits`
 */
export async function showsOnPaper(bytes: Uint8Array): Promise<boolean> {
  const context = PDFContext.create();
  try {
    const page = await drawLogo(blankPage(), context, bytes, LOGO_ROOM.width, LOGO_ROOM.height);
    const file = await writeFile({ context, catalog: PDFDict.withContext(context) }, [page], false);
    const box: Box = [0, 0, LOGO_ROOM.width, LOGO_ROOM.height];
    return (await askPdfium('inkIn', { file, page: 0, box }, newTimeBudget())) !== undefined;
  } catch {
    return false;
  }
}

async function embed(
  context: PDFContext,
  bytes: Uint8Array,
): Promise<{ picture: PDFRef; width: number; height: number }> {
  const image = readLogoImage(bytes);
  const sides = image ? [image.width, image.height] : [0];
  const { minimum, maximum } = logoLimits.pixels;
  if (!image || bytes.byteLength > logoLimits.bytes || sides.some((side) => side < minimum || side > maximum))
    throw new Error('the logo is no PNG or JPEG within the limits');
  const embedder =
    image.content_type === 'image/png'
      ? await PngEmbedder.for(essentialPng(bytes, image.width * image.height))
      : await JpegEmbedder.for(wholeJpeg(bytes));
  return { picture: await embedder.embedIntoContext(context), width: embedder.width, height: embedder.height };
}

/** Start of a scan and end of the picture (ITU-T T.81, table B.1): neither occurs within the data of a scan. */
const [START_OF_SCAN, END_OF_IMAGE] = ['ffda', 'ffd9'].map((marker) => Buffer.from(marker, 'hex')) as [Buffer, Buffer];

/** @throws Error if the picture is truncated: decoders would fill the missing part with gray. */
function wholeJpeg(bytes: Uint8Array): Uint8Array {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (jpeg.lastIndexOf(END_OF_IMAGE) <= jpeg.lastIndexOf(START_OF_SCAN)) throw new Error('a JPEG without its end');
  return bytes;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around the data of a chunk (ISO/IEC 15948, 5.3). */
const CHUNK_OVERHEAD_BYTES = 12;
/** The chunks that make up a picture; texts and profiles, which may be compressed too, are left out. */
const ESSENTIAL_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Four channels of 16 bits, and as much again for the first bytes of very short lines. */
const MOST_BYTES_A_PIXEL = 16;

/** Only the picture, after checking that decompressing it gives no more than its size allows. */
function essentialPng(bytes: Uint8Array, pixels: number): Uint8Array {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Buffer[] = [png.subarray(0, SIGNATURE_BYTES)];
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD_BYTES <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_OVERHEAD_BYTES + length;
    if (end > png.length || png.readUInt32BE(end - 4) !== crc32(png.subarray(at + 4, end - 4)))
      throw new Error('a PNG with a damaged chunk');
    if (ESSENTIAL_CHUNKS.includes(type)) kept.push(png.subarray(at, end));
    if (type === 'IDAT') data.push(png.subarray(at + 8, end - 4));
    at = end;
  }
  inflateSync(Buffer.concat(data), { maxOutputLength: pixels * MOST_BYTES_A_PIXEL });
  return Buffer.concat(kept);
}
