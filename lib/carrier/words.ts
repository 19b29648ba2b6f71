import type { CarrierMailing, CarrierTotals } from '../core/domain/carrier-mailings.ts';
import type { CarrierDestination, CarrierWay } from '../core/schemas/carrier-profile.ts';

/** What people at the counter read. */
export const WAYS: Readonly<Record<CarrierWay, string>> = {
  fac_simple: 'FAC simples',
  fac_registered: 'FAC registrado',
  ppn: 'Carta registrada (pré-postagem)',
  e_carta: 'e-Carta',
  single_letter: 'Carta',
};

export const DESTINATIONS: Readonly<Record<CarrierDestination, string>> = {
  local: 'Local',
  state: 'Estadual',
  national: 'Nacional',
};

/** `9,70` grams of 970 hundredths. */
export const grams = (weight: number): string =>
  (weight / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const yesOrNo = (is: boolean): string => (is ? 'S' : 'N');

/** `01001-000` */
export const hyphened = (digits: string): string => `${digits.slice(0, 5)}-${digits.slice(5)}`;

/** `15/12/2026` */
export const brazilianDate = (date: string): string => date.split('-').reverse().join('/');

export const totalsText = ({ mailings, weight }: CarrierTotals): string =>
  `${mailings.toLocaleString('pt-BR')} ${mailings === 1 ? 'objeto' : 'objetos'} · ${grams(weight)} g`;

/** `RR 123 456 785 BR` */
export function groupedNumber(number: string): string {
  return [number.slice(0, 2), number.slice(2, 5), number.slice(5, 8), number.slice(8, 11), number.slice(11)].join(' ');
}

/** `AR` and `MP`, as the carrier marks an envelope. */
export const marksOf = ({ return_receipt, restricted_delivery }: CarrierMailing): string[] => [
  ...(return_receipt ? ['AR'] : []),
  ...(restricted_delivery ? ['MP'] : []),
];
