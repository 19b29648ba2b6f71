export const verificationStatuses = [
  'received',
  'in_production',
  'awaiting_code',
  'verified',
  'failed',
  'expired',
  'canceled',
  'revoked',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const verificationMethods = ['hosted_page', 'code'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** Where a verification was created. */
export const verificationSources = ['api', 'dashboard'] as const;
export type VerificationSource = (typeof verificationSources)[number];

/** Who gave the right code: the customer's server, or a person on the hosted page. */
export const confirmationMethods = ['api', 'hosted_page'] as const;

/** How the code came to the hosted page. */
export const hostedPageEntries = ['qr_code', 'typed'] as const;

/** How a tried code came: by API, or to the hosted page. */
export const attemptEntries = ['api', ...hostedPageEntries] as const;
