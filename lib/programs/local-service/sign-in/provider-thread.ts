import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { readBody } from '@malote/local-cloud/endpoint.ts';
import { useSharedClock } from '@malote/local-cloud/shared-clock.ts';
import { Provider } from 'oidc-provider';
import { claimsOf, LOCAL_PASSWORD, seededPeople } from './users.ts';

/** Input of the local OpenID provider's thread. */
export interface ProviderSettings {
  clock: SharedArrayBuffer;
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** What became of people before the thread began. */
  changes: readonly UserChange[];
}

/** What somebody does with a person at the provider, as in Cognito's console. */
export interface UserChange {
  email: string;
  change: 'disable' | 'enable' | 'reset_password';
}

const LONGEST_FORM = 4_096;

const { clock, issuer, clientId, clientSecret, redirectUri, changes } = workerData as ProviderSettings;
useSharedClock(clock);
const disabled = new Set<string>();
/** When people got a new password, epoch seconds: refresh tokens of before are worthless. */
const reset = new Map<string, number>();
changes.forEach(apply);
parentPort!.on('message', apply);
const mountPath = new URL(issuer).pathname;
const provider = createProvider();
const serve = provider.callback();

// A separate thread, because it uses the service's clock instead of the machine's, and must not slow down the service.
const server = createServer((request, response) => {
  void answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
parentPort!.postMessage((server.address() as AddressInfo).port);

function apply({ email, change }: UserChange): void {
  if (change === 'disable') disabled.add(email);
  if (change === 'enable') disabled.delete(email);
  if (change === 'reset_password') reset.set(email, Date.now() / 1000);
}

/** Whether the provider vouches for a person, by what they present. */
function isVouchedFor(email: string, presented: unknown): boolean {
  const { kind, iat } = (presented ?? {}) as { kind?: string; iat?: number };
  const isOutdated = kind === 'RefreshToken' && iat! < (reset.get(email) ?? 0);
  return !disabled.has(email) && !isOutdated;
}

function createProvider(): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like Cognito, includes the e-mail address in the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // Like Cognito, asks nothing: who comes from the dashboard has just signed out there.
        logoutSource: (context, form) => {
          context.body = `<!doctype html>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"><button>Sair</button></form>')}<script>document.forms[0].submit()</script>`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `${mountPath}/interaction/${uid}` },
    // Like Cognito, without a scope for it, the same token each time, and whether the browser still has a session.
    issueRefreshToken: () => true,
    rotateRefreshToken: false,
    expiresWithSession: () => false,
    findAccount: (_, email, token) =>
      isVouchedFor(email, token) ? { accountId: email, claims: () => claimsOf(email) } : undefined,
    // The dashboard belongs to the same company, so no consent is needed.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        accountId: context.oidc.session!.accountId!,
        clientId: context.oidc.client!.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  if (path.startsWith(`${mountPath}/interaction/`)) return interact(request, response);
  // The provider derives its own base path from the stripped prefix.
  Object.assign(request, { originalUrl: path, url: path.slice(mountPath.length) || '/' });
  await serve(request, response);
}

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return show(response, 200, '');
  const form = new URLSearchParams((await readBody(request, LONGEST_FORM))?.toString() ?? '');
  const email = (form.get('email') ?? '').trim().toLowerCase();
  if (!email.includes('@') || form.get('password') !== LOCAL_PASSWORD || disabled.has(email))
    return show(response, 401, 'E-mail ou senha incorretos.');
  await provider.interactionFinished(request, response, { login: { accountId: email } });
}

function show(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  });
  response.end(page(message));
}

function page(message: string): string {
  const people = seededPeople.map(({ email, role }) => `<li><code>${email}</code> (${role})</li>`).join('');
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Entrar na Malote (nesta máquina)</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { display: grid; place-items: center; min-height: 90vh; margin: 0 1rem }
  main { width: min(24rem, 100%) }
  h1 { font-size: 1.5rem }
  label { display: block; margin: 1rem 0 .25rem }
  input, button { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 1px solid GrayText; border-radius: .4rem }
  button { margin-top: 1.5rem; background: #1b5e3f; border: 0; color: #fff }
  [role=alert] { color: light-dark(#b00020, #ff8a80) }
</style>
<main>
  <h1>Entrar na Malote</h1>
  ${message === '' ? '' : `<p role="alert">${message}</p>`}
  <form method="post">
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" autocomplete="username" required autofocus>
    <label for="password">Senha</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required>
    <button>Entrar</button>
  </form>
  <p>Este provedor existe só nesta máquina. A senha de todos é <code>${LOCAL_PASSWORD}</code>:</p>
  <ul>${people}</ul>
</main>
</html>`;
}
