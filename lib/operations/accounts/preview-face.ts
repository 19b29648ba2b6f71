import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type PageLocale, pageLocales, type PageState } from '../../core/domain/confirmation-page.ts';
import type { Face } from '../../core/domain/faces.ts';
import { examplePageUrl } from '../../core/domain/hosted-page.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { Problem } from '../../core/domain/problems.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { CODE_ATTEMPTS, HIDDEN_CODE } from '../../core/domain/verification-codes.ts';
import { lastSureDay, letterPaper, templateOf } from '../../core/domain/verification-letter.ts';
import { CONFIRMATION_DAYS } from '../../core/domain/verifications.ts';
import { settleAll } from '../../core/settle-all.ts';
import { prepareTemplate } from '../../pdf/own-letter/template-file.ts';
import { brandOf } from '../../texts/confirmation-page/hosted-page.ts';
import { renderPage } from '../../texts/confirmation-page/page.ts';
import { changedFace } from './change-face.ts';
import { requireAccount } from './require-account.ts';

export interface PreviewFaceDeps {
  accounts: Pick<Accounts, 'find' | 'logo'>;
  confirmationPageBase: string;
  now: () => number;
  randomBytes: RandomBytes;
}

/** One file of a preview: a letter as PDF, or a page as HTML. */
export interface PreviewFile {
  name: string;
  bytes: Uint8Array;
}

/** The variants of the letter. */
const letters = {
  'letter-qr-code-and-address': ['hosted_page', {}],
  'letter-qr-code': ['hosted_page', { include_page_url: false }],
  'letter-address': ['hosted_page', { include_qr_code: false }],
  'letter-code': ['code', {}],
} as const;

/**
 * Letters and pages in every state with changes to a face, which are not saved (rule ACC-8). The letters are addressed
 * to the account's own sender, have six zeros as the code and link to no existing page. The changed host need not be
 * served yet.
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function previewFace(
  deps: PreviewFaceDeps,
  accountId: string,
  changes: Partial<Face>,
): Promise<PreviewFile[]> {
  const account = await requireAccount(deps.accounts, accountId);
  const shown = { ...account, face: changedFace(account, changes) };
  const logo = account.logo && ((await deps.accounts.logo(accountId)) ?? null);
  return [...(await letterFiles(deps, shown, logo?.bytes ?? null)), ...pageFiles(shown, logo, deps.now())];
}

async function letterFiles(
  { confirmationPageBase, now, randomBytes }: PreviewFaceDeps,
  account: Account,
  logo: Uint8Array | null,
): Promise<PreviewFile[]> {
  const to = account.default_sender;
  const pageUrl = examplePageUrl(account, confirmationPageBase, randomBytes);
  const made = Object.entries(letters).map(async ([name, [method, texts]]): Promise<PreviewFile> => {
    const paper = letterPaper(account, templateOf(account, method, texts), {
      recipient: to.name,
      createdAt: now(),
      pageUrl: method === 'code' ? null : pageUrl,
      instructions: null,
      hasOwnBody: account.default_letter.body !== undefined,
    });
    const printed = await prepareTemplate({
      to,
      from: to,
      code: HIDDEN_CODE,
      qrCodeUrl: null,
      template: { ...paper, logo },
    });
    if (!printed.ok) throw Problem.invalid(printed.details);
    return { name: `${name}.pdf`, bytes: printed.preview };
  });
  return settleAll(made);
}

/** Every state of the page of a verification, by the name of its file. */
function statesAt(now: number): Record<string, PageState> {
  const expires_at = now + CONFIRMATION_DAYS * DAY_MS;
  const confirmed = { kind: 'confirmed', return_url: null, shared: false } as const;
  return {
    'on-its-way': { kind: 'on_its_way', sure_until: lastSureDay(now) },
    'code-expected': { kind: 'code_expected', attempts_remaining: CODE_ATTEMPTS, wrong: null, expires_at },
    'wrong-code': { kind: 'code_expected', attempts_remaining: CODE_ATTEMPTS - 1, wrong: HIDDEN_CODE, expires_at },
    'last-try': { kind: 'code_expected', attempts_remaining: 1, wrong: null, expires_at },
    confirmed: { ...confirmed, can_share_location: true },
    'location-shared': { ...confirmed, can_share_location: false, shared: true },
    locked: { kind: 'locked' },
    expired: { kind: 'expired', expires_at: now },
    'no-longer-valid': { kind: 'no_longer_valid' },
    throttled: { kind: 'throttled', retry_after_seconds: 600 },
  };
}

type LogoFile = NonNullable<Awaited<ReturnType<Accounts['logo']>>>;

function pageFiles(account: Account, logo: LogoFile | null, now: number): PreviewFile[] {
  // The file is standalone: it embeds the logo, and its forms lead nowhere.
  const logo_url = logo && `data:${logo.content_type};base64,${Buffer.from(logo.bytes).toString('base64')}`;
  const brand = brandOf(account, logo_url);
  const actions = { formAction: '', shareAction: '', numberAction: '' };
  return Object.entries(statesAt(now)).flatMap(([name, state]) =>
    pageLocales.map((locale: PageLocale) => {
      const { html } = renderPage(state, { brand, locale, ...actions });
      return { name: `page-${name}-${locale}.html`, bytes: Buffer.from(html) };
    }),
  );
}
