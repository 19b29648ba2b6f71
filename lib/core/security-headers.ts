/**
 * Headers of every response: HTTPS for a year once seen, and content is never guessed
 * (https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html).
 */
export const everyResponse = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Headers of responses that are no page, such as JSON and redirects: a browser that opens one runs and loads nothing
 * (https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers).
 */
export const noPage = {
  ...everyResponse,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
