import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ignoreClosedPipe } from '../../lib/programs/command-line/broken-pipe.ts';

test('a closed pipe is not an error of the command; every other error is', () => {
  const output = new PassThrough();
  ignoreClosedPipe(output);
  const fails = (code: string) => () => output.emit('error', Object.assign(new Error(code), { code }));
  expect(fails('EPIPE')).not.toThrow();
  expect(fails('EIO')).toThrow('EIO');
});
