import { hostedPage, pagePath, servicePage } from '../../lib/adapters/confirmation-page/hosted-page.ts';
import type { PageTries } from '../../lib/adapters/data/page-tries.ts';
import type { PageAnswer, PageRequest } from '../../lib/adapters/http/page-handler.ts';
import type { Visitor } from '../../lib/adapters/http/visitor.ts';
import { pageStateOf } from '../../lib/core/domain/confirmation-page.ts';
import { pathAfterWrongCode } from '../../lib/core/domain/hosted-page.ts';
import { digitsOfCode, isTypedCode } from '../../lib/core/domain/verification-codes.ts';
import { checkCode, type CheckDeps } from '../../lib/operations/verifications/check-code.ts';
import { findPage, type FindPageDeps } from '../../lib/operations/verifications/find-page.ts';

export type Deps = CheckDeps &
  FindPageDeps & {
    tries: Pick<PageTries, 'take'>;
    basePath: string;
  };

/**
 * Takes the code that a person sent with the page's button. Malformed input does not use an attempt. If no code is
 * expected, the page explains why.
 */
export async function confirm(deps: Deps, request: PageRequest): Promise<PageAnswer> {
  const page = await findPage(deps, request);
  if ('kind' in page) return servicePage(page, deps.basePath, request.locale);
  const { now, locale, visitor } = request;
  const place = { ...page, basePath: deps.basePath };
  const verificationId = page.found.mailing.id;
  const { code = '', entry } = request.form;
  const show = (wrong: boolean): PageAnswer => ({
    seeOther: wrong ? pathAfterWrongCode(pagePath(place), code) : pagePath(place),
    verificationId,
  });

  if (pageStateOf(page.found.mailing, now, null).kind !== 'code_expected') return show(false);
  const retry_after_seconds = await deps.tries.take(page.pageToken, request.network, now);
  if (retry_after_seconds !== undefined)
    return { ...hostedPage({ kind: 'throttled', retry_after_seconds }, place, locale), verificationId };
  if (!isTypedCode(code)) return show(true);
  const confirmer = confirmerOf(visitor, entry);
  const { counted, correct } = await checkCode(
    deps,
    page.found,
    digitsOfCode(code),
    confirmer,
    () => request.answering,
  );
  return show(counted && !correct);
}

function confirmerOf(visitor: Visitor, entry: string | undefined) {
  return {
    method: 'hosted_page' as const,
    hosted_page_entry: entry === 'qr_code' ? ('qr_code' as const) : ('typed' as const),
    ...visitor,
  };
}
