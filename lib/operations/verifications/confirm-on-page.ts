import type { PageTries } from '../../adapters/data/mailings/page-tries.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { type PageState, pageStateOf } from '../../core/domain/confirmation-page.ts';
import { digitsOfCode, isTypedCode } from '../../core/domain/verification-codes.ts';
import type { Confirmer } from '../../core/domain/verifications.ts';
import { sha256 } from '../../core/sha256.ts';
import { newToken } from '../people/sign-in.ts';
import { checkCode, type CheckDeps } from './check-code.ts';
import { findPage, type FindPageDeps, type FoundPage, type NoPage, type PageLookup } from './find-page.ts';

export type Deps = CheckDeps & FindPageDeps & { tries: Pick<PageTries, 'take'> };

export interface SentCode extends PageLookup {
  /** The code as typed. */
  code: string;
  confirmer: Confirmer;
  response: PendingResponse;
}

export interface CodeOnPage {
  page: FoundPage;
  /** Whether the person should compare the typed code with the letter; otherwise the page's state shows the outcome. */
  isWrong: boolean;
  /** Set by the right code: a token that only this browser gets, and without which it shares no location. */
  browserToken?: string;
  /** Set if the code was not checked. */
  throttled?: Extract<PageState, { kind: 'throttled' }>;
}

/** Checks the code that a person submitted on the page. Malformed input does not use a try. */
export async function confirmOnPage(deps: Deps, sent: SentCode): Promise<CodeOnPage | NoPage> {
  const { now, network, code, confirmer } = sent;
  const page = await findPage(deps, sent);
  if ('kind' in page) return page;
  if (pageStateOf(page.found.mailing, now, null).kind !== 'code_expected') return { page, isWrong: false };
  const retry_after_seconds = await deps.tries.take(page.pageToken, network, now);
  if (retry_after_seconds !== undefined)
    return { page, isWrong: false, throttled: { kind: 'throttled', retry_after_seconds } };
  if (!isTypedCode(code)) return { page, isWrong: true };
  const browserToken = newToken(deps.randomBytes);
  const browser = { ...confirmer, browser_sha256: sha256(browserToken) };
  const { counted, correct } = await checkCode(deps, page.found, digitsOfCode(code), browser, () => sent.response);
  return { page, isWrong: counted && !correct, ...(correct && { browserToken }) };
}
