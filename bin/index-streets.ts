/**
 * Writes the index of streets of a release of postal codes; bundling the functions does it when the release or the rules
 * of comparison change.
 * Usage: node bin/index-streets.ts <release> <index>
 */
import { openDirectory } from '../lib/adapters/postal-codes/directory.ts';
import { writeStreetIndex } from '../lib/adapters/postal-codes/street-index-writer.ts';

const [release, index] = process.argv.slice(2);
if (release === undefined || index === undefined) throw new Error('Name the release and the index that it gets');
const directory = openDirectory(release);
await writeStreetIndex(index, directory);
directory.close();
