import type { PageTries } from '../../adapters/data/page-tries.ts';
import type { Answering } from '../../core/domain/calls.ts';
import { type PageState, pageStateOf } from '../../core/domain/confirmation-page.ts';
import { digitsOfCode, isTypedCode } from '../../core/domain/verification-codes.ts';
import type { Confirmer } from '../../core/domain/verifications.ts';
import { checkCode, type CheckDeps } from './check-code.ts';
import { findPage, type FindPageDeps, type FoundPage, type NoPage, type SoughtPage } from './find-page.ts';

export type Deps = CheckDeps & FindPageDeps & { tries: Pick<PageTries, 'take'> };

export interface SentCode extends SoughtPage {
  /** As it was typed. */
  code: string;
  confirmer: Confirmer;
  answering: Answering;
}

export interface CodeOnPage {
  page: FoundPage;
  /** Whether what was typed is to be compared with the letter; else the page as it stands tells what became of it. */
  isWrong: boolean;
  /** Instead of a look at the code. */
  throttled?: Extract<PageState, { kind: 'throttled' }>;
}

/** Takes the code that a person sent with the page's button. Malformed input does not use an attempt. */
export async function confirmOnPage(deps: Deps, sent: SentCode): Promise<CodeOnPage | NoPage> {
  const { now, network, code, confirmer } = sent;
  const page = await findPage(deps, sent);
  if ('kind' in page) return page;
  if (pageStateOf(page.found.mailing, now, null).kind !== 'code_expected') return { page, isWrong: false };
  const retry_after_seconds = await deps.tries.take(page.pageToken, network, now);
  if (retry_after_seconds !== undefined)
    return { page, isWrong: false, throttled: { kind: 'throttled', retry_after_seconds } };
  if (!isTypedCode(code)) return { page, isWrong: true };
  const { counted, correct } = await checkCode(deps, page.found, digitsOfCode(code), confirmer, () => sent.answering);
  return { page, isWrong: counted && !correct };
}
