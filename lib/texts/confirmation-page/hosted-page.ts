import type { Account } from '../../core/domain/accounts.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import type { Brand, PageLocale, PageState } from '../../core/domain/confirmation-page.ts';
import { faceOf } from '../../core/domain/faces.ts';
import { isSandbox } from '../../core/domain/sandbox.ts';
import { type Page, renderPage } from './page.ts';

/** A verification's page: its account and path. */
export interface PagePlace {
  account: Account;
  pageToken: string;
  /** Base path of the pages on their host, without a trailing slash; empty for the whole host. */
  basePath: string;
}

/** The path of a verification's page. */
export function pagePath({ account, pageToken, basePath }: PagePlace): string {
  return `${basePath}/${account.id}/${pageToken}`;
}

/** A company as its pages show it. */
export function brandOf(account: Account, logo_url: string | null): Brand {
  const { id, legal_name, cnpj } = account;
  const face = faceOf(account);
  return { company: companyNameOf(account), legal_name, cnpj, logo_url, face, is_sandbox: isSandbox(id) };
}

/** The page of a verification, in the company's name. */
export function hostedPage(state: PageState, place: PagePlace, locale: PageLocale): Page {
  const { account, basePath } = place;
  const path = pagePath(place);
  return renderPage(state, {
    brand: brandOf(account, logoUrl(account, basePath)),
    locale,
    formAction: path,
    shareAction: `${path}/location`,
    numberAction: `${basePath}/`,
  });
}

/** A new logo has a new URL, so browsers may cache each one. */
function logoUrl({ id, logo }: Account, basePath: string): string | null {
  return logo && `${basePath}/${id}/logo?version=${logo.sha256.slice(0, 16)}`;
}

/** A page without a verification: in the name of the company that sent the letter or owns the host, else in the service's. */
export function servicePage(state: PageState, basePath: string, locale: PageLocale, company?: Account): Page {
  const brand = company ? brandOf(company, logoUrl(company, basePath)) : null;
  return renderPage(state, { brand, locale, formAction: '', shareAction: '', numberAction: `${basePath}/` });
}
