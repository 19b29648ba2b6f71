import { fixture, LETTERS, REQUEST, valuesFor } from '../../pdf/fixture-letters.ts';
import type * as Bundled from './pdf-functions/prepare-letter/handler.ts';

/** A fresh process that prints 100 letters of all producers from a bundle (argument), and says how much memory it then holds. */
const { prepareLetter } = (await import(process.argv[2]!)) as typeof Bundled;
for (let index = 0; index < 100; index++) {
  const file = fixture(LETTERS[index % LETTERS.length]!);
  await prepareLetter(file, { ...REQUEST, placement: 'extra_page', variables: valuesFor(file) });
}
process.stdout.write(JSON.stringify({ megabytes: process.memoryUsage.rss() / 2 ** 20 }));
process.exit();
