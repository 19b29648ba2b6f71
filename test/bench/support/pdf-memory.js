import { readFileSync } from 'node:fs';
import process from 'node:process';

/* A new process that prints 100 letters with a bundle (first argument) and reports the memory it then holds. The
   letters and their requests are a list of `path` and `request` (second argument, as JSON), printed in turn. It loads
   nothing else: Node's TypeScript loader and a second engine from sources would take 45 MB. */
const [bundle, list] = process.argv.slice(2);
const letters = JSON.parse(list);
const { prepareLetter } = await import(bundle);
for (let index = 0; index < 100; index++) {
  const { path, request } = letters[index % letters.length];
  const prepared = await prepareLetter(readFileSync(path), request);
  if (!prepared.ok) throw new Error(`${path}: ${JSON.stringify(prepared.details)}`);
}
process.stdout.write(JSON.stringify({ megabytes: process.memoryUsage.rss() / 2 ** 20 }));
process.exit();
