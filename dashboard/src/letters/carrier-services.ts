import { carrierServices as described } from 'virtual:carrier-services';
import type { PostalService } from '../api/objects.ts';

interface CarrierService {
  name: PostalService;
  /** The service that it requires. */
  requires: PostalService | null;
  /** The carrier gives the letter a tracking code. */
  tracked: boolean;
}

/** In the order of the forms. */
export const carrierServices = described as readonly CarrierService[];

/**
 * The services after choosing or removing one: a chosen service adds the one that it requires, and a removed one also
 * removes those that require it (rule LTR-2).
 */
export function toggled(
  chosen: readonly PostalService[],
  { name, requires }: CarrierService,
  on: boolean,
): PostalService[] {
  if (on) return [...new Set([...(requires === null ? [] : [requires]), ...chosen, name])];
  const gone = carrierServices.filter((other) => other.name === name || other.requires === name);
  return chosen.filter((service) => gone.every((other) => other.name !== service));
}

/** Whether a letter with these services is posted with a tracking code. */
export function isTracked(services: readonly PostalService[]): boolean {
  return carrierServices.some(({ name, tracked }) => tracked && services.includes(name));
}
