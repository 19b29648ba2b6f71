import { expect, test } from '@jest/globals';
import { HostTaken } from '../../lib/adapters/data/accounts/accounts.ts';
import type { Account } from '../../lib/core/domain/accounts.ts';
import { type Face, faceOf } from '../../lib/core/domain/faces.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { changeFace } from '../../lib/operations/accounts/change-face.ts';
import { accountSample } from '../support/samples.ts';

const HOST = 'confirme.ipe.example';

/** What is stored when an account changes its face, or the error details. */
async function given(changes: Partial<Face>, { account = accountSample(), taken = false } = {}) {
  const stored: Face[] = [];
  const accounts = {
    find: async () => account,
    setFace: async (_: string, face: Face): Promise<Account> => {
      if (taken) throw new HostTaken(face.page_host!);
      stored.push(face);
      return { ...account, face };
    },
  };
  try {
    await changeFace({ accounts, pageHosts: [HOST] }, account.id, changes);
    return { stored };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { stored, details: error.details };
  }
}

test('omitted fields stay, null resets, and the color is stored in lower case', async () => {
  const account = accountSample({ face: { support_contact: '0800 123 4567', accent_color: '#0a5c4a' } });
  const changes = { accent_color: '#7A1FA2', page_host: HOST };
  const before = faceOf(account);
  expect(await given(changes, { account })).toEqual({
    stored: [{ ...before, accent_color: '#7a1fa2', page_host: HOST }],
  });
  expect(await given({ support_contact: null }, { account })).toEqual({
    stored: [{ ...before, support_contact: null }],
  });
});

test.each<[string, Partial<Face>, object]>([
  [
    'a color that is hard to read',
    { accent_color: '#ffcc00' },
    { param: 'accent_color', code: 'invalid_value', values: { reason: 'low_contrast', ratio: '1.4', least: '4.5' } },
  ],
  [
    'a contact that no letter can print',
    { support_contact: 'fale conosco 🙂' },
    { param: 'support_contact', code: 'invalid_value', values: { character: '🙂' } },
  ],
  [
    'a host at which no page is served',
    { page_host: 'outra.ipe.example' },
    { param: 'page_host', code: 'invalid_value', values: { reason: 'host_not_served', host: 'outra.ipe.example' } },
  ],
])('%s is rejected, and nothing changes', async (_, changes, detail) => {
  expect(await given(changes)).toEqual({ stored: [], details: [detail] });
});

test('a host of another account is rejected', async () => {
  const details = [{ param: 'page_host', code: 'invalid_value', values: { reason: 'host_taken', host: HOST } }];
  expect(await given({ page_host: HOST }, { taken: true })).toEqual({ stored: [], details });
});

test('a contact that leaves the default texts no room is rejected with the number of lines', async () => {
  const fits = async (lines: number) => {
    const account = accountSample({ default_letter: { body: 'a\n'.repeat(lines) } });
    return { account, ...(await given({ accent_color: null }, { account })) };
  };
  // The longest body that fits without a contact.
  let lines = 10;
  while ((await fits(lines + 1)).details === undefined) lines += 1;
  const { account } = await fits(lines);
  const { stored, details } = await given({ support_contact: 'W'.repeat(100) }, { account });
  expect(stored).toEqual([]);
  expect(details).toMatchObject([{ param: 'default_letter.body', code: 'too_long' }]);
});
