import { addressPlacements } from '../domain/mailing-fields.ts';
import { complete, nullable, oneOfTexts } from './json-schema.ts';
import { dateTime } from './values.ts';

/** The customer's own label of a mailing (rule REQ-16). */
const label = { type: 'string', maxLength: 100 } as const;
export const referenceInput = { ...label, description: "The customer's own label; need not be unique." } as const;
export const referenceFilter = { ...label, description: 'Only with exactly this reference.' } as const;
export const reference = nullable({ ...label, description: "The customer's own label; not unique." });

/** The customer's own data on a mailing (rule REQ-16). */
export const metadataInputSchema = {
  title: 'MetadataInput',
  type: 'object',
  maxProperties: 20,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
} as const;
export const metadataInput = {
  ...metadataInputSchema,
  description: "The customer's own data, never printed and returned everywhere.",
} as const;
export const metadata = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
  description: "The customer's own data, never printed.",
} as const;

/** How a mailing is printed, as ordered; `color` and `double_sided` are shown as they were ordered. */
export const addressPlacement = oneOfTexts(addressPlacements);

/** When each status was reached: `<status>_at` for each of the statuses. */
export function transitions<const Status extends string>(statuses: readonly Status[]) {
  const fields = statuses.map((status) => [`${status}_at`, nullable(dateTime)]);
  return complete(
    'When each status was reached; null if it was not.',
    Object.fromEntries(fields) as Readonly<Record<`${Status}_at`, ReturnType<typeof nullable<typeof dateTime>>>>,
  );
}
