import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AwsError } from '@malote/local-cloud/aws-error.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnService } from '../../support/own-service.ts';

let service: LocalService;
const log: string[] = [];

beforeAll(async () => {
  service = await startOwnService({
    log: (line) => log.push(line),
    interference: ({ functionName }) =>
      functionName.includes('BalanceGet')
        ? { kind: 'error', error: new AwsError('AccessDeniedException', 'no'), effect: false }
        : undefined,
  });
});
afterAll(() => service.stop());

test('a stack trace in the log names files and lines of the source', async () => {
  const { base_url, api_key } = service.description;
  expect((await new ApiClient(base_url, api_key).get('/balance')).status).toBe(500);
  const trace = await eventually(
    async () => log.find((line) => line.includes('AccessDeniedException')),
    (line) => line !== undefined,
  );
  expect(trace).toMatch(/lib\/adapters\/data\/accounts\/api-keys\.ts:\d+:\d+/);
  expect(trace).not.toMatch(/-[0-9a-f]{16}\.mjs:\d/);
});
