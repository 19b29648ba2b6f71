import { locationConsent } from '../../lib/adapters/confirmation-page/consent.ts';
import { pagePath, servicePage } from '../../lib/adapters/confirmation-page/hosted-page.ts';
import type { PageAnswer, PageRequest } from '../../lib/adapters/http/page-handler.ts';
import type { PreciseLocation } from '../../lib/core/domain/verifications.ts';
import { findPage, type FindPageDeps } from '../../lib/operations/verifications/find-page.ts';
import { type MoveVerificationDeps, moveVerificationTo } from '../../lib/operations/verifications/move-verification.ts';

export type Deps = FindPageDeps & MoveVerificationDeps & { basePath: string };

/**
 * Keeps where the device of the person who confirmed is, by explicit consent, once and within 30 minutes (rule PAGE-6).
 * What comes without consent or makes no sense is dropped; the page shows what is kept.
 */
export async function shareLocation(deps: Deps, request: PageRequest): Promise<PageAnswer> {
  const page = await findPage(deps, request);
  if ('kind' in page) return servicePage(page, deps.basePath, request.locale);
  const location = readLocation(request.form);
  if (location) {
    const consent = locationConsent(page.account, request.locale);
    const move = { trigger: 'share_location', location: { ...location, consent } } as const;
    await moveVerificationTo(deps, page.found, move, { answering: () => request.answering });
  }
  return { seeOther: pagePath({ ...page, basePath: deps.basePath }), verificationId: page.found.mailing.id };
}

/** Half the way around the earth, in meters: nothing is less exact. */
const LARGEST_ACCURACY = 20_037_508;
/** A ten-millionth of a degree is a centimeter; the table takes no number nearer to zero than 1E-130. */
const STEPS_A_DEGREE = 1e7;

function readLocation(form: PageRequest['form']): PreciseLocation | undefined {
  const number = (name: string, lowest: number, highest: number) => {
    const text = form[name] ?? '';
    const value = /^-?\d+(\.\d+)?(e-\d+)?$/.test(text) ? Number(text) : NaN;
    return value >= lowest && value <= highest ? value : undefined;
  };
  const latitude = number('latitude', -90, 90);
  const longitude = number('longitude', -180, 180);
  const accuracy = number('accuracy_meters', 0, LARGEST_ACCURACY);
  if (form.consent !== 'yes' || latitude === undefined || longitude === undefined || accuracy === undefined)
    return undefined;
  const exact = (degrees: number) => Math.round(degrees * STEPS_A_DEGREE) / STEPS_A_DEGREE;
  return { latitude: exact(latitude), longitude: exact(longitude), accuracy_meters: Math.round(accuracy) };
}
