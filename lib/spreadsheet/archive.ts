import { unzipSync } from 'fflate';
import type { Unusable } from './cells.ts';

/** Maximum unpacked bytes of all parts together. A sheet of 10,000 rows with 20 columns has about 15 MB. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
/** Maximum parts of the archive. A workbook has a few for each sheet, and its pictures. */
const MAX_PARTS = 2_000;

/** Parts of a workbook by their paths in lower case, as Excel compares them. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/** Why a workbook cannot be read. */
export class WorkbookError extends Error {
  readonly reason: Unusable;
  constructor(reason: Unusable) {
    super(reason);
    this.name = 'WorkbookError';
    this.reason = reason;
  }
}

/**
 * The XML parts of a workbook. Unpacking is limited to the declared sizes: `fflate` writes no byte beyond them. It does
 * not compare checksums, so that is done here: a changed digit would be another amount.
 */
export function unpacked(bytes: Uint8Array): Parts {
  let size = 0;
  let count = 0;
  const files = unzipSync(bytes, {
    filter: (file) => {
      if (++count > MAX_PARTS) throw new WorkbookError('inflates');
      if (!/\.(xml|rels)$/i.test(file.name)) return false;
      size += Math.max(file.size, file.originalSize);
      if (size > MAX_UNPACKED_BYTES) throw new WorkbookError('inflates');
      return true;
    },
  });
  const checksums = checksumsOf(bytes);
  for (const [path, data] of Object.entries(files))
    if (checksum(data) !== checksums.get(path)) throw new WorkbookError('damaged');
  return new Map(Object.entries(files).map(([path, data]) => [path.toLowerCase(), data]));
}

/** The checksums in the central directory of a ZIP file (APPNOTE 4.3.12 and 4.3.16). */
function checksumsOf(bytes: Uint8Array): ReadonlyMap<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  const checksums = new Map<string, number>();
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50) {
    const name = bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true));
    // Names of XML parts are ASCII.
    checksums.set(new TextDecoder().decode(name), view.getUint32(at + 16, true));
    at += 46 + name.length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return checksums;
}

/** CRC-32 of each byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff]!;
  return ~value >>> 0;
}
