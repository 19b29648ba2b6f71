import { expect, jest, test } from '@jest/globals';
import { checkSafeguards } from '../../../lib/operations/probes/check-safeguards.ts';

const keys = { evidence: 'key_1', webhook_secrets: 'key_2' };

async function checked(recovery: string, states: Record<string, string>) {
  const reportMissing = jest.fn<(safeguard: string, state: string) => void>();
  const deps = { recoveryState: async () => recovery, keyState: async (id: string) => states[id]!, reportMissing };
  return { missing: await checkSafeguards(deps, keys), reports: reportMissing.mock.calls };
}

test('nothing is reported while all is on', async () => {
  expect(await checked('ENABLED', { key_1: 'Enabled', key_2: 'Enabled' })).toEqual({ missing: 0, reports: [] });
});

test.each([
  ['recovery that is off', 'DISABLED', 'Enabled', ['table_recovery', 'DISABLED']],
  ['a key that is disabled', 'ENABLED', 'Disabled', ['evidence', 'Disabled']],
  ['a key about to be deleted', 'ENABLED', 'PendingDeletion', ['evidence', 'PendingDeletion']],
])('%s is named', async (_, recovery, key_1, report) => {
  expect(await checked(recovery, { key_1, key_2: 'Enabled' })).toEqual({ missing: 1, reports: [report] });
});

test('what cannot be read is no answer', async () => {
  const deps = {
    recoveryState: () => Promise.reject(new Error('AccessDeniedException')),
    keyState: async () => 'Enabled',
    reportMissing: () => undefined,
  };
  await expect(checkSafeguards(deps, keys)).rejects.toThrow('AccessDenied');
});
