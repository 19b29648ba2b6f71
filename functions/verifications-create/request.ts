import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { addressSchema } from '../../lib/adapters/http/schemas/address.ts';
import { documentSchema, metadataSchema, referenceSchema } from '../../lib/adapters/http/schemas/mailing.ts';
import { letterTextLimits } from '../../lib/core/domain/accounts.ts';
import { addressPlacements } from '../../lib/core/domain/mailing-fields.ts';
import { verificationMethods } from '../../lib/core/domain/verifications.ts';
import type { VerificationOrder } from '../../lib/operations/verifications/prepare-verification.ts';

const textSchema = ({ minimum, maximum }: { minimum: number; maximum: number }) => ({
  type: 'string',
  minLength: minimum,
  maxLength: maximum,
});

/** Body of POST /verifications. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['to', 'method'],
  properties: {
    to: addressSchema,
    method: { type: 'string', enum: verificationMethods },
    letter: {
      type: 'object',
      additionalProperties: false,
      properties: {
        title: textSchema(letterTextLimits.title),
        body: textSchema(letterTextLimits.body),
        footer: textSchema(letterTextLimits.footer),
        include_qr_code: { type: 'boolean' },
        include_page_url: { type: 'boolean' },
      },
    },
    document: documentSchema,
    color: { type: 'boolean' },
    double_sided: { type: 'boolean' },
    address_placement: { type: 'string', enum: addressPlacements },
    instructions: { type: 'string', minLength: 1, maxLength: 300 },
    // The page makes a link of it, so only of addresses that a browser opens: of a host, by HTTP.
    return_url: { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#:]', maxLength: 2048 },
    reference: referenceSchema,
    metadata: metadataSchema,
  },
} as const;

export const validator = compileValidator<VerificationOrder>(schema);
