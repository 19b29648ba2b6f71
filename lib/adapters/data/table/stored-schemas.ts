import { storedAccountSchema } from '../../../core/schemas/account.ts';
import { storedActivitySchema } from '../../../core/schemas/activity.ts';
import { storedApiKeySchema, storedKeySpendingSchema } from '../../../core/schemas/api-key.ts';
import { storedApiRequestSchema } from '../../../core/schemas/api-request.ts';
import { storedBalanceSchema, storedBookingSchema, storedLedgerEntrySchema } from '../../../core/schemas/balance.ts';
import {
  storedCarrierProfileSchema,
  storedLabelStockSchema,
  storedTakenLabelsSchema,
} from '../../../core/schemas/carrier-stock.ts';
import { storedEventSchema, storedOutboxMarkSchema } from '../../../core/schemas/event.ts';
import { storedEvidenceSchema } from '../../../core/schemas/evidence.ts';
import { storedIdempotencyRecordSchema } from '../../../core/schemas/idempotency-record.ts';
import { unbounded } from '../../../core/schemas/json-schema.ts';
import { storedLetterSchema } from '../../../core/schemas/letter.ts';
import { storedLetterBatchSliceSchema } from '../../../core/schemas/letter-batch.ts';
import { storedMailMergeRowSchema, storedMailMergeSchema } from '../../../core/schemas/mail-merge.ts';
import { storedInvitationSchema, storedMembershipSchema, storedPersonSchema } from '../../../core/schemas/person.ts';
import { storedBatchedMailingSchema, storedPrintBatchSchema } from '../../../core/schemas/print-batch.ts';
import { storedSessionSchema } from '../../../core/schemas/session.ts';
import { storedUploadSchema } from '../../../core/schemas/upload.ts';
import { storedVerificationSchema } from '../../../core/schemas/verification.ts';
import {
  storedAttemptSchema,
  storedDeliverySchema,
  storedWaitingDeliverySchema,
  storedWebhookEndpointSchema,
} from '../../../core/schemas/webhook.ts';

/** Schemas of stored values, without the limits of requests. Bundles contain them as finished values. */

export const storedAccount = unbounded(storedAccountSchema);
export const storedActivity = unbounded(storedActivitySchema);
export const storedApiKey = unbounded(storedApiKeySchema);
export const storedApiRequest = unbounded(storedApiRequestSchema);
export const storedAttempt = unbounded(storedAttemptSchema);
export const storedBalance = unbounded(storedBalanceSchema);
export const storedBatchedMailing = unbounded(storedBatchedMailingSchema);
export const storedBooking = unbounded(storedBookingSchema);
export const storedCarrierProfile = unbounded(storedCarrierProfileSchema);
export const storedDelivery = unbounded(storedDeliverySchema);
export const storedEvent = unbounded(storedEventSchema);
export const storedEvidence = unbounded(storedEvidenceSchema);
export const storedIdempotencyRecord = unbounded(storedIdempotencyRecordSchema);
export const storedKeySpending = unbounded(storedKeySpendingSchema);
export const storedLabelStock = unbounded(storedLabelStockSchema);
export const storedLedgerEntry = unbounded(storedLedgerEntrySchema);
export const storedLetter = unbounded(storedLetterSchema);
export const storedLetterBatchSlice = unbounded(storedLetterBatchSliceSchema);
export const storedMailMerge = unbounded(storedMailMergeSchema);
export const storedMailMergeRow = unbounded(storedMailMergeRowSchema);
export const storedInvitation = unbounded(storedInvitationSchema);
export const storedMembership = unbounded(storedMembershipSchema);
export const storedOutboxMark = unbounded(storedOutboxMarkSchema);
export const storedPerson = unbounded(storedPersonSchema);
export const storedPrintBatch = unbounded(storedPrintBatchSchema);
export const storedSession = unbounded(storedSessionSchema);
export const storedTakenLabels = unbounded(storedTakenLabelsSchema);
export const storedUpload = unbounded(storedUploadSchema);
export const storedVerification = unbounded(storedVerificationSchema);
export const storedWaitingDelivery = unbounded(storedWaitingDeliverySchema);
export const storedWebhookEndpoint = unbounded(storedWebhookEndpointSchema);
