import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `node bin/with-node.js <program> …` runs a TypeScript program, or says in one sentence that this Node is too old for
 * it. npm puts the Node that package.json pins first on the PATH of its scripts. This file is plain JavaScript because
 * an older Node runs it if the pinned one is not installed.
 */
const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(devDependencies.node, 10);
const { node } = process.versions;
if (Number.parseInt(node, 10) < needed) {
  console.error(`Malote runs on Node ${needed}, and this is Node ${node}: run "npm ci", which installs the right one.`);
  process.exit(1);
}
const program = resolve(process.argv[2]);
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
