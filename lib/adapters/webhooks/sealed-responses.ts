import type { SecretOwner, Secrets } from './secrets.ts';

/**
 * Encrypts the secret of a response in the record of its Idempotency-Key.
 * @param ownerOf the owner of the secret, from the account of the call and the id of the object that it made
 */
export function sealedResponses(
  secrets: Pick<Secrets, 'seal' | 'open'>,
  ownerOf: (accountId: string, id: string) => SecretOwner = (accountId, endpointId) => ({ accountId, endpointId }),
) {
  const withSecret =
    (change: (secret: string, owner: SecretOwner) => Promise<string>) => async (accountId: string, body: string) => {
      const answer = JSON.parse(body) as { id: string; secret: string };
      const secret = await change(answer.secret, ownerOf(accountId, answer.id));
      return JSON.stringify({ ...answer, secret });
    };
  return { seal: withSecret(secrets.seal), open: withSecret((sealed, owner) => secrets.open({ sealed }, owner)) };
}
