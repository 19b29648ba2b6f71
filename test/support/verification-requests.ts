import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';
import { awaited, storeVerification } from './stored-verifications.ts';
import { templateBody, wrongCode } from './verifications.ts';

/** POST /verifications. */
export const verification = (fields?: Record<string, unknown>): Example => ({
  method: 'POST',
  path: '/verifications',
  body: templateBody(fields),
});

export const verificationRequests: Served = async () => ({
  example: verification(),
  other: verification({ reference: 'other' }),
});

/** POST /verifications/{verification_id}/cancel of verifications that can be canceled. */
export const cancelRequests: Served = async ({ id }) => {
  const cancel = async (): Promise<Example> => ({
    method: 'POST',
    path: `/verifications/${(await storeVerification(id)).id}/cancel`,
  });
  return { example: await cancel(), other: await cancel() };
};

/** POST /verifications/{verification_id}/check with two wrong codes. */
export const checkRequests: Served = async (customer) => {
  const { path, code } = await awaited(customer);
  const check = (step: number): Example => ({
    method: 'POST',
    path: `${path}/check`,
    body: { code: wrongCode(code, step) },
  });
  return { example: check(1), other: check(2) };
};

/** POST /verifications/quote. */
export const verificationQuote = (fields?: Record<string, unknown>): Example => ({
  ...verification(fields),
  path: '/verifications/quote',
});

export const verificationQuoteRequests: Served = async () => ({
  example: verificationQuote(),
  other: verificationQuote({ reference: 'other' }),
});
