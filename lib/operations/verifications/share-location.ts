import type { PendingResponse } from '../../core/domain/calls.ts';
import type { PageLocale } from '../../core/domain/confirmation-page.ts';
import { type DeviceLocation, readDeviceLocation } from '../../core/domain/device-location.ts';
import { locationConsent } from '../../texts/confirmation-page/consent.ts';
import { findPage, type FindPageDeps, type FoundPage, type NoPage, type PageLookup } from './find-page.ts';
import { type MoveVerificationDeps, moveVerificationTo } from './move-verification.ts';

export type Deps = FindPageDeps & MoveVerificationDeps;

export interface SharedLocation extends PageLookup {
  /** Language of the page on which the person agreed. */
  locale: PageLocale;
  consents: boolean;
  location: DeviceLocation;
  browserSha256?: string | undefined;
  response: PendingResponse;
}

/**
 * Stores the location of the confirming person's device, by explicit consent, once and within 30 minutes, from the
 * browser that confirmed (rule PAGE-6). A location without consent, from elsewhere or with invalid values is dropped; the page shows what is stored.
 */
export async function shareLocation(deps: Deps, shared: SharedLocation): Promise<FoundPage | NoPage> {
  const page = await findPage(deps, shared);
  if ('kind' in page) return page;
  const location = shared.consents ? readDeviceLocation(shared.location) : undefined;
  if (location) {
    const consent = locationConsent(page.account, shared.locale);
    const move = {
      trigger: 'share_location',
      location: { ...location, consent },
      browser_sha256: shared.browserSha256,
    } as const;
    await moveVerificationTo(deps, page.found, move, { toResponse: () => shared.response });
  }
  return page;
}
