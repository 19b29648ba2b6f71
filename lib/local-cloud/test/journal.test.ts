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

test('a folder in use is rejected; a folder whose process was killed is taken over', async () => {
  await expect(FileJournal.open(folder)).rejects.toThrow(`is in use by the process ${process.pid}`);
  journal.close();
  // The largest process id of Linux is 2^22.
  writeFileSync(join(folder, 'lock'), String(2 ** 22 + 1));
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
  for (const gone of [removed!, lost!]) expect(() => blobs.read(gone)).toThrow('ENOENT');
});
