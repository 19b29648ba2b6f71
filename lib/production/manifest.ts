import { mailingKindOf, type Mailing } from '../domain/mailings.ts';

/**
 * One mailing of a manifest: all that a print house needs to produce and post it (design §7). `type` says in which bucket
 * the file lies; a verification goes as a simple letter.
 */
function manifestEntry(mailing: Mailing) {
  return {
    id: mailing.id,
    type: mailingKindOf(mailing.id),
    file: mailing.print_file.key,
    sha256: mailing.print_file.sha256,
    bytes: mailing.print_file.size,
    pages: mailing.pages,
    sheets: mailing.sheets,
    color: mailing.color,
    double_sided: mailing.double_sided,
    address_placement: mailing.address_placement,
    postal_services: 'postal_services' in mailing ? mailing.postal_services : [],
  };
}

/** The manifest of a batch as JSON lines, a line each mailing. */
export function renderManifest(mailings: readonly Mailing[]): string {
  return mailings.map((mailing) => `${JSON.stringify(manifestEntry(mailing))}\n`).join('');
}
