import { addressLimits } from '../domain/addresses.ts';
import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { addressSchema } from './address.ts';
import { complete, named, nullable, stored } from './json-schema.ts';
import { priceSchema } from './price.ts';
import { dateTime, integer, string } from './values.ts';

/** The customer's own label of a mailing (rule REQ-16). */
const label = { type: 'string', maxLength: 100 } as const;
export const referenceInput = {
  ...label,
  pattern: SHORT_TEXT,
  description: "The customer's own label; need not be unique.",
} as const;
export const referenceFilter = { ...label, description: 'Only objects with exactly this reference.' } as const;
export const recipientFilter = {
  type: 'string',
  minLength: 1,
  maxLength: addressLimits.name,
  description:
    "Only objects whose recipient's name has words that begin with these, in any order, without regard to accents and case: `jose sil` finds `José da Silva`.",
} as const;
export const reference = nullable({ ...label, description: "The customer's own label; not unique." });

/** The customer's own data on a mailing (rule REQ-16). */
export const metadataInputSchema = {
  title: 'MetadataInput',
  type: 'object',
  maxProperties: 20,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40, pattern: SHORT_TEXT },
  additionalProperties: { type: 'string', maxLength: 500 },
} as const;
export const metadataInput = {
  ...metadataInputSchema,
  description: "The customer's own data. It is never printed, and every response with the object returns it.",
} as const;
export const metadata = {
  title: 'Metadata',
  type: 'object',
  maxProperties: 20,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
  description: "The customer's own data, never printed.",
} as const;

/** The file the print house receives: its key in the bucket, SHA-256 in lower-case hexadecimal, size in bytes. */
export const printFile = stored({ key: string, sha256: string, size: integer });

/** The common stored fields of letters and verifications. Instants are epoch milliseconds. */
export const storedMailing = {
  id: string,
  account_id: string,
  to: addressSchema,
  pages: integer,
  sheets: integer,
  price: priceSchema,
  print_file: printFile,
  /** Set once the mailing has joined a print batch. */
  batch_id: nullable(string),
  reference,
  metadata,
  created_at: integer,
} as const;

export const storedMailingOptions = {
  /** When its personal data was erased on request, together with its files. */
  erased_at: integer,
} as const;

/** When each status was reached, by name; statuses not reached are omitted. */
export function reached<const Status extends string>(statuses: readonly Status[]) {
  const fields = statuses.map((status) => [status, integer]);
  const properties = Object.fromEntries(fields) as Readonly<Record<Status, typeof integer>>;
  return { type: 'object', properties } as const;
}

/** When each status was reached: `<status>_at` for each of the statuses. */
export function transitions<const Title extends string, const Status extends string>(
  title: Title,
  statuses: readonly Status[],
) {
  const fields = statuses.map((status) => [`${status}_at`, nullable(dateTime)]);
  return named(
    title,
    complete(
      'When each status was reached; null if it was not.',
      Object.fromEntries(fields) as Readonly<Record<`${Status}_at`, ReturnType<typeof nullable<typeof dateTime>>>>,
    ),
  );
}
