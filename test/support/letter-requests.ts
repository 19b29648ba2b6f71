import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';
import { storeLetter } from './internals.ts';
import { letterBody } from './letters.ts';

/** POST /letters. */
export const letter = (fields?: Record<string, unknown>): Example => ({
  method: 'POST',
  path: '/letters',
  body: letterBody(fields),
});

export const letterRequests: Served = async () => ({ example: letter(), other: letter({ reference: 'other' }) });

/** POST /letters/quote. */
export const quote = (fields?: Record<string, unknown>): Example => ({ ...letter(fields), path: '/letters/quote' });

export const quoteRequests: Served = async () => ({ example: quote(), other: quote({ reference: 'other' }) });

/** POST /letters/{letter_id}/cancel of letters that can be canceled. */
export const cancelRequests: Served = async ({ id }) => {
  const cancel = async (): Promise<Example> => ({
    method: 'POST',
    path: `/letters/${(await storeLetter(id)).letter.id}/cancel`,
  });
  return { example: await cancel(), other: await cancel() };
};
