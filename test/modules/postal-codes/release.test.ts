import { appendFile, copyFile, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IMPORTED_RELEASE, openDirectory, SEED_RELEASE } from '../../../lib/adapters/postal-codes/directory.ts';
import { DamagedReleaseError, ROWS_PER_SHARD } from '../../../lib/adapters/postal-codes/release-format.ts';
import { writeRelease } from '../../../lib/adapters/postal-codes/release-writer.ts';
import type { PostalCodeEntry, PostalCodeKind } from '../../../lib/core/domain/addresses.ts';
import { stateCodes } from '../../../lib/core/domain/brazilian-states.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
});
afterAll(() => rm(folder, { recursive: true }));

const kinds: PostalCodeKind[] = ['street', 'general', 'large_user', 'promotional', 'postal_unit', 'community_box'];
const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\n'));
const shortName = fc.stringMatching(/^[A-Z]\w{0,9}$/);
const number = fc.nat({ max: 999_999_999 });
const numberRange = fc.record({ first: number, last: number, side: fc.constantFrom('both', 'even', 'odd') });
const required = {
  postal_code: fc.integer({ min: 0, max: 99_999_999 }).map((code) => String(code).padStart(8, '0')),
  kind: fc.constantFrom(...kinds),
  street: fc.option(texts),
  neighborhood: fc.option(texts),
  city: texts,
  state: fc.constantFrom(...stateCodes),
};
const optional = {
  short_names: fc
    .record({ street: shortName, neighborhood: shortName, city: shortName }, { requiredKeys: [] })
    .filter((names) => Object.keys(names).length > 0),
  numbers: fc.array(numberRange, { minLength: 1, maxLength: 3 }),
  other_streets: fc.array(shortName, { minLength: 1, maxLength: 3 }),
};
const requiredKeys = Object.keys(required) as (keyof typeof required)[];
const entries = fc.record({ ...required, ...optional }, { requiredKeys, noNullPrototype: true });

function ascending(unordered: readonly PostalCodeEntry[]): PostalCodeEntry[] {
  return [...unordered].sort((a, b) => Number(a.postal_code) - Number(b.postal_code));
}

/** Streets with every third code from 01000000, enough for `shards` shards. */
function streets(shards: number): PostalCodeEntry[] {
  return Array.from({ length: ROWS_PER_SHARD * (shards - 1) + 10 }, (_, index) => ({
    postal_code: String(1_000_000 + 3 * index).padStart(8, '0'),
    kind: 'street',
    street: `Rua ${index}`,
    neighborhood: `Bairro ${index % 7}`,
    city: 'São Paulo',
    state: 'SP',
  }));
}

async function write(name: string, content: readonly PostalCodeEntry[], source = 'test'): Promise<string> {
  const path = join(folder, name);
  await writeRelease(path, source, content);
  return path;
}

test('a release returns exactly what a map of the same entries returns', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entries, { selector: ({ postal_code }) => postal_code, maxLength: 60 }),
      fc.array(fc.stringMatching(/^\d{8}$/)),
      async (some, others) => {
        const map = new Map(some.map((entry) => [entry.postal_code, entry]));
        const directory = openDirectory(await write('property', ascending(some)));
        for (const code of [...map.keys(), ...others]) expect(directory.find(code)).toEqual(map.get(code));
        expect([...directory.entries()]).toEqual(ascending(some));
        expect(directory.size).toBe(some.length);
        directory.close();
      },
    ),
    { numRuns: 50 },
  );
});

test('many shards return the same as one, for look-ups in any order and with little memory', async () => {
  const all = streets(4);
  const path = await write('shards', all);
  const map = new Map(all.map((entry) => [entry.postal_code, entry]));
  for (const shardsKept of [1, 2, 32]) {
    const directory = openDirectory(path, { shardsKept });
    for (let step = 0; step < 300; step++) {
      const code = String(999_990 + ((step * 7919) % 20_000)).padStart(8, '0');
      expect(directory.find(code)).toEqual(map.get(code));
    }
    directory.close();
  }
});

test('a text other than eight digits is not found', async () => {
  const directory = openDirectory(await write('digits', streets(1)));
  expect(directory.find('01000000')).toBeDefined();
  for (const text of ['', '1000000', '01000-000', '001000000', '1e6', ' 1000000', '0x0f4240']) {
    expect(directory.find(text)).toBeUndefined();
  }
  directory.close();
});

test('an empty release contains nothing', async () => {
  const directory = openDirectory(await write('empty', []));
  expect(directory.size).toBe(0);
  expect(directory.find('01001000')).toBeUndefined();
  expect([...directory.entries()]).toEqual([]);
  directory.close();
});

test('the least recently used shards leave memory', async () => {
  const path = await write('memory', streets(3));
  const directory = openDirectory(path, { shardsKept: 2 });
  const codeOfShard = [0, 1, 2].map((shard) => String(1_000_000 + 3 * ROWS_PER_SHARD * shard).padStart(8, '0'));
  const [first, second, third] = codeOfShard as [string, string, string];
  directory.find(first);
  directory.find(second);
  directory.find(first);
  directory.find(third);
  // Everything read from now on is damaged, so only data in memory is correct.
  await overwrite(path, (await readFile(path)).length - 60_000, 60_000);
  expect(directory.find(first)).toBeDefined();
  expect(directory.find(third)).toBeDefined();
  expect(() => directory.find(second)).toThrow(DamagedReleaseError);
  directory.close();
});

describe('a folder of releases', () => {
  test('reads the import if there is one, otherwise the seed', async () => {
    const releases = await mkdtemp(join(folder, 'folder-'));
    await writeRelease(join(releases, SEED_RELEASE), 'seed', streets(1));
    const seed = openDirectory(releases);
    expect(seed.source).toBe('seed');
    seed.close();
    await writeRelease(join(releases, IMPORTED_RELEASE), 'import', streets(1));
    const imported = openDirectory(releases);
    expect(imported.source).toBe('import');
    imported.close();
  });

  test('without any release fails when it is opened', async () => {
    const releases = await mkdtemp(join(folder, 'none-'));
    expect(() => openDirectory(releases)).toThrow('ENOENT');
  });
});

describe('writing', () => {
  const [first, second, third] = streets(1) as [PostalCodeEntry, PostalCodeEntry, PostalCodeEntry];

  test.each([
    ['out of order', [second, first]],
    ['twice', [first, second, second]],
  ])('rejects codes %s and leaves the current release unchanged', async (_, wrong) => {
    const path = await write('kept', [first, second, third], 'before');
    const files = await readdir(folder);
    await expect(writeRelease(path, 'after', wrong)).rejects.toThrow('follows');
    await expect(writeRelease(path, 'after', failing([first]))).rejects.toThrow('source failed');
    const directory = openDirectory(path);
    expect(directory.source).toBe('before');
    expect([...directory.entries()]).toEqual([first, second, third]);
    directory.close();
    expect(await readdir(folder)).toEqual(files);
  });

  test('rejects a text with a column separator', async () => {
    await expect(write('columns', [{ ...first, city: 'São\nPaulo' }])).rejects.toThrow('line break');
  });

  test('writes the same bytes for the same entries', async () => {
    const paths = [await write('same-1', streets(2)), await write('same-2', streets(2))];
    const [one, two] = await Promise.all(paths.map((path) => readFile(path)));
    expect(one!.equals(two!)).toBe(true);
  });

  test('removes the remains of a killed writer, and nothing of a running one', async () => {
    // Above every limit of process ids (https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html).
    const finished = 2 ** 31 - 1;
    const own = await mkdtemp(join(folder, 'leftovers-'));
    const path = join(own, 'release');
    const kept = [`release.${process.ppid}.new`, `other.${finished}.new`, 'release.old.new'];
    for (const name of [...kept, `release.${finished}.new`]) await writeFile(join(own, name), 'half');
    await writeRelease(path, 'test', streets(1));
    expect((await readdir(own)).sort()).toEqual([...kept, 'release'].sort());
  });

  test('does not disturb readers of the previous release', async () => {
    const path = await write('swapped', [first, second], 'before');
    const before = openDirectory(path);
    await write('swapped', [second, third], 'after');
    expect(before.find(first.postal_code)).toEqual(first);
    const after = openDirectory(path);
    expect(after.find(first.postal_code)).toBeUndefined();
    expect(after.find(third.postal_code)).toEqual(third);
    before.close();
    after.close();
  });
});

describe('a damaged release is rejected', () => {
  async function damaged(name: string, damage: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    await copyFile(await write('whole', streets(2)), path);
    await damage(path);
    return path;
  }

  test.each<[string, (path: string) => Promise<void>]>([
    ['an empty file', (path) => truncate(path, 0)],
    ['another file', (path) => writeFile(path, 'PK\x03\x04 this is a zip')],
    ['a truncated file', async (path) => truncate(path, (await readFile(path)).length - 1)],
    ['a file truncated within its manifest', (path) => truncate(path, 150)],
    ['a file with extra data at its end', (path) => appendFile(path, 'x')],
    ['a changed manifest', (path) => overwrite(path, 120, 4)],
  ])('at opening: %s', async (_, damage) => {
    const path = await damaged('at-opening', damage);
    expect(() => openDirectory(path)).toThrow(DamagedReleaseError);
  });

  test('when read: a changed shard, and only that one', async () => {
    const path = await damaged('at-reading', async (copy) => overwrite(copy, (await readFile(copy)).length - 20, 4));
    const directory = openDirectory(path);
    expect(directory.find('01000000')).toMatchObject({ street: 'Rua 0' });
    const last = streets(2).at(-1)!;
    expect(() => directory.find(last.postal_code)).toThrow(DamagedReleaseError);
    directory.close();
  });

  test('a mixture of two releases', async () => {
    const other = await readFile(
      await write(
        'other',
        streets(2).map((entry) => ({ ...entry, city: 'Osasco' })),
      ),
    );
    const path = await damaged('mixture', async (copy) => {
      const whole = await readFile(copy);
      const half = whole.length - 50;
      await writeFile(copy, Buffer.concat([whole.subarray(0, half), other.subarray(other.length - 50)]));
    });
    const directory = openDirectory(path);
    expect(() => [...directory.entries()]).toThrow(DamagedReleaseError);
    directory.close();
  });
});

function* failing(some: readonly PostalCodeEntry[]): Generator<PostalCodeEntry> {
  yield* some;
  throw new Error('source failed');
}

async function overwrite(path: string, offset: number, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(bytes, 0x5a), 0, bytes, offset);
  await file.close();
}
