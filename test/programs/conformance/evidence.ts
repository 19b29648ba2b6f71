import { createHash, createPublicKey, verify } from 'node:crypto';
import { holds, same } from './expectations.ts';

/** JSON in the form of RFC 8785; evidence has only whole numbers. */
export function canonical(value: any): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

export const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex');

/** The signature is by a published key, over the id and the hash of the statement. */
export async function expectSigned(
  keysUrl: string,
  { statement, signature, ...ids }: { statement: unknown; signature: string } & Record<string, unknown>,
): Promise<void> {
  const { keys } = (await (await fetch(keysUrl)).json()) as { keys: any[] };
  const [header, claims, signed] = signature.split('.') as [string, string, string];
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const key = keys.find(({ kid }) => kid === decoded(header).kid);
  holds(key !== undefined, 'the key is not published');
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signed, 'base64url'),
  );
  holds(isRight, 'the signature is wrong');
  const { edition: _, ...signedClaims } = decoded(claims);
  same(signedClaims, { ...ids, statement_sha256: hashOf(statement) }, 'what is signed');
}
