import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { checkEvidence } from '../../core/evidence/check.ts';
import { checkLetter } from '../../core/evidence/check-letter.ts';
import type { KeySet } from '../../core/evidence/jws.ts';
import { letterTexts, verdictText } from '../../texts/evidence/verdict-text.ts';

const USAGE = `Uso: malote-evidence <arquivo> --keys <chaves> [--timestamp-ca <certificados>]
     malote-evidence check <carta> <arquivo> --keys <chaves> [--timestamp-ca <certificados>]

  <arquivo>       a evidência, como a API a respondeu (JSON)
  check <carta>   confere também se este PDF é, byte a byte, a carta da evidência
  --keys          as chaves públicas que o serviço publica em {endereço das páginas}/evidence/keys, salvas em um arquivo
  --timestamp-ca  certificados (PEM) das autoridades de carimbo do tempo em que você confia: um carimbo tem de ser de uma delas

Confere sem rede e sem conta. Termina com 0 se a evidência é válida e o PDF é a carta, 1 se não, 2 se falta algo.
`;

export interface Streams {
  output: { write(text: string): unknown };
  messages: { write(text: string): unknown };
}

/** Checks a file of evidence with published keys. @returns the exit code: 0 valid, 1 invalid, 2 wrong usage */
export async function main(line: readonly string[], { output, messages }: Streams): Promise<0 | 1 | 2> {
  const { file, letterFile, keysFile, authoritiesFile } = read(line);
  if (keysFile === undefined || file === undefined) {
    messages.write(USAGE);
    return 2;
  }
  let verdict, letter;
  try {
    const [text, keys, authorities, pdf] = await Promise.all([
      readFile(file, 'utf8'),
      readKeys(keysFile),
      authoritiesFile === undefined ? [] : readCertificates(authoritiesFile),
      letterFile === undefined ? undefined : readFile(letterFile),
    ]);
    verdict = checkEvidence(text, keys, authorities);
    if (pdf && verdict.ok) letter = checkLetter(pdf, verdict.statement);
  } catch (error) {
    messages.write(`${(error as Error).message}\n`);
    return 2;
  }
  const { heading, facts, notes } = verdictText(verdict);
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  output.write(`${heading}\n${letter ? `${letterTexts[letter]}\n` : ''}\n`);
  for (const [name, value] of facts) output.write(`${name.padEnd(width)}  ${value}\n`);
  output.write(`${facts.length > 0 ? '\n' : ''}${notes.map((note) => `- ${note}\n`).join('')}`);
  return verdict.ok && (letter ?? 'same') === 'same' ? 0 : 1;
}

/** Options may be anywhere in the line. */
function read(line: readonly string[]) {
  const files: string[] = [];
  const given = new Map<string, string | undefined>();
  for (let index = 0; index < line.length; index++) {
    const word = line[index]!;
    if (word === '--keys' || word === '--timestamp-ca') given.set(word, line[++index] ?? '');
    else files.push(word);
  }
  const [letterFile, file, ...more] = files[0] === 'check' ? files.slice(1) : [undefined, ...files];
  const isWrong = more.length > 0 || files.some((word) => word.startsWith('-'));
  return {
    file: isWrong ? undefined : file,
    letterFile,
    keysFile: given.get('--keys') || undefined,
    authoritiesFile: given.get('--timestamp-ca'),
  };
}

async function readCertificates(path: string): Promise<X509Certificate[]> {
  const found = (await readFile(path, 'utf8')).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error(`${path}: não há certificado (PEM)`);
  return found.map((pem) => new X509Certificate(pem));
}

async function readKeys(path: string): Promise<KeySet> {
  const value = JSON.parse(await readFile(path, 'utf8')) as Partial<KeySet>;
  if (!Array.isArray(value.keys)) throw new Error(`${path}: não é um conjunto de chaves (JWK Set)`);
  return { keys: value.keys as KeySet['keys'] };
}
