import { expect, test } from '@jest/globals';
import type { Verification } from '../../dashboard/src/api/objects.ts';
import {
  blankVerification,
  secondLetter,
  textsOf,
  type VerificationForm,
  verificationOrder,
} from '../../dashboard/src/verifications/verification-form.ts';

const to = { ...blankVerification.to, name: ' Ana Lima ', number: '10', postal_code: '01304-001' };
const sentTo = { name: 'Ana Lima', number: '10', postal_code: '01304-001' };
const texts = { title: 'Olá', body: 'Texto', footer: ' ', qrCode: false, pageUrl: true };

/** A form in which every field is filled in. */
const full: VerificationForm = {
  to,
  method: 'hosted_page',
  ownPdf: false,
  letter: texts,
  variables: { valor: '10' },
  color: true,
  doubleSided: true,
  placement: 'extra_page',
  instructions: ' Tenha o documento em mãos. ',
  returnUrl: ' https://loja.example/volta ',
  reference: ' pedido 7 ',
  previous: 'ver_1',
};
const common = { to: sentTo, reference: 'pedido 7', previous_verification_id: 'ver_1' };
const sent = (form: VerificationForm, pdf?: { uploadId: string; markers: readonly string[] }) =>
  JSON.parse(JSON.stringify(verificationOrder(form, pdf))) as unknown;

test("the service's letter has its own texts, and none of a PDF's options", () => {
  expect(sent(full)).toEqual({
    ...common,
    method: 'hosted_page',
    letter: { title: 'Olá', body: 'Texto', include_qr_code: false, include_page_url: true },
    instructions: 'Tenha o documento em mãos.',
    return_url: 'https://loja.example/volta',
  });
});

test('a letter with a code alone says nothing of the page', () => {
  expect(sent({ ...full, method: 'code' })).toEqual({
    ...common,
    method: 'code',
    letter: { title: 'Olá', body: 'Texto' },
    instructions: 'Tenha o documento em mãos.',
  });
});

test("a company's own PDF has its options, and values for the markers that the service does not fill", () => {
  expect(sent(full, { uploadId: 'upl_1', markers: ['OTP_CODE', 'QR_CODE', 'valor', 'nome'] })).toEqual({
    ...common,
    method: 'hosted_page',
    document: { type: 'upload', upload_id: 'upl_1', variables: { valor: '10', nome: '' } },
    color: true,
    double_sided: true,
    address_placement: 'extra_page',
    return_url: 'https://loja.example/volta',
  });
  expect(sent({ ...full, color: false }, { uploadId: 'upl_1', markers: ['OTP_CODE'] })).toMatchObject({
    document: { type: 'upload', upload_id: 'upl_1' },
    color: false,
  });
});

test('what nobody has filled in is not sent', () => {
  expect(sent({ ...blankVerification, to })).toEqual({ to: sentTo, method: 'hosted_page' });
});

test('a second letter goes to the same address, in the same way, after the first', () => {
  const address = { ...to, name: 'Ana Lima', complement: null };
  const first = {
    id: 'ver_1',
    to: address,
    method: 'code',
    instructions: 'Ligue antes.',
    return_url: null,
    reference: 'pedido 7',
  } as unknown as Verification;
  expect(secondLetter(first)).toEqual({
    ...blankVerification,
    to: { ...address, complement: '' },
    method: 'code',
    instructions: 'Ligue antes.',
    reference: 'pedido 7',
    previous: 'ver_1',
  });
});

test("the texts of one letter begin with the account's", () => {
  const saved = { title: 'Olá', body: null, footer: null, include_qr_code: false, include_page_url: null };
  expect(textsOf(saved)).toEqual({ title: 'Olá', body: '', footer: '', qrCode: false, pageUrl: true });
});
