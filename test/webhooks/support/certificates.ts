import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority made for one test file, and a certificate of it for each name. */
export function issueCertificates<Name extends string>(
  names: readonly Name[],
): { ca: string; of: Record<Name, Certificate> } {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  try {
    openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test CA');
    const issue = (name: string): Certificate => {
      writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${name}`);
      openssl('req', ...newKey, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', `/CN=${name}`);
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
      openssl('x509', '-req', '-in', 'leaf.csr', ...signing, '-out', 'leaf.pem');
      return { key: read('leaf.key'), cert: read('leaf.pem') };
    };
    const of = Object.fromEntries(names.map((name) => [name, issue(name)])) as Record<Name, Certificate>;
    return { ca: read('ca.pem'), of };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
