import type { Letter } from '../domain/letters.ts';

/** One mailing of a manifest: all that a print house needs to produce and post it (design §7). */
function manifestEntry(letter: Letter) {
  return {
    id: letter.id,
    file: letter.print_file.key,
    sha256: letter.print_file.sha256,
    bytes: letter.print_file.size,
    pages: letter.pages,
    sheets: letter.sheets,
    color: letter.color,
    double_sided: letter.double_sided,
    address_placement: letter.address_placement,
    postal_services: letter.postal_services,
  };
}

/** The manifest of a batch as JSON lines, a line each mailing. */
export function renderManifest(letters: readonly Letter[]): string {
  return letters.map((letter) => `${JSON.stringify(manifestEntry(letter))}\n`).join('');
}
