import type { Address } from './addresses.ts';
import type { Face } from './faces.ts';
import { paragraphDetails, wordsDetails } from './printable-text.ts';
import type { Detail } from './problems.ts';

/** Account plans; the price of a mailing depends on them (rule ACC-2). */
export const plans = ['pay_as_you_go', 'essential', 'professional', 'scale', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** Requests per second of an account, all its keys together (rule REQ-10). */
export const RATE_LIMIT = 50;

/** Working API keys of an account, and as many of its sandbox (rule ACC-3). */
export const MOST_KEYS = 100;

/** Characters of a name by which people know a company. */
export const LONGEST_TRADE_NAME = 150;

export interface Account {
  id: string;
  legal_name: string;
  trade_name: string | null;
  /** Formatted, `NN.NNN.NNN/NNNN-NN`; the first twelve characters may be letters. */
  cnpj: string;
  plan: Plan;
  default_sender: Address;
  /** Printed on verification letters and shown on the confirmation page; its bytes are read separately. */
  logo: Logo | null;
  /** Default texts of verification letters; the service's own texts replace omitted ones. */
  default_letter: LetterTexts;
  /** Design of letters and pages, as far as the company has chosen one (rule ACC-8). */
  face?: Partial<Face>;
  suspended: boolean;
  /** Whether its letters have an authenticity number unless the order says otherwise (rule GEN-1). */
  authenticity?: boolean;
  /** Years for which evidence of its verifications is kept; the service's default if not set (rule EVI-5). */
  evidence_years?: number;
  /** Key of the account's list cursors, base64 of 32 random bytes. Never shown. */
  cursor_secret: string;
  /** Epoch milliseconds, like every instant in the domain. */
  created_at: number;
}

/**
 * Allowed years for keeping an account's evidence (rule EVI-5): a company not supervised by the Central Bank may need
 * less than the ten of Circular 3.978, one in litigation more.
 */
export const evidenceYears = { minimum: 1, maximum: 30 } as const;

/** A company's logo without its bytes. */
export interface Logo {
  content_type: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** What a company can choose about the verification letter (rule VER-4). */
export interface LetterTexts {
  title?: string;
  body?: string;
  footer?: string;
  include_qr_code?: boolean;
  include_page_url?: boolean;
}

/** Characters of each text of a verification letter (rule VER-4). */
export const letterTextLimits = {
  title: { minimum: 1, maximum: 120 },
  body: { minimum: 1, maximum: 1500 },
  footer: { minimum: 0, maximum: 300 },
} as const;

/** Problems of the texts: blank, too long, or with an invisible character; `param` is the path of the texts. */
export function letterTextDetails(texts: LetterTexts, param: string): Detail[] {
  return (['title', 'body', 'footer'] as const).flatMap((field): Detail[] => {
    const text = texts[field];
    if (text === undefined) return [];
    const { minimum, maximum } = letterTextLimits[field];
    if ([...text].length > maximum) return [{ param: `${param}.${field}`, code: 'too_long', values: { maximum } }];
    return (minimum > 0 ? wordsDetails : paragraphDetails)(`${param}.${field}`, text);
  });
}

/** The name by which people know a company, on letters and pages: trade name, else legal name (rule VER-4). */
export function companyNameOf({ trade_name, legal_name }: Pick<Account, 'trade_name' | 'legal_name'>): string {
  return trade_name ?? legal_name;
}
