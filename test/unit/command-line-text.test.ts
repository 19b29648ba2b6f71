import { expect, test } from '@jest/globals';
import { fields, table } from '../../lib/programs/command-line/text.ts';

const control = ['\u0000', '\u001b[2J', '\r', '\u009b', '\u202e', '\u2066', '\u200f', '\u061c'];

// A terminal obeys what customers write into names and references (CVE-2021-42574).
test.each(control)('a table and a list show nothing of %j', (character) => {
  const rows = [{ name: `Maria${character}Souza` }];
  const shown = [
    table(rows, [{ heading: 'Name', cell: ({ name }) => name }], 'none', 80),
    fields([['Name', rows[0]!.name]]),
  ];
  for (const text of shown) expect(text).toContain(`Maria${character.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')}Souza`);
});

test('accents, other scripts and emoji stay', () => {
  expect(fields([['Name', 'João 日本 👍🏽']])).toContain('João 日本 👍🏽');
});
