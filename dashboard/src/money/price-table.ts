import { prices as table } from 'virtual:price-table';
import type { Account, Price } from '../api/objects.ts';

/** Centavos of each line of a price, by plan. */
export const prices = table as Record<Account['plan'], Record<Price['items'][number]['type'], number>>;
