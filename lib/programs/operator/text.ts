import { formatMoney } from '../../core/domain/money.ts';

export const amount = (centavos: number) => formatMoney(centavos);

/** An enum value in words: `in production`. */
export const asWords = (name: string) => name.replaceAll('_', ' ');

/** `1 page`, `2 pages`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const inBrasilia = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Date and time in Brasília of an API timestamp; null stays null. */
export function moment(timestamp: string | null): string | null {
  return timestamp === null ? null : inBrasilia.format(Date.parse(timestamp));
}

/** An address in lines, as on an envelope. */
export function address(to: {
  name: string;
  street: string;
  number: string;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: string;
  postal_code: string;
}): string {
  const door = [`${to.street}, ${to.number}`, to.complement].filter(Boolean).join(' - ');
  return [to.name, door, to.neighborhood, `${to.postal_code} ${to.city} - ${to.state}`].join('\n');
}
