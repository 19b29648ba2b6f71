import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { describedEndpoints } from './description.ts';

const folder = resolve(import.meta.dirname, '../../service/functions');

/**
 * Statuses that any endpoint may return; `test/service/functions/500.test.ts` and `test/programs/fuzz/503.test.ts` test them for each.
 */
const failures = ['500', '503'];
/** Statuses of the checks before an endpoint's own work; `test/service/functions/every-endpoint.test.ts` tries them at each. */
const ofEveryEndpoint = ['400', '401', '413', '429'];
/** What a restricted key may not do: `test/service/functions/restricted-keys.test.ts` tries it at each. */
const OF_RESTRICTED_KEYS = 'api_key_not_allowed';

test.each(
  describedEndpoints.map(({ operation: { operationId, responses } }) => {
    const isOfKeys = (status: string) => responses[status]!['x-error-codes']?.join() === OF_RESTRICTED_KEYS;
    return [operationId, Object.keys(responses).filter((status) => !isOfKeys(status))] as const;
  }),
)('%s has contract tests of each of its statuses, and of no other', (name, statuses) => {
  // E.g. 422.document.test.ts: a status has one or more files.
  const files = globSync('*.test.ts', { cwd: resolve(folder, name) });
  const tested = new Set(files.map((file) => file.split('.')[0]!));
  expect([...tested].filter((status) => !statuses.includes(status))).toEqual([]);
  const own = (status: string) => ![...failures, ...ofEveryEndpoint].includes(status);
  expect([...tested].filter(own).sort()).toEqual(statuses.filter(own).sort());
});
