import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clients } from './clients.ts';
import { csharpPackage, generateCsharp } from './csharp.ts';

/**
 * `npm run clients:generate [language…]`: generates the part of each client that comes from `docs/api/openapi.json`,
 * and the package of sources for C#.
 */
const words = process.argv.slice(2);
const isChosen = (language: string) => words.length === 0 || words.includes(language);

for (const { language, generate } of clients)
  if (isChosen(language)) {
    await generate();
    process.stdout.write(`clients/${language}\n`);
  }
if (isChosen('csharp')) {
  const project = resolve(import.meta.dirname, '../../../package.json');
  const { version } = JSON.parse(await readFile(project, 'utf8')) as { version: string };
  await generateCsharp(version);
  process.stdout.write(`${csharpPackage(version)}\n`);
}
