import { type DashboardOperation, dashboardOperations } from '../../../lib/core/domain/dashboard-operations.ts';
import type { Role } from '../../../lib/core/domain/people.ts';

/** Who reads an object, or fields of it: the roles that may perform the operation, or people outside of roles. */
export type Readers = DashboardOperation | 'the person' | 'the operator';

interface Rights {
  readers: Readers;
  /** Every field, with those inside it. Fields of an object with a right of its own are under its name. */
  fields: string;
  /** Fields that fewer may read. */
  fewer?: Readonly<Record<string, Readers>>;
}

const address = (of: string) =>
  ['name', 'street', 'number', 'complement', 'neighborhood', 'city', 'state', 'postal_code']
    .map((field) => `${of}.${field}`)
    .join(' ');
const price =
  'price.currency price.total price.items.type price.items.quantity price.items.unit_amount price.items.amount';
/** Of a letter or verification in the search and on the first screen. */
const found = 'recipient city state postal_code';
const warnings = 'warnings.code warnings.page warnings.name warnings.font warnings.over_mm';
const disclosed = (name: string) => `disclosures.${name}.salt disclosures.${name}.value`;

/**
 * The right to each field that the service shows. A field that stands in a schema or in an answer and not here has no
 * right, and the test fails until somebody gives it one.
 */
export const rightsToFields: Readonly<Record<string, Rights>> = {
  list: { readers: 'account-show', fields: 'data has_more next_cursor' },
  account: {
    readers: 'account-show',
    fields: `id legal_name trade_name cnpj plan suspended balance logo logo.content_type logo.width logo.height logo.sha256 evidence_years warn_below created_at
      ${address('default_sender')} face.accent_color face.privacy_notice face.privacy_url face.support_contact
      face.page_host authenticity default_letter.title default_letter.body default_letter.footer default_letter.include_qr_code
      default_letter.include_page_url limits.requests_per_second limits.document_bytes limits.sheets`,
  },
  logo: { readers: 'account-logo-get', fields: 'content_type width height sha256 content' },
  person: { readers: 'people-list', fields: 'id name email role state created_at' },
  activity: {
    readers: 'activity-list',
    fields: 'id person.id person.name operation object_id outcome created_at',
  },
  api_key: {
    readers: 'api-keys-list',
    fields: `id account_id reference name created_at revoked_at mode created_by last_used_at secret
      restrictions restrictions.operations restrictions.max_price restrictions.daily_limit restrictions.total_limit
      restrictions.postal_codes.from restrictions.postal_codes.to restrictions.expires_at
      spending spending.total spending.today`,
    fewer: { secret: 'api-keys-create', account_id: 'the operator', reference: 'the operator' },
  },
  api_request: {
    readers: 'requests-list',
    fields: `id operation method path object_id status error_code replayed duration_ms api_key_id mode created_at`,
  },
  balance: { readers: 'balance-get', fields: 'amount currency' },
  balance_transaction: {
    readers: 'balance-transactions-list',
    fields: 'id type amount currency balance_after source_id description created_at',
  },
  pix: {
    readers: 'balance-pix-get',
    fields:
      'amount payment payment.receiver payment.txid payment.copy_and_paste payment.qr_code.size payment.qr_code.path',
  },
  search: {
    readers: 'search',
    fields: 'searched letters has_more_letters verifications has_more_verifications people',
  },
  home: {
    readers: 'home',
    fields: `balance letter_price letters_covered month.since month.spent unsent mail_merges scheduled expiring letters
      verifications first_steps first_steps.sender first_steps.has_key`,
  },
  erasure: { readers: 'erasures-create', fields: 'id' },
  event: { readers: 'events-list', fields: 'id type data created_at' },
  upload: {
    readers: 'uploads-create',
    fields: 'id filename size upload_url upload_url_expires_at expires_at created_at',
  },
  letter: {
    readers: 'letters-list',
    fields: `id status ${address('to')} ${address('from')}
      document.type document.url document.variables document.filename
      color double_sided address_placement postal_services pages sheets ${price} ${warnings} authenticity_number letter_batch_id send_date
      cancellation_reason failure_reason tracking_code preview_url reference metadata
      status_transitions.received_at status_transitions.in_production_at status_transitions.printed_at
      status_transitions.posted_at status_transitions.canceled_at status_transitions.failed_at created_at
      ${found} ended_at`,
  },
  quote: { readers: 'letters-quote', fields: `plan ${address('to')} pages sheets ${price} ${warnings}` },
  verification: {
    readers: 'verifications-list',
    fields: `id status method source ${address('to')}
      document.type document.title document.body document.footer document.include_qr_code document.include_page_url
      document.url document.variables document.filename instructions return_url hosted_page_url attempts_remaining
      expires_at confirmation confirmation.method confirmation.hosted_page_entry confirmation.confirmed_at
      confirmation.ip confirmation.location confirmation.location.country confirmation.location.state
      confirmation.location.city confirmation.location.postal_code confirmation.location.latitude
      confirmation.location.longitude confirmation.user_agent confirmation.device confirmation.device.type
      confirmation.device.vendor confirmation.device.model confirmation.device.os confirmation.client
      confirmation.client.name confirmation.client.version confirmation.precise_location
      confirmation.precise_location.latitude confirmation.precise_location.longitude
      confirmation.precise_location.accuracy_meters confirmation.precise_location.shared_at
      confirmation.precise_location.consent confirmation.precise_location.consent.language
      confirmation.precise_location.consent.version confirmation.precise_location.consent.text
      preview_url ${price} previous_verification_id reference metadata status_transitions.in_production_at
      status_transitions.awaiting_code_at status_transitions.verified_at status_transitions.failed_at
      status_transitions.expired_at status_transitions.canceled_at status_transitions.revoked_at created_at ${found}`,
  },
  verification_quote: {
    readers: 'verifications-quote',
    fields: `plan method ${address('to')} pages sheets ${price} ${warnings} preview_url`,
  },
  verification_check: { readers: 'verifications-check', fields: 'correct verification' },
  verification_attempt: {
    readers: 'verification-attempts-list',
    fields: 'verification_id number entry correct created_at',
  },
  verification_figures: {
    readers: 'verification-figures-get',
    fields: `created_after created_before created sent confirmed by_status.received by_status.in_production
      by_status.awaiting_code by_status.verified by_status.failed by_status.expired by_status.canceled
      by_status.revoked days_to_confirm.median days_to_confirm.counts.days days_to_confirm.counts.count`,
  },
  letter_look_ups: {
    readers: 'letters-look-ups',
    fields: 'letter_id authenticity_number total days.date days.count',
  },
  letter_evidence: {
    readers: 'letters-evidence',
    fields: `letter_id statement.format statement.letter_id statement.edition statement.previous statement.issued_at
      statement.status statement.cancellation_reason statement.failure_reason statement.company.account_id
      statement.company.legal_name statement.company.trade_name statement.company.cnpj statement.requested_by
      statement.requested_by.type statement.requested_by.id statement.postal_code_directory statement.send_date
      statement.letter.printed_sha256 statement.letter.printed_bytes statement.letter.pages statement.letter.sheets
      statement.letter.color statement.letter.double_sided statement.letter.address_placement
      statement.letter.postal_services statement.price.currency statement.price.total statement.price.items.type
      statement.price.items.quantity statement.price.items.unit_amount statement.price.items.amount
      statement.production.batch_id statement.production.manifest_sha256 statement.production.manifest_line
      statement.production.printed_at statement.production.posted_at statement.personal.recipient
      statement.personal.sender statement.personal.order statement.personal.pages statement.personal.posting
      statement.history.number statement.history.at statement.history.what statement.history.previous
      statement.history.hash statement.does_not_prove disclosures.recipient ${disclosed('recipient')}
      disclosures.sender ${disclosed('sender')} disclosures.order ${disclosed('order')} disclosures.pages
      ${disclosed('pages')} disclosures.posting ${disclosed('posting')} signature timestamp`,
  },
  verification_evidence: {
    readers: 'verification-evidence-get',
    fields: `verification_id statement.format statement.verification_id statement.edition statement.previous
      statement.issued_at statement.status statement.company.account_id statement.company.legal_name
      statement.company.trade_name statement.company.cnpj statement.requested_by statement.requested_by.type
      statement.requested_by.id statement.method statement.source statement.postal_code_directory
      statement.letter.printed_sha256 statement.letter.preview_sha256 statement.letter.pages statement.letter.sheets
      statement.production.batch_id statement.production.manifest_sha256 statement.production.reported_posted_at
      statement.production.posted_at statement.production.expires_at statement.production.manifest_line
      statement.production.reported_line statement.attempts.number statement.attempts.at statement.attempts.entry
      statement.attempts.correct statement.attempts.network_hash statement.confirmation statement.confirmation.method
      statement.confirmation.confirmed_at statement.location_shared_at statement.location_consent
      statement.location_consent.language statement.location_consent.version statement.location_consent.text
      statement.revoked_at statement.personal.recipient statement.personal.order statement.personal.confirmer
      statement.personal.networks statement.history.number statement.history.at statement.history.what
      statement.history.previous statement.history.hash statement.does_not_prove
      statement.previous_verification_id disclosures.recipient ${disclosed('recipient')} disclosures.order
      ${disclosed('order')} disclosures.confirmer ${disclosed('confirmer')} disclosures.networks
      ${disclosed('networks')} signature timestamp`,
  },
  mail_merge: {
    readers: 'mail-merges-list',
    fields: `id status pause_reason filename rows counts.created counts.refused counts.dropped counts.canceled
      counts.kept counts.waiting total created_at confirmed_at document_url rows_url`,
    fewer: { document_url: 'mail-merges-create', rows_url: 'mail-merges-create' },
  },
  mail_merge_row: {
    readers: 'mail-merges-rows',
    fields: 'row line state letter_id letter total problems.param problems.code problems.message',
  },
  letter_batch: {
    readers: 'mail-merges-list',
    fields: `id status filename rows counts.created counts.refused counts.dropped counts.canceled counts.kept
      counts.waiting quote quote.hash quote.letters quote.refused quote.total quote.currency
      ${price
        .split(' ')
        .map((field) => `quote.prices.${field}`)
        .join(' ')} quote.prices.letters quote.prices.amount
      charged refunded problems.param problems.code created_at expires_at confirmed_at ended_at rows_url
      rows_url_expires_at`,
    fewer: { rows_url: 'mail-merges-create', rows_url_expires_at: 'mail-merges-create' },
  },
  letter_batch_row: {
    readers: 'mail-merges-rows',
    fields: 'row line state letter_id price problems.param problems.code problems.message',
  },
  postal_code: { readers: 'postal-codes-get', fields: 'postal_code street neighborhood city state' },
  postal_code_search: { readers: 'postal-codes-search', fields: 'data has_more' },
  address_checks: { readers: 'postal-codes-search', fields: 'data' },
  address_check: {
    readers: 'postal-codes-search',
    fields:
      'confidence address.name address.street address.number address.complement address.neighborhood address.city ' +
      'address.state address.postal_code changes.field changes.change missing warnings alternatives',
  },
  webhook_endpoint: {
    readers: 'webhook-endpoints-list',
    fields: `id deleted url events state health health.calls health.success_share health.p50_ms health.p95_ms
      health.last_failure_at failing_since last_success_at created_by created_at secret`,
    fewer: { secret: 'webhook-endpoints-rotate-secret' },
  },
  webhook_endpoint_health: {
    readers: 'webhook-endpoints-list',
    fields: 'id url failing_since calls success_share last_success_at last_failure_at',
  },
  webhook_delivery: {
    readers: 'webhook-deliveries-list',
    fields: `id event_id event_type endpoint_id state next_attempt_at attempts.attempt attempts.at
      attempts.duration_ms attempts.status attempts.error attempts.answer attempts.retry_after created_at body`,
  },
  webhook_sending: { readers: 'webhook-endpoints-send-failed', fields: 'endpoint_id count has_more' },
  webhook_test: { readers: 'webhook-endpoints-test', fields: 'endpoint_id duration_ms status error answer' },
  session: {
    readers: 'the person',
    fields: `person.id person.name person.email accounts.id accounts.name accounts.role invitations.account.id
      invitations.account.name invitations.role invitations.invited_by invitations.created_at expires_at
      print_schedule print_schedule.times print_schedule.weekdays print_schedule.days_off
      print_schedule.cutoff_minutes`,
  },
  browser_session: { readers: 'the person', fields: 'id current browser system created_at seen_at' },
  print_batch: {
    readers: 'the operator',
    fields: `id status mailings sheets manifest_sha256 manifest_sha256.jsonl manifest_sha256.csv carrier carrier.card
      carrier.version carrier.summary carrier.summary.mailings carrier.summary.weight carrier.summary.postage
      carrier.summary.saved carrier.summary.near_step carrier.summary.ways.way carrier.summary.ways.registered
      carrier.summary.ways.mailings carrier.summary.ways.weight carrier.summary.ways.postage
      carrier.summary.ways.saved created_at formed_at`,
  },
};

/**
 * What a role reads of an object that it may not read, by field, with the reason. Everything else that the closed
 * doors show is nowhere behind the open ones.
 */
export const alsoElsewhere: Readonly<Record<string, string>> = {
  'api_key.id': 'the activity log names what was made',
  'api_key.created_by': 'the id of a person of the account, whom everyone sees',
  'api_request.object_id': 'the id of an object of the account, which its own list shows',
  'webhook_delivery.event_id': 'everyone reads events about mailings',
  'webhook_delivery.event_type': 'everyone reads events about mailings',
};

export const fieldsOf = (object: string): string[] => (rightsToFields[object]?.fields ?? '').split(/\s+/);

/** Who may read a field, by the table. @throws Error for a field that has no right */
export function rightTo(object: string, field: string): Readers {
  const { readers, fewer } = rightsToFields[object] ?? {};
  if (!readers || !fieldsOf(object).includes(field)) throw new Error(`nobody has a right to ${object}.${field}`);
  return fewer?.[field] ?? readers;
}

/** Which roles read a field, by the table. */
export function readersOf(object: string, field: string): readonly Role[] {
  const allowed = rightTo(object, field);
  return Object.hasOwn(dashboardOperations, allowed) ? dashboardOperations[allowed as DashboardOperation].roles : [];
}
