/** CNPJ with letters, valid since July 2026: twelve characters A-Z 0-9 and two check digits (IN RFB 2.229/2024). */
const SHAPE = /^[0-9A-Z]{12}[0-9]{2}$/;
const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [6, ...FIRST_WEIGHTS];

/**
 * Reads a CNPJ with or without punctuation, in either case.
 * @returns it formatted `NN.NNN.NNN/NNNN-NN`, or undefined if its shape or check digits are wrong
 */
export function parseCnpj(text: string): string | undefined {
  const characters = text.trim().toUpperCase().replace(/[./-]/g, '');
  // All zeros passes the checksum but was never issued.
  if (!SHAPE.test(characters) || /^0+$/.test(characters)) return undefined;
  const first = checkDigit(characters.slice(0, 12), FIRST_WEIGHTS);
  const second = checkDigit(characters.slice(0, 12) + first, SECOND_WEIGHTS);
  if (characters.slice(12) !== `${first}${second}`) return undefined;
  return characters.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** The value of a character is its ASCII code less 48: digits keep their value, and A is 17. */
function checkDigit(characters: string, weights: readonly number[]): number {
  let sum = 0;
  weights.forEach((weight, position) => (sum += weight * (characters.charCodeAt(position) - 48)));
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
