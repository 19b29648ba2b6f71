import type { Letter } from '../domain/letters.ts';
import type { LetterResource } from '../schemas/letter.ts';
import { addressResource } from './address.ts';
import { documentResource } from './document.ts';
import { priceResource } from './price.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

/**
 * The documented JSON of a letter (rule LTR-7).
 * @param previewUrl a fresh signed link, or null when the file is no longer kept
 */
export function letterResource(letter: Letter, previewUrl: string | null): LetterResource {
  return {
    id: letter.id,
    object: 'letter',
    status: letter.status,
    to: addressResource(letter.to),
    from: addressResource(letter.from),
    document: documentResource(letter.document),
    color: letter.color,
    double_sided: letter.double_sided,
    address_placement: letter.address_placement,
    postal_services: letter.postal_services,
    pages: letter.pages,
    sheets: letter.sheets,
    price: priceResource(letter.price),
    warnings: letter.warnings ?? [],
    authenticity_number: letter.authenticity_number ?? null,
    send_date: letter.send_date,
    cancellation_reason: letter.cancellation_reason,
    failure_reason: letter.failure_reason,
    tracking_code: letter.tracking_code,
    preview_url: previewUrl,
    reference: letter.reference,
    metadata: letter.metadata,
    letter_batch_id: letter.letter_batch_id ?? null,
    status_transitions: {
      received_at: timestampOrNull(letter.reached.received),
      in_production_at: timestampOrNull(letter.reached.in_production),
      printed_at: timestampOrNull(letter.reached.printed),
      posted_at: timestampOrNull(letter.reached.posted),
      canceled_at: timestampOrNull(letter.reached.canceled),
      failed_at: timestampOrNull(letter.reached.failed),
    },
    created_at: timestamp(letter.created_at),
  };
}
