/** Imports argv[2] into folder argv[3] and prints the time and memory. */
import { importEdne } from '../../../lib/adapters/postal-codes/edne/import.ts';

const start = performance.now();
const { codes } = await importEdne(process.argv[2]!, process.argv[3]!);
const seconds = (performance.now() - start) / 1000;
// maxRSS is in kibibytes.
console.log(JSON.stringify({ codes, seconds, peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6 }));
