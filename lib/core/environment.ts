/** Names of the environment variables the functions read; the constructs that set them and the tests use this same list. */
export const environmentNames = [
  'TABLE_NAME',
  'UPLOADS_BUCKET',
  'DOCUMENTS_BUCKET',
  'VERIFICATION_FILES_BUCKET',
  'PRODUCTION_BUCKET',
  'LINK_KEY',
  'EVENT_BUS_NAME',
  'LETTER_STATE_MACHINE_ARN',
  'VERIFICATION_STATE_MACHINE_ARN',
  'FAST_DELIVERY_QUEUE_URL',
  'SLOW_DELIVERY_QUEUE_URL',
  'ACCOUNTS_QUEUE_URL',
  'PRINT_RUNS_QUEUE_URL',
  'PRINT_REPORTS_QUEUE_URL',
  'PRINT_CUTOFF_MINUTES',
  'PRODUCTION_DEADLINE_HOURS',
  'WEBHOOK_SECRETS_KEY_ID',
  'VERIFICATION_CODES_KEY_ID',
  'EVIDENCE_KEY_ID',
  'EVIDENCE_KEY_IDS',
  'CONFIRMATION_PAGE_BASE',
  'ORIGIN_SECRET',
  'MAIL_MERGE_QUEUE_URL',
  'MAIL_QUEUE_URL',
  'ERASURES_QUEUE_URL',
  'MAIL_SENDER',
  'DASHBOARD_URL',
  'DOCS_URL',
  'OPENID_ISSUER',
  'OPENID_CLIENT_ID',
  // Given by Lambda itself: the folder of the bundle and of the data beside it.
  'LAMBDA_TASK_ROOT',
] as const;

export type EnvironmentName = (typeof environmentNames)[number];

/**
 * Optional variables. `LOOPBACK_ADDRESSES=true` allows webhook receivers and documents on a loopback
 * address, also without TLS: local installations set it, the template never does (`test/infra/template.test.ts`).
 * So do they with `DASHBOARD_ORIGIN`, since their dashboard has no distribution, and with `WOUND_CLOCK=true`: there `Date` tells
 * a clock that people move forward, while receivers of webhooks live by the machine's.
 */
export const optionalEnvironmentNames = [
  'LOOPBACK_ADDRESSES',
  'DASHBOARD_ORIGIN',
  'WOUND_CLOCK',
  // Set for a provider that asks for one.
  'OPENID_CLIENT_SECRET',
  // Set where webhooks leave from fixed addresses; with commas.
  'WEBHOOK_ADDRESSES',
  // Set where evidence gets time stamps; a URL.
  'TIMESTAMP_AUTHORITY',
  // Set where customers pay by Pix; `PixReceiver` as JSON.
  'PIX_RECEIVER',
] as const;

export type OptionalEnvironmentName = (typeof optionalEnvironmentNames)[number];

/**
 * The variables a function declares, all present.
 * @throws Error naming the first missing variable, at cold start, so that a wrong deployment never serves a request.
 */
export function readEnvironment<const Name extends EnvironmentName>(...names: Name[]): Record<Name, string> {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = process.env[name];
    if (!value) throw new Error(`Environment variable ${name} is not set`);
    values[name] = value;
  }
  return values as Record<Name, string>;
}

/** A variable that may be missing; undefined then. */
export function readOptional(name: OptionalEnvironmentName): string | undefined {
  return process.env[name];
}
