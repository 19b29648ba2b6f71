import { describe, expect, test } from '@jest/globals';
import { verificationStatuses } from '../../../../lib/core/domain/verification-statuses.ts';
import { describePages, idsOf } from '../../../support/lists.ts';
import { verificationSample } from '../../../support/samples.ts';
import { verifications } from '../../../support/seeds.ts';
import { useCustomer } from '../../../support/service.ts';
import { moveStored, storeVerification, toAwaitingCode } from '../../../support/stored-verifications.ts';
import { templateBody } from '../../../support/verifications.ts';

describePages(verifications);

describe('GET /verifications', () => {
  const customer = useCustomer();

  test('every status, every reference and both together filter the list', async () => {
    const { id, api } = customer();
    const waiting = await storeVerification(id, { reference: 'a' });
    const posted = await storeVerification(id, { reference: 'a' });
    await moveStored(id, posted.id, ...toAwaitingCode);
    for (const status of verificationStatuses) {
      const expected = { received: [waiting.id], awaiting_code: [posted.id] }[status as string] ?? [];
      expect(idsOf(await api.get(`/verifications?status=${status}`))).toEqual(expected);
    }
    expect(idsOf(await api.get('/verifications?reference=a'))).toEqual([posted.id, waiting.id]);
    expect(idsOf(await api.get('/verifications?reference=a&status=received'))).toEqual([waiting.id]);
    expect(idsOf(await api.get('/verifications?reference=b'))).toEqual([]);
    expect(idsOf(await api.get('/letters'))).toEqual([]);
  });

  test('recipient filters the list', async () => {
    const { id, api } = customer();
    const to = { ...verificationSample().to, name: 'Conceição & Irmãos Ltda.' };
    const wanted = await storeVerification(id, { to });
    await storeVerification(id);
    expect(idsOf(await api.get('/verifications?recipient=irmaos%20conc'))).toEqual([wanted.id]);
    expect(idsOf(await api.get('/verifications?recipient=irmaos&status=verified'))).toEqual([]);
  });

  test('shows each as GET does', async () => {
    const { api } = customer();
    const { body: created } = await api.post('/verifications', templateBody());
    const { body } = await api.get('/verifications');
    expect(body.data).toEqual([{ ...created, preview_url: expect.stringContaining(created.id) }]);
  });
});
