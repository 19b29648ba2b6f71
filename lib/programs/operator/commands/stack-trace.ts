import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type ResolvedTrace, resolveStackTrace } from '../../../infra/source-maps.ts';
import { reasonOf } from '../../command-line/files.ts';
import { text } from '../../command-line/options.ts';
import { Refusal, UnusableFile } from '../../command-line/refusals.ts';
import { command } from '../command.ts';

export const stackTraceCommands = [
  command({
    words: 'stack-trace',
    summary: 'Resolve the stack trace of a function to files and lines of its source.',
    about:
      'A trace names its bundle by the hash of its code: letters-create-0123456789abcdef.mjs:1:2345. npm run build and ' +
      'cdk deploy keep the source maps in dist/source-maps; keep that folder with each release. Reads any text with traces, ' +
      'such as a log. Exit code 1 if no position in it could be resolved.',
    arguments: ['file'],
    options: { maps: text('folder with source maps; dist/source-maps by default', '<folder>', 4_096) },
    examples: ['trace.txt', '- --maps release-42/source-maps'],
    isOffline: () => true,
    run: async ({ stdin }, { arguments: { file }, options: { maps } }) => {
      const trace = file === '-' ? await textOf(stdin) : await readTrace(file);
      const found = await resolveStackTrace(trace, maps === undefined ? {} : { archive: maps });
      if (found.resolved === 0) throw new Refusal(reasonFor(found));
      return found;
    },
    show: ({ trace, missing }) =>
      [trace.trimEnd(), ...missing.map((bundle) => `No source map of ${bundle} was found.`)].join('\n'),
  }),
];

function reasonFor({ missing: [bundle], uncovered: [place] }: ResolvedTrace): string {
  if (bundle !== undefined) return `No source map of ${bundle} was found. Name the folder of its release with --maps.`;
  if (place !== undefined) return `The source map of the bundle has no source for ${place}.`;
  return 'There is no place of a bundle in the text, such as letters-create-0123456789abcdef.mjs:1:2345.';
}

async function readTrace(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UnusableFile(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
