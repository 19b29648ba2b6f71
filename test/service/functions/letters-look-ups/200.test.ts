import { describe, expect, test } from '@jest/globals';
import { isAuthenticityNumber } from '../../../../lib/core/domain/authenticity.ts';
import { brasiliaDate } from '../../../../lib/core/domain/brasilia.ts';
import type { LetterMove } from '../../../../lib/core/domain/letters.ts';
import { moveLetter } from '../../../support/internals.ts';
import { letterBody, recipient } from '../../../support/letters.ts';
import { PageVisit, type Shown } from '../../../support/page.ts';
import { useCustomer } from '../../../support/service.ts';
import { newTrackingCode } from '../../../support/tracking-codes.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useCustomer();
const produced: LetterMove[] = [{ trigger: 'batch', batch_id: 'bat_1' }, { trigger: 'print' }];

async function ordered(fields: Record<string, unknown> = {}) {
  const { id, api } = customer();
  const { status, body: letter } = await api.post('/letters', letterBody({ authenticity: true, ...fields }));
  expect(status).toBe(201);
  const { body: verification } = await api.post('/verifications', templateBody());
  const visit = new PageVisit(new URL('.', new URL('..', verification.hosted_page_url)).href);
  const lookUp = (number: string = letter.authenticity_number): Promise<Shown> => visit.enterNumber(number);
  const lookUps = async () => (await api.get(`/letters/${letter.id}/look-ups`)).body;
  return { id, api, letter, lookUp, lookUps };
}

const textOf = ({ html }: Shown) =>
  html
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a letter with a number', () => {
  test('is found on the page once it is posted: sender, CNPJ, date, pages and tracking code, and nothing else of it', async () => {
    const { id, api, letter, lookUp, lookUps } = await ordered({
      postal_services: ['registered'],
      reference: 'contrato 7',
    });
    expect(isAuthenticityNumber(letter.authenticity_number)).toBe(true);
    expect((await lookUp()).heading).toBe('A postagem desta carta ainda não foi registrada');
    const tracking_code = newTrackingCode();
    await moveLetter(id, letter.id, ...produced, { trigger: 'post', tracking_code });
    const { body: account } = await api.get('/account');
    const shown = await lookUp(letter.authenticity_number.toUpperCase().replaceAll('-', ' '));
    expect([shown.status, shown.heading]).toEqual([200, 'Este número é de uma carta verdadeira']);
    const text = textOf(shown);
    for (const fact of [account.legal_name, account.cnpj, tracking_code, '1 página']) expect(text).toContain(fact);
    for (const hidden of [recipient.name, letter.to.street, letter.from.street, 'contrato 7', letter.id])
      expect(text).not.toContain(hidden);
    const today = brasiliaDate(Date.now());
    expect(await lookUps()).toEqual({
      object: 'letter_look_ups',
      letter_id: letter.id,
      authenticity_number: letter.authenticity_number,
      total: 2,
      days: [{ date: today, count: 2 }],
    });
  });

  test('says so on the page when it is canceled', async () => {
    const { api, letter, lookUp } = await ordered();
    await api.post(`/letters/${letter.id}/cancel`);
    const shown = await lookUp();
    expect(shown.heading).toBe('A carta com este número não foi enviada');
    expect(textOf(shown)).toContain('não pague nada');
  });

  test('has none without a choice, and can be refused one', async () => {
    const { api } = customer();
    for (const fields of [{}, { authenticity: false }]) {
      const { body: letter } = await api.post('/letters', letterBody(fields));
      expect(letter.authenticity_number).toBeNull();
      const { body } = await api.get(`/letters/${letter.id}/look-ups`);
      expect(body).toMatchObject({ authenticity_number: null, total: 0, days: [] });
    }
  });
});

test('an unknown number is told from a mistyped one, and neither is counted', async () => {
  const { letter, lookUp, lookUps } = await ordered();
  const unknown = await lookUp('bbbb-bbbb-bbb' + checkOf('bbbbbbbbbbb'));
  expect([unknown.status, unknown.heading]).toEqual([404, 'Não conhecemos este número']);
  expect(textOf(unknown)).toContain('consumidor.gov.br');
  const [first = ''] = letter.authenticity_number;
  const mistyped = await lookUp(letter.authenticity_number.replace(first, first === 'b' ? 'c' : 'b'));
  expect([mistyped.status, mistyped.heading]).toEqual([404, 'Confira o número']);
  expect((await lookUps()).total).toBe(0);
});

const checkOf = (letters: string) =>
  [...'bcdfghjkmnpqrstvwxyz'].find((letter) => isAuthenticityNumber(letters + letter))!;
