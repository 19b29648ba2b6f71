import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/* A new process that imports a bundle (first argument), prints a letter (second argument) for a request (third
   argument, as JSON) with it, and reports the time and the memory it holds. JavaScript, since Node's TypeScript loader
   takes 17 MB. */
const [bundle, path, request] = process.argv.slice(2);
const bytes = readFileSync(path);

const [started, before] = [performance.now(), process.cpuUsage()];
const { prepareLetter } = await import(bundle);
const prepared = await prepareLetter(bytes, JSON.parse(request));
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
if (!prepared.ok) throw new Error(JSON.stringify(prepared.details));
const megabytes = process.memoryUsage.rss() / 2 ** 20;
process.stdout.write(JSON.stringify({ milliseconds, processorMs: (user + system) / 1000, megabytes }));
process.exit();
