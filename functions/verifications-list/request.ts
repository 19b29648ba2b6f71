import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/adapters/http/list-query.ts';
import { referenceSchema } from '../../lib/adapters/http/schemas/mailing.ts';
import { type VerificationStatus, verificationStatuses } from '../../lib/core/domain/verifications.ts';

/** Query of GET /verifications. */
export interface VerificationsQuery extends PageQuery {
  status?: VerificationStatus;
  reference?: string;
}

export const schema = listSchema({
  status: { type: 'string', enum: verificationStatuses },
  reference: referenceSchema,
});

export const validator = compileValidator<VerificationsQuery>(schema);
