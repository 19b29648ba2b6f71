import { expect } from '@jest/globals';
import { newTrackingCode } from '../../../support/tracking-codes.ts';
import type { printHouse } from './print-house.ts';

type House = ReturnType<typeof printHouse>;

export const at = '2026-11-20T12:00:00Z';

/** A batch with a registered letter, two simple ones and a verification. */
export async function batchOfAllKinds(house: House, account: string) {
  const registered = await house.letter(account, { postal_services: ['registered'] });
  const simple = await house.letter(account);
  const failing = await house.letter(account);
  const verification = await house.verification(account);
  await house.form();
  return { registered, simple, failing, verification, tracking_code: newTrackingCode() };
}

type Batch = Awaited<ReturnType<typeof batchOfAllKinds>>;

/** The print house's report lines about it, with one that is not valid. */
export const linesOf = ({ registered, simple, failing, verification, tracking_code }: Batch) => [
  { id: simple.id, status: 'printed', at },
  { id: registered.id, status: 'posted', tracking_code, at },
  '{ not json',
  { id: simple.id, status: 'posted', at },
  { id: failing.id, status: 'failed', failure_reason: 'damaged_in_production', at },
  { id: verification.id, status: 'posted', at },
];

/** Every line took effect exactly once. */
export async function expectApplied(
  house: House,
  account: string,
  { registered, simple, failing, verification, tracking_code }: Batch,
): Promise<void> {
  expect(await house.find(registered)).toMatchObject({ status: 'posted', tracking_code });
  expect((await house.find(simple)).status).toBe('posted');
  expect((await house.find(failing)).status).toBe('failed');
  expect((await house.find(verification)).status).toBe('awaiting_code');
  const steps = ['letter.in_production', 'letter.posted', 'letter.printed', 'letter.received'];
  for (const letter of [registered, simple]) expect(await house.events(letter)).toEqual(steps);
  expect(await house.events(failing)).toEqual(['letter.failed', 'letter.in_production', 'letter.received']);
  expect(await house.audit(account)).toEqual([]);
}
