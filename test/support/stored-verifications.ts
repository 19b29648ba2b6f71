import { randomBytes } from 'node:crypto';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { confirmedByApi, type Verification, type VerificationMove } from '../../lib/core/domain/verifications.ts';
import { verificationInEvent, verificationResource } from '../../lib/core/resources/verification.ts';
import { eventFor } from '../../lib/operations/mailings/move-mailing.ts';
import { moveVerificationTo } from '../../lib/operations/verifications/move-verification.ts';
import { sharedTable } from './internals.ts';
import { verificationSample } from './samples.ts';
import type { Customer } from './service.ts';
import { useService } from './service.ts';
import { readLetter, templateBody } from './verifications.ts';

/** Stores a verification of the account as if it had been created at `created_at`, with its event and without a charge. */
export async function storeVerification(accountId: string, fields: Partial<Verification> = {}): Promise<Verification> {
  const verification = verificationSample({ account_id: accountId, ...fields });
  const tools = { now: () => verification.created_at, randomBytes };
  await openVerifications(sharedTable(), tools).create({
    mailing: verification,
    event: eventFor(tools, verification, verificationInEvent(verificationResource(verification, null))),
    charge: undefined,
    upload: undefined,
  });
  return verification;
}

/** Takes a verification through moves; a real batch would include the mailings of other tests. */
export async function moveStored(accountId: string, id: string, ...moves: VerificationMove[]): Promise<void> {
  const tools = { now: () => Date.now(), randomBytes };
  const verifications = openVerifications(sharedTable(), tools);
  for (const move of moves) {
    const found = await verifications.find(accountId, id);
    const deps = { ...tools, verifications, links: { link: async () => null } };
    const { moved } = await moveVerificationTo(deps, found!, move);
    if (!moved) throw new Error(`a ${found!.mailing.status} verification takes no ${move.trigger}`);
  }
}

/** Leaves a verification one second past its 60 days, before anything has recorded its expiry. */
export async function outlive(accountId: string, id: string): Promise<void> {
  const verifications = openVerifications(sharedTable(), { now: () => Date.now(), randomBytes });
  const before = (await verifications.find(accountId, id))!;
  const after = { ...before.mailing, expires_at: Date.now() - 1_000 };
  await verifications.change({ before, after, events: [], money: [] });
}

/** The moves to each status in which the customer can act on a verification. */
export const toInProduction: VerificationMove[] = [{ trigger: 'batch', batch_id: 'bat_1' }];
export const toAwaitingCode: VerificationMove[] = [...toInProduction, { trigger: 'post' }];
export const toFailed: VerificationMove[] = [
  ...toAwaitingCode,
  ...Array.from({ length: 5 }, () => ({ trigger: 'refuse_code' as const, confirmer: confirmedByApi })),
];

/** A verification that waits for its code, and the code that was printed. */
export async function awaited({ id: accountId, api }: Customer, fields: Record<string, unknown> = {}) {
  const { body: verification } = await api.post('/verifications', templateBody(fields));
  const { code } = await readLetter(useService().control, verification.id);
  await moveStored(accountId, verification.id, ...toAwaitingCode);
  return { id: verification.id as string, verification, code, path: `/verifications/${verification.id}` };
}
