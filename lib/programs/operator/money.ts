import { formatMoney } from '../../core/domain/money.ts';
import { UsageError } from '../command-line/refusals.ts';

/** Points only between thousands, always a comma and two digits: other forms are ambiguous. */
const AMOUNT = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;
/** Larger than any payment, and small enough that every sum stays exact in a number. */
const MOST_CENTAVOS = 100_000_000_00;

/**
 * Centavos of an amount written the Brazilian way: `150,00`, `R$ 1.500,00`. `150`, `150.00` and `1500` are rejected.
 * @throws UsageError
 */
export function readMoney(text: string): number {
  const match = AMOUNT.exec(text.trim());
  if (!match) throw new UsageError("must be an amount like 150,00 or 'R$ 1.500,00'");
  const centavos = Number(match[1]!.replaceAll('.', '')) * 100 + Number(match[2]);
  if (centavos === 0) throw new UsageError('must not be zero');
  if (centavos > MOST_CENTAVOS) throw new UsageError(`must not exceed ${formatMoney(MOST_CENTAVOS)}`);
  return centavos;
}
