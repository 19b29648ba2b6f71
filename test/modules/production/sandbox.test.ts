import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mailingsToPrint, mailingsToSimulate } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openCorrections } from '../../../lib/adapters/data/money/corrections.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { playMoney, sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { simulatedStay } from '../../../lib/core/domain/simulated-production.ts';
import { isTrackingCode } from '../../../lib/core/domain/tracking-codes.ts';
import { fundSandbox } from '../../../lib/operations/accounts/fund-sandbox.ts';
import { simulatePrintHouse } from '../../../lib/operations/production/simulate-print-house.ts';
import { useTable } from '../../support/dynamodb.ts';
import { pagesOf } from '../../support/pages.ts';
import { Mortal } from './support/mortal.ts';
import { printHouse } from './support/print-house.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;
let sandbox: string;

const money = () => {
  const tools = { now: () => house.clock.now, randomBytes };
  return { ledger: openLedger(table(), tools), corrections: openCorrections(table(), tools) };
};

/** Runs the simulated print house this many milliseconds after its last run. */
async function simulate(later = 0): Promise<number> {
  house.clock.now += later;
  const deps = { ...house.deps(new Mortal(Infinity)), ...money(), toSimulate: () => mailingsToSimulate(table()) };
  return simulatePrintHouse(deps, () => true);
}

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
  sandbox = sandboxIdOf(account);
  await fundSandbox(money(), sandbox);
});

describe('a mailing of a sandbox (rule SBX-3)', () => {
  test('never reaches a print batch, in any status, and the simulator never handles a live one', async () => {
    const played = [await house.letter(sandbox), await house.verification(sandbox)];
    const real = [await house.letter(account), await house.verification(account)];
    const idsOf = async (walk: typeof mailingsToPrint) =>
      (await pagesOf(walk(table()))).map(({ mailing }) => mailing.id);
    const others = played.map(({ id }) => id);
    const own = real.map(({ id }) => id);

    const toPrint = await idsOf(mailingsToPrint);
    expect(toPrint).toEqual(expect.arrayContaining(own));
    for (const id of others) expect(toPrint).not.toContain(id);
    const toSimulate = await idsOf(mailingsToSimulate);
    expect(toSimulate).toEqual(expect.arrayContaining(others));
    for (const id of own) expect(toSimulate).not.toContain(id);

    await simulate(simulatedStay.received);
    for (const mailing of real) expect((await house.find(mailing)).status).toBe('received');
    const { batches } = await house.form();
    expect(batches.flatMap(({ mailings }) => mailings)).toEqual(expect.arrayContaining(own));
    for (const id of others) expect(batches.flatMap(({ mailings }) => mailings)).not.toContain(id);
    await simulate(simulatedStay.in_production + simulatedStay.printed);
    for (const mailing of real) expect((await house.find(mailing)).status).toBe('in_production');
    for (const id of others) expect(JSON.stringify(house.manifests())).not.toContain(id);
  });

  test('is not found by a report of the print house', async () => {
    const letter = await house.letter(sandbox);
    await simulate(simulatedStay.received);
    expect((await house.find(letter)).status).toBe('in_production');
    const key = `inbox/${letter.id}.jsonl`;
    house.drop(key, [{ id: letter.id, status: 'failed', failure_reason: 'other', at: '2026-11-22T12:00:00Z' }]);
    await house.apply(key);
    expect(house.results(`results/${letter.id}.jsonl`)).toMatchObject([
      { result: 'refused', reason: 'not_in_production' },
    ]);
    expect((await house.find(letter)).status).toBe('in_production');
  });

  test('is rejected by the simulator if it is live', async () => {
    const letter = await house.letter(account);
    async function* toSimulate() {
      yield [{ mailing: letter, version: 1, wait: null }];
    }
    const deps = { ...house.deps(new Mortal(Infinity)), ...money(), toSimulate };
    await expect(simulatePrintHouse(deps, () => true)).rejects.toThrow(letter.id);
    expect((await house.find(letter)).status).toBe('received');
  });
});

describe('the simulated print house (rule SBX-4)', () => {
  test('moves a registered letter to posted within minutes, step by step, each with its event', async () => {
    const letter = await house.letter(sandbox, { postal_services: ['registered'] });
    await simulate(simulatedStay.received - 1);
    expect((await house.find(letter)).status).toBe('received');
    await simulate(1);
    expect((await house.find(letter)).status).toBe('in_production');
    await simulate(simulatedStay.in_production);
    expect((await house.find(letter)).status).toBe('printed');
    await simulate(simulatedStay.printed);
    const posted = await house.find(letter);
    expect(posted.status).toBe('posted');
    expect(isTrackingCode(posted.tracking_code)).toBe(true);
    expect(await house.events(letter)).toEqual([
      'letter.in_production',
      'letter.posted',
      'letter.printed',
      'letter.received',
    ]);
    const left = (await pagesOf(mailingsToSimulate(table()))).map(({ mailing }) => mailing.id);
    expect(left).not.toContain(letter.id);
    expect(await house.audit(sandbox)).toEqual([]);
  });

  test('posts a verification, which then awaits its code', async () => {
    const verification = await house.verification(sandbox);
    await simulate(simulatedStay.received);
    await simulate(simulatedStay.in_production);
    expect((await house.find(verification)).status).toBe('in_production');
    await simulate(simulatedStay.printed);
    expect((await house.find(verification)).status).toBe('awaiting_code');
  });

  test.each([
    ['unprintable_document', [simulatedStay.received]],
    ['damaged_in_production', [simulatedStay.received, simulatedStay.in_production]],
    ['other', [simulatedStay.received, simulatedStay.in_production]],
    ['refused_by_carrier', [simulatedStay.received, simulatedStay.in_production, simulatedStay.printed]],
  ])('fails a letter with the reference sandbox_%s, and refunds its price', async (failure_reason, stays) => {
    const before = (await money().ledger.balance(sandbox)).amount;
    const letter = await house.letter(sandbox, { reference: `sandbox_${failure_reason}` });
    for (const stay of stays) {
      expect((await house.find(letter)).status).not.toBe('failed');
      await simulate(stay);
    }
    expect(await house.find(letter)).toMatchObject({ status: 'failed', failure_reason });
    expect((await money().ledger.balance(sandbox)).amount).toBe(before);
    expect(await house.audit(sandbox)).toEqual([]);
  });

  test('keeps a late letter for a day', async () => {
    const letter = await house.letter(sandbox, { reference: 'sandbox_late' });
    await simulate(simulatedStay.received);
    await simulate(simulatedStay.late - 1);
    expect((await house.find(letter)).status).toBe('in_production');
    await simulate(1);
    expect((await house.find(letter)).status).toBe('printed');
  });

  test('treats the name of an object prototype as an ordinary reference', async () => {
    const letter = await house.letter(sandbox, { reference: 'constructor' });
    await simulate(simulatedStay.received);
    expect((await house.find(letter)).status).toBe('in_production');
  });
});

describe('play money (rule SBX-2)', () => {
  test('is credited once, with any number of concurrent requests', async () => {
    const other = sandboxIdOf(await house.openAccount());
    await Promise.all([fundSandbox(money(), other), fundSandbox(money(), other)]);
    await fundSandbox(money(), other);
    expect(await money().ledger.all(other)).toMatchObject([{ type: 'credit', amount: playMoney.full }]);
  });

  test('is topped up when little is left, and live money is unchanged', async () => {
    const live = await money().ledger.balance(account);
    const spend = 1 + playMoney.full - playMoney.low;
    await money().ledger.move({
      account_id: sandbox,
      type: 'adjustment',
      amount: -spend,
      source_id: null,
      description: null,
    });
    await house.letter(sandbox);
    await simulate();
    expect((await money().ledger.balance(sandbox)).amount).toBe(playMoney.full);
    expect(await money().ledger.balance(account)).toEqual(live);
    expect(await house.audit(sandbox)).toEqual([]);
  });
});
