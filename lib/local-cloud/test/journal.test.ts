import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FileJournal } from '../journal.ts';

let folder: string;
let journal: FileJournal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-journal-'));
  journal = await FileJournal.open(folder);
});

afterEach(async () => {
  journal.close();
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'journal.jsonl');

async function reopen(): Promise<FileJournal> {
  journal.close();
  journal = await FileJournal.open(folder);
  return journal;
}

test('a map keeps the last value of each key, in the order of insertion', async () => {
  const map = journal.map<unknown>('colors');
  map.put('b', 1);
  map.put('a', { deep: [null, 'ç\u0000\n'] });
  map.put('b', 2);
  map.put('c', 3);
  map.delete('c');
  const left = (await reopen()).map('colors').restore();
  expect([...left]).toEqual([
    ['a', { deep: [null, 'ç\u0000\n'] }],
    ['b', 2],
  ]);
  expect(journal.map('others').restore().size).toBe(0);
});

test('all changes of one turn are one line', async () => {
  const [first, second] = [journal.map<number>('first'), journal.map<number>('second')];
  first.put('a', 1);
  second.put('b', 2);
  first.delete('a');
  await Promise.resolve();
  second.put('b', 3);
  await Promise.resolve();
  expect(readFileSync(file(), 'utf8').trim().split('\n').slice(1)).toEqual([
    '[["first","a",1],["second","b",2],["first","a"]]',
    '[["second","b",3]]',
  ]);
});

test('a truncated last line is ignored', async () => {
  journal.map<number>('numbers').put('a', 1);
  journal.close();
  appendFileSync(file(), '[["numbers","a",2],["num');
  expect((await reopen()).map('numbers').restore()).toEqual(new Map([['a', 1]]));
});

test('an unreadable line before the last one stops the start', async () => {
  journal.close();
  appendFileSync(file(), '[["numbers"\n[["numbers","a",1]]\n');
  await expect(FileJournal.open(folder)).rejects.toThrow('line 2 cannot be read');
});

test('a folder written by another version is rejected', async () => {
  journal.close();
  writeFileSync(file(), '{"journal":"malote-local-cloud","version":99}\n');
  await expect(FileJournal.open(folder)).rejects.toThrow('was not written by this version');
});

test.each(['{}', '7', '[7]', '[["numbers"]]', 'null'])(
  'a last line that is no change stops the start: %s',
  async (line) => {
    journal.close();
    appendFileSync(file(), `${line}\n`);
    await expect(FileJournal.open(folder)).rejects.toThrow(/journal\.jsonl: line 2 cannot be read\.$/);
  },
);

test('a folder in use is rejected, by this process and by others', async () => {
  await expect(FileJournal.open(folder)).rejects.toThrow(`${folder} is in use by another process: stop that one`);
  expect(await new Holder(folder).said).toContain('is in use by another process');
});

/** A process that opens the folder and keeps it until it is killed. */
class Holder {
  readonly #process: ChildProcess;
  /** Its first line: its process id, or why it could not open the folder. */
  readonly said: Promise<string>;

  constructor(folder: string, [command = process.execPath, ...before]: readonly string[] = []) {
    const journalFile = new URL('../journal.ts', import.meta.url).href;
    const program = `
      const { FileJournal } = await import(${JSON.stringify(journalFile)});
      const journal = await FileJournal.open(${JSON.stringify(folder)}).catch(({ message }) => message);
      console.log(typeof journal === 'string' ? journal : process.pid);
      setInterval(() => journal, 60_000);`;
    const node = ['--input-type=module', '--eval', program];
    this.#process = spawn(command, [...before, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
    holders.push(this);
    this.said = once(this.#process.stdout!, 'data').then(([text]) => String(text).trim());
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }
}

const holders: Holder[] = [];
afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.kill();
});

/** Runs a program as process 1 of a namespace of its own, as in a container; undefined where that is not allowed. */
const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child'];
const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0;
const ways: [string, readonly string[]][] = [['on this machine', []]];
if (hasContainers) ways.push(['in a container, where each is process 1', [...CONTAINER, process.execPath]]);

test.each(ways)('a folder whose process was killed is taken over, %s', async (_, way) => {
  journal.close();
  const first = new Holder(folder, way);
  const said = await first.said;
  expect(said).toMatch(way.length > 0 ? /^1$/ : /^\d+$/);
  expect(await new Holder(folder, way).said).toContain('is in use by another process');
  await first.kill();
  expect(await new Holder(folder, way).said).toMatch(/^\d+$/);
});

test('a lock that a full disk left empty is no lock', async () => {
  journal.close();
  writeFileSync(join(folder, 'lock.sqlite'), '');
  expect((await reopen()).map('numbers').restore().size).toBe(0);
});

test('the start compacts the file', async () => {
  const map = journal.map<string>('texts');
  for (let index = 0; index < 50; index++) map.put('same', 'x'.repeat(1000));
  await reopen();
  expect(readFileSync(file(), 'utf8').length).toBeLessThan(2_000);
});

test('nothing is recorded after the journal ends', async () => {
  const map = journal.map<number>('numbers');
  let ended = 0;
  journal.endAfter(2, () => ended++);
  for (const value of [1, 2, 3, 4]) {
    map.put('a', value);
    await Promise.resolve();
  }
  expect(ended).toBe(1);
  journal.blobs.write(Buffer.from('late'));
  expect((await reopen()).map('numbers').restore()).toEqual(new Map([['a', 2]]));
  expect(await readdir(join(folder, 'blobs'))).toEqual([]);
});

test('blobs stay until they are removed; blobs without a reference are deleted at the start', async () => {
  const [kept, removed, lost] = ['a', 'b', 'c'].map((text) => journal.blobs.write(Buffer.from(text)));
  journal.blobs.remove(removed!);
  await new Promise(setImmediate);
  const { blobs } = await reopen();
  blobs.keepOnly(new Set([kept!]));
  expect(blobs.read(kept!)).toEqual(Buffer.from('a'));
  for (const gone of [removed!, lost!])
    expect(() => blobs.read(gone)).toThrow(
      `${join(folder, 'blobs', gone)} is missing, so the data cannot be continued`,
    );
});
