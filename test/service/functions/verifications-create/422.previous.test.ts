import { describe, expect, test } from '@jest/globals';
import { erasedVerification } from '../../../../lib/core/domain/erasure.ts';
import { unchanged, unknownId, useUnchangedCustomer } from '../../../support/internals.ts';
import { recipient } from '../../../support/letters.ts';
import { verificationSample } from '../../../support/samples.ts';
import { openCustomer } from '../../../support/service.ts';
import { storeVerification } from '../../../support/stored-verifications.ts';
import { templateBody } from '../../../support/verifications.ts';

/** Creation and quote return the same errors (rules VER-17 and VER-19). */
describe.each(['/verifications', '/verifications/quote'])('POST %s after a verification', (path) => {
  const ofNobody = useUnchangedCustomer();
  const refusal = (code: string) => ({
    status: 422,
    body: { error: { code: 'invalid_parameters', details: [{ param: 'previous_verification_id', code }] } },
  });
  const after = (id: unknown, fields: object = {}) => templateBody({ previous_verification_id: id, ...fields });

  test.each([
    ['that does not exist', unknownId('verification')],
    ['whose id is a letter’s', unknownId('letter')],
    ['whose id is empty', ''],
    ['whose id is longer than a key', `ver_${'0'.repeat(3_000)}`],
  ])('%s', async (_, id) => {
    expect(await ofNobody().api.post(path, after(id))).toMatchObject(refusal('verification_not_found'));
  });

  test.each([
    ['a number', 7],
    ['null', null],
  ])('whose id is %s', async (_, id) => {
    expect(await ofNobody().api.post(path, after(id))).toMatchObject(refusal('invalid_type'));
  });

  test('of another account', async () => {
    const owner = await openCustomer();
    const { body } = await owner.api.post('/verifications', templateBody());
    const answer = await unchanged(owner.id, () => ofNobody().api.post(path, after(body.id)));
    expect(answer).toMatchObject(refusal('verification_not_found'));
  });

  test.each([
    ['another number', { number: '101' }],
    ['another postal code', { postal_code: '01310-100' }],
  ])('with %s, and says why in both languages', async (_, other) => {
    const { id, api } = await openCustomer();
    const { body: first } = await api.post('/verifications', templateBody());
    const ask = (language: string) =>
      api.post(path, after(first.id, { to: { ...recipient, ...other } }), { 'accept-language': language });
    const [portuguese, english] = await unchanged(id, () => Promise.all([ask('pt-BR'), ask('en')]));
    expect(portuguese).toMatchObject(refusal('invalid_value'));
    expect(portuguese.body.error.details[0].message).toMatch(/outro endereço/);
    expect(english.body.error.details[0].message).toMatch(/another address/);
  });

  test('that was erased, because its address is gone', async () => {
    const { id: accountId, api } = await openCustomer();
    const erased = await storeVerification(
      accountId,
      erasedVerification(verificationSample({ account_id: accountId }), 1),
    );
    expect(await unchanged(accountId, () => api.post(path, after(erased.id)))).toMatchObject(refusal('invalid_value'));
  });

  test('is reported with every other problem', async () => {
    const answer = await ofNobody().api.post(path, {
      previous_verification_id: unknownId('verification'),
      to: { ...recipient, postal_code: '00000-000' },
      method: 'hosted_page',
    });
    expect(answer.body.error.details.map(({ param, code }: { param: string; code: string }) => [param, code])).toEqual(
      expect.arrayContaining([
        ['previous_verification_id', 'verification_not_found'],
        ['to.postal_code', 'postal_code_not_found'],
      ]),
    );
    expect(answer.body.error.details).toHaveLength(2);
  });
});
