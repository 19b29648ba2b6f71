import { type PixReceiver, staticBrCode, txidOf } from '../domain/pix.ts';
import type { PixResource } from '../schemas/pix.ts';

/** Draws a text as a QR code. */
export type DrawQrCode = (text: string) => NonNullable<PixResource['payment']>['qr_code'];

/**
 * How an account pays by Pix (rule MON-11).
 * @param receiver undefined if the service takes no Pix by code
 * @param amount centavos; null lets the payer choose
 */
export function pixResource(
  receiver: PixReceiver | undefined,
  accountId: string,
  amount: number | null,
  draw: DrawQrCode,
): PixResource {
  if (!receiver) return { object: 'pix', amount, payment: null };
  const txid = txidOf(accountId);
  const code = staticBrCode({ receiver, amount, txid });
  return {
    object: 'pix',
    amount,
    payment: { receiver: receiver.name, txid, copy_and_paste: code, qr_code: draw(code) },
  };
}
