import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inspectLetter } from '../../lib/adapters/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';

/** Files that users and other projects had trouble with. */
const reported = (name: string) => readFileSync(new URL(`../fixtures/pdf/reported/${name}.pdf`, import.meta.url));

describe('a file that was damaged on its way is refused', () => {
  test.each(['text-mode', 'one-bit-of-content', 'one-bit-of-text'])('%s', async (name) => {
    expect(await inspectLetter(reported(name), REQUEST)).toEqual({
      ok: false,
      details: [{ param: 'document.data', code: 'document_invalid', values: { reason: 'page_damaged', page: 1 } }],
    });
  });
});
