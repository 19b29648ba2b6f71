import { describe, expect, test } from '@jest/globals';
import { printedInstructions, templateOf } from '../../lib/core/domain/verification-letter.ts';

const account = { legal_name: 'Loja da Serra Comércio Ltda.', trade_name: 'Loja da Serra', default_letter: {} };

describe('the texts of the letter', () => {
  test('are the service’s own, in Portuguese, with the company’s name', () => {
    const template = templateOf(account, 'hosted_page', {});
    expect(template).toMatchObject({ title: 'Confirme seu endereço', include_qr_code: true, include_page_url: true });
    expect(template.body).toContain('Loja da Serra');
    expect(templateOf({ ...account, trade_name: null }, 'code', {}).body).toContain('Loja da Serra Comércio Ltda.');
  });

  test.each([
    [true, true, 'o QR code ou digite o código na página indicada'],
    [true, false, 'abaixo: aponte a câmera do celular para o QR code. Leva'],
    [false, true, 'abaixo: digite o código na página indicada nesta carta. Leva'],
    [false, false, 'Para confirmar, informe a Loja da Serra o código de seis números'],
  ])(
    'say what to do with what is on the letter: QR code %p, address %p',
    (include_qr_code, include_page_url, words) => {
      const { body } = templateOf(account, 'hosted_page', { include_qr_code, include_page_url });
      expect(body).toContain(words);
      expect([body.includes('QR code'), body.includes('página')]).toEqual([include_qr_code, include_page_url]);
    },
  );

  test('of the order win over those the company saved, field by field', () => {
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

  test('name no page where there is none', () => {
    const saved = { ...account, default_letter: { include_qr_code: true } };
    expect(templateOf(saved, 'code', {})).toMatchObject({ include_qr_code: false, include_page_url: false });
  });
});

describe('the instructions under the code', () => {
  const line = 'Informe este código a Loja da Serra para confirmar seu endereço.';
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
