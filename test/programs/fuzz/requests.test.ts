import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describedEndpoints, type Endpoint, mistakes } from '../../modules/openapi/description.ts';
import { type Stored, storedFor } from '../../support/internals.ts';
import { type Customer, openCustomer } from '../../support/service.ts';
import { type FuzzedRequest, requestsOf } from './arbitraries.ts';

/**
 * Requests from the OpenAPI description, valid, nearly valid and hostile. By default the same ones in every run, about
 * 15 s; `FUZZ_RUNS` (per endpoint) and `FUZZ_SEED` search further.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Spread over many accounts: the limit is 50 requests a second for each. */
const REQUESTS_PER_ACCOUNT = 40;

/** What the response to any request must be. */
async function expectDescribed({ method, operation }: Endpoint, customer: Customer, request: FuzzedRequest) {
  const type: Record<string, string> = request.body === undefined ? {} : { 'content-type': 'application/json' };
  // The checking client validates every response against the rules for all responses.
  const answer = await customer.api.send(method, request.path, request.body, { ...type, ...request.headers });
  expect(answer.status).toBeLessThan(500);
  const described = operation.responses[answer.status];
  expect({ status: answer.status, described: described !== undefined }).toMatchObject({ described: true });
  expect(mistakes(described!.content['application/json']!.schema, answer.body)).toEqual([]);
  if (answer.status >= 400) expect(described!['x-error-codes']).toContain(answer.body.error.code);
  return answer.status;
}

describe.each(describedEndpoints)('$method $path', (endpoint) => {
  test(
    `responds to ${RUNS} fuzzed requests as described, and a rejection stores nothing`,
    async () => {
      let customer = await openCustomer();
      const statuses: number[] = [];
      let stored: Stored = await storedFor(customer.id);
      const requests = requestsOf(endpoint.path, endpoint.operation);
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          if (statuses.length % REQUESTS_PER_ACCOUNT === REQUESTS_PER_ACCOUNT - 1) {
            customer = await openCustomer();
            stored = await storedFor(customer.id);
          }
          const status = await expectDescribed(endpoint, customer, request);
          statuses.push(status);
          const now = await storedFor(customer.id);
          if (status >= 400) expect(now).toEqual(stored);
          stored = now;
        }),
        // A counterexample is already short, and shrinking it would send requests for minutes.
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      // The ids in paths are unknown ones.
      if (!endpoint.path.includes('_id}')) expect(Math.min(...statuses)).toBeLessThan(300);
    },
    Math.max(30_000, RUNS * 1_000),
  );
});
