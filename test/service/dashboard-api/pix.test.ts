import { expect, test } from '@jest/globals';
import { crc16, txidOf } from '../../../lib/core/domain/pix.ts';
import { signedIn } from '../../support/dashboard.ts';
import { openCustomer } from '../../support/service.ts';

test('every member of an account gets its Pix code, with or without an amount (rule MON-11)', async () => {
  const [{ id }, { id: other }] = await Promise.all([openCustomer(), openCustomer()]);
  const viewer = await signedIn(id, 'viewer');
  const ask = async (query = '') => viewer.ask('GET', `/accounts/${id}/balance/pix${query}`);

  const { status, body } = await ask('?amount=123456');
  expect([status, body.object, body.amount, body.payment.txid]).toEqual([200, 'pix', 123_456, txidOf(id)]);
  expect(body.payment.txid).not.toBe(txidOf(other));
  const code: string = body.payment.copy_and_paste;
  expect(code).toContain('54071234.56');
  expect(code).toContain(`05${String(txidOf(id).length).padStart(2, '0')}${txidOf(id)}6304`);
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));

  const open = (await ask()).body;
  expect([open.amount, open.payment.txid]).toEqual([null, txidOf(id)]);
  expect(open.payment.copy_and_paste).toContain('53039865802BR');
});

test('an amount that cannot be paid is rejected', async () => {
  const { id } = await openCustomer();
  const viewer = await signedIn(id, 'viewer');
  for (const amount of ['0', '-1', '1.5', '10000000000', 'abc', '']) {
    const { status, body } = await viewer.ask('GET', `/accounts/${id}/balance/pix?amount=${amount}`);
    expect([amount, status, body.error.details?.[0].param]).toEqual([amount, 422, 'amount']);
  }
});
