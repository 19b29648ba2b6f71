/** A DynamoDB number: exact, with up to 38 significant digits. Its value is `coefficient` × 10^`exponent`. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const MOST_DIGITS = 38;
/** Magnitudes from 1E-130 to 9.99…E+125. */
const GREATEST_MAGNITUDE = 125;
const LEAST_MAGNITUDE = -130;

/** @throws RangeError with DynamoDB's message, also when the text is not a number. */
export function parseDecimal(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole.length + fraction.length === 0) {
    throw new RangeError(`The parameter cannot be converted to a numeric value: ${text}`);
  }
  return checked(BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n), Number(power) - fraction.length);
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return checked(scaled(a, exponent) + scaled(b, exponent), exponent);
}

export function negate({ coefficient, exponent }: Decimal): Decimal {
  return { coefficient: -coefficient, exponent };
}

/** Negative, zero or positive, as for `Array.sort`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [scaled(a, exponent), scaled(b, exponent)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Plain notation without superfluous zeros, as DynamoDB returns numbers. */
export function formatDecimal({ coefficient, exponent }: Decimal): string {
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString();
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** Without trailing zeros, so that equal numbers are equal in both parts. */
function checked(coefficient: bigint, exponent: number): Decimal {
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  while (coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent++;
  }
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().length;
  const magnitude = digits - 1 + exponent;
  if (digits > MOST_DIGITS) {
    throw new RangeError('Attempting to store more than 38 significant digits in a Number');
  }
  if (magnitude > GREATEST_MAGNITUDE) {
    throw new RangeError('Number overflow. Attempting to store a number with magnitude larger than supported range');
  }
  if (magnitude < LEAST_MAGNITUDE) {
    throw new RangeError('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  }
  return { coefficient, exponent };
}

function scaled({ coefficient, exponent }: Decimal, to: number): bigint {
  return exponent === to ? coefficient : coefficient * 10n ** BigInt(exponent - to);
}
