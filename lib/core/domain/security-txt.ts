import { DAY_MS } from './units.ts';

/** Where whoever finds a weakness looks for whom to tell (RFC 9116 §3), on every host. */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** How long a reader may rely on it. It is written anew for each reader, so it never expires; RFC 9116 §2.5.5 recommends less than a year. */
export const SECURITY_TXT_MS = 180 * DAY_MS;

/**
 * @param contact a URI, e.g. `mailto:seguranca@company.com.br` (RFC 9116 §2.5.3)
 * @param expires instant by RFC 3339
 */
export const securityTxt = (contact: string, expires: string) =>
  `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: pt-BR, en\n`;
