import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The bytes of one object. */
export interface Content {
  readonly size: number;
  /** From byte `first` to byte `last`, inclusive. Default: all. */
  read(first?: number, last?: number): Buffer;
}

/** Unused bytes of the file, up to `end`. */
interface Gap {
  start: number;
  end: number;
}

/**
 * Contents of objects in one unlinked file, so they take no memory and a killed process leaves nothing behind. Contents that no
 * object uses any more are overwritten.
 */
export class Contents {
  #file: number | undefined;
  #isClosed = false;
  #end = 0;
  /** In file order; adjacent gaps are merged. */
  readonly #gaps: Gap[] = [];
  readonly #unheld = new FinalizationRegistry<Gap>((gap) => this.#free(gap));

  /** How long the file is, in bytes. */
  get length(): number {
    return this.#end;
  }

  write(bytes: Buffer): Content {
    const file = this.#open();
    const { start, end } = this.#take(bytes.length);
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, start + written);
    const content: Content = {
      size: bytes.length,
      read: (first = 0, last = end - start - 1) => readPart(this.#open(), start + first, last - first + 1),
    };
    this.#unheld.register(content, { start, end });
    return content;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#isClosed = true;
  }

  /** @throws Error once it is closed: another file may have reused its descriptor */
  #open(): number {
    if (this.#isClosed) throw new Error('The local cloud has stopped');
    return (this.#file ??= openUnnamed());
  }

  #take(size: number): Gap {
    const index = this.#gaps.findIndex((gap) => gap.end - gap.start >= size);
    const gap = this.#gaps[index];
    if (!gap) return { start: this.#end, end: (this.#end += size) };
    const { start } = gap;
    gap.start += size;
    if (gap.start === gap.end) this.#gaps.splice(index, 1);
    return { start, end: start + size };
  }

  #free(gap: Gap): void {
    if (gap.start === gap.end) return;
    const place = this.#gaps.findLastIndex(({ end }) => end <= gap.start) + 1;
    const [before, after] = [this.#gaps[place - 1], this.#gaps[place]];
    if (before?.end === gap.start) before.end = gap.end;
    else if (after?.start === gap.end) after.start = gap.start;
    else this.#gaps.splice(place, 0, gap);
    if (before && after && before.end === after.start) {
      before.end = after.end;
      this.#gaps.splice(place, 1);
    }
  }
}

/** Opens an unlinked file, which disappears with the process, however it ends. */
function openUnnamed(): number {
  const path = join(tmpdir(), `malote-local-cloud-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}

function readPart(file: number, position: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, bytes, read, size - read, position + read);
    if (more === 0) throw new Error('The contents of S3 were cut off');
    read += more;
  }
  return bytes;
}
