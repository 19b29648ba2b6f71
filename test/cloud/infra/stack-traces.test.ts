import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../lib/infra/bundle.ts';
import { archiveSourceMaps, resolveStackTrace } from '../../../lib/infra/source-maps.ts';
import { inProcess } from '../../programs/operator/support/operator.ts';

const run = promisify(execFile);
let folder: string;
const at = (...path: string[]) => join(folder, ...path);
const maps = () => ({ last: at('build/maps'), archive: at('archive') });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-traces-'));
  mkdirSync(at('functions/boom'), { recursive: true });
  writeFileSync(
    at('functions/boom/handler.ts'),
    `import { check } from './check.ts';\n\nexport const handler = (event: { price: number }) => check(event.price);\n`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Builds the function with a check on this line, runs it, and returns the stack of its error. */
async function stackOf(line: number): Promise<string> {
  const blank = '// A comment, which the bundle leaves out.\n'.repeat(line - 2);
  writeFileSync(
    at('functions/boom/check.ts'),
    `${blank}export function check(price: number): void {\n  if (price < 0) throw new Error('negative, line ${line}');\n}\n`,
  );
  await buildFunctions({ functionsRoot: at('functions'), outdir: at('build') });
  await archiveSourceMaps(maps());
  const bundle = pathToFileURL(at('build/functions/boom/handler.mjs')).href;
  const program = `import(${JSON.stringify(bundle)}).then(({ handler }) => handler({ price: -1 })).catch((error) => console.log(error.stack))`;
  return (await run(process.execPath, ['-e', program])).stdout;
}

test('a stack trace of a bundle is resolved to its source, even from earlier builds', async () => {
  const stacks = [await stackOf(5), await stackOf(40)] as const;
  for (const stack of stacks) expect(stack).toMatch(/^Error: negative, line \d+\n.*boom-[0-9a-f]{16}\.mjs:\d+:\d+/);

  for (const [stack, line] of [
    [stacks[0], 5],
    [stacks[1], 40],
  ] as const) {
    const { trace, missing } = await resolveStackTrace(stack, maps());
    expect(missing).toEqual([]);
    expect(trace).toMatch(new RegExp(`at .*functions/boom/check\\.ts:${line}:\\d+`));
    expect(trace).toMatch(/at .*functions\/boom\/handler\.ts:3:\d+/);
  }

  // Without the archive, the maps of the last build resolve only its own traces.
  const last = { last: at('build/maps'), archive: at('nowhere') };
  expect(await resolveStackTrace(stacks[1], last)).toMatchObject({ missing: [] });
  expect(await resolveStackTrace(stacks[0], last)).toMatchObject({
    trace: stacks[0],
    resolved: 0,
    missing: [/boom-\w+/.exec(stacks[0])![0]],
  });

  // Known positions need no map.
  const known = new Map<string, string>();
  const resolved = await resolveStackTrace(stacks[0], { ...maps(), known });
  expect(resolved.resolved).toBeGreaterThan(1);
  expect(await resolveStackTrace(stacks[0], { last: at('nowhere'), archive: at('nowhere'), known })).toEqual(resolved);

  // The operator's command, for a trace inside a log line.
  writeFileSync(at('log.txt'), JSON.stringify({ level: 'ERROR', error: { stack: stacks[0] } }));
  const { exit, output } = await inProcess(['stack-trace', at('log.txt'), '--maps', at('archive')], {});
  expect({ exit, output }).toEqual({ exit: 0, output: expect.stringContaining('functions/boom/check.ts:5:') });
  const wrong = await inProcess(['stack-trace', at('log.txt'), '--maps', at('nowhere')], {});
  expect(wrong).toMatchObject({
    exit: 1,
    output: '',
    messages: expect.stringMatching(/^No source map of boom-\w+ was/),
  });
  const [bundle] = /boom-\w+\.mjs/.exec(stacks[0])!;
  writeFileSync(at('cut.txt'), `${bundle}:1:0`);
  expect(await inProcess(['stack-trace', at('cut.txt'), '--maps', at('archive')], {})).toMatchObject({
    exit: 1,
    output: '',
    messages: `The source map of the bundle has no source for ${bundle}:1:0.\n`,
  });
});
