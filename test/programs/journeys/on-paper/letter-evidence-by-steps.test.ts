import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { sha256 } from '../../../../lib/core/sha256.ts';
import { inFolder, oneByteChanged, postedLetter, publishedKeys } from '../../../support/posted-letter.ts';
import { useTarget } from '../../../support/target.ts';

const target = useTarget();

/** The steps of docs/evidence.md, as they stand there; they need OpenSSL, jq and xxd. */
/** The steps of docs/evidence.md, as they stand there. */
async function bySteps(pdf: Buffer, evidence: string, keys: string): Promise<boolean> {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/evidence.md'), 'utf8');
  const [, steps] = /### With OpenSSL alone[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)!;
  return inFolder({ 'letter.pdf': pdf, 'evidence.json': evidence, 'keys.json': keys }, (cwd) =>
    promisify(execFile)('sh', ['-euc', steps!], { cwd }).then(
      ({ stdout }) => stdout.includes('Verified OK'),
      () => false,
    ),
  );
}

test('whether a PDF is the letter can be told by the steps that are published, without our programs', async () => {
  const { api, pdf, path } = await postedLetter(target());
  const { body } = await api.get(path);
  const [text, keys] = [JSON.stringify(body), await publishedKeys(api)];
  expect(await bySteps(pdf, text, keys)).toBe(true);
  const other = oneByteChanged(pdf, pdf.length >> 1);
  expect(await bySteps(other, text, keys)).toBe(false);
  const forged = text.replace(sha256(pdf), sha256(other));
  expect(forged).not.toBe(text);
  expect(await bySteps(other, forged, keys)).toBe(false);
});
