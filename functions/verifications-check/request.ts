import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { TYPED_CODE_PATTERN } from '../../lib/core/domain/verification-codes.ts';

/** Body of POST /verifications/{verification_id}/check; spaces and dashes do not count. */
export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: { code: { type: 'string', pattern: TYPED_CODE_PATTERN } },
} as const;

export const validator = compileValidator<{ code: string }>(schema);
