/**
 * Names of the environment variables that functions read; the constructs that set them and the tests use this list too.
 */
export const environmentNames = [
  'TABLE_NAME',
  'UPLOADS_BUCKET',
  'DOCUMENTS_BUCKET',
  'VERIFICATION_FILES_BUCKET',
  'PRODUCTION_BUCKET',
  'POSTAL_FILES_BUCKET',
  'PAGES_BUCKET',
  'LINK_KEY',
  'EVENT_BUS_NAME',
  'LETTER_STATE_MACHINE_ARN',
  'VERIFICATION_STATE_MACHINE_ARN',
  'FAST_DELIVERY_QUEUE_URL',
  'SLOW_DELIVERY_QUEUE_URL',
  'ACCOUNTS_QUEUE_URL',
  'PRINT_RUNS_QUEUE_URL',
  'PRINT_REPORTS_QUEUE_URL',
  'PRINT_BATCH_SCHEDULE',
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
  'MAIL_SENDER',
  'DASHBOARD_URL',
  'DOCS_URL',
  'GUARDED_KEYS',
  'GUARDED_TABLE',
  'PROBED_HOSTS',
  'SECURITY_CONTACT',
  'OPENID_ISSUER',
  'OPENID_CLIENT_ID',
  'OPENID_CLIENT_SECRET',
  // Set by Lambda itself: the folder of the bundle and its data.
  'LAMBDA_TASK_ROOT',
] as const;

export type EnvironmentName = (typeof environmentNames)[number];

/**
 * Optional variables. `LOOPBACK_ADDRESSES=true` allows webhook receivers and documents on a loopback address, also
 * without TLS: local installations set it, the template never does (`test/cloud/infra/template.test.ts`). They also set
 * `DASHBOARD_ORIGIN`, since their dashboard has no distribution, and `WOUND_CLOCK=true`: there `Date` shows a clock
 * that people move forward, while receivers of webhooks use the machine's.
 */
export const optionalEnvironmentNames = [
  'LOOPBACK_ADDRESSES',
  'DASHBOARD_ORIGIN',
  'WOUND_CLOCK',
  // Set if webhooks leave from fixed addresses; separated by commas.
  'WEBHOOK_ADDRESSES',
  // Set if evidence gets time stamps; a URL.
  'TIMESTAMP_AUTHORITY',
  // Set if customers pay by Pix; `PixReceiver` as JSON.
  'PIX_RECEIVER',
] as const;

export type OptionalEnvironmentName = (typeof optionalEnvironmentNames)[number];

/**
 * The variables that a function declares, all present.
 * @throws Error at cold start naming the first missing variable, so that a wrong deployment never serves a request
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

/** A variable that may be missing: undefined then. */
export function readOptional(name: OptionalEnvironmentName): string | undefined {
  return process.env[name];
}
