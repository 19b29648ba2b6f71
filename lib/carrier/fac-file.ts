import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, grouped, latin1, totalsOf } from './carrier-file.ts';
import { collected, type Field, fixedRecord, separatedRecord } from './fields.ts';

/** Records of the older generation, CIF-Web: fixed width, weights in hundredths of a gram. */
const CIF_WEB = {
  header: [
    { name: 'type', width: 1, charset: 'digits' },
    { name: 'directorate', width: 2, charset: 'digits' },
    { name: 'administrative_code', width: 8, charset: 'digits' },
    { name: 'card', width: 12, charset: 'digits', fill: 'zeros_left', least: 10 },
    { name: 'lot', width: 5, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'unit', width: 8, charset: 'digits' },
    { name: 'unit_postal_code', width: 8, charset: 'digits' },
    { name: 'contract', width: 10, charset: 'digits' },
  ],
  line: [
    { name: 'type', width: 1, charset: 'digits' },
    { name: 'sequence', width: 11, charset: 'code' },
    { name: 'weight', width: 6, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'postal_code', width: 8, charset: 'digits' },
    { name: 'service', width: 5, charset: 'digits' },
  ],
  trailer: [
    { name: 'type', width: 1, charset: 'digits' },
    { name: 'count', width: 7, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'weight', width: 10, charset: 'digits', fill: 'zeros_left', least: 1 },
  ],
} as const satisfies Record<string, readonly Field[]>;

/** Records of GPOST, with separators. Six fields of a line are unused. */
const GPOST = {
  header: [
    { name: 'contract', width: 10, charset: 'digits' },
    { name: 'card', width: 10, charset: 'digits' },
    { name: 'lot', width: 5, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'unit', width: 8, charset: 'digits' },
    { name: 'unit_postal_code', width: 8, charset: 'digits' },
    { name: 'technical_approval', width: 8, charset: 'digits' },
    { name: 'cycle', width: 2, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'year', width: 4, charset: 'digits' },
    { name: 'dne_updated', width: 1, charset: 'code' },
  ],
  line: [
    { name: 'sequence', width: 11, charset: 'code' },
    { name: 'weight', width: 6, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'service', width: 5, charset: 'digits' },
    { name: 'multiple', width: 1, charset: 'digits' },
    { name: 'content', width: 0, charset: 'digits' },
    { name: 'additional', width: 9, charset: 'digits', fill: 'blanks_right' },
    { name: 'declared_value', width: 0, charset: 'digits' },
    ...([1, 2, 3, 4, 5, 6] as const).map(
      (number) => ({ name: `unused_${number}`, width: 0, charset: 'digits' }) as const,
    ),
    { name: 'postal_code', width: 8, charset: 'digits' },
  ],
  trailer: [
    { name: 'count', width: 7, charset: 'digits', fill: 'zeros_left', least: 1 },
    { name: 'weight', width: 12, charset: 'digits', fill: 'zeros_left', least: 1 },
  ],
} as const satisfies Record<string, readonly Field[]>;

const UNUSED = { unused_1: '', unused_2: '', unused_3: '', unused_4: '', unused_5: '', unused_6: '' } as const;

/** Programs for Windows wrote and read these files for as long as they exist. */
const LINE_END = '\r\n';

/**
 * The files that announce authorized franking, one for each lot, in the generation of the profile.
 * @throws FieldsDoNotFit
 */
export function facFiles(profile: CarrierProfile, mailings: readonly CarrierMailing[]): CarrierFile[] {
  const franked = mailings.filter(({ way }) => way === 'fac_simple' || way === 'fac_registered');
  return grouped(franked, ({ lot }) => lot).map(([lot, members]) => {
    const records = profile.generation === 'gpost' ? gpostRecords : cifWebRecords;
    const body = latin1(`${collected(records(profile, String(lot), members)).join(LINE_END)}${LINE_END}`);
    return { name: fileName(profile, String(lot).padStart(5, '0')), type: 'text/plain; charset=iso-8859-1', body };
  });
}

function fileName({ generation, administrative_code, directorate, card }: CarrierProfile, lot: string): string {
  return generation === 'gpost'
    ? `FAC_${card}_${lot}_UNICA.txt`
    : `${administrative_code}_${lot}_UNICA_${directorate}.txt`;
}

type Line = () => string;

function cifWebRecords(profile: CarrierProfile, lot: string, mailings: readonly CarrierMailing[]): Line[] {
  const { directorate, administrative_code, card, unit, contract } = profile;
  const totals = totalsOf(mailings);
  const header = { type: '1', directorate, administrative_code, card, lot, contract };
  return [
    () =>
      fixedRecord('cif_web_header', CIF_WEB.header, { ...header, unit: unit.code, unit_postal_code: unit.postal_code }),
    ...mailings.map(
      (mailing) => () => fixedRecord('cif_web_line', CIF_WEB.line, { type: '2', ...lineValues(mailing) }),
    ),
    () =>
      fixedRecord('cif_web_trailer', CIF_WEB.trailer, {
        type: '4',
        count: String(totals.mailings),
        weight: String(totals.weight),
      }),
  ];
}

function gpostRecords(profile: CarrierProfile, lot: string, mailings: readonly CarrierMailing[]): Line[] {
  const { card, unit, contract, gpost } = profile;
  const totals = totalsOf(mailings);
  const [year, month] = mailings[0]!.posting_date.split('-');
  const header = { contract, card, lot, unit: unit.code, unit_postal_code: unit.postal_code, year: year! };
  return [
    () =>
      separatedRecord('gpost_header', GPOST.header, {
        ...header,
        technical_approval: gpost.technical_approval,
        cycle: cycleOf(Number(month)),
        dne_updated: gpost.dne_updated ? 'S' : 'N',
      }),
    ...mailings.map((mailing) => () => gpostLine(profile, mailing)),
    () =>
      separatedRecord('gpost_trailer', GPOST.trailer, {
        count: String(totals.mailings),
        weight: String(totals.weight),
      }),
  ];
}

/** The carrier's year has six cycles of two months. */
const cycleOf = (month: number) => String(Math.ceil(month / 2));

function gpostLine({ gpost }: CarrierProfile, mailing: CarrierMailing): string {
  const additional = mailing.way === 'fac_simple' ? gpost.simple_additional : mailing.additional.join('');
  const fixed = { multiple: gpost.multiple, content: '', additional, declared_value: '', ...UNUSED };
  return separatedRecord('gpost_line', GPOST.line, { ...fixed, ...lineValues(mailing) });
}

/** A registered object has its number in place of the sequence: prefix, digits and check digit, without the country. */
function lineValues(mailing: CarrierMailing) {
  const { way, lot_sequence, object, weight, postal_code, service } = mailing;
  const sequence = way === 'fac_registered' ? (object ?? '').slice(0, 11) : String(lot_sequence).padStart(11, '0');
  return { sequence, weight: String(weight), postal_code, service };
}
