import { expect, test } from '@jest/globals';
import { listedEventTypes } from '../../lib/core/domain/events.ts';
import { isHealthEvent } from '../../lib/core/domain/failing-endpoints.ts';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import { verificationStatuses } from '../../lib/core/domain/verification-statuses.ts';

test('every status has its event, and four more things do (rule EVT-3)', () => {
  expect(new Set(listedEventTypes)).toEqual(
    new Set([
      ...letterStatuses.map((status) => `letter.${status}`),
      ...verificationStatuses.map((status) => `verification.${status}`),
      ...['quoted', 'completed', 'canceled', 'failed'].map((ending) => `letter_batch.${ending}`),
      ...['letter.updated', 'verification.expiring', 'webhook_endpoint.failing', 'webhook_endpoint.recovered'],
    ]),
  );
  expect(new Set(listedEventTypes).size).toBe(listedEventTypes.length);
});

test('events of endpoints are distinguished from those of mailings (rule HOOK-12)', () => {
  expect(listedEventTypes.filter(isHealthEvent)).toEqual(['webhook_endpoint.failing', 'webhook_endpoint.recovered']);
});
