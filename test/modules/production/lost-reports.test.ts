import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/core/domain/units.ts';
import { useTable } from '../../support/dynamodb.ts';
import { Killed, Mortal } from './support/mortal.ts';
import { printHouse } from './support/print-house.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
});

/** What happens to a report's message: it arrives, is lost, or its call dies at this step and it is not redelivered. */
const fates = fc.oneof(fc.constant('comes'), fc.constant('lost'), fc.integer({ min: 1, max: 12 }));

describe('reports whose message is lost', () => {
  test('are found in the bucket and applied, and no others, for any loss at any time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fates, fc.nat(2)), { minLength: 1, maxLength: 6 }), async (all) => {
        house = printHouse(table);
        account = await house.openAccount();
        const letters = await Promise.all(all.map(() => house.letter(account)));
        await house.form();
        const lost: string[] = [];
        for (const [index, [fate, name]] of all.entries()) {
          // Names are reused: each version is a separate report.
          const key = `inbox/report-${name}.jsonl`;
          const line = { id: letters[index]!.id, status: 'printed', at: '2026-11-20T17:40:00Z' };
          const version = house.drop(key, Array(9).fill(line));
          const process = new Mortal(typeof fate === 'number' ? fate : Infinity);
          const isApplied =
            fate !== 'lost' &&
            (await house.apply(key, process, undefined, version).catch((error: unknown) => {
              if (!(error instanceof Killed)) throw error;
              return false;
            }));
          if (!isApplied) lost.push(version);
        }
        expect(await house.reconcile()).toEqual([]);

        house.clock.now += HOUR_MS;
        const found = await house.reconcile();
        expect(found.map(({ version }) => version)).toEqual(lost);
        for (const { key, version } of found) await house.apply(key, undefined, undefined, version);
        expect(await house.reconcile()).toEqual([]);
        for (const { id } of letters)
          expect((await house.deps(new Mortal(Infinity)).letters.find(account, id))!.mailing.status).toBe('printed');
      }),
      { numRuns: 12 },
    );
  });

  test('are left alone while their message may still arrive, and after two days of searches', async () => {
    house.drop('inbox/report.jsonl', ['no JSON']);
    house.clock.now += HOUR_MS - MINUTE_MS;
    expect(await house.reconcile()).toEqual([]);
    house.clock.now += MINUTE_MS;
    expect(await house.reconcile()).toHaveLength(1);
    house.clock.now += 2 * DAY_MS;
    expect(await house.reconcile()).toEqual([]);
  });

  test('are not found again once they were rejected as a whole', async () => {
    const version = house.drop('inbox/report.jsonl', Array(200_001).fill(''));
    await house.apply('inbox/report.jsonl', undefined, undefined, version);
    expect(house.results('results/report.jsonl')).toMatchObject([{ reason: 'report_too_long' }]);
    house.clock.now += 2 * HOUR_MS;
    expect(await house.reconcile()).toEqual([]);
  });
});
