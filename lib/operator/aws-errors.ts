/** What AWS says when it does not know who asks, and what helps. */
const SIGN_IN = 'Set AWS_PROFILE, or sign in again (aws sso login).';
const ALLOW = 'docs/operating.md has the policy that the commands need.';

const helpByName: Readonly<Record<string, string>> = {
  CredentialsProviderError: SIGN_IN,
  TokenProviderError: SIGN_IN,
  ExpiredToken: SIGN_IN,
  ExpiredTokenException: SIGN_IN,
  InvalidAccessKeyId: SIGN_IN,
  InvalidClientTokenId: SIGN_IN,
  SignatureDoesNotMatch: SIGN_IN,
  UnrecognizedClientException: SIGN_IN,
  AccessDenied: ALLOW,
  AccessDeniedException: ALLOW,
  // What S3 answers to HEAD has no body to name it.
  Forbidden: ALLOW,
};

const UNREACHED = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'];

/** An error that nobody expected, with what helps where that is known. */
export function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (UNREACHED.includes(code) || error.name === 'TimeoutError') return `AWS could not be reached: ${error.message}`;
  const help = helpByName[error.name];
  return [`${error.name}: ${error.message}`, ...(help ? [help] : [])].join('\n');
}
