import { randomInt } from 'node:crypto';
import { holds, NotTestable } from './expectations.ts';
import { letterOrder, verificationOrder, type World } from './world.ts';

type Fields = Record<string, any>;

const orders = {
  /** Reported printed, then posted. */
  simple: letterOrder(),
  /** Reported posted, never printed. */
  registered: letterOrder({ postal_services: ['registered'] }),
  /** Fails in production. */
  damaged: letterOrder({ reference: 'sandbox_damaged_in_production' }),
};

const verifications = {
  right: verificationOrder(),
  wrong: verificationOrder(),
  page: verificationOrder({ method: 'hosted_page', return_url: 'https://example.com/fim' }),
  revoked: verificationOrder(),
  /** Its page gets too many tries. */
  crowded: verificationOrder({ method: 'hosted_page' }),
  waiting: verificationOrder(),
  undeliverable: verificationOrder({ reference: 'sandbox_damaged_in_production' }),
};

type LetterName = keyof typeof orders;
type VerificationName = keyof typeof verifications;

/** The account's mailings that went through production, in the order of their creation. */
export interface Produced {
  letters: Record<LetterName, Fields>;
  verifications: Record<VerificationName, Fields>;
  /** Codes by verification id, without the one that was not printed. */
  codes: Record<string, string>;
  /** Tracking code of the registered letter, if the kit reported it. */
  trackingCode: string | null;
  /** Results of the reports, in the order of their lines; none in a sandbox. */
  results: Fields[];
}

/** A tracking code of UPU S10: eight digits and their check digit, weighted 8 6 4 2 3 5 9 7, modulo 11. */
export function newTrackingCode(): string {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = 11 - (sum % 11);
  return `ML${digits}${check === 10 ? 0 : check === 11 ? 5 : check}BR`;
}

/** One batch for all checks: everything is posted together. */
export function production(world: World): Promise<Produced> {
  return world.once('production', () => produce(world));
}

async function produce(world: World): Promise<Produced> {
  const letters = {} as Record<LetterName, Fields>;
  for (const name of Object.keys(orders) as LetterName[]) letters[name] = await world.letter(orders[name]);
  const ordered = {} as Record<VerificationName, Fields>;
  for (const name of Object.keys(verifications) as VerificationName[])
    ordered[name] = await world.verification(verifications[name]);
  const posted = Object.entries(ordered)
    .filter(([name]) => name !== 'undeliverable')
    .map(([, { id }]) => id as string);
  const codes: Record<string, string> = {};
  for (const id of posted) codes[id] = await world.code(id);
  const made = { letters, verifications: ordered, codes };

  if (world.isSandbox) {
    await world.simulated([`/letters/${letters.damaged.id}`], (status) => status === 'failed');
    await world.simulated(
      [`/letters/${letters.simple.id}`, `/letters/${letters.registered.id}`],
      (status) => status === 'posted',
    );
    await world.simulated(
      posted.map((id) => `/verifications/${id}`),
      (status) => status === 'awaiting_code',
    );
    await world.simulated([`/verifications/${ordered.undeliverable.id}`], (status) => status === 'canceled');
    return { ...made, trackingCode: null, results: [] };
  }

  await world.operator.post('/production/batches');
  const at = letters.simple.created_at;
  const trackingCode = newTrackingCode();
  const failure = { status: 'failed', failure_reason: 'damaged_in_production', at };
  const results = await world.report(
    { id: letters.simple.id, status: 'printed', at },
    { id: letters.simple.id, status: 'posted', at },
    { id: letters.registered.id, status: 'posted', tracking_code: trackingCode, at },
    { id: letters.damaged.id, ...failure },
    { id: ordered.undeliverable.id, ...failure },
    ...posted.map((id) => ({ id, status: 'posted', at })),
  );
  holds(results.length === 5 + posted.length, 'a line of a report has no result');
  return { ...made, trackingCode, results };
}

/** @throws NotTestable in a sandbox, whose print house is simulated, so that the kit cannot report */
export function requireReports(world: World): void {
  if (world.isSandbox)
    throw new NotTestable('needs a live key: no report of the print house finds a mailing of a sandbox');
}
