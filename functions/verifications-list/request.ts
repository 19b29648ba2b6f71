import { verificationStatuses, type VerificationStatus } from '../../lib/domain/verifications.ts';
import { compileValidator } from '../../lib/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/http/list-query.ts';
import { referenceSchema } from '../../lib/http/schemas/mailing.ts';

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
