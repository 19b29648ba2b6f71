/**
 * Centavos of an amount as people type it, in Portuguese or English: `1.500`, `1.500,00`, `R$ 80,5`, `1,500.00`.
 * @returns undefined for anything else
 */
export function centavosOf(text: string): number | undefined {
  const [, whole = '', cents = ''] =
    /^(?:R\$)?(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2}|\d{1,3}(?:,\d{3}){1,2})(?:[.,](\d{1,2}))?$/.exec(
      text.replace(/\s/g, ''),
    ) ?? [];
  if (whole === '') return undefined;
  return Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}
