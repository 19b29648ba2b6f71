import type { SecretOwner, Secrets } from './secrets.ts';

/** Keeps the signing secret of an answer encrypted while the record of its Idempotency-Key holds it. */
export function sealedAnswers(secrets: Pick<Secrets, 'seal' | 'open'>) {
  const withSecret =
    (change: (secret: string, owner: SecretOwner) => Promise<string>) => async (accountId: string, body: string) => {
      const answer = JSON.parse(body) as { id: string; secret: string };
      const secret = await change(answer.secret, { accountId, endpointId: answer.id });
      return JSON.stringify({ ...answer, secret });
    };
  return { seal: withSecret(secrets.seal), open: withSecret((sealed, owner) => secrets.open({ sealed }, owner)) };
}
