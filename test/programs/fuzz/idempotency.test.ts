import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, type ApiResponse, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { uploadBody } from '../../support/uploads.ts';
import { createOutages, type Outage } from './outage.ts';

/**
 * Retries of one request, sequential and concurrent, with crashes at any step, and other bodies and endpoints in
 * between: at most one object and one charge. `FUZZ_RUNS` and `FUZZ_SEED` search further.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const BALANCE = 100_000;
/** After this many seconds the key of a crashed call is taken over (rule IDEM-6). */
const TAKE_OVER_SECONDS = 61;
/** AWS calls of a create with a key, and those of a second, concurrent one. */
const MOST_CALLS = 16;

const body = letterBody({ reference: 'first' });
const reversed = Object.fromEntries(Object.entries(body).reverse());

/** Requests with one key. `again` is the same request as `first`, written differently; `refused` can never succeed. */
const requests = {
  first: { path: '/letters', body },
  again: { path: '/letters', body: reversed },
  corrected: { path: '/letters', body: letterBody({ reference: 'corrected' }) },
  refused: { path: '/letters', body: letterBody({ color: 'blue' }) },
  quote: { path: '/letters/quote', body },
  upload: { path: '/uploads', body: uploadBody() },
};
type Name = keyof typeof requests;

/** Concurrent calls, the outage during them, and the seconds that pass afterwards. */
interface Step {
  calls: Name[];
  outage: Outage | undefined;
  wait: number;
}

const call = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Name>('first', 'again') },
  { weight: 1, arbitrary: fc.constantFrom<Name>('corrected', 'refused', 'quote', 'upload') },
);
const outage = fc.record<Outage>({
  afterCalls: fc.integer({ min: 1, max: MOST_CALLS }),
  lastCall: fc.constantFrom('lost', 'unanswered'),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    outage: fc.option(outage, { nil: undefined }),
    wait: fc.constantFrom(0, 30, TAKE_OVER_SECONDS),
  }),
  { minLength: 1, maxLength: 4 },
);

const outages = createOutages();
let service: LocalService;
let control: Control;
/** How many calls an outage ended, and how many responses were replayed: without any, nothing was tested. */
const seen = { crashed: 0, replayed: 0 };

beforeAll(async () => {
  service = await startOwnService({ interference: outages.interference });
  control = new Control(service.description.control_url);
});

afterAll(() => service?.stop());

type Answer = { name: Name } & ApiResponse;

async function ask(api: ApiClient, key: string, name: Name): Promise<Answer> {
  const request = requests[name];
  return { name, ...(await api.post(request.path, request.body, { 'idempotency-key': key })) };
}

const isMade = ({ status }: ApiResponse) => status < 300;

/** All successes are the same response to the same request; everything else is an error that a retry may get. */
function expectOneSuccess(answers: readonly Answer[]): Answer | undefined {
  const made = answers.filter(isMade);
  for (const { body, name } of made) {
    expect(body).toEqual(made[0]!.body);
    expect(requests[name].path).toBe(requests[made[0]!.name].path);
  }
  for (const { status, name } of answers) {
    const possible = name === 'refused' ? [409, 422, 500, 503] : [200, 201, 409, 500, 503];
    expect({ name, status, possible: possible.includes(status) }).toMatchObject({ possible: true });
  }
  return made[0];
}

async function kept(api: ApiClient) {
  const [letters, transactions, balance] = await Promise.all(
    ['/letters', '/balance/transactions?type=letter', '/balance'].map((path) => api.get(path)),
  );
  return { letters: letters!.body.data, charges: transactions!.body.data, balance: balance!.body.amount };
}

test(
  'whatever happens to the calls with a key, they make at most one object and one charge',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        const { api } = await control.openAccount(service.description.base_url, { balance: BALANCE });
        const key = randomUUID();
        const answers: Answer[] = [];
        for (const { calls, outage: planned, wait } of course) {
          const together = () => Promise.all(calls.map((name) => ask(api, key, name)));
          answers.push(...(await outages.during(planned, together)));
          if (wait > 0) await control.advance(wait);
        }
        // AWS is available, and any earlier holder has lost the key: the request succeeds, or another request had its
        // key.
        await control.advance(TAKE_OVER_SECONDS);
        answers.push(await ask(api, key, 'first'));
        seen.crashed += answers.filter(({ status }) => status >= 500).length;
        seen.replayed += answers.filter(({ headers }) => headers.has('idempotent-replayed')).length;

        const success = expectOneSuccess(answers);
        const last = answers.at(-1)!;
        if (last.status === 409) expect(last.body.error.code).toBe('idempotency_key_reused');
        else expect(last.status).toBe(201);
        const { letters, charges, balance } = await kept(api);
        expect(letters).toHaveLength(last.status === 201 ? 1 : letters.length);
        expect(letters.length).toBeLessThanOrEqual(1);
        if (success?.body.object === 'letter') expect(letters[0].id).toBe(success.body.id);
        expect(charges.map(({ source_id }: { source_id: string }) => source_id)).toEqual(
          letters.map(({ id }: { id: string }) => id),
        );
        expect(balance).toBe(BALANCE - letters.reduce((sum: number, { price }: any) => sum + price.total, 0));
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect(seen.crashed).toBeGreaterThan(RUNS / 5);
    expect(seen.replayed).toBeGreaterThan(RUNS / 5);
  },
  30_000 + RUNS * 10_000,
);
