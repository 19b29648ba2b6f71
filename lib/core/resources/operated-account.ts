import { type Account, RATE_LIMIT } from '../domain/accounts.ts';
import { faceOf } from '../domain/faces.ts';
import type { Balance } from '../domain/ledger.ts';
import { retention } from '../domain/retention.ts';
import { MAX_SHEETS } from '../domain/sheets.ts';
import { UPLOAD_MAX_BYTES } from '../domain/uploads.ts';
import type { DashboardAccountResource } from '../schemas/account.ts';
import { accountResource } from './account.ts';

/**
 * An account as the operator sees it: the customer's view, and its settings.
 * @param balance centavos
 */
export function operatedAccountResource(account: Account, balance: number) {
  return {
    ...accountResource(account),
    suspended: account.suspended,
    balance,
    logo: account.logo && {
      content_type: account.logo.content_type,
      width: account.logo.width,
      height: account.logo.height,
      sha256: account.logo.sha256,
    },
    evidence_years: account.evidence_years ?? retention.evidenceYears,
    authenticity: account.authenticity ?? false,
    face: faceOf(account),
    default_letter: {
      title: account.default_letter.title ?? null,
      body: account.default_letter.body ?? null,
      footer: account.default_letter.footer ?? null,
      include_qr_code: account.default_letter.include_qr_code ?? null,
      include_page_url: account.default_letter.include_page_url ?? null,
    },
  };
}

export type OperatedAccountResource = ReturnType<typeof operatedAccountResource>;

/** The same with the owners' settings of their balance. */
export function dashboardAccountResource(account: Account, { amount, warning }: Balance): DashboardAccountResource {
  return {
    ...operatedAccountResource(account, amount),
    warn_below: warning?.below ?? null,
    limits: { requests_per_second: RATE_LIMIT, document_bytes: UPLOAD_MAX_BYTES, sheets: MAX_SHEETS },
  };
}
