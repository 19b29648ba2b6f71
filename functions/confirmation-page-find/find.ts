import { pagePath, servicePage } from '../../lib/adapters/confirmation-page/hosted-page.ts';
import type { PageAnswer, PageRequest } from '../../lib/adapters/http/page-handler.ts';
import { readPageToken } from '../../lib/core/domain/hosted-page.ts';
import { findPage, type FindPageDeps } from '../../lib/operations/verifications/find-page.ts';

export type Deps = FindPageDeps & { basePath: string };

/** Leads from the number of a letter to its page, for people who typed the host alone (rule PAGE-9). */
export async function find(deps: Deps, request: PageRequest): Promise<PageAnswer> {
  const { number } = request.form;
  if (number === undefined || readPageToken(number) === undefined) {
    const owner = request.host === null ? undefined : await deps.accounts.hostOwner(request.host);
    const company = owner === undefined ? undefined : await deps.accounts.find(owner);
    const state = { kind: 'number_expected', malformed: number !== undefined } as const;
    return servicePage(state, deps.basePath, request.locale, company);
  }
  const page = await findPage(deps, { ...request, accountId: undefined, pageToken: number });
  if ('kind' in page) return servicePage(page, deps.basePath, request.locale);
  return { seeOther: pagePath({ ...page, basePath: deps.basePath }), verificationId: page.found.mailing.id };
}
