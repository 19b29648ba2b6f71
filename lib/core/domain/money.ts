import type { Locale } from './locale.ts';

/** `R$ 1.500,00`, `-R$ 6,90`; in English `BRL 1,500.00`. */
export function formatMoney(centavos: number, locale: Locale = 'pt-BR'): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const amount = (Math.abs(centavos) / 100).toLocaleString(locale, digits);
  return `${centavos < 0 ? '-' : ''}${locale === 'en' ? 'BRL' : 'R$'} ${amount}`;
}
