import type { SecretOwner, Secrets } from './secrets.ts';

/** Encrypts the signing secret of a response in the record of its Idempotency-Key. */
export function sealedResponses(secrets: Pick<Secrets, 'seal' | 'open'>) {
  const withSecret =
    (change: (secret: string, owner: SecretOwner) => Promise<string>) => async (accountId: string, body: string) => {
      const answer = JSON.parse(body) as { id: string; secret: string };
      const secret = await change(answer.secret, { accountId, endpointId: answer.id });
      return JSON.stringify({ ...answer, secret });
    };
  return { seal: withSecret(secrets.seal), open: withSecret((sealed, owner) => secrets.open({ sealed }, owner)) };
}
