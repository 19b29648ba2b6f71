import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);
const openssl = (...args: string[]) => run('openssl', args);

export interface AuthorityOptions {
  /** How the token identifies its signer's certificate: tokens from before RFC 5816 use SHA-1. */
  essDigest?: 'sha1' | 'sha256';
  key?: 'rsa' | 'ec';
  /** Extended key usage of the certificate. */
  purpose?: string;
}

/** A time stamping authority of OpenSSL, with its own root certificate, behind HTTP on a loopback port. */
export async function startAuthority({
  essDigest = 'sha256',
  key = 'rsa',
  purpose = 'critical,timeStamping',
}: AuthorityOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'malote-tsa-'));
  const at = (name: string) => join(folder, name);
  const newKey = (name: string) =>
    key === 'ec'
      ? openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', at(name))
      : openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', at(name));
  await Promise.all([newKey('ca.key'), newKey('tsa.key')]);
  await writeFile(at('serial'), '01\n');
  await writeFile(at('extensions'), `extendedKeyUsage=${purpose}\nkeyUsage=critical,digitalSignature\n`);
  await writeFile(
    at('openssl.cnf'),
    [
      '[req]',
      'distinguished_name=name',
      '[name]',
      '[ca]',
      'basicConstraints=critical,CA:TRUE',
      '[tsa]',
      'default_tsa=own',
      '[own]',
      `serial=${at('serial')}`,
      `signer_cert=${at('tsa.pem')}`,
      `certs=${at('ca.pem')}`,
      `signer_key=${at('tsa.key')}`,
      'signer_digest=sha256',
      'default_policy=1.2.3.4.1',
      'digests=sha256',
      'accuracy=secs:1',
      'tsa_name=yes',
      `ess_cert_id_alg=${essDigest}`,
    ].join('\n'),
  );
  const config = ['-config', at('openssl.cnf')];
  const subject = (name: string) => ['-subj', `/C=BR/O=Carimbos de Teste/CN=${name}`];
  await openssl(
    ...['req', '-x509', '-new', ...config, '-extensions', 'ca', ...subject('Raiz'), '-days', '30'],
    ...['-key', at('ca.key'), '-out', at('ca.pem')],
  );
  await openssl('req', '-new', ...config, ...subject('ACT 1'), '-key', at('tsa.key'), '-out', at('tsa.csr'));
  await openssl(
    ...['x509', '-req', '-in', at('tsa.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'],
    ...['-days', '30', '-extfile', at('extensions'), '-out', at('tsa.pem')],
  );

  /** The response to a request, as DER. OpenSSL counts serial numbers in a file, so requests are sequential. */
  let turn = Promise.resolve();
  const reply = (query: Uint8Array): Promise<Buffer> => {
    const answer = turn.then(async () => {
      await writeFile(at('query'), query);
      await openssl('ts', '-reply', ...config, '-queryfile', at('query'), '-out', at('reply'));
      return readFile(at('reply'));
    });
    turn = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  };

  /** What it responds with instead, and how many requests it got. */
  const state = { failing: false, asked: 0, instead: undefined as Buffer | undefined };
  const server = createServer((request, response) => {
    state.asked++;
    if (state.failing) return void response.writeHead(503).end();
    buffer(request)
      .then(async (query) => state.instead ?? (await reply(query)))
      .then(
        (answer) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    state,
    reply,
    rootFile: at('ca.pem'),
    /** Whether OpenSSL accepts a token as one of this authority and for these data. */
    verify: async (token: Uint8Array, data: string): Promise<boolean> => {
      await Promise.all([writeFile(at('token'), token), writeFile(at('data'), data)]);
      const args = ['-token_in', '-in', at('token'), '-data', at('data'), '-CAfile', at('ca.pem')];
      return openssl('ts', '-verify', ...args).then(
        () => true,
        () => false,
      );
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

export type OpensslAuthority = Awaited<ReturnType<typeof startAuthority>>;
