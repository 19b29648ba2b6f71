import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFContext, PDFDict } from 'pdf-lib';
import { carrierFiles } from '../../../lib/carrier/batch-files.ts';
import { windowCodes } from '../../../lib/carrier/window-codes.ts';
import type { CarrierMailing } from '../../../lib/core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../../../lib/core/schemas/carrier-profile.ts';
import { drawAddress } from '../../../lib/pdf/print/address-side.ts';
import { blankPage } from '../../../lib/pdf/print/print-page.ts';
import { writeFile as writePdf } from '../../../lib/pdf/print/write.ts';
import { withCodes } from './with-codes.ts';

/** A print file of one blank page with its address, as the service writes it. */
export function addressed({ to, from }: Pick<CarrierMailing, 'to' | 'from'>): Promise<Uint8Array> {
  if (!from) throw new Error('a letter without a sender');
  const context = PDFContext.create();
  const page = drawAddress(blankPage(), context, { to, from });
  return writePdf({ context, catalog: PDFDict.withContext(context) }, [page], false);
}

/**
 * Writes a batch as the judge reads it: the orders and the profile as they came, the carrier's files, and the print file
 * of every mailing that has codes in its window.
 */
export async function makeBatch(
  folder: string,
  profile: CarrierProfile,
  mailings: readonly CarrierMailing[],
): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true });
  await mkdir(join(folder, 'letters'));
  await writeFile(join(folder, 'profile.json'), JSON.stringify(profile));
  await writeFile(join(folder, 'orders.jsonl'), mailings.map((mailing) => `${JSON.stringify(mailing)}\n`).join(''));
  for (const { name, body } of await carrierFiles(
    profile,
    { batch: 'bat_treino', arDigitalFile: 7, eCartaLot: 3 },
    mailings,
  ))
    await writeFile(join(folder, 'files', name), body);
  for (const mailing of mailings) {
    const codes = windowCodes(profile, mailing);
    if (!codes) continue;
    const { to, position } = mailing;
    const file = await withCodes(await addressed(mailing), { addressPage: 1, to, codes });
    await writeFile(join(folder, 'letters', `${String(position).padStart(7, '0')}.pdf`), file);
  }
}
