import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { judge } from './judge.ts';
import { makeBatch } from './make-batch.ts';
import { orders, PROFILE } from './orders.ts';

/** A sample; `npm run carrier:judge -- 100000` judges as many as you like. */
const SAMPLE = 20;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-carrier-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(['gpost', 'cif_web'] as const)('a batch of %s', (generation) => {
  const profile = { ...PROFILE, generation };

  test('is read by machines alone: every code, every field, equal totals', async () => {
    const home = join(folder, generation);
    await makeBatch(home, profile, orders(SAMPLE, 11, profile));
    const verdict = await judge(home, 1);
    expect(verdict.complaints).toEqual([]);
    expect(verdict.orders).toBe(SAMPLE);
    expect(Object.keys(verdict.totals).length).toBeGreaterThan(3);
  });
});

describe('the judge notices', () => {
  const faults: [string, string, (text: string) => string][] = [
    ['a lighter letter', 'FAC_0067599079_00042_UNICA.txt', (text) => text.replace(/\|00(\d{4})\|/, '|01$1|')],
    [
      'a trailer with another count',
      'FAC_0067599079_00042_UNICA.txt',
      (text) => text.replace(/0(\d)\|(\d{12})\r\n$/, '9$1|$2\r\n'),
    ],
    ['another name', 'ppn-0001.json', (text) => text.replace('"nome":"', '"nome":"X')],
    ['a shifted field', 'TRNO115127.SD1', (text) => text.replace('BR1101', 'BR 110')],
    ['another postal code on the list', 'lista-de-postagem.csv', (text) => text.replace(/,(\d{7})\d,/, ',$1x,')],
  ];

  test.each(faults)('%s', async (what, name, change) => {
    const home = join(folder, what);
    await makeBatch(home, PROFILE, orders(SAMPLE, 11, PROFILE));
    const path = join(home, 'files', name);
    const text = await readFile(path, 'latin1');
    expect(change(text)).not.toBe(text);
    await writeFile(path, change(text), 'latin1');
    expect((await judge(home, 1, 'files')).complaints).not.toEqual([]);
  });

  test('another house number in a Data Matrix', async () => {
    const home = join(folder, 'codes');
    const own = orders(2, 11, PROFILE);
    await makeBatch(home, PROFILE, own);
    const [first] = own;
    const moved = { ...first!, to: { ...first!.to, number: '77777' } };
    await writeFile(
      join(home, 'orders.jsonl'),
      [moved, ...own.slice(1)].map((mailing) => `${JSON.stringify(mailing)}\n`).join(''),
    );
    expect((await judge(home, 1)).complaints.join()).toContain('to_number');
  });
});
