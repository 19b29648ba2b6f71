import type { PreciseLocation } from './verifications.ts';

/** The location that a person's device reports, as the browser sends it. */
export interface DeviceLocation {
  latitude?: string | undefined;
  longitude?: string | undefined;
  accuracy_meters?: string | undefined;
}

/** Half the earth's circumference, in meters: no position is less exact. */
const LARGEST_ACCURACY = 20_037_508;
/** A ten-millionth of a degree is a centimeter; DynamoDB rejects numbers closer to zero than 1E-130. */
const STEPS_A_DEGREE = 1e7;

/** The reported position, rounded to the centimeter; undefined if it is invalid. */
export function readDeviceLocation(sent: DeviceLocation): Omit<PreciseLocation, 'consent'> | undefined {
  const latitude = numberIn(sent.latitude, -90, 90);
  const longitude = numberIn(sent.longitude, -180, 180);
  const accuracy = numberIn(sent.accuracy_meters, 0, LARGEST_ACCURACY);
  if (latitude === undefined || longitude === undefined || accuracy === undefined) return undefined;
  const exact = (degrees: number) => Math.round(degrees * STEPS_A_DEGREE) / STEPS_A_DEGREE;
  return { latitude: exact(latitude), longitude: exact(longitude), accuracy_meters: Math.round(accuracy) };
}

function numberIn(text = '', lowest: number, highest: number): number | undefined {
  const value = /^-?\d+(\.\d+)?(e-\d+)?$/.test(text) ? Number(text) : NaN;
  return value >= lowest && value <= highest ? value : undefined;
}
