import { Readable, Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { main } from '../../programs/conformance/program.ts';
import { useTarget } from '../../support/target.ts';

const target = useTarget();

test('the deployment keeps every rule that can be tested there', async () => {
  const { baseUrl, control } = target();
  const { api } = await control.openAccount(baseUrl, { balance: 10_000_000 });
  const printed: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      printed.push(chunk.toString());
      done();
    },
  });
  const line = ['--base-url', baseUrl, '--control-url', control.url, '--spend-at-most', '50000'];
  const exit = await main(line, {
    terminal: { input: Readable.from([]), output: stream, messages: stream },
    environment: { MALOTE_API_KEY: api.key! },
    signal: new AbortController().signal,
  });
  const lines = printed.join('').split('\n');
  expect(lines.filter((each, index) => / fail /.test(each) || / fail /.test(lines[index - 1] ?? ''))).toEqual([]);
  expect(exit).toBe(0);
  expect(lines.filter((each) => / pass /.test(each)).length).toBeGreaterThanOrEqual(120);
});
