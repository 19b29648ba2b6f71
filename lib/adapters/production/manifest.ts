import { csvLine } from '../../core/csv-line.ts';
import type { CarrierRoute } from '../../core/domain/carrier-mailings.ts';
import { type MailingKind, mailingKindOf } from '../../core/domain/mailing-fields.ts';
import type { BatchedMailing, Manifest } from '../../core/domain/print-batches.ts';
import { addressPageOf, isDuplex, sidesOf } from '../../core/domain/sheets.ts';
import { sha256 } from '../../core/sha256.ts';

/** Bucket with the print files of each kind. */
export type FileBuckets = Readonly<Record<MailingKind, string>>;

/**
 * The envelope of every mailing: DL (110 x 220 mm) whose window shows the address area. With the first fold at 105 mm the
 * window ends 15 mm above it (DIN 5008, form B).
 */
const ENVELOPE = 'dl_window';
const FOLDS_MM = [105, 210];

/** A mailing of a manifest; `route` in a batch with a carrier profile. */
export type ManifestEntry = BatchedMailing & { route?: Pick<CarrierRoute, 'postal_code' | 'state' | 'weight'> };

/**
 * One mailing of a manifest: everything that a print house needs to produce and post it (docs/print-house.md). Pages
 * and sides are those of the file, not of the customer's document.
 */
function manifestLine({ id, order, route }: ManifestEntry, position: number, buckets: FileBuckets) {
  const { file, sheets, color, double_sided, address_placement, postal_services } = order;
  const layout = { pages: order.pages, doubleSided: double_sided, addressPlacement: address_placement };
  const sides = sidesOf(layout);
  const type = mailingKindOf(id);
  return {
    position,
    id,
    type,
    bucket: buckets[type],
    file: file.key,
    sha256: file.sha256,
    bytes: file.size,
    pages: sides.length,
    sheets,
    color,
    double_sided: isDuplex(layout),
    address_page: addressPageOf(layout),
    postal_services,
    envelope: ENVELOPE,
    folds_mm: FOLDS_MM,
    ...(route && { postal_code: route.postal_code, state: route.state, weight: route.weight }),
  };
}

/** The two forms of a manifest, and the stored summary. Equal batches give equal bytes. */
export function renderManifest(
  mailings: readonly ManifestEntry[],
  buckets: FileBuckets,
): { jsonl: string; csv: string; manifest: Manifest } {
  const lines = mailings.map((mailing, index) => manifestLine(mailing, index + 1, buckets));
  const jsonl = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const csv = [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))].map(csvLine).join('');
  return {
    jsonl,
    csv,
    manifest: {
      mailings: lines.length,
      sheets: lines.reduce((sum, { sheets }) => sum + sheets, 0),
      sha256: { jsonl: sha256(jsonl), csv: sha256(csv) },
    },
  };
}

/** Whether a line of a manifest, of whatever release, states how a committed mailing is produced. */
export function isLineOf(line: string, { id, order }: Pick<BatchedMailing, 'id' | 'order'>): boolean {
  const stated = JSON.parse(line) as ReturnType<typeof manifestLine>;
  const { file, sheets, color, postal_services } = order;
  const committed = [id, file.key, file.sha256, file.size, sheets, color, postal_services];
  const read = [
    stated.id,
    stated.file,
    stated.sha256,
    stated.bytes,
    stated.sheets,
    stated.color,
    stated.postal_services,
  ];
  return JSON.stringify(read) === JSON.stringify(committed);
}

export type ManifestMailing = Pick<BatchedMailing, 'id' | 'account_id'>;

/** The mailings in the lines of a manifest; a file's key contains its account. */
export function readManifestMailings(jsonl: string): ManifestMailing[] {
  return jsonl
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { id, file } = JSON.parse(line) as Pick<ReturnType<typeof manifestLine>, 'id' | 'file'>;
      return { id, account_id: file.split('/').at(-2)! };
    });
}
