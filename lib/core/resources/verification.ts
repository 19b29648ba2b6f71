import type { Confirmation, Verification, VerificationDocument } from '../domain/verifications.ts';
import type { ConfirmationResource, VerificationCheckResource, VerificationResource } from '../schemas/verification.ts';
import { addressResource } from './address.ts';
import { documentResource } from './document.ts';
import { priceResource } from './price.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/**
 * The documented JSON of a verification (rule VER-8), without anything of the code.
 * @param previewUrl a fresh signed link to the copy without code, or null if it is no longer kept
 */
export function verificationResource(verification: Verification, previewUrl: string | null): VerificationResource {
  const { reached } = verification;
  return {
    id: verification.id,
    object: 'verification',
    status: verification.status,
    method: verification.method,
    source: verification.source,
    to: addressResource(verification.to),
    document: verificationDocumentResource(verification.document),
    instructions: verification.instructions,
    return_url: verification.return_url,
    hosted_page_url: verification.hosted_page_url,
    attempts_remaining: verification.attempts_remaining,
    expires_at: timestampOrNull(verification.expires_at),
    confirmation: verification.confirmation && confirmationResource(verification.confirmation),
    preview_url: previewUrl,
    price: priceResource(verification.price),
    previous_verification_id: verification.previous_verification_id ?? null,
    reference: verification.reference,
    metadata: verification.metadata,
    status_transitions: {
      in_production_at: timestampOrNull(reached.in_production),
      awaiting_code_at: timestampOrNull(reached.awaiting_code),
      verified_at: timestampOrNull(reached.verified),
      failed_at: timestampOrNull(reached.failed),
      expired_at: timestampOrNull(reached.expired),
      canceled_at: timestampOrNull(reached.canceled),
      revoked_at: timestampOrNull(reached.revoked),
    },
    created_at: timestamp(verification.created_at),
  };
}

/** In events and webhooks `preview_url` is null (rule EVT-2). */
export function verificationInEvent(resource: VerificationResource): VerificationResource {
  return { ...resource, preview_url: null };
}

/** The response to a check (rule VER-13). */
export function verificationCheckResource(
  correct: boolean,
  verification: VerificationResource,
): VerificationCheckResource {
  return { object: 'verification_check', correct, verification };
}

function verificationDocumentResource(document: VerificationDocument): VerificationResource['document'] {
  if (document.type !== 'template') return documentResource(document);
  return {
    type: document.type,
    title: document.title,
    body: document.body,
    footer: document.footer,
    include_qr_code: document.include_qr_code,
    include_page_url: document.include_page_url,
  };
}

function confirmationResource({
  location,
  device,
  client,
  precise_location,
  ...confirmation
}: Confirmation): ConfirmationResource {
  return {
    method: confirmation.method,
    hosted_page_entry: confirmation.hosted_page_entry,
    confirmed_at: timestamp(confirmation.confirmed_at),
    ip: confirmation.ip,
    location: location && {
      country: location.country,
      state: location.state,
      city: location.city,
      postal_code: location.postal_code,
      latitude: location.latitude,
      longitude: location.longitude,
    },
    user_agent: confirmation.user_agent,
    device: device && { type: device.type, vendor: device.vendor, model: device.model, os: device.os },
    client: client && { name: client.name, version: client.version },
    precise_location: precise_location && {
      latitude: precise_location.latitude,
      longitude: precise_location.longitude,
      accuracy_meters: precise_location.accuracy_meters,
      shared_at: timestamp(precise_location.shared_at),
      consent: precise_location.consent ?? null,
    },
  };
}
