import type { PostalService } from '../domain/carrier-services.ts';
import { type FromSchema, listOf, nullable, oneOfTexts, type Schema } from './json-schema.ts';
import { boolean } from './values.ts';

/**
 * How a mailing is handed to the carrier: authorized franking without and with a register (FAC), registered letters by
 * pre-posting (PPN), letters that the carrier prints itself (e-Carta), and the ordinary letter of whoever has nothing
 * else.
 */
export const carrierWays = ['fac_simple', 'fac_registered', 'ppn', 'e_carta', 'single_letter'] as const;
export type CarrierWay = (typeof carrierWays)[number];

/** Where a mailing goes, seen from the unit that takes it. */
export const carrierDestinations = ['local', 'state', 'national'] as const;
export type CarrierDestination = (typeof carrierDestinations)[number];

/** An object of a profile: all of its fields are required, and a misspelt one is an error. */
function exact<const Properties extends Readonly<Record<string, Schema>>>(description: string, properties: Properties) {
  const required = Object.keys(properties) as (keyof Properties & string)[];
  return { type: 'object', description, required, additionalProperties: false, properties } as const;
}

function digits(count: number, description: string) {
  return { type: 'string', pattern: `^[0-9]{${count}}$`, description } as const;
}

function line(maxLength: number, description: string) {
  return { type: 'string', minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]+$', description } as const;
}

function between(minimum: number, maximum: number, description: string) {
  return { type: 'integer', minimum, maximum, description } as const;
}

const postalCode = digits(8, 'CEP.');
const serviceCode = digits(5, "Service code of the contract; ask the carrier's list of the contract.");
const centavos = between(0, 10_000_000, 'Centavos.');
const centigrams = (description: string) => between(0, 100_000, `${description} In hundredths of a gram.`);

const serviceCodes = exact('The service code of each destination; the same three times if it makes no difference.', {
  local: serviceCode,
  state: serviceCode,
  national: serviceCode,
});

const additionalService = exact('A service on top.', {
  code: digits(3, 'Code of the additional service, e.g. `001` for the return receipt.'),
  price: centavos,
});

const additionalServices = {
  type: 'object',
  description:
    'What the way offers, by its name in `postal_services`. A mailing goes this way only if all of its services are here.',
  required: [],
  additionalProperties: false,
  properties: {
    registered: additionalService,
    return_receipt: additionalService,
    restricted_delivery: additionalService,
  } satisfies Record<PostalService, Schema>,
} as const;

const tariffStep = exact('A step of the tariff: prices of a mailing that is heavier than the step before.', {
  up_to: centigrams('Heaviest mailing of the step.'),
  local: centavos,
  state: centavos,
  national: centavos,
});

/** One way, with or without a register. */
export const carrierOfferSchema = exact('One way of handing over, for registered mailings or for the others.', {
  way: oneOfTexts(carrierWays),
  registered: boolean,
  service_codes: serviceCodes,
  service_codes_with_receipt: nullable(serviceCodes),
  idv: digits(2, 'IDV of the Data Matrix.'),
  label_prefix: nullable({
    type: 'string',
    pattern: '^[A-Z]{2}$',
    description: 'Prefix of the object numbers that are taken from the stock; null if the number comes from elsewhere.',
  } as const),
  additional: additionalServices,
  tariff: { ...listOf(tariffStep), minItems: 1, maxItems: 20 } as const,
});
export type CarrierOffer = FromSchema<typeof carrierOfferSchema>;

const postalCodeRange = exact('Postal codes, both ends included.', { first: postalCode, last: postalCode });

const triageRow = exact('Postal codes of one destination of the triage plan, both ends included.', {
  first: postalCode,
  last: postalCode,
  cdd: { type: 'string', maxLength: 60, description: 'Delivery centre; empty if the row has none.' } as const,
  ctc: { type: 'string', maxLength: 60, description: 'Sorting centre.' } as const,
  sequence: between(0, 999_999, 'Place in the order of the trays.'),
});
export type TriageRow = FromSchema<typeof triageRow>;

const triagePlan = exact("The carrier's plan of sorting.", {
  version: line(20, 'Its version, e.g. `2026-11`.'),
  rows: { ...listOf(triageRow), minItems: 1, maxItems: 20_000 } as const,
});

const eCarta = exact('What e-Carta needs.', {
  folder: line(200, 'Folder of the exchange.'),
  matrices: {
    ...listOf(
      exact('Matrix by sheets.', { up_to_sheets: between(1, 100, 'Most sheets.'), number: line(10, 'Matrix.') }),
    ),
    minItems: 1,
    maxItems: 10,
  } as const,
  color: { type: 'boolean', description: 'Whether the contract prints in color.' } as const,
});

/**
 * What only the holder of a contract with the carrier knows, for one posting card. Weights are in hundredths of a gram,
 * amounts in centavos.
 */
export const carrierProfileSchema = {
  title: 'CarrierProfile',
  ...exact('A posting card with its contract, services, prices and plan of sorting.', {
    card: digits(10, 'Posting card (cartão de postagem).'),
    contract: digits(10, 'Contract, left zeros.'),
    administrative_code: digits(8, 'Administrative code (código administrativo).'),
    directorate: digits(2, 'Regional directorate (DR) of the contract.'),
    customer: exact('The holder of the contract, on lists and vouchers.', {
      name: line(50, 'Name.'),
      cnpj: { type: 'string', pattern: '^[0-9A-Z]{12}[0-9]{2}$', description: 'CNPJ, 14 characters.' } as const,
      phone: line(20, 'Telephone.'),
      email: line(100, 'E-mail address.'),
      cnae: { type: 'string', pattern: '^[0-9]{7,9}$', description: 'CNAE.' } as const,
    }),
    producer: exact('Who prints, on the posting list.', {
      name: line(50, 'Name.'),
      cnpj: { type: 'string', pattern: '^[0-9A-Z]{12}[0-9]{2}$', description: 'CNPJ, 14 characters.' } as const,
    }),
    unit: exact('The unit that takes the mailings.', {
      code: digits(8, 'MCU.'),
      name: line(50, 'Name.'),
      city: line(72, 'City.'),
      state: { type: 'string', pattern: '^[A-Z]{2}$', description: 'State (UF).' } as const,
      postal_code: postalCode,
    }),
    origin: exact('Where letters come back to, in the Data Matrix.', {
      postal_code: postalCode,
      number: digits(5, 'House number, left zeros; `00000` where there is none.'),
    }),
    generation: oneOfTexts(['cif_web', 'gpost'], "Generation of the carrier's FAC files."),
    gpost: exact('Fields of GPOST files; CIF-Web ignores them.', {
      technical_approval: digits(8, 'Number of the technical approval.'),
      multiple: digits(1, 'Multiple code; content code of a line.'),
      simple_additional: {
        type: 'string',
        pattern: '^([0-9]{3})?$',
        description: 'Additional code of FAC simples.',
      } as const,
      dne_updated: boolean,
    }),
    data_matrix: exact('Fields of the Data Matrix that the carrier settles with each customer.', {
      cif_filler: digits(34, 'CIF of mailings without franking.'),
      tracking_filler: {
        type: 'string',
        pattern: '^([0-9A-Z]{13})?$',
        description: 'Tracking code of mailings without one: none, or 13 characters.',
      } as const,
    }),
    first_lot: between(1, 99_999, 'First lot of FAC that the service uses.'),
    destinations: exact('Postal codes of each destination; all others are national.', {
      local: { ...listOf(postalCodeRange), maxItems: 1000 } as const,
      state: { ...listOf(postalCodeRange), maxItems: 1000 } as const,
    }),
    offers: { ...listOf(carrierOfferSchema), minItems: 1, maxItems: 10 } as const,
    weights: exact('What was weighed.', {
      paper: between(40, 200, 'Grams of a square metre of paper.'),
      envelope: centigrams('The envelope.'),
      receipt_slip: centigrams('The form of the return receipt.'),
      warn_below_step: centigrams('Mailings this little below a step are told to the operator.'),
    }),
    production: exact('What printing costs, compared with letters that the carrier prints itself.', {
      envelope: centavos,
      sheet: centavos,
    }),
    triage_plan: triagePlan,
    franking_mark: nullable({
      type: 'string',
      maxLength: 100_000,
      pattern: '^\\s*<(\\?xml|svg)[\\s\\S]*</svg>\\s*$',
      description: 'Artwork of the franking mark, an SVG that the carrier gave.',
    } as const),
    receipts_on: oneOfTexts(['sheets', 'label_stock'], 'What labels and receipts are printed on.'),
    stock_alarm_days: between(1, 365, 'The stock of object numbers raises an alarm when it lasts for fewer days.'),
    ar_digital: nullable(
      exact('Ids of AR Digital.', {
        client: { type: 'string', pattern: '^[A-Z0-9]{4}$', description: 'Client, four characters.' } as const,
        id: {
          type: 'string',
          pattern: '^([A-Z0-9]{2}|[A-Z0-9]{8})$',
          description: 'Id; eight characters for AR Digital 2D.',
        } as const,
        name: line(40, 'Name of the client.'),
      }),
    ),
    e_carta: nullable(eCarta),
  }),
} as const;

export type CarrierProfile = FromSchema<typeof carrierProfileSchema>;
