import { idPrefixes, isId, SANDBOX_SUFFIX } from './ids.ts';

/** The receiver of Pix payments. */
export interface PixReceiver {
  /** Key of the receiver's account: CNPJ or CPF in digits, telephone as `+55…`, e-mail address, or random key. */
  key: string;
  /** The payer's bank shows the name registered for the key; this one is in the code. */
  name: string;
  city: string;
}

/** A payment request to a customer. */
export interface PixPayment {
  receiver: PixReceiver;
  /** Centavos; null leaves the amount to the payer. */
  amount: number | null;
  /** Returned with the payment: 1 to 25 letters and digits. */
  txid: string;
}

/** R$ 99.999.999,99: eleven of the thirteen characters that a BR Code has for an amount. */
export const HIGHEST_PIX_AMOUNT = 9_999_999_999;

/** Maximum characters of a BR Code for the receiver (Manual do BR Code, ids 26-01, 59 and 60). */
const longest = { key: 77, name: 25, city: 15 } as const;

const keyForms = [
  /^[0-9]{11}$/,
  // A CNPJ may have letters since July 2026.
  /^[0-9A-Z]{12}[0-9]{2}$/,
  /^\+[1-9][0-9]{7,14}$/,
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
];

/** Why nobody could pay this receiver; undefined if it is valid. */
export function receiverProblem({ key, name, city }: PixReceiver): string | undefined {
  if (key.length > longest.key || !keyForms.some((form) => form.test(key)))
    return 'the key is no CNPJ, CPF, telephone, e-mail address or random key as Pix writes them';
  const texts = [
    ['name', name],
    ['city', city],
  ] as const;
  const wrong = texts.find(([of, text]) => !new RegExp(`^[ -~]{1,${longest[of]}}$`).test(plain(text)));
  return wrong && `the ${wrong[0]} must have 1 to ${longest[wrong[0]]} characters, of those that a BR Code knows`;
}

/**
 * The text of a static BR Code, which people copy and paste or scan: merchant-presented EMV in the profile of the
 * Central Bank's "Manual de Padrões para Iniciação do Pix" (https://www.bcb.gov.br/estabilidadefinanceira/pix).
 */
export function staticBrCode({ receiver, amount, txid }: PixPayment): string {
  const unsigned = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', receiver.key)),
    field('52', '0000'),
    field('53', '986'),
    amount === null ? '' : field('54', reais(amount)),
    field('58', 'BR'),
    field('59', plain(receiver.name)),
    field('60', plain(receiver.city)),
    field('62', field('05', txid)),
    // The checksum covers its own id and length.
    '6304',
  ].join('');
  return unsigned + crc16(unsigned);
}

/**
 * CRC-16 of ISO/IEC 13239 with EMV's parameters: polynomial 0x1021, initial value 0xFFFF; four hexadecimal digits of
 * ASCII text.
 */
export function crc16(text: string): string {
  let register = 0xffff;
  for (const character of text) {
    register ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++)
      register = register & 0x8000 ? ((register << 1) ^ 0x1021) & 0xffff : (register << 1) & 0xffff;
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * The identifier of an account in its payments (rule MON-11): its id after the prefix, in capitals. Of the 26
 * characters of an old id the first is omitted: it is `0` in every id until the year 3084, and Pix allows 25.
 */
export function txidOf(accountId: string): string {
  return accountId
    .slice(idPrefixes.account.length + 1)
    .replace(/^0(?=.{25}$)/, '')
    .toUpperCase();
}

/** The id of the account with this identifier, in any spelling; undefined for an impossible one. */
export function accountIdOfTxid(txid: string): string | undefined {
  const own = txid.trim().toLowerCase();
  const id = `${idPrefixes.account}_${own.length === 25 ? '0' : ''}${own}`;
  // A sandbox has play money; nobody can pay into it.
  return isId('account', id) && !id.endsWith(SANDBOX_SUFFIX) ? id : undefined;
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

const reais = (centavos: number) => `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

/** Without accents: banks' readers differ in the non-ASCII characters that they accept. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
