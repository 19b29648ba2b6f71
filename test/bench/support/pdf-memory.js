import { readFileSync } from 'node:fs';
import process from 'node:process';

/*
 * A fresh process that prints 100 letters from a bundle (first argument) and says how much memory it then holds. The letters
 * and their requests are a list of `path` and `request` (second argument, as JSON), which are printed in turn. It has nothing
 * else loaded: Node's reader of TypeScript and a second engine from its sources take 45 MB.
 */
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
