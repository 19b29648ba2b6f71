import type { Address } from '../../../lib/core/domain/addresses.ts';
import { carrierAddress } from '../../../lib/core/domain/carrier-address.ts';
import type { CarrierMailing } from '../../../lib/core/domain/carrier-mailings.ts';
import { trackingCheckDigit } from '../../../lib/core/domain/tracking-codes.ts';
import type { CarrierProfile, CarrierWay } from '../../../lib/core/schemas/carrier-profile.ts';
import { seeded } from '../../support/seeded.ts';

/**
 * Orders as a batch has them, drawn from a seed: all ways, services and weights, addresses from the shortest to those
 * that the carrier's fields do not hold.
 */

/** A profile with what the encoders read; its numbers are invented. */
export const PROFILE: CarrierProfile = {
  card: '0067599079',
  contract: '9992157880',
  administrative_code: '18123456',
  directorate: '72',
  customer: {
    name: 'Empresa de Treino Ltda.',
    cnpj: '00000000000191',
    phone: '(11) 5555-0100',
    email: 'treino@exemplo.com.br',
    cnae: '821999900',
  },
  producer: { name: 'Gráfica de Treino S.A.', cnpj: '15216260000176' },
  unit: { code: '00000001', name: 'CTE de Treino', city: 'São Paulo', state: 'SP', postal_code: '05311900' },
  origin: { postal_code: '04571010', number: '01500' },
  generation: 'gpost',
  gpost: { technical_approval: '00000007', multiple: '0', simple_additional: '', dne_updated: false },
  data_matrix: { cif_filler: '0'.repeat(34), tracking_filler: '0'.repeat(13) },
  first_lot: 42,
  destinations: { local: [{ first: '01000000', last: '09999999' }], state: [{ first: '11000000', last: '19999999' }] },
  offers: [],
  weights: { paper: 75, envelope: 502, receipt_slip: 200, warn_below_step: 50 },
  production: { envelope: 10, sheet: 5 },
  triage_plan: { version: '2026-11', rows: [] },
  franking_mark: null,
  receipts_on: 'sheets',
  stock_alarm_days: 10,
  ar_digital: { client: 'TRNO', id: 'TE', name: 'Empresa de Treino' },
  e_carta: {
    folder: '/e-carta/',
    matrices: [
      { up_to_sheets: 1, number: '901' },
      { up_to_sheets: 6, number: '902' },
    ],
    color: false,
  },
};

export const POSTING_DATE = '2026-12-15';

/** Real codes of each destination, with the longest names of the directory among them. */
const PLACES: readonly (readonly [string, string, string, string, Address['state']])[] = [
  ['01001-000', 'Praça da Sé', 'Sé', 'São Paulo', 'SP'],
  ['05010-000', 'Rua Caiubi', 'Perdizes', 'São Paulo', 'SP'],
  ['04571-010', 'Avenida Engenheiro Luís Carlos Berrini', 'Cidade Monções', 'São Paulo', 'SP'],
  ['18150-000', 'Rua Coronel Salvador Rolim de Freitas', 'Centro', 'Ibiúna', 'SP'],
  ['14810-227', 'Avenida Octaviano de Arruda Campos', 'Jardim Morumbi', 'Araraquara', 'SP'],
  ['70150-900', 'Praça dos Três Poderes', 'Zona Cívico-Administrativa', 'Brasília', 'DF'],
  ['72536-165', 'QC 2 Conjunto Q', 'Residencial Santa Maria (Santa Maria)', 'Brasília', 'DF'],
  ['69918-703', 'Rua Nelson Mesquita', 'Conjunto Residencial Joafra', 'Rio Branco', 'AC'],
  ['69915-901', 'Alameda Hungria', 'Jardim Europa', 'Rio Branco', 'AC'],
  ['78245-000', 'Rua Pouso Alegre', 'Centro', 'Vila Bela da Santíssima Trindade', 'MT'],
  ['86300-981', 'Praça Brasil', 'Centro', 'Cornélio Procópio', 'PR'],
  ['57100-990', 'Conjunto Residencial Jarbas Oiticica', 'Prefeito Antônio Lins de Souza', 'Rio Largo', 'AL'],
  ['41830-470', 'Rua Desembargador Manuel de Andrade Teixeira', 'Loteamento Aquarius da Pituba', 'Salvador', 'BA'],
  ['69929-000', 'Rua Coronel Fontinelle de Castro', 'Campinas', 'Plácido de Castro', 'AC'],
];
const NAMES = [
  'Ana Sá',
  'Zuleide Conceição dos Santos',
  'João & Filhos Comércio de Peças Ltda.',
  "Maria D'Ávila Gonçalves de Araújo Figueiredo",
  'Condomínio Edifício Residencial Parque das Nações Unidas - Bloco B',
  'Dr. José Antônio da Conceição',
];
const NUMBERS = ['1', '100', 's/n', '1500-A', '12345', 'km 12', '697 fundos', '0'];
const COMPLEMENTS = [null, null, null, 'Apto 45', 'Bloco 3, apto 1204', 'Edifício Itália, 12º andar, conjunto 1201'];
const WAYS: readonly CarrierWay[] = ['fac_simple', 'fac_simple', 'fac_registered', 'ppn', 'e_carta', 'single_letter'];
const SERVICES: Readonly<Record<CarrierWay, readonly [string, string, string]>> = {
  fac_simple: ['84107', '84093', '84085'],
  fac_registered: ['84077', '84069', '84050'],
  ppn: ['12556', '12556', '12556'],
  e_carta: ['11860', '11860', '11860'],
  single_letter: ['10065', '10065', '10065'],
};
const IDV: Readonly<Record<CarrierWay, string>> = {
  fac_simple: '01',
  fac_registered: '16',
  ppn: '17',
  e_carta: '04',
  single_letter: '03',
};

/** Orders in the order of a presort: way, then postal code. */
export function orders(count: number, seed: number, profile = PROFILE): CarrierMailing[] {
  const random = seeded(seed);
  const drawn = Array.from({ length: count }, (_, index) => order(index, random));
  const rank = ({ way }: CarrierMailing) => WAYS.indexOf(way);
  drawn.sort((one, other) => rank(one) - rank(other) || (one.postal_code < other.postal_code ? -1 : 1));
  const places = { fac_simple: 0, fac_registered: 0 };
  return drawn.map((mailing, index) => {
    const { way, destination } = mailing;
    const placed = { ...mailing, position: index + 1 };
    if (way !== 'fac_simple' && way !== 'fac_registered') return placed;
    const lot = way === 'fac_simple' ? 42 : 43;
    const lot_sequence = ++places[way];
    const sequence = String(lot_sequence).padStart(11, '0');
    const digit = { local: 1, state: 2, national: 3 }[destination];
    const franks =
      profile.generation === 'gpost' ? profile.card : `${profile.directorate}${profile.administrative_code}`;
    const cif = way === 'fac_simple' ? `${franks}000${lot}${sequence}${digit}0151226` : null;
    return { ...placed, lot, lot_sequence, cif };
  });
}

function order(index: number, random: () => number): CarrierMailing {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const [postal_code, street, neighborhood, city, state] = pick(PLACES);
  const address = (name: string): Address => ({
    name,
    street,
    number: pick(NUMBERS),
    complement: pick(COMPLEMENTS),
    neighborhood,
    city,
    state,
    postal_code,
  });
  const [to, from] = [address(pick(NAMES)), { ...SENDER, name: pick(NAMES) }];
  const way = pick(WAYS);
  const registered = way === 'fac_registered' || way === 'ppn';
  const return_receipt = registered && random() < 0.5;
  const restricted_delivery = registered && random() < 0.2;
  const additional = [return_receipt && '001', restricted_delivery && '002', registered && '025'].filter(
    (code) => code !== false,
  );
  const destination = state === 'SP' ? (postal_code < '1' ? 'local' : 'state') : 'national';
  const sheets = 1 + Math.floor(random() * 6);
  const serial = String(index + 1).padStart(8, '0');
  const { address: carrier_to, cut } = carrierAddress(to, undefined);
  return {
    position: 0,
    id: `ltr_01m7${String(index).padStart(22, '0')}`,
    type: 'letter',
    way,
    service: SERVICES[way][destination === 'local' ? 0 : destination === 'state' ? 1 : 2],
    additional,
    idv: IDV[way],
    label_prefix: registered ? 'TE' : null,
    destination,
    postal_code: postal_code.replace('-', ''),
    state,
    weight: Math.round(sheets * 467.8 + 502 + (return_receipt ? 200 : 0)),
    weight_step: 1,
    near_step: false,
    postage: 227,
    single_letter_postage: 255,
    triage: { plan: '2026-11', sequence: Number(postal_code.slice(0, 2)), label: `CDD ${city}` },
    registered,
    return_receipt,
    restricted_delivery,
    sheets,
    file: `letters/91-days/acc_1/ltr_01m7${index}.pdf`,
    sha256: 'e'.repeat(64),
    to,
    from,
    carrier_to,
    carrier_from: carrierAddress(from, undefined).address,
    cut,
    lot: null,
    lot_sequence: null,
    posting_date: POSTING_DATE,
    cif: null,
    object: registered ? `TE${serial}${trackingCheckDigit(serial)}BR` : null,
  };
}

const SENDER: Address = {
  name: '',
  street: 'Avenida Engenheiro Luís Carlos Berrini',
  number: '1500',
  complement: '9º andar',
  neighborhood: 'Cidade Monções',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '04571-010',
};
