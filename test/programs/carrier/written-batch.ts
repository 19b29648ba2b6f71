import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CarrierMailing } from '../../../lib/core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../../../lib/core/schemas/carrier-profile.ts';
import { CODES_FILE } from '../../../lib/operations/production/draw-codes.ts';
import { laidOver, pageOf } from './with-codes.ts';

/** A batch as the print house fetches it. */
export interface WrittenBatch {
  /** Lines of its manifest. */
  manifest: readonly { id: string; position: number; file: string; address_page: number }[];
  /** Lines of its postal file. */
  postal: readonly CarrierMailing[];
  /** The other files of its postal folder, by name. */
  files: ReadonlyMap<string, Uint8Array>;
  /** A print file, as it is stored. */
  printFile: (key: string) => Promise<Uint8Array>;
}

/**
 * Lays a batch out for the judge as the print house does: the page of codes over each print file.
 * @param ordered what was ordered, by id: the people come from there, not from the postal file
 */
export async function layOut(
  folder: string,
  profile: CarrierProfile,
  { manifest, postal, files, printFile }: WrittenBatch,
  ordered: ReadonlyMap<string, Pick<CarrierMailing, 'to'> & Partial<Pick<CarrierMailing, 'from'>>>,
): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true });
  await mkdir(join(folder, 'letters'));
  await writeFile(join(folder, 'profile.json'), JSON.stringify(profile));
  const orders = postal.map((line) => {
    const { to, from = null } = ordered.get(line.id)!;
    return { ...line, to, from };
  });
  await writeFile(join(folder, 'orders.jsonl'), orders.map((order) => `${JSON.stringify(order)}\n`).join(''));
  for (const [name, body] of files) if (name !== CODES_FILE) await writeFile(join(folder, 'files', name), body);
  for (const { id, position, file, address_page } of manifest) {
    if (postal.find((line) => line.id === id)!.way === 'e_carta') continue;
    const printed = await laidOver(await printFile(file), address_page, files.get(CODES_FILE)!, position);
    // The judge reads one page: the one that shows in the window.
    await writeFile(
      join(folder, 'letters', `${String(position).padStart(7, '0')}.pdf`),
      await pageOf(printed, address_page),
    );
  }
}
