import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { CarrierFile } from '../../carrier/carrier-file.ts';
import { CodesOverlay, NoRoomForCodes, printedAddress } from '../../carrier/draw-window.ts';
import { windowCodes } from '../../carrier/window-codes.ts';
import type { CarrierMailing } from '../../core/domain/carrier-mailings.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import type { PrintOrder } from '../../core/domain/print-batches.ts';
import { addressPageOf } from '../../core/domain/sheets.ts';
import type { CarrierProfile } from '../../core/schemas/carrier-profile.ts';
import { concurrently } from '../concurrently.ts';

/** The print files of each kind. */
export type ReadableFiles = Record<MailingKind, Pick<PrintFiles, 'read'>>;

/** Files in memory at the same time; S3 answers in some 30 ms. */
const READS_AT_ONCE = 16;

/**
 * The pages with codes that the print house lays over the print files (rule PRD-16): page N for position N, blank where
 * the carrier prints.
 * @param lines in the order of the batch
 * @param orders how each is printed, by id
 * @returns the file, and the mailings whose page stays blank because there is no place for codes
 */
export async function drawCodes(
  files: ReadableFiles,
  profile: CarrierProfile,
  lines: readonly CarrierMailing[],
  orders: ReadonlyMap<string, PrintOrder>,
): Promise<{ file: CarrierFile; without: string[] }> {
  const coded = lines.filter((line) => windowCodes(profile, line) !== null);
  const found = await concurrently(coded, READS_AT_ONCE, async ({ id, type }) => {
    const { file, pages, double_sided, address_placement } = orders.get(id)!;
    const bytes = await files[type].read(file);
    const addressPage = addressPageOf({ pages, doubleSided: double_sided, addressPlacement: address_placement });
    return [id, bytes && (await printedAddress(bytes, addressPage))] as const;
  });
  const addresses = new Map(found);
  const overlay = new CodesOverlay();
  const without: string[] = [];
  for (const line of lines) {
    const codes = windowCodes(profile, line);
    const address = addresses.get(line.id);
    if (codes && address && isDrawn(overlay, { address, to: line.to, codes })) continue;
    overlay.addBlank();
    if (codes) without.push(line.id);
  }
  return { file: { name: CODES_FILE, type: 'application/pdf', body: await overlay.write() }, without };
}

/** Its name in the batch's folder. */
export const CODES_FILE = 'codigos-da-janela.pdf';

function isDrawn(overlay: CodesOverlay, window: Parameters<CodesOverlay['add']>[0]): boolean {
  try {
    overlay.add(window);
    return true;
  } catch (error) {
    if (error instanceof NoRoomForCodes) return false;
    throw error;
  }
}
