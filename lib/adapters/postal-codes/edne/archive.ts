import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { fromBufferPromise, openPromise } from 'yauzl';
import { ImportRefusal } from './refusal.ts';

/** One file of the e-DNE, in a folder or a zip. */
export interface EdneFile {
  name: string;
  /** Where it was found, for messages. */
  path: string;
  /** Number of its release (year, month, and fortnight in recent ones), if the path contains it. */
  release: number | undefined;
  chunks(): AsyncIterable<Buffer>;
}

export interface EdneArchive {
  files: EdneFile[];
  close(): void;
}

const RELEASE = /eDNE_(?:Delta_)?Basico_(\d{4,5})|eDNE_Delta_(\d{4,5})/i;
/** The same data in columns of fixed width. */
const FIXED_WIDTH = /(?:^|[\\/])fixo[\\/]/i;
const TEXT = /\.txt$/i;
const ZIP = /\.zip$/i;
/** Nested zips, base and delta, are read into memory; all of Brazil takes less than half of this. */
const LARGEST_INNER_ZIP_BYTES = 250_000_000;

/**
 * The text files of an e-DNE download: the outer zip with base and delta, one of the zips within, or a folder with any of
 * these or with their contents.
 * @throws ImportRefusal if it does not exist or cannot be read
 */
export async function openArchive(path: string): Promise<EdneArchive> {
  const zips: ZipFile[] = [];
  const close = () => zips.forEach((zip) => zip.close());
  try {
    const isFolder = (await readable(path, () => stat(path))).isDirectory();
    const files = await collect(isFolder ? filesOfFolder(path, zips) : filesOfZip(path, basename(path), zips));
    // Folders list their files in any order; rejections and reports should not depend on it.
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* filesOfFolder(folder: string, zips: ZipFile[]): AsyncGenerator<EdneFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const absolute = join(entry.parentPath, entry.name);
    const path = relative(folder, absolute);
    if (!entry.isFile() || FIXED_WIDTH.test(path)) continue;
    if (ZIP.test(path)) yield* filesOfZip(absolute, path, zips);
    if (TEXT.test(path)) {
      const release = releaseOf(join(basename(folder), path));
      yield { name: entry.name, path, release, chunks: () => createReadStream(absolute) };
    }
  }
}

/** @param source a path, or the bytes of a nested zip */
async function* filesOfZip(source: string | Buffer, label: string, zips: ZipFile[]): AsyncGenerator<EdneFile> {
  const isInner = typeof source !== 'string';
  const zip = await readable(label, () =>
    typeof source === 'string'
      ? openPromise(source, { autoClose: false })
      : fromBufferPromise(source, { autoClose: false }),
  );
  zips.push(zip);
  const entries = await readable(label, () => collect(zip.eachEntry()));
  for (const entry of entries) {
    const path = `${label}/${entry.fileName}`;
    if (FIXED_WIDTH.test(entry.fileName)) continue;
    const chunks = () => checkedChunks(zip, entry, path);
    // The carrier nests them once; a malicious zip may contain itself.
    if (ZIP.test(entry.fileName) && isInner) throw new ImportRefusal('is a zip within a zip within a zip', path);
    if (ZIP.test(entry.fileName)) yield* filesOfZip(await innerZip(entry, path, chunks), path, zips);
    if (TEXT.test(entry.fileName)) {
      yield { name: basename(entry.fileName), path, release: releaseOf(path), chunks };
    }
  }
}

async function innerZip(entry: Entry, path: string, chunks: () => AsyncIterable<Buffer>): Promise<Buffer> {
  if (entry.uncompressedSize > LARGEST_INNER_ZIP_BYTES) throw new ImportRefusal('is too large', path);
  return buffer(chunks());
}

/** The content of an entry; fails at its end if the checksum differs: yauzl leaves that check to its caller. */
async function* checkedChunks(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  const stream = await readable(path, () => zip.openReadStreamPromise(entry));
  let checksum = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (checksum !== entry.crc32) throw new ImportRefusal('does not match its checksum', path);
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): ImportRefusal {
  return new ImportRefusal(`cannot be read (${cause instanceof Error ? cause.message : String(cause)})`, path);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The number in the folder or zip nearest to the file. */
function releaseOf(path: string): number | undefined {
  for (const part of path.split(sep).join('/').split('/').reverse()) {
    const match = RELEASE.exec(part);
    if (match) return Number(match[1] ?? match[2]);
  }
  return undefined;
}
