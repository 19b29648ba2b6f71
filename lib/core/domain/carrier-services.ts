interface CarrierService {
  /** The service that it requires. */
  requires: 'registered' | null;
  /** The carrier gives the letter a tracking code. */
  tracked: boolean;
}

/**
 * Carrier services on top of a simple letter (rules LTR-2 and MON-2). Each is chosen by its name in `postal_services`
 * and has a price line of that name; a new one needs its line here and its price in `data/prices.json`.
 */
export const carrierServices = {
  registered: { requires: null, tracked: true },
  return_receipt: { requires: 'registered', tracked: false },
  restricted_delivery: { requires: 'registered', tracked: false },
} as const satisfies Record<string, CarrierService>;

export type PostalService = keyof typeof carrierServices;

/** In the order of their price lines. */
export const postalServices = Object.keys(carrierServices) as [PostalService, ...PostalService[]];

/** The service that a service requires, or null. */
export function requiredBy(service: PostalService): CarrierService['requires'] {
  return carrierServices[service].requires;
}

/** True when a letter with these services is posted with a tracking code. */
export function isTracked(services: readonly PostalService[]): boolean {
  return services.some((service) => carrierServices[service].tracked);
}
