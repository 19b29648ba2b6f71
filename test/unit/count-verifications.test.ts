import { expect, test } from '@jest/globals';
import { MOST_COUNTED } from '../../lib/core/domain/verification-figures.ts';
import { countVerifications } from '../../lib/operations/verifications/count-verifications.ts';

/** This many awaiting their code, this many verified; in the form in which the index returns them. */
const having = (awaiting_code: number, verified: number) => ({
  verifications: {
    idsInStatus: async (_: string, status: string, { limit }: { limit: number }) => {
      const count = { awaiting_code, verified }[status] ?? 0;
      return Array.from({ length: Math.min(count, limit) }, (__, index) => `${status}${index}`);
    },
    daysToConfirm: async () => [],
  },
});

test('a period may have as many verifications as are counted at once', async () => {
  expect(await countVerifications(having(MOST_COUNTED - 1, 1), 'acc_1', {})).toMatchObject({
    created: MOST_COUNTED,
    confirmed: 1,
  });
});

test('a period with one more is rejected, in any mix of statuses', async () => {
  const refused = { code: 'invalid_parameters', details: [{ param: 'created_after' }] };
  await expect(countVerifications(having(MOST_COUNTED, 1), 'acc_1', {})).rejects.toMatchObject(refused);
  await expect(countVerifications(having(MOST_COUNTED + 5, 0), 'acc_1', {})).rejects.toMatchObject(refused);
});
