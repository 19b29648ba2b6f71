import { beforeEach, describe, expect, test } from '@jest/globals';
import { mailingsToPrint } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { erasedLetter } from '../../../lib/core/domain/erasure.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { moveLetterTo } from '../../../lib/operations/letters/move-letter.ts';
import { LONGEST_RUN_SECONDS, scheduledRun } from '../../../lib/operations/production/form-print-batch.ts';
import { issueManifest } from '../../../lib/operations/production/issue-manifest.ts';
import { useTable } from '../../support/dynamodb.ts';
import { pagesOf } from '../../support/pages.ts';
import { Killed, Mortal } from './support/mortal.ts';
import { printHouse } from './support/print-house.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
});

describe('a batch', () => {
  test('includes received mailings of both kinds, and notifies the print house', async () => {
    const letter = await house.letter(account, { postal_services: ['registered'] });
    const verification = await house.verification(account);
    const { batches, more } = await house.form();
    expect({ batches, more }).toEqual({
      batches: [{ id: expect.stringMatching(/^bat_/), mailings: [letter.id, verification.id] }],
      more: false,
    });
    const [lines] = Object.values(house.manifests());
    expect(lines!.map(({ id, bucket, file, postal_services }) => [id, bucket, file, postal_services])).toEqual([
      [letter.id, 'documents', letter.print_file.key, ['registered']],
      [verification.id, 'verification-files', verification.print_file.key, []],
    ]);
    expect(await house.find(letter)).toMatchObject({ status: 'in_production', batch_id: batches[0]!.id });
    const batch = await openPrintBatches(table()).find(batches[0]!.id);
    expect(batch).toMatchObject({ state: 'formed', manifest: { mailings: 2, sheets: 2 } });
    expect((await house.form()).batches).toEqual([]);
  });

  test('leaves mailings after the cut-off to the next batch', async () => {
    const early = await house.letter(account);
    const cutoff = house.clock.now;
    house.clock.now += 1;
    const late = await house.letter(account);
    expect((await house.form({ cutoff })).batches.flatMap(({ mailings }) => mailings)).toEqual([early.id]);
    expect((await house.form()).batches.flatMap(({ mailings }) => mailings)).toEqual([late.id]);
  });

  test('of the schedule includes mailings until the cut-off minute, and none later', async () => {
    const early = await house.letter(account);
    const run = scheduledRun(house.clock.now + 30 * 60_000, 30, undefined);
    house.clock.now += 1;
    await house.letter(account);
    expect((await house.form(run)).batches.flatMap(({ mailings }) => mailings)).toEqual([early.id]);
    await house.form();
  });

  test('is not formed on a holiday, but an unfinished one is completed', async () => {
    const claimed = await house.letter(account);
    // Killed before its fourth write: the batch, its next run and the claim exist, the manifest does not.
    await expect(house.form({}, new Mortal(4))).rejects.toThrow(Killed);
    house.clock.now += LONGEST_RUN_SECONDS * 1000;
    const waiting = await house.letter(account);
    const { batches, more } = await house.form(scheduledRun(house.clock.now, 0, 'Natal'));
    expect({ mailings: batches.map(({ mailings }) => mailings), more }).toEqual({
      mailings: [[claimed.id]],
      more: false,
    });
    expect((await house.find(waiting)).status).toBe('received');
    await house.form();
  });

  test('that is full is followed by another', async () => {
    const letters = [];
    for (let count = 0; count < 6; count++) letters.push((await house.letter(account)).id);
    const { batches } = await house.form({}, undefined, { batchLimit: 1 });
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flatMap(({ mailings }) => mailings).sort()).toEqual(letters.sort());
  });

  test('continues in the next run when time is short, until nothing is left', async () => {
    const letters = [];
    for (let count = 0; count < 6; count++) letters.push((await house.letter(account)).id);
    const joined: string[] = [];
    for (let more = true; more;) {
      let pages = 0;
      const formed = await house.form({}, undefined, {}, () => pages++ < 1);
      joined.push(...formed.batches.flatMap(({ mailings }) => mailings));
      const next = house.asked.filter(({ delay }) => delay === 0);
      expect(next.map(({ run }) => run)).toEqual(formed.more ? [{ cutoff: house.clock.now, afterKill: false }] : []);
      house.asked.length = 0;
      more = formed.more;
    }
    expect(joined.sort()).toEqual(letters.sort());
  });

  test('formed by two runs at once has no mailing twice and misses none', async () => {
    const letters = [];
    for (let count = 0; count < 8; count++) letters.push((await house.letter(account)).id);
    const runs = await Promise.all([house.form(), house.form()]);
    const joined = runs.flatMap(({ batches }) => batches.flatMap(({ mailings }) => mailings));
    expect(joined.sort()).toEqual(letters.sort());
  });
});

describe('a mailing that is canceled while it is claimed', () => {
  const cancel = (letter: Letter) => {
    const deps = house.deps(new Mortal(Infinity));
    return moveLetterTo(deps, { mailing: letter, version: 1, wait: null }, { trigger: 'cancel', reason: 'requested' });
  };

  test.each([
    ['was canceled', () => undefined],
    [
      'was canceled and erased',
      async (letter: Letter) => {
        const { letters } = house.deps(new Mortal(Infinity));
        const before = (await letters.find(account, letter.id))!;
        await letters.change({ before, after: erasedLetter(before.mailing, 1), events: [], money: [] });
        house.files.remove(letter.print_file.key);
      },
    ],
  ])('is skipped when it %s after the index was read', async (_, more) => {
    const letter = await house.letter(account);
    const [stale] = await pagesOf(mailingsToPrint(table()));
    await cancel(letter);
    await more(letter);
    async function* toPrint() {
      yield [stale!];
    }
    expect((await house.form({}, undefined, { toPrint: toPrint as never })).batches).toEqual([]);
    expect(await house.find(letter)).toMatchObject({ status: 'canceled', batch_id: null });
    expect(await openPrintBatches(table()).inState('forming', 10, 'oldest')).toEqual([]);
    expect(await house.audit(account)).toEqual([]);
  });

  test('is either in a batch or canceled with its refund', async () => {
    const letters = [];
    for (let count = 0; count < 8; count++) letters.push(await house.letter(account));
    const [{ batches }, ...canceled] = await Promise.all([house.form(), ...letters.map(cancel)]);
    const ended = letters.filter((_, index) => canceled[index]!.moved).map(({ id }) => id);
    const joined = batches.flatMap(({ mailings }) => mailings);
    expect([...joined, ...ended].sort()).toEqual(letters.map(({ id }) => id).sort());
    expect(await house.audit(account)).toEqual([]);
  });
});

describe('a mailing that cannot be produced', () => {
  test.each([
    ['is missing', (key: string) => house.files.remove(key)],
    ['differs according to S3', (key: string) => house.files.put(key, Buffer.alloc(35, 'x'), 'AAAA')],
    ['differs without S3 noticing', (key: string) => house.files.put(key, Buffer.alloc(35, 'x'))],
    ['is shorter', (key: string) => house.files.put(key, Buffer.from('%PDF'))],
  ])('because its file %s fails and is refunded', async (_, spoil) => {
    const [letter, verification] = [await house.letter(account), await house.verification(account)];
    for (const { print_file } of [letter, verification]) spoil(print_file.key);
    expect((await house.form()).batches).toEqual([]);
    expect(await house.find(letter)).toMatchObject({ status: 'failed', failure_reason: 'unprintable_document' });
    expect(await house.find(verification)).toMatchObject({ status: 'canceled' });
    expect(await house.events(letter)).toEqual(['letter.failed', 'letter.received']);
    expect(await house.events(verification)).toEqual(['verification.canceled', 'verification.received']);
    const { ledger } = house.deps(new Mortal(Infinity));
    expect((await ledger.balance(account)).amount).toBe(100_000);
    expect(await house.audit(account)).toEqual([]);
    expect(await openPrintBatches(table()).inState('forming', 10, 'oldest')).toEqual([]);
  });

  test('is not a letter edited after the index was read: it goes with its new file', async () => {
    const letter = await house.letter(account);
    const [stale] = await pagesOf(mailingsToPrint(table()));
    const { letters } = house.deps(new Mortal(Infinity));
    const before = (await letters.find(account, letter.id))!;
    const after = { ...letter, print_file: house.storeFile(letter.id) };
    await letters.change({ before, after, events: [], money: [] });
    house.files.remove(letter.print_file.key);
    async function* toPrint() {
      yield [stale!];
    }
    const { batches } = await house.form({}, undefined, { toPrint: toPrint as never });
    expect(batches.map(({ mailings }) => mailings)).toEqual([[letter.id]]);
    expect(house.manifests()[batches[0]!.id]).toMatchObject([{ file: after.print_file.key }]);
  });

  test('is not any letter while S3 does not respond: the run fails and the letters wait', async () => {
    const letter = await house.letter(account);
    const isIntact = async () => {
      throw new Error('SlowDown');
    };
    await expect(house.form({}, undefined, { files: { letter: { isIntact } } as never })).rejects.toThrow('SlowDown');
    expect((await house.find(letter)).status).toBe('received');
    await house.form();
    expect((await house.find(letter)).status).toBe('in_production');
  });
});

describe('a manifest', () => {
  test('contains the claimed mailings, including those reported before it was written', async () => {
    const letter = await house.letter(account);
    const { outbox } = house.deps(new Mortal(Infinity));
    const lateOutbox = {
      ...outbox,
      writeManifest: async (...batch: Parameters<typeof outbox.writeManifest>) => {
        house.drop('inbox/early.jsonl', [{ id: letter.id, status: 'posted', at: '2026-11-20T12:00:00Z' }]);
        await house.apply('inbox/early.jsonl');
        return outbox.writeManifest(...batch);
      },
    };
    const { batches } = await house.form({}, undefined, { outbox: lateOutbox });
    expect(house.results('results/early.jsonl')).toMatchObject([{ result: 'applied' }]);
    expect(batches.map(({ mailings }) => mailings)).toEqual([[letter.id]]);
    expect(house.manifests()[batches[0]!.id]).toMatchObject([{ id: letter.id, file: letter.print_file.key }]);
  });

  test('written again has the same bytes, whatever happened to its mailings and their files', async () => {
    const letter = await house.letter(account);
    const other = await house.letter(account);
    const { batches } = await house.form();
    const id = batches[0]!.id;
    const keys = house.exchange.keys().filter((key) => key.includes(id));
    const before = keys.map((key) => house.exchange.text(key));
    house.drop('inbox/1.jsonl', [
      { id: letter.id, status: 'failed', failure_reason: 'other', at: '2026-11-20T12:00:00Z' },
    ]);
    await house.apply('inbox/1.jsonl');
    for (const key of keys) house.exchange.remove(key);
    house.files.remove(letter.print_file.key);
    house.files.put(other.print_file.key, Buffer.from('%PDF of somebody else'));

    const { carrier, ...deps } = house.deps(new Mortal(Infinity));
    const batch = (await openPrintBatches(table()).find(id))!;
    const { manifest } = (await issueManifest({ ...deps, profiles: carrier.profiles }, batch))!;
    expect(keys.map((key) => house.exchange.text(key))).toEqual(before);
    expect((await openPrintBatches(table()).find(id))!.manifest).toEqual(manifest);
  });
});
