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

/** Who submitted the right code: the customer's server, or a person on the hosted page. */
export const confirmationMethods = ['api', 'hosted_page'] as const;

/** How the code got to the hosted page. */
export const hostedPageEntries = ['qr_code', 'typed'] as const;

/** Where a code was tried: through the API, or on the hosted page. */
export const attemptEntries = ['api', ...hostedPageEntries] as const;
