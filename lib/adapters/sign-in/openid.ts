import * as openid from 'openid-client';
import { SIGN_IN_MS, type SignInAttempt } from '../../core/domain/sessions.ts';

export interface OpenIdSettings {
  /** As written in its ID tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Path that the provider redirects the browser to, below the dashboard's origin. */
export const CALLBACK_PATH = '/api/sign-in/callback';

/** A provider's claims about a person. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** A person who has signed in. */
export interface SignedIn extends Claims {
  /** Asks the provider later whether it still vouches for them; null if the provider gives none. */
  refreshToken: string | null;
}

/** The sign-in failed: the provider rejected it, or its response is not genuine. */
export class SignInRefused extends Error {
  constructor(cause: unknown) {
    super('the provider did not sign the person in', { cause });
    this.name = 'SignInRefused';
  }
}

/** How far the provider's clock may be behind: `auth_time` is in seconds of that clock. */
const CLOCK_SKEW_SECONDS = 5;

/** For each call; the gateway waits 29 s for the whole request. */
const TIMEOUT_SECONDS = 8;

/**
 * A client of an OpenID provider: code flow with PKCE, `state` and `nonce`. Only the refresh token outlives the call
 * (rule DASH-7).
 */
function openIdClient({ issuer, clientId, clientSecret }: OpenIdSettings, origin: string) {
  const redirectUri = origin + CALLBACK_PATH;
  let discovered: Promise<openid.Configuration> | undefined;
  const configuration = () => {
    discovered ??= openid
      .discovery(new URL(issuer), clientId, { redirect_uris: [redirectUri] }, openid.ClientSecretPost(clientSecret), {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // Also checks the token's signature, not only the TLS connection.
          openid.enableNonRepudiationChecks,
          ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  };

  return {
    /** The URL to redirect to, and the values to check when the browser returns. */
    begin: async (): Promise<{ url: string } & Pick<SignInAttempt, 'state' | 'nonce' | 'code_verifier'>> => {
      const [state, nonce, code_verifier] = [
        openid.randomState(),
        openid.randomNonce(),
        openid.randomPKCECodeVerifier(),
      ];
      const config = await configuration();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopeFor(config),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        // A person who signed out here must sign in again, even if the provider still has a session. Both are only
        // wishes, because they pass through the browser: `finish` checks that they were fulfilled. `max_age` obliges the
        // provider to say when (https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest).
        prompt: 'login',
        max_age: '0',
      });
      return { url: url.href, state, nonce, code_verifier };
    },

    /**
     * The page of the provider that ends its own session and returns to the dashboard; null if it has none
     * (https://openid.net/specs/openid-connect-rpinitiated-1_0.html).
     */
    endSessionUrl: async (): Promise<string | null> => {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const home = `${origin}/`;
      // `logout_uri` is Cognito's name of the parameter
      // (https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html).
      return openid.buildEndSessionUrl(config, {
        client_id: clientId,
        post_logout_redirect_uri: home,
        logout_uri: home,
      }).href;
    },

    /**
     * The person, who was authenticated after the attempt began.
     * @param query of the provider's redirect
     * @throws SignInRefused
     */
    finish: async (
      query: URLSearchParams,
      { state, nonce, code_verifier, expires_at }: Omit<SignInAttempt, 'return_to' | 'replaces'>,
    ): Promise<SignedIn> => {
      const config = await configuration();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(`?${query.toString()}`, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        if (!isSince(claims.auth_time, expires_at - SIGN_IN_MS))
          throw new SignInRefused(new Error('the person was not authenticated after the attempt began'));
        // Some providers return the e-mail address only from the userInfo endpoint.
        const { email, email_verified, name } =
          claims.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: textOrNull(email),
          emailVerified: isTrue(email_verified),
          name: textOrNull(name),
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (error) {
        throw isRefusal(error) ? new SignInRefused(error) : error;
      }
    },

    /**
     * Asks whether the provider still vouches for the person whose token it is: not for one who is disabled or deleted,
     * or whose tokens it has revoked (https://datatracker.ietf.org/doc/html/rfc6749#section-6; Cognito:
     * https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html).
     * @returns the token for the next time, often the same one; undefined if it does not
     * @throws Error if the provider does not answer
     */
    renew: async (refreshToken: string): Promise<string | undefined> => {
      const config = await configuration();
      try {
        const { refresh_token = refreshToken } = await openid.refreshTokenGrant(config, refreshToken);
        return refresh_token;
      } catch (error) {
        if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return undefined;
        throw error;
      }
    },
  };
}

/**
 * What is asked for: besides the person, a refresh token, which most providers give with this scope. Cognito does not know
 * the scope and always gives one.
 */
const scopeFor = (config: openid.Configuration) =>
  ['openid email profile', ...(config.serverMetadata().scopes_supported ?? []).filter((each) => each === OFFLINE)].join(
    ' ',
  );
const OFFLINE = 'offline_access';

/** One client per origin: a function learns its origin from the first request. */
export function openIdClients(settings: OpenIdSettings): (origin: string) => ReturnType<typeof openIdClient> {
  const clients = new Map<string, ReturnType<typeof openIdClient>>();
  return (origin) => {
    const client = clients.get(origin) ?? openIdClient(settings, origin);
    clients.set(origin, client);
    return client;
  };
}

/** Whether the `auth_time` of an ID token is there and not before an instant in milliseconds. */
const isSince = (authTime: unknown, instant: number) =>
  typeof authTime === 'number' && authTime >= Math.floor(instant / 1000) - CLOCK_SKEW_SECONDS;

function isRefusal(error: unknown): boolean {
  return (
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    // A missing response is not a rejection: `fetch` fails with a TypeError, a timeout is an abort.
    (error instanceof openid.ClientError && error.code !== 'OAUTH_TIMEOUT' && error.code !== 'OAUTH_ABORT')
  );
}

/**
 * A boolean, as OpenID Connect specifies, or the string that some providers send, such as Cognito's userInfo endpoint
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html).
 */
const isTrue = (value: unknown) => value === true || value === 'true';

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Only this machine may be called without TLS. */
const isLoopback = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
