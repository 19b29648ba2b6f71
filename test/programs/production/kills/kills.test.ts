import { beforeEach, describe, expect, test } from '@jest/globals';
import { openPrintBatches } from '../../../../lib/adapters/data/mailings/print-batches.ts';
import { LONGEST_RUN_SECONDS } from '../../../../lib/operations/production/form-print-batch.ts';
import { Mortal } from '../../../modules/production/support/mortal.ts';
import { printHouse } from '../../../modules/production/support/print-house.ts';
import { batchOfAllKinds, expectApplied, linesOf } from '../../../modules/production/support/scenario.ts';
import { useTable } from '../../../support/dynamodb.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
});

describe.each(['before', 'after'] as const)('a run killed right %s', (when) => {
  test('any of its writes is completed by the next: each mailing in one batch, none forgotten', async () => {
    for (let at = 1, isOver = false; !isOver; at++) {
      house.asked.length = 0;
      const good = [await house.letter(account), await house.letter(account), await house.verification(account)];
      const broken = await house.letter(account);
      house.files.remove(broken.print_file.key);
      const process = new Mortal(at, when);
      await house.form({}, process).catch(() => undefined);
      isOver = !process.isDead;

      // The next run that the killed one requested starts when that one is certainly dead. One killed before its
      // request had done nothing.
      house.clock.now += LONGEST_RUN_SECONDS * 1000;
      const [next = { run: {} }] = house.asked;
      await house.form(next.run);

      const joined = Object.entries(house.manifests()).flatMap(([batch, lines]) => lines.map(({ id }) => [id, batch]));
      for (const mailing of good) {
        const { status, batch_id } = await house.find(mailing);
        expect({ at, status }).toEqual({ at, status: 'in_production' });
        expect(joined.filter(([id]) => id === mailing.id)).toEqual([[mailing.id, batch_id]]);
        expect(await house.events(mailing)).toHaveLength(2);
      }
      expect((await house.find(broken)).status).toBe('failed');
      expect(joined.filter(([id]) => id === broken.id)).toEqual([]);
      expect(await openPrintBatches(table()).inState('forming', 10, 'oldest')).toEqual([]);
    }
    expect(await house.audit(account)).toEqual([]);
  });
});

describe.each(['before', 'after'] as const)('a call killed right %s', (when) => {
  test('any of its writes is completed by the next: no line lost, none applied twice', async () => {
    for (let write = 1, isOver = false; !isOver; write++) {
      const all = await batchOfAllKinds(house, account);
      const [key, result] = [`inbox/${when}-${write}.jsonl`, `results/${when}-${write}.jsonl`];
      house.drop(key, linesOf(all));
      const process = new Mortal(write, when);
      await house.apply(key, process).catch(() => undefined);
      isOver = !process.isDead;
      await house.apply(key);
      const outcomes = house.results(result).map(({ result }) => result.replace('already_applied', 'applied'));
      expect(outcomes).toEqual(['applied', 'applied', 'refused', 'applied', 'applied', 'applied']);
      await expectApplied(house, account, all);
    }
  });
});
