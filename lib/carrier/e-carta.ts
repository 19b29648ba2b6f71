import { csvLine } from '../core/csv-line.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, grouped } from './carrier-file.ts';
import { collected, type Field, separatedRecord } from './fields.ts';

const SERVICE_LINE = [
  { name: 'type', width: 1, charset: 'digits' },
  { name: 'object', width: 18, charset: 'code', fill: 'blanks_right', least: 1 },
  { name: 'lot', width: 5, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'card', width: 10, charset: 'digits' },
  { name: 'contract', width: 10, charset: 'digits' },
  { name: 'additional', width: 3, charset: 'digits', fill: 'blanks_right' },
  { name: 'spool', width: 1, charset: 'code' },
  { name: 'spool_file', width: 0, charset: 'text' },
  { name: 'complementary', width: 1, charset: 'code' },
  { name: 'complementary_file', width: 100, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'name', width: 250, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'street', width: 226, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'number', width: 36, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'complement', width: 36, charset: 'text', fill: 'blanks_right' },
  { name: 'neighborhood', width: 72, charset: 'text', fill: 'blanks_right' },
  { name: 'city', width: 72, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'state', width: 2, charset: 'code' },
  { name: 'postal_code', width: 8, charset: 'digits' },
  { name: 'sender', width: 250, charset: 'text', fill: 'blanks_right' },
  { name: 'sender_street', width: 226, charset: 'text', fill: 'blanks_right' },
  { name: 'sender_city', width: 72, charset: 'text', fill: 'blanks_right' },
  { name: 'sender_state', width: 2, charset: 'code', fill: 'blanks_right' },
  { name: 'sender_postal_code', width: 8, charset: 'digits', fill: 'blanks_right' },
] as const satisfies readonly Field[];

/** The carrier's only additional service of e-Carta in its line: delivery to the addressee alone. */
const RESTRICTED_DELIVERY = '002';

/**
 * What the carrier prints itself: for each matrix the lines of its service, and which print file goes into the package
 * under which name. The package is a zip of both.
 * @param lot grows by one with each package
 * @throws FieldsDoNotFit
 */
export function eCartaFiles(profile: CarrierProfile, lot: number, mailings: readonly CarrierMailing[]): CarrierFile[] {
  const theirs = mailings.filter(({ way }) => way === 'e_carta');
  return grouped(theirs, (mailing) => matrixOf(profile, mailing)).flatMap(([matrix, members], index) => {
    const number = String(lot + index).padStart(5, '0');
    const base = `e-Carta_${matrix}_${number}`;
    const objects = members.map((mailing) => ({
      mailing,
      object: `${number}${String(mailing.position).padStart(7, '0')}`,
    }));
    const lines = collected(
      objects.map(
        ({ mailing, object }) =>
          () =>
            serviceLine(profile, mailing, number, object, documentName(base, object)),
      ),
    );
    const documents = objects.map(({ mailing, object }) => [
      documentName(base, object),
      mailing.id,
      mailing.file,
      mailing.sha256,
    ]);
    return [
      {
        name: `${base}_servico.txt`,
        type: 'text/plain; charset=utf-8',
        body: lines.map((line) => `${line}\n`).join(''),
      },
      {
        name: `${base}_documentos.csv`,
        type: 'text/csv; charset=utf-8',
        body: [['name', 'id', 'file', 'sha256'], ...documents].map(csvLine).join(''),
      },
    ] satisfies CarrierFile[];
  });
}

/** How many packages the mailings of a batch make: one for each matrix. */
export function eCartaPackages(
  profile: CarrierProfile,
  mailings: readonly Pick<CarrierMailing, 'way' | 'sheets' | 'id'>[],
): number {
  const theirs = mailings.filter(({ way }) => way === 'e_carta');
  return new Set(theirs.map((mailing) => matrixOf(profile, mailing))).size;
}

const documentName = (base: string, object: string) => `${base}_${object}_1_complementar.pdf`;

function matrixOf({ e_carta }: CarrierProfile, { sheets, id }: Pick<CarrierMailing, 'sheets' | 'id'>): string {
  const matrix = e_carta?.matrices.find(({ up_to_sheets }) => sheets <= up_to_sheets);
  if (!matrix) throw new Error(`the profile has no matrix of e-Carta for ${sheets} sheets (${id})`);
  return matrix.number;
}

function serviceLine(
  profile: CarrierProfile,
  mailing: CarrierMailing,
  lot: string,
  object: string,
  file: string,
): string {
  const { to } = mailing;
  return separatedRecord('e_carta_line', SERVICE_LINE, {
    type: '1',
    object,
    lot,
    card: profile.card,
    contract: profile.contract,
    additional: mailing.restricted_delivery ? RESTRICTED_DELIVERY : '',
    spool: 'N',
    spool_file: '',
    complementary: 'S',
    complementary_file: file,
    name: to.name,
    street: to.street,
    number: to.number,
    complement: mailing.carrier_to.complement ?? '',
    neighborhood: mailing.carrier_to.neighborhood,
    city: mailing.carrier_to.city,
    state: to.state,
    postal_code: mailing.postal_code,
    ...senderOf(mailing),
  });
}

/** A mailing without a sender of its own has none in its line, which the carrier permits. */
function senderOf({ from, carrier_from }: CarrierMailing) {
  return {
    sender: from?.name ?? '',
    sender_street: from ? `${from.street}, ${from.number}` : '',
    sender_city: carrier_from?.city ?? '',
    sender_state: from?.state ?? '',
    sender_postal_code: from?.postal_code.replace('-', '') ?? '',
  };
}
