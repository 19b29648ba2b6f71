import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../core/domain/locale.ts';
import { formatMoney } from '../../core/domain/money.ts';
import type { PriceItemType, PriceTable } from '../../core/domain/prices.ts';
import { portugueseLimits } from './limits-in-portuguese.ts';

type Table = (locale: Locale) => string;

const priceItems: Readonly<Record<PriceItemType, Record<Locale, string>>> = {
  base: { 'pt-BR': 'carta de uma folha', en: 'letter of one sheet' },
  additional_sheets: { 'pt-BR': 'folha adicional', en: 'each further sheet' },
  color: { 'pt-BR': 'lado impresso em cores', en: 'each side in color' },
  registered: { 'pt-BR': 'registro', en: 'registration' },
  return_receipt: { 'pt-BR': 'aviso de recebimento', en: 'return receipt' },
  restricted_delivery: { 'pt-BR': 'mão própria', en: 'restricted delivery' },
};

/** The price table of `data/prices.json`, one column for each plan. */
export function pricesTable(repository: string): Table {
  const prices = JSON.parse(readFileSync(join(repository, 'data/prices.json'), 'utf8')) as PriceTable;
  const plans = Object.entries(prices);
  return (locale) => {
    const head = ['Item', ...plans.map(([plan]) => `\`${plan}\``)];
    const rows = (Object.keys(priceItems) as PriceItemType[]).map((item) => [
      `${priceItems[item][locale]} (\`${item}\`)`,
      ...plans.map(([, list]) => formatMoney(list[item], locale)),
    ]);
    return tableOf(head, rows);
  };
}

const ROW = /^\| (?<name>[^|]+?) \| (?<value>[^|]+?) \| \[[A-Z]+-\d+\].* \|$/gm;

/**
 * The table of limits of `docs/rules/limits.md`.
 * @throws Error if a row has no Portuguese translation
 */
export function limitsTable(repository: string): Table {
  const rules = readFileSync(join(repository, 'docs/rules/limits.md'), 'utf8');
  const limits = Array.from(rules.matchAll(ROW), ({ groups }) => [groups!['name']!, groups!['value']!] as const);
  return (locale) => {
    if (locale === 'en') return tableOf(['Limit', 'Value'], limits);
    const rows = limits.map(([name, value]) => {
      const translated = portugueseLimits.get(`${name}: ${value}`);
      if (!translated) throw new Error(`A limit has no Portuguese words: "${name}: ${value}"`);
      return translated;
    });
    return tableOf(['Limite', 'Valor'], rows);
  };
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
