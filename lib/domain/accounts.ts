import type { Address } from './addresses.ts';

/** Account plans; the price of a mailing depends on them (spec, Quote). */
export const plans = ['pay_as_you_go', 'essential', 'professional', 'scale', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export interface Account {
  id: string;
  legal_name: string;
  trade_name: string | null;
  /** Formatted, `NN.NNN.NNN/NNNN-NN`; letters may stand in the first twelve places. */
  cnpj: string;
  plan: Plan;
  default_sender: Address;
  suspended: boolean;
  /** Key of the account's list cursors, base64 of 32 random bytes. Never shown. */
  cursor_secret: string;
  /** Epoch milliseconds, like every instant in the domain. */
  created_at: number;
}
