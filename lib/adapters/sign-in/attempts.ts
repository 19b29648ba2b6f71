import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SignInAttempt } from '../../core/domain/sessions.ts';

/**
 * Sign-ins in progress as texts that only this service can write: the browser keeps them in cookies, so an attempt that
 * nobody finishes costs nothing (rule DASH-5). The signature is over the instant of expiry too, which the check of
 * `auth_time` relies on.
 * @param clientSecret at the provider, which has at least 256 random bits; the key is derived from it
 * (https://datatracker.ietf.org/doc/html/rfc5869#section-3.2)
 */
export function openSignInAttempts(clientSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'malote sign-in attempt', 32));
  const macOf = (content: string) => createHmac('sha256', key).update(content).digest();

  return {
    seal: (attempt: SignInAttempt): string => {
      const content = Buffer.from(JSON.stringify(attempt)).toString('base64url');
      return `${content}.${macOf(content).toString('base64url')}`;
    },

    /** The attempt; undefined if this service did not write it or it has expired. */
    open: (sealed: string, now: number): SignInAttempt | undefined => {
      const [content = '', mac = ''] = sealed.split('.');
      const [sent, right] = [Buffer.from(mac, 'base64url'), macOf(content)];
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
      const attempt = JSON.parse(Buffer.from(content, 'base64url').toString()) as SignInAttempt;
      return attempt.expires_at > now ? attempt : undefined;
    },
  };
}
