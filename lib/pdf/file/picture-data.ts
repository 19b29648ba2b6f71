import { type PDFContext, PDFRawStream } from 'pdf-lib';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf } from '../base/budgets.ts';
import { PdfRefused } from '../base/refusal.ts';
import type { CompressedStreams } from './broken-streams.ts';
import { bytesOfRow, type EncodedPicture, encodedPicture, type Parameters, withPredictors } from './filters.ts';
import { entry, numberEntry } from './objects.ts';
import type { PictureOnPage } from './pictures.ts';
import { colorOf } from './profiles.ts';

/*
 * Whether the data of a picture end before the picture does. Readers then draw what is there, and the rest gray, white or
 * black, and report nothing.
 */

/**
 * Decoded bytes of the pictures of one document, as much as two pages of 300 dpi in color have. Pictures that are only
 * inflated are counted elsewhere, and the marks of other data are read without decoding.
 */
const DECODED_BYTES = 64 * MEGABYTE;

/** The pictures among these whose data end early, or those of their masks. Beyond the limit, none is looked at. */
export async function incompleteAmong(
  context: PDFContext,
  pictures: readonly PictureOnPage[],
  streams: CompressedStreams,
): Promise<Set<PDFRawStream>> {
  const budget = budgetOf(DECODED_BYTES);
  const known = new Map<PDFRawStream, boolean>();
  const endsEarly = async (stream: PDFRawStream, components: number | undefined) => {
    if (!known.has(stream)) known.set(stream, await isIncomplete(context, stream, components, budget, streams));
    return known.get(stream)!;
  };
  const found = new Set<PDFRawStream>();
  for (const { stream, components } of pictures) {
    const masks = ['SMask', 'Mask'].map((key) => entry(context, stream.dict, key));
    const parts = [
      { stream, components },
      ...masks
        .filter((mask) => mask instanceof PDFRawStream)
        .map((mask) => ({ stream: mask, components: colorOf(context, mask.dict, undefined).components })),
    ];
    for (const part of parts) if (await endsEarly(part.stream, part.components)) found.add(stream);
  }
  return found;
}

async function isIncomplete(
  context: PDFContext,
  stream: PDFRawStream,
  components: number | undefined,
  budget: Budget,
  streams: CompressedStreams,
): Promise<boolean> {
  try {
    const encoded = encodedPicture(context, stream, budget);
    if (!encoded || encoded.data.length === 0) return false;
    const isCut = CUT.get(encoded.filter);
    if (isCut) return isCut(encoded.data, encoded.parameters);
    const needed = leastBytes(context, stream, components, encoded);
    return needed !== undefined && (await hasFewerBytes(stream, encoded, needed, streams));
  } catch (error) {
    if (error instanceof PdfRefused) return false;
    throw error;
  }
}

/**
 * The bytes of a picture without a filter of pictures, less one row: some writers round the last row, and nobody sees a row
 * that is missing. Undefined when it does not say its size.
 */
function leastBytes(
  context: PDFContext,
  { dict }: PDFRawStream,
  components: number | undefined,
  { parameters }: EncodedPicture,
): number | undefined {
  const [width, height] = [numberEntry(context, dict, 'Width'), numberEntry(context, dict, 'Height')];
  const isMask = components === 1 && entry(context, dict, 'ImageMask') !== undefined;
  const bits = numberEntry(context, dict, 'BitsPerComponent') ?? (isMask ? 1 : undefined);
  if (!width || !height || !components || !bits) return undefined;
  return withPredictors(bytesOfRow(width * components * bits) * (height - 1), parameters);
}

async function hasFewerBytes(
  stream: PDFRawStream,
  encoded: EncodedPicture,
  needed: number,
  streams: CompressedStreams,
): Promise<boolean> {
  if (encoded.filter === '') return encoded.data.length <= needed;
  const length = encoded.filter === 'FlateDecode' ? (await streams.measure(stream))?.length : encoded.decode()?.length;
  return length !== undefined && length <= needed;
}

/** By filter: whether data break off, by their own marks alone. PDFium draws nothing of JPEG 2000 that breaks off. */
const CUT: ReadonlyMap<string, (data: Uint8Array, parameters: Parameters) => boolean> = new Map([
  ['DCTDecode', isCutJpeg],
  ['JBIG2Decode', isCutJbig2],
  ['CCITTFaxDecode', isCutFax],
]);

/** ISO/IEC 10918-1, table B.1: markers without a length. */
const [MARKER, TEM, RST_0, SOI, EOI] = [0xff, 0x01, 0xd0, 0xd8, 0xd9];

/**
 * Whether a JPEG ends before its end mark. What is coded has no mark in it but those of restarts, so all its segments are
 * found by one walk; a file that was cut and got a new end mark looks whole.
 */
function isCutJpeg(data: Uint8Array): boolean {
  for (let at = 0; at < data.length - 1;) {
    const kind = data[at + 1]!;
    if (data[at] !== MARKER || kind === MARKER) at++;
    else if (kind === EOI) return false;
    else if (kind <= TEM || (kind >= RST_0 && kind <= SOI)) at += 2;
    else at += 2 + uint16(data, at + 2);
  }
  return true;
}

/** ITU-T T.6, 2.4.1.1: the end of a facsimile block, which begins at any bit and may have blank bytes after it. */
const END_OF_BLOCK = '000000000001'.repeat(2);
const LONGEST_END_BYTES = 64;

/**
 * Whether a picture of facsimile lacks its end. Group 3 data (`K` is not negative), and data that say that they have none,
 * may end anywhere.
 */
function isCutFax(data: Uint8Array, { k, hasEndOfBlock }: Parameters): boolean {
  if (k >= 0 || !hasEndOfBlock) return false;
  const bits = Array.from(data.subarray(-LONGEST_END_BYTES), (byte) => byte.toString(2).padStart(8, '0'));
  return !bits.join('').includes(END_OF_BLOCK);
}

/** ISO/IEC 14492, 7.2: the kinds of segments after which nothing is drawn, and a length that is only known by decoding. */
const [END_OF_PAGE, END_OF_FILE, UNKNOWN_LENGTH] = [49, 51, 0xffffffff];
/** Header of a segment that refers to no other. */
const SHORTEST_SEGMENT_HEADER = 11;

/** Whether a segment of JBIG2 is longer than what is left. */
function isCutJbig2(data: Uint8Array): boolean {
  let at = 0;
  while (at + SHORTEST_SEGMENT_HEADER <= data.length) {
    const [number, flags, few] = [uint32(data, at), data[at + 4]!, data[at + 5]! >> 5];
    const kind = flags & 0x3f;
    if (kind === END_OF_PAGE || kind === END_OF_FILE) return false;
    // Seven means the long form: a count of four bytes, then a bit for each segment and for this one.
    const references = few < 7 ? few : uint32(data, at + 5) & 0x1fffffff;
    const countBytes = few < 7 ? 1 : 4 + Math.ceil((references + 1) / 8);
    const referenceBytes = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
    const pageBytes = flags & 0x40 ? 4 : 1;
    at += 5 + countBytes + references * referenceBytes + pageBytes;
    const length = uint32(data, at);
    if (length === UNKNOWN_LENGTH) return false;
    at += 4 + length;
  }
  return at > data.length;
}

/** Bytes beyond the end read as zero. */
const uint16 = (data: Uint8Array, at: number): number => ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
const uint32 = (data: Uint8Array, at: number): number => uint16(data, at) * 0x10000 + uint16(data, at + 2);
