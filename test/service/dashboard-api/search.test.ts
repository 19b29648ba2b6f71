import { describe, expect, test } from '@jest/globals';
import type { Browser } from '../../support/browser.ts';
import { newEmail, signedIn } from '../../support/dashboard.ts';
import { storeLetter } from '../../support/internals.ts';
import { letterSample } from '../../support/samples.ts';
import { openCustomer, useCustomer } from '../../support/service.ts';
import { storeVerification } from '../../support/stored-verifications.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';

const customer = useCustomer();
const to = (name: string, postal_code = '05010-000') => ({ to: { ...letterSample().to, name, postal_code } });

async function search(browser: Browser, text: string, accountId = customer().id) {
  const { status, body } = await browser.ask(
    'GET',
    `/accounts/${accountId}/search?${new URLSearchParams({ text }).toString()}`,
  );
  return { status, body };
}

const idsOf = ({ letters, verifications, people }: Record<string, { id: string }[]>) =>
  [letters, verifications, people].map((found) => found!.map(({ id }) => id));

describe('GET /search', () => {
  test('finds letters and verifications by name, postal code, reference, tracking code and id', async () => {
    const { id } = customer();
    const viewer = await signedIn(id, 'viewer');
    const code = newTrackingCode();
    const store = async (fields: object) => (await storeLetter(id, fields)).letter.id;
    const jose = await store({ ...to('José da Silva'), reference: 'Pedido-ÇA 1', created_at: 1000 });
    const maria = await store({
      ...to('Maria Souza', '01310-100'),
      created_at: 2000,
      status: 'posted',
      tracking_code: code,
    });
    const { id: verification } = await storeVerification(id, { ...to('Joselina Silva'), reference: 'pedido-ca 1' });
    await storeLetter((await openCustomer()).id, { ...to('José da Silva'), reference: 'Pedido-ÇA 1' });

    const found = async (text: string) => idsOf((await search(viewer, text)).body);
    expect(await found('jose sil')).toEqual([[jose], [verification], []]);
    expect(await found(' PEDIDO-ca 1 ')).toEqual([[jose], [verification], []]);
    expect(await found('01310 100')).toEqual([[maria], [], []]);
    expect(await found(code.toLowerCase())).toEqual([[maria], [], []]);
    expect(await found(maria.toUpperCase())).toEqual([[maria], [], []]);
    expect(await found(verification)).toEqual([[], [verification], []]);
    expect((await search(viewer, 'jose')).body.letters[0]).toEqual({
      id: jose,
      object: 'letter',
      status: 'received',
      recipient: 'José da Silva',
      city: 'São Paulo',
      state: 'SP',
      postal_code: '05010-000',
      reference: 'Pedido-ÇA 1',
      created_at: '1970-01-01T00:00:01Z',
    });
  });

  test('finds people by name and by the beginning of the e-mail', async () => {
    const { id } = customer();
    const owner = await signedIn(id, 'owner');
    const email = newEmail();
    const person = { email, role: 'viewer', name: 'Úrsula de Sá' };
    const { status, body } = await owner.ask('POST', `/accounts/${id}/people`, person, { 'idempotency-key': email });
    expect(status).toBe(201);
    for (const text of ['ursula', email.toUpperCase(), email.slice(0, -4)])
      expect((await search(owner, text)).body.people).toEqual([body]);
    expect((await search(owner, 'ursulina')).body.people).toEqual([]);
  });

  test('says what was searched, and whether the list has more', async () => {
    const { id } = customer();
    const viewer = await signedIn(id, 'viewer');
    for (let at = 1; at <= 7; at++) await storeLetter(id, { ...to(`Ana ${at}`), created_at: at * 1000 });
    const { body } = await search(viewer, 'ana');
    expect(body).toMatchObject({ searched: ['recipient', 'reference', 'person'], has_more_letters: true });
    expect(body.letters).toHaveLength(6);
    expect((await search(viewer, '99999-999')).body).toEqual({
      object: 'search',
      searched: ['postal_code', 'reference'],
      letters: [],
      has_more_letters: false,
      verifications: [],
      has_more_verifications: false,
      people: [],
    });
  });

  test('refuses no text, and another account', async () => {
    const viewer = await signedIn(customer().id, 'viewer');
    const at = (query: string) => viewer.ask('GET', `/accounts/${customer().id}/search${query}`);
    for (const query of ['', '?text=', `?text=${'x'.repeat(101)}`]) expect((await at(query)).status).toBe(422);
    expect((await search(viewer, 'ana', (await openCustomer()).id)).status).toBe(404);
  });
});
