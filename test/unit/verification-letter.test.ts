import { describe, expect, test } from '@jest/globals';
import { addDays, brasiliaInstant } from '../../lib/core/domain/brasilia.ts';
import { type Face } from '../../lib/core/domain/faces.ts';
import { hostedPageUrl, pageBaseOf } from '../../lib/core/domain/hosted-page.ts';
import {
  lastSureDay,
  letterPaper,
  printedInstructions,
  templateOf,
} from '../../lib/core/domain/verification-letter.ts';

const account = { legal_name: 'Loja da Serra Comércio Ltda.', trade_name: 'Loja da Serra', default_letter: {} };
const company = { ...account, cnpj: '12.ABC.345/01DE-35' };
const PAGE_URL = 'https://confirmar.example/acc_bcdfgh/bcdf-ghjk-mnpq';

describe('a face of the company', () => {
  const paper = (face: Partial<Face>, pageUrl: string | null = PAGE_URL) =>
    letterPaper({ ...company, face }, templateOf(account, pageUrl === null ? 'code' : 'hosted_page', {}), {
      recipient: 'Ana Souza',
      createdAt: Date.parse('2026-11-22T12:00:00Z'),
      pageUrl,
      instructions: null,
      hasOwnBody: false,
    });

  test('puts the contact where people who doubt the letter look', () => {
    const { text } = paper({ support_contact: '0800 123 4567' }).caution;
    expect(text).toMatch(/que você já conhece, ou pelo atendimento: 0800 123 4567\.$/);
    expect(paper({}).caution.text).toMatch(/que você já conhece\.$/);
    expect(paper({ support_contact: '0800 123 4567' }, null).caution.text).toContain('0800 123 4567');
  });

  test('has its own host wherever the letter names one', () => {
    expect(pageBaseOf(null, 'https://confirmar.example')).toBe('https://confirmar.example');
    const url = hostedPageUrl(pageBaseOf('confirme.serra.example', 'https://confirmar.example'), 'acc_b', 'bcdf');
    expect(url).toBe('https://confirme.serra.example/acc_b/bcdf');
    const text = JSON.stringify(paper({ page_host: 'confirme.serra.example' }, url));
    expect(text).toContain('A página de confirmação fica em confirme.serra.example.');
    expect(text).not.toContain('confirmar.example');
  });
});

describe('the texts of the letter', () => {
  test('are the service’s own, in Portuguese, with the company’s name', () => {
    const template = templateOf(account, 'hosted_page', {});
    expect(template).toMatchObject({ title: 'Confirme seu endereço', include_qr_code: true, include_page_url: true });
    expect(template.body).toContain('Loja da Serra');
    expect(templateOf({ ...account, trade_name: null }, 'code', {}).body).toContain('Loja da Serra Comércio Ltda.');
    expect(template).toMatchObject({ type: 'template', footer: '' });
  });

  test('put “a empresa” before every name, which suits any article', () => {
    expect(templateOf(account, 'hosted_page', {}).body).toMatch(/^A empresa Loja da Serra pediu a confirmação/);
    expect(templateOf(account, 'code', {}).body).toContain('informe à empresa Loja da Serra o código');
  });

  test.each([
    ['the QR code alone', { include_page_url: false }, /Com os três passos abaixo/],
    ['the address alone', { include_qr_code: false }, /Com os três passos abaixo/],
    ['neither', { include_qr_code: false, include_page_url: false }, /informe à empresa Loja da Serra o código/],
  ])('say what to do with %s', (_, chosen, instruction) => {
    expect(templateOf(account, 'hosted_page', chosen).body).toMatch(instruction);
  });

  test('of the request take precedence over those that the company saved, field by field', () => {
    const saved = {
      ...account,
      default_letter: { title: 'Nosso título', footer: 'Nosso rodapé', include_qr_code: false },
    };
    expect(templateOf(saved, 'hosted_page', { title: 'Outro', footer: '' })).toMatchObject({
      title: 'Outro',
      footer: '',
      include_qr_code: false,
      include_page_url: true,
    });
  });

  test('mention no page if there is none', () => {
    const saved = { ...account, default_letter: { include_qr_code: true } };
    expect(templateOf(saved, 'code', {})).toMatchObject({ include_qr_code: false, include_page_url: false });
  });
});

describe('the instructions under the code', () => {
  const line = 'Informe este código à empresa Loja da Serra para confirmar seu endereço.';
  test.each<[string, Parameters<typeof templateOf>[1], object, string | null, string | null]>([
    ['with method code name the company', 'code', {}, null, line],
    ['with a page are not needed', 'hosted_page', {}, null, null],
    ['with only the QR code are not needed', 'hosted_page', { include_page_url: false }, null, null],
    ['with only the address are not needed', 'hosted_page', { include_qr_code: false }, null, null],
    ['with neither name the company', 'hosted_page', { include_qr_code: false, include_page_url: false }, null, line],
    ['of the order are printed', 'hosted_page', {}, 'Ligue 0800.', 'Ligue 0800.'],
  ])('%s', (_, method, texts, ordered, printed) => {
    expect(printedInstructions('Loja da Serra', templateOf(account, method, texts), ordered)).toBe(printed);
  });
});

describe('the paper', () => {
  const occasion = {
    recipient: 'Ana Souza',
    createdAt: Date.parse('2026-11-23T01:30:00Z'),
    pageUrl: PAGE_URL,
    instructions: null,
    hasOwnBody: false,
  };
  const paper = (texts: Parameters<typeof templateOf>[2] = {}, changes: Partial<typeof occasion> = {}) =>
    letterPaper(company, templateOf(company, 'hosted_page', texts), { ...occasion, ...changes });

  test('names the company in full, greets by name, and is dated by the calendar of Brasília', () => {
    expect(paper()).toMatchObject({
      companyName: 'Loja da Serra',
      registration: 'Loja da Serra Comércio Ltda. · CNPJ 12.ABC.345/01DE-35',
      date: '22 de novembro de 2026',
      greeting: 'Olá, Ana Souza!',
      codeLabel: 'Seu código, que vale até 20 de janeiro de 2027',
    });
    const untraded = { ...company, trade_name: null };
    const { registration } = letterPaper(untraded, templateOf(untraded, 'code', {}), occasion);
    expect(registration).toBe('CNPJ 12.ABC.345/01DE-35');
  });

  test('greets nobody whose name it does not know', () =>
    expect(paper({}, { recipient: undefined as never }).greeting).toBeNull());

  test('has no steps without a page, whatever its document includes', () =>
    expect(paper({}, { pageUrl: null as never })).toMatchObject({ steps: [], includeQrCode: false }));

  test('names the page without its scheme, and the letter by its number', () => {
    for (const scheme of ['https', 'http']) {
      const { steps, caution } = paper({}, { pageUrl: PAGE_URL.replace('https', scheme) });
      const also = 'Ou só confirmar.example, com o número desta carta: bcdf-ghjk-mnpq';
      expect(steps[0]).toMatchObject({ also });
      expect(caution.heading).toBe('Como saber se esta carta é verdadeira');
    }
  });

  test('leaves the greeting to a company that writes the body', () =>
    expect(paper({ body: 'Caro cliente' }, { hasOwnBody: true }).greeting).toBeNull());

  test('names the first of a month as Brazilians do', () =>
    expect(paper({}, { createdAt: Date.parse('2026-12-01T15:00:00Z') }).date).toBe('1º de dezembro de 2026'));

  test('names a day until whose midnight the code works, even if the letter is posted early', () => {
    for (const createdAt of ['2026-11-22T03:00:00Z', '2026-11-23T02:59:59Z', '2026-02-28T12:00:00Z'].map(Date.parse)) {
      const expiresAt = createdAt + 60 * 86_400_000;
      const midnight = brasiliaInstant(addDays(lastSureDay(createdAt), 1), '00:00');
      expect(expiresAt).toBeGreaterThanOrEqual(midnight);
      expect(expiresAt - midnight).toBeLessThan(86_400_000);
    }
  });

  test.each([
    [true, true, [/QR code, ou abra esta página/, /Digite na página o código/, /Confirmar endereço/]],
    [true, false, [/Aponte a câmera do celular para o QR code/, /Confira se o código/, /Confirmar endereço/]],
    [false, true, [/Abra esta página/, /Digite na página o código/, /Confirmar endereço/]],
    [false, false, []],
  ])('has the steps that match the letter: QR code %p, address %p', (include_qr_code, include_page_url, words) => {
    const { steps, includeQrCode } = paper({ include_qr_code, include_page_url });
    expect(includeQrCode).toBe(include_qr_code);
    expect(steps).toHaveLength(words.length);
    steps.forEach(({ text }, index) => expect(text).toMatch(words[index]!));
    expect(steps.flatMap(({ address }) => address ?? [])).toEqual(include_page_url ? [PAGE_URL] : []);
    const also = steps.flatMap((step) => step.also ?? []);
    expect(also).toEqual(include_page_url ? [expect.stringContaining('confirmar.example, com')] : []);
    if (!include_qr_code) expect(JSON.stringify(steps)).not.toContain('QR code');
  });

  test('never asks for more than the code, and says so', () => {
    expect(paper().caution.text).toContain('ninguém vai pedir sua senha');
    expect(paper().caution.text).toContain('A página de confirmação fica em confirmar.example.');
    expect(letterPaper(company, templateOf(company, 'code', {}), { ...occasion, pageUrl: null })).toMatchObject({
      steps: [],
      includeQrCode: false,
      caution: { text: expect.not.stringContaining('página') },
    });
  });
});
