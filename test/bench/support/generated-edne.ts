import type { PostalCodeEntry } from '../../../lib/core/domain/addresses.ts';
import type { EdneRows } from '../../modules/postal-codes/support/edne-download.ts';
import { edneBase, outerZip } from '../../modules/postal-codes/support/edne-download.ts';

/**
 * An e-DNE download with the given entries and generated neighbors, up to a total of `codes` codes.
 * @param entries ascending
 */
export function generateDownload(entries: Iterable<PostalCodeEntry>, codes: number): Buffer {
  const rows: EdneRows = Object.fromEntries(Object.keys(edneBase()).map((file) => [file, []]));
  rows['LOG_FAIXA_UF.TXT'] = edneBase()['LOG_FAIXA_UF.TXT']!;
  const add = (file: string, ...fields: (string | number)[]) => rows[file]!.push(fields.join('@'));

  const localities = numbered((key, state: string, city: string) =>
    add('LOG_LOCALIDADE.TXT', key, state, city, '', 1, 'M', '', '', ''),
  );
  const neighborhoods = numbered((key, state: string, locality: number, name: string) =>
    add('LOG_BAIRRO.TXT', key, state, locality, name, ''),
  );
  let key = 0;
  for (const { postal_code, kind, street, neighborhood, city, state } of enough([...entries], codes)) {
    key++;
    const locality = localities(state, city);
    const district = () => neighborhoods(state, locality, neighborhood ?? 'Centro');
    if (street === null) {
      const [name, type, parent] = neighborhood === null ? [city, 'M', ''] : [neighborhood, 'D', locality];
      add('LOG_LOCALIDADE.TXT', 10_000_000 + key, state, name, postal_code, 0, type, parent, '', '');
    } else if (kind === 'street') {
      const [type, ...name] = street.split(' ');
      const stretch = key % 10 === 0 ? '- de 960/961 ao fim' : '';
      const fields = [
        district(),
        '',
        name.join(' ') || type!,
        stretch,
        postal_code,
        type!,
        name.length > 0 ? 'S' : 'N',
        '',
      ];
      add(`LOG_LOGRADOURO_${state}.TXT`, key, state, locality, ...fields);
    } else if (kind === 'community_box') {
      add('LOG_CPC.TXT', key, state, locality, 'Comunidade', street, postal_code);
    } else if (kind === 'postal_unit') {
      add('LOG_UNID_OPER.TXT', key, state, locality, district(), '', 'AC', `${street} 100`, postal_code, 'N', '');
    } else {
      add('LOG_GRANDE_USUARIO.TXT', key, state, locality, district(), '', 'Empresa', `${street} 200`, postal_code, '');
    }
  }
  return outerZip(rows);
}

/** Numbers combinations of texts from 1 and adds a row for each new one. */
function numbered<Parts extends (string | number)[]>(addRow: (key: number, ...parts: Parts) => void) {
  const keys = new Map<string, number>();
  return (...parts: Parts): number => {
    const text = parts.join('@');
    let key = keys.get(text);
    if (key === undefined) {
      keys.set(text, (key = keys.size + 1));
      addRow(key, ...parts);
    }
    return key;
  };
}

/** The entries, and new streets with the free codes that follow theirs. */
function* enough(entries: readonly PostalCodeEntry[], codes: number): Generator<PostalCodeEntry> {
  let missing = codes - entries.length;
  for (const [index, entry] of entries.entries()) {
    yield entry;
    const next = String(Number(entry.postal_code) + 1).padStart(8, '0');
    if (missing <= 0 || entry.kind !== 'street' || entries[index + 1]?.postal_code === next) continue;
    missing--;
    yield { ...entry, postal_code: next };
  }
}
