/** S10 tracking codes of the national carrier (UPU S10): two letters, eight digits, a check digit, the country. */
const SHAPE = /^[A-Z]{2}(\d{8})(\d)BR$/;
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** True when shape and check digit are right. Prefixes are not judged: the carrier uses some that S10 reserves. */
export function isTrackingCode(text: string): boolean {
  const match = SHAPE.exec(text);
  return match !== null && trackingCheckDigit(match[1]!) === Number(match[2]);
}

/** The check digit over eight digits. */
export function trackingCheckDigit(digits: string): number {
  const sum = WEIGHTS.reduce((total, weight, position) => total + weight * Number(digits[position]), 0);
  const rest = 11 - (sum % 11);
  if (rest === 10) return 0;
  return rest === 11 ? 5 : rest;
}
