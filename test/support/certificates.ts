import { webcrypto } from 'node:crypto';

import 'reflect-metadata';

// Its classes use decorators, which need the import above to have run.
const { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } =
  await import('@peculiar/x509');

export interface Certificate {
  key: string;
  cert: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate authority for one test file, with a certificate for each name, which all end at the same instant. */
export async function issueCertificates<Name extends string>(
  names: readonly Name[],
  ends = Date.now() + 2 * DAY_MS,
): Promise<{ ca: string; of: Record<Name, Certificate> }> {
  const validity = { notBefore: new Date(ends - 90 * DAY_MS), notAfter: new Date(ends) };
  const caKeys = await newKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Test CA',
    keys: caKeys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const issue = async (name: Name): Promise<[Name, Certificate]> => {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.create({
      ...validity,
      issuer: ca.subject,
      subject: `CN=${name}`,
      publicKey: keys.publicKey,
      signingKey: caKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
    });
    return [name, { key: await pem(keys.privateKey), cert: certificate.toString('pem') }];
  };
  const of = Object.fromEntries(await Promise.all(names.map(issue))) as Record<Name, Certificate>;
  return { ca: ca.toString('pem'), of };
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function pem(key: webcrypto.CryptoKey): Promise<string> {
  const lines = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
    .toString('base64')
    .match(/.{1,64}/g)!;
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}
