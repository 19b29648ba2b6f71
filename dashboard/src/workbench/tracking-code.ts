const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/**
 * A made-up tracking code with a valid check digit (UPU S10).
 * @param digits eight
 */
export function trackingCode(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const rest = 11 - (sum % 11);
  return `AA${digits}${rest === 10 ? 0 : rest === 11 ? 5 : rest}BR`;
}

export const randomTrackingCode = () =>
  trackingCode([...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte % 10).join(''));
