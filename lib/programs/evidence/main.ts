import { readFile } from 'node:fs/promises';
import { checkEvidence } from '../../adapters/evidence/check.ts';
import type { KeySet } from '../../adapters/evidence/jws.ts';
import { verdictText } from '../../adapters/evidence/verdict-text.ts';

const USAGE = `Uso: malote-evidence <arquivo> --keys <chaves>

  <arquivo>  a evidência, como a API a respondeu (JSON)
  --keys     as chaves públicas que o serviço publica em {endereço das páginas}/evidence/keys, salvas em um arquivo

Confere sem rede e sem conta. Termina com 0 se a evidência é válida, 1 se não é, 2 se falta algo.
`;

export interface Streams {
  output: { write(text: string): unknown };
  messages: { write(text: string): unknown };
}

/** Checks a file of evidence with published keys. @returns the exit code: 0 good, 1 not, 2 called wrongly */
export async function main(line: readonly string[], { output, messages }: Streams): Promise<0 | 1 | 2> {
  const at = line.indexOf('--keys');
  const keysFile = at < 0 ? undefined : line[at + 1];
  const files = line.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const [file] = files;
  if (keysFile === undefined || file === undefined || files.length > 1 || file.startsWith('-')) {
    messages.write(USAGE);
    return 2;
  }
  let verdict;
  try {
    const [text, keys] = await Promise.all([readFile(file, 'utf8'), readKeys(keysFile)]);
    verdict = checkEvidence(text, keys);
  } catch (error) {
    messages.write(`${(error as Error).message}\n`);
    return 2;
  }
  const { heading, facts, notes } = verdictText(verdict);
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  output.write(`${heading}\n\n`);
  for (const [name, value] of facts) output.write(`${name.padEnd(width)}  ${value}\n`);
  output.write(`${facts.length > 0 ? '\n' : ''}${notes.map((note) => `- ${note}\n`).join('')}`);
  return verdict.ok ? 0 : 1;
}

async function readKeys(path: string): Promise<KeySet> {
  const value = JSON.parse(await readFile(path, 'utf8')) as Partial<KeySet>;
  if (!Array.isArray(value.keys)) throw new Error(`${path}: não é um conjunto de chaves (JWK Set)`);
  return { keys: value.keys as KeySet['keys'] };
}
