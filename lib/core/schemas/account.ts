import { LONGEST_TRADE_NAME, plans } from '../domain/accounts.ts';
import { LONGEST_LOGO_TEXT } from '../domain/logos.ts';
import { addressInputSchema, addressSchema } from './address.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { boolean, centavos, constant, dateTime, id, integer, string } from './values.ts';
import { verificationOrderSchema } from './verification.ts';

export const plan = oneOfTexts(plans, 'Prices depend on the plan.');

/** The account of an API key (rule ACC-1). */
export const accountSchema = named(
  'Account',
  complete('The account of the API key.', {
    id: id('account'),
    object: constant('account'),
    legal_name: string,
    trade_name: nullable(described('Shown on verification letters; if null, the legal name is shown.', string)),
    cnpj: { type: 'string', pattern: '^[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}$' },
    plan,
    default_sender: addressSchema,
    created_at: dateTime,
  }),
);

export type AccountResource = FromSchema<typeof accountSchema>;

const logo = {
  content_type: oneOfTexts(['image/png', 'image/jpeg']),
  width: integer,
  height: integer,
  sha256: string,
} as const;

/** The account as its people see it: with its settings. */
export const dashboardAccountSchema = named(
  'DashboardAccount',
  complete('The account, with its settings.', {
    ...accountSchema.properties,
    suspended: boolean,
    balance: centavos('What can be spent.'),
    logo: nullable(complete('The logo, without its bytes.', logo)),
    evidence_years: integer,
    authenticity: described('Whether letters have an authenticity number unless their order says otherwise.', boolean),
    face: complete('What the account has chosen for its letters and pages.', {
      accent_color: nullable(string),
      privacy_notice: nullable(string),
      privacy_url: nullable(string),
      support_contact: nullable(string),
      page_host: nullable(string),
    }),
    default_letter: complete("Texts of verification letters; null where the service's own are used.", {
      title: nullable(string),
      body: nullable(string),
      footer: nullable(string),
      include_qr_code: nullable(boolean),
      include_page_url: nullable(boolean),
    }),
    warn_below: nullable(centavos('Null if no warning is set.')),
    limits: complete('Of the service.', { requests_per_second: integer, document_bytes: integer, sheets: integer }),
  }),
);

export type DashboardAccountResource = FromSchema<typeof dashboardAccountSchema>;

/** What owners can change of their account. Omitted fields stay; a default letter is sent whole. */
export const accountChangesSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    trade_name: { type: ['string', 'null'], minLength: 1, maxLength: LONGEST_TRADE_NAME },
    default_sender: addressInputSchema,
    authenticity: boolean,
    default_letter: {
      type: 'object',
      additionalProperties: false,
      properties: verificationOrderSchema.properties.letter.properties,
    },
  },
} as const;

export type AccountChanges = FromSchema<typeof accountChangesSchema>;

/** A logo with its bytes, for the dashboard. */
export const logoSchema = named(
  'Logo',
  complete('The logo of the account.', {
    object: constant('logo'),
    ...logo,
    content: described('Base64.', string),
  }),
);

export type LogoResource = FromSchema<typeof logoSchema>;

/** A new logo. */
export const logoOrderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['content'],
  properties: {
    content: {
      type: 'string',
      pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 1,
      maxLength: LONGEST_LOGO_TEXT,
    },
  },
} as const;

/** A stored account. Instants are epoch milliseconds. */
export const storedAccountSchema = stored(
  {
    id: string,
    legal_name: string,
    trade_name: nullable(string),
    cnpj: string,
    plan: oneOfTexts(plans),
    default_sender: addressSchema,
    logo: nullable(stored(logo)),
    default_letter: {
      type: 'object',
      properties: { title: string, body: string, footer: string, include_qr_code: boolean, include_page_url: boolean },
    },
    suspended: boolean,
    cursor_secret: string,
    created_at: integer,
  },
  {
    authenticity: boolean,
    evidence_years: integer,
    face: {
      type: 'object',
      properties: {
        accent_color: nullable(string),
        privacy_notice: nullable(string),
        privacy_url: nullable(string),
        support_contact: nullable(string),
        page_host: nullable(string),
      },
    },
  },
);
