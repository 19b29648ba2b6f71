import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

/** State that a service keeps beyond its process. Values are JSON. */
export interface DurableMap<Value> {
  /** The entries of an earlier process, in the order they were put; returned once. */
  restore(): ReadonlyMap<string, Value>;
  /** Stores the current value. */
  put(key: string, value: Value): void;
  delete(key: string): void;
}

/** Large contents outside the journal, each in a separate file that never changes. */
export interface Blobs {
  /** @returns the name to read it by */
  write(content: Buffer): string;
  /** @throws Error when there is none */
  read(name: string): Buffer;
  /** Removes it once the journal no longer names it. */
  remove(name: string): void;
  /** Removes blobs without a reference, which a killed process left. */
  keepOnly(names: ReadonlySet<string>): void;
}

/** Keeps the state of a cloud beyond its process. */
export interface Journal {
  /** The same name gives the same map; ask for it once. */
  map<Value>(name: string): DurableMap<Value>;
  readonly blobs: Blobs;
}

/** A map of the journal; without a journal, a map that stores nothing. */
export function durableMap<Value>(journal: Journal | undefined, name: string): DurableMap<Value> {
  return journal?.map<Value>(name) ?? { restore: () => new Map(), put: () => undefined, delete: () => undefined };
}

/** The first line of the file. Another version is rejected. */
const HEADER = { journal: 'malote-local-cloud', version: 3 };

/** Map, key and value; without a value, the key is deleted. */
type Change = readonly [map: string, key: string, value?: unknown];

/**
 * One file of lines. A line contains all changes of one turn of JavaScript, so that a transaction is kept completely or
 * not at all. It is written before the turn's responses leave the process, because microtasks run before input and
 * output. It is then in the kernel's buffers: it survives `kill -9` of the process at any point, but not a power
 * failure. Each start compacts the file.
 */
export class FileJournal implements Journal {
  readonly blobs: Blobs;
  readonly #folder: string;
  readonly #lock: Lock;
  readonly #left: Map<string, Map<string, unknown>>;
  #file: number | undefined;
  #changes: string[] = [];
  #linesLeft = Infinity;
  #onEnd: () => void = () => undefined;

  private constructor(folder: string, lock: Lock, left: Map<string, Map<string, unknown>>) {
    this.#folder = folder;
    this.#lock = lock;
    this.#left = left;
    this.#file = openSync(join(folder, 'journal.jsonl'), 'a');
    this.blobs = this.#openBlobs(join(folder, 'blobs'));
  }

  /**
   * Opens a folder, creating it if necessary.
   * @throws Error when another process has it open, or it is not a journal of this version
   */
  static async open(folder: string): Promise<FileJournal> {
    mkdirSync(join(folder, 'blobs'), { recursive: true });
    const lock = lockOf(folder);
    try {
      const maps = await readMaps(join(folder, 'journal.jsonl'));
      writeMaps(folder, maps);
      return new FileJournal(folder, lock, maps);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  map<Value>(name: string): DurableMap<Value> {
    return {
      restore: () => {
        const left = this.#left.get(name) ?? new Map<string, unknown>();
        this.#left.delete(name);
        return left as ReadonlyMap<string, Value>;
      },
      put: (key, value) => this.#add([name, key, value]),
      delete: (key) => this.#add([name, key]),
    };
  }

  /** Whether everything that an earlier process left has been restored. */
  get isEmpty(): boolean {
    return this.#left.size === 0;
  }

  /** Closes the journal and deletes its files. */
  discard(): void {
    this.close();
    for (const part of ['journal.jsonl', 'blobs']) rmSync(join(this.#folder, part), { recursive: true, force: true });
  }

  /** Later changes are not kept. */
  close(): void {
    this.#flush();
    this.#end();
  }

  /**
   * Keeps `lines` more lines and then nothing, as if the process had been killed after the last of them; then calls `onEnd`.
   * A test of crashes stops the cloud afterwards, and starts another one over the same folder.
   */
  endAfter(lines: number, onEnd: () => void): void {
    this.#linesLeft = lines;
    this.#onEnd = onEnd;
  }

  #add(change: Change): void {
    if (this.#file === undefined) return;
    if (this.#changes.length === 0) queueMicrotask(() => this.#flush());
    this.#changes.push(JSON.stringify(change));
  }

  #flush(): void {
    if (this.#file === undefined || this.#changes.length === 0) return;
    writeWhole(this.#file, `[${this.#changes.splice(0).join(',')}]\n`);
    this.#linesLeft--;
    if (this.#linesLeft > 0) return;
    this.#end();
    this.#onEnd();
  }

  #end(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    this.#lock.close();
  }

  #openBlobs(folder: string): Blobs {
    const pathOf = (name: string) => join(folder, name);
    return {
      write: (content) => {
        const name = randomUUID();
        if (this.#file !== undefined) writeFileSync(pathOf(name), content);
        return name;
      },
      read: (name) => readBlob(pathOf(name)),
      remove: (name) =>
        setImmediate(() => {
          if (this.#file !== undefined) rmSync(pathOf(name), { force: true });
        }),
      keepOnly: (names) => {
        for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(pathOf(name));
      },
    };
  }
}

/** Reads the journal. A truncated last line is ignored: the process died before any response depended on it. */
async function readMaps(path: string): Promise<Map<string, Map<string, unknown>>> {
  const maps = new Map<string, Map<string, unknown>>();
  if (!existsSync(path)) return maps;
  let number = 0;
  let torn: string | undefined;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    if (torn !== undefined) throw new Error(`${path}: line ${number - 1} cannot be read.`);
    if (number === 1) {
      if (line !== JSON.stringify(HEADER))
        throw new Error(`${path} was not written by this version; choose another folder.`);
      continue;
    }
    const changes = parse(line);
    if (changes === undefined) torn = line;
    else if (areChanges(changes)) apply(changes, maps);
    // Not torn: a line that is cut off is no JSON.
    else throw new Error(`${path}: line ${number} cannot be read.`);
  }
  return maps;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function areChanges(value: unknown): value is readonly Change[] {
  const isName = (part: unknown) => typeof part === 'string';
  return (
    Array.isArray(value) && value.every((change) => Array.isArray(change) && isName(change[0]) && isName(change[1]))
  );
}

function readBlob(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`${path} is missing, so the data cannot be continued: restore the folder or choose another one.`, {
      cause: error,
    });
  }
}

function apply(changes: readonly Change[], maps: Map<string, Map<string, unknown>>): void {
  for (const [name, key, ...values] of changes) {
    const map = maps.get(name) ?? new Map<string, unknown>();
    maps.set(name, map);
    // A key that is put again moves to the end: maps keep the order of insertion.
    map.delete(key);
    if (values.length > 0) map.set(key, values[0]);
  }
}

/** Writes the remaining entries to a new file, which replaces the old one in one step. */
function writeMaps(folder: string, maps: ReadonlyMap<string, ReadonlyMap<string, unknown>>): void {
  const path = join(folder, 'journal.new');
  const file = openSync(path, 'w');
  try {
    writeWhole(file, `${JSON.stringify(HEADER)}\n`);
    for (const [name, map] of maps)
      for (const [key, value] of map) writeWhole(file, `${JSON.stringify([[name, key, value]])}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(path, join(folder, 'journal.jsonl'));
}

/** Writes the whole text: one write call may write only part of it. */
function writeWhole(file: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
}

interface Lock {
  close(): void;
}

/** Codes of SQLite's errors (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;

/**
 * Locks the folder until it is closed or the process ends. SQLite locks a file by the kernel, on every system that Node
 * knows (https://www.sqlite.org/lockingv3.html); Node has no such call of its own. A process id in a file would not do:
 * in a container, a killed process and the next one are both 1. Nothing is written, so a full disk does no harm.
 * @throws Error if a running process holds the folder
 */
function lockOf(folder: string): Lock {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(`${folder} is in use by another process: stop that one or choose another folder.`, {
      cause: error,
    });
  }
}
