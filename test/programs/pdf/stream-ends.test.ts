import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type PDFContext, PDFParser, PDFRawStream } from 'pdf-lib';
import { parseFile } from '../../../lib/pdf/file/file-parser.ts';

/** Two streams whose lengths are in other objects, as LibreOffice writes them. */
const fileWith = (first: string, second: string) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Length 3 0 R>>stream\n${first}endobj\n2 0 obj\n<</Length 3 0 R>>stream\r\n${second}endobj\n3 0 obj\n9\nendobj\n`,
    'latin1',
  );

const streamsOf = (context: PDFContext) =>
  context
    .enumerateIndirectObjects()
    .map(([{ tag }, object]) => [
      tag,
      object instanceof PDFRawStream ? Buffer.from(object.contents).toString('latin1') : object.toString(),
    ]);

const pieces = ['stream', 'endstream', 'end', 'strea', '\r', '\n', '\r\n', ' ', 'x', '>>', 'endobj\n4 0 obj\n'];
const content = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''));

test('streams of unknown length end where pdf-lib ends them', async () => {
  await fc.assert(
    fc.asyncProperty(content, content, async (first, second) => {
      const file = fileWith(`${first}endstream\n`, second);
      const theirs = await PDFParser.forBytesWithOptions(file, Infinity).parseDocument();
      expect(streamsOf(await parseFile(file))).toEqual(streamsOf(theirs));
    }),
    { numRuns: 500 },
  );
});

test('a stream ends before the line end of its endstream', async () => {
  const ends = await parseFile(fileWith('one\n\nendstream\n', 'two stream three\r\nendstream four\rendstream\n'));
  expect(streamsOf(ends)).toEqual([
    ['1 0 R', 'one\n'],
    ['2 0 R', 'two stream three\r\nendstream four'],
    ['3 0 R', '9'],
  ]);
});
