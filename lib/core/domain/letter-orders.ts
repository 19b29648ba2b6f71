import { sendDateRange } from './brasilia.ts';
import { type PostalService, requiredBy } from './carrier-services.ts';
import type { Detail } from './problems.ts';

/**
 * Chosen services whose required service is missing (rule LTR-2).
 * @param services undefined in place of each malformed one
 */
export function serviceDetails(services: readonly (PostalService | undefined)[]): Detail[] {
  return services.flatMap((service, index) => {
    const required = service === undefined ? null : requiredBy(service);
    if (required === null || services.includes(required)) return [];
    return [{ param: `postal_services[${index}]`, code: `requires_${required}` as const }];
  });
}

/** A letter is scheduled from tomorrow to 180 days ahead, in Brasília (rule LTR-3). */
export function sendDateDetails(sendDate: string | undefined, now: number): Detail[] {
  if (sendDate === undefined) return [];
  const { first, last } = sendDateRange(now);
  if (sendDate >= first && sendDate <= last) return [];
  return [{ param: 'send_date', code: 'out_of_range', values: { minimum: first, maximum: last } }];
}
