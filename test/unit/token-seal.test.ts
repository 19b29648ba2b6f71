import { expect, test } from '@jest/globals';
import { openTokenSeal } from '../../lib/adapters/sign-in/token-seal.ts';

const TOKEN = 'a refresh token of the provider';
const { seal, open } = openTokenSeal('s'.repeat(43));

test('a sealed token opens for its session, and shows nothing of itself', () => {
  const [one, two] = [seal(TOKEN, 'session'), seal(TOKEN, 'session')];
  expect([open(one, 'session'), open(two, 'session')]).toEqual([TOKEN, TOKEN]);
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString()).not.toContain('refresh');
});

/** The text with another first byte. */
const changed = (sealed: string) => (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);

test.each([
  ['another session', seal(TOKEN, 'another')],
  ['another secret', openTokenSeal('t'.repeat(43)).seal(TOKEN, 'session')],
  ['no token', ''],
  ['too short a text', seal(TOKEN, 'session').slice(0, 30)],
  ['a cut text', seal(TOKEN, 'session').slice(0, -4)],
  ['a changed text', changed(seal(TOKEN, 'session'))],
])('one of %s does not open', (_, sealed) => {
  expect(open(sealed, 'session')).toBeUndefined();
});
