/**
 * The digit that checks a postal code: what is missing to the next ten. It is field 5 of the Data Matrix, too.
 * @param digits eight digits
 */
export function postalCodeDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit) => total + Number(digit), 0);
  return (10 - (sum % 10)) % 10;
}

/** Bars of each digit, 1 for a tall one: two of five are tall, as in POSTNET. */
const DIGITS = ['11000', '00011', '00101', '00110', '01001', '01010', '01100', '10001', '10010', '10100'] as const;
const FRAME = '1';

/**
 * The bars of CEPNet from left to right, 1 tall and 0 short: a frame, eight digits, their check digit, a frame.
 * @param digits eight digits
 */
export function cepnetBars(digits: string): string {
  const all = `${digits}${postalCodeDigit(digits)}`;
  return FRAME + [...all].map((digit) => DIGITS[Number(digit)]).join('') + FRAME;
}
