import { sendDateRange } from './brasilia.ts';
import type { PostalService } from './prices.ts';
import type { Detail } from './problems.ts';

/** Return receipt and restricted delivery are services of a registered letter (rule LTR-2). */
export function serviceDetails(services: readonly (PostalService | undefined)[]): Detail[] {
  if (services.includes('registered')) return [];
  return services.map((_, index) => ({ param: `postal_services[${index}]`, code: 'requires_registered' }));
}

/** A letter is scheduled from tomorrow to 180 days ahead, in Brasília (rule LTR-3). */
export function sendDateDetails(sendDate: string | undefined, now: number): Detail[] {
  if (sendDate === undefined) return [];
  const { first, last } = sendDateRange(now);
  if (sendDate >= first && sendDate <= last) return [];
  return [{ param: 'send_date', code: 'out_of_range', values: { minimum: first, maximum: last } }];
}
