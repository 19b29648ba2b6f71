import { describe, expect, test } from '@jest/globals';
import { filled } from './fixture-letters.ts';
import { A4_BOX, handmade } from './handmade.ts';
import { run, textOf } from './tools.ts';

const line = (price: string) => `BT /F1 11 Tf 100 500 Td ({{nome}} deve ${price}) Tj ET`;
const content = (price: string) =>
  `4 0 obj\n<< /Length ${line(price).length} >>\nstream\n${line(price)}\nendstream\nendobj\n`;

const SENT = handmade({ content: line('100') }).toString('latin1');
const printed = async (file: string) =>
  textOf(await filled(Buffer.from(file, 'latin1'), { nome: 'Ana' }), 1)
    .trim()
    .replace(/\s+/g, ' ');

const before = (file: string, keyword: string, text: string) => {
  const at = file.lastIndexOf(keyword);
  return file.slice(0, at) + text + file.slice(at);
};

/** The offset of the table, which such an object shifts. */
const moved = (_: string, at: string) => `startxref\n${Number(at) + content('900').length}`;

/** A file saved again with other content, as an incremental update. */
function updated(file: string, price: string): string {
  const at = file.length;
  const previous = /startxref\s+(\d+)/.exec(file)![1];
  const body = content(price);
  const table = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  return `${file}${body}${table}trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at + body.length}\n%%EOF\n`;
}

/** As qpdf writes it with object streams and a cross-reference stream. */
const withStreams = (file: string): string =>
  run('qpdf', Buffer.from(file, 'latin1'), ['--object-streams=generate', 'FILE', '-']).output.toString('latin1');

describe('an object outside the cross-reference is never used', () => {
  test('behind the one that it names, on the line of a marker', async () => {
    expect(await printed(SENT)).toBe('Ana deve 100');
    expect(await printed(before(SENT, 'startxref', content('900')))).toBe('Ana deve 100');
    expect(await printed(`${SENT}${content('900')}startxref\n${/startxref\s+(\d+)/.exec(SENT)![1]}\n%%EOF\n`)).toBe(
      'Ana deve 100',
    );
  });

  test.each<[string, string, string]>([
    ['a comment follows the file', '', '\n<!-- x -->'],
    ['zeros follow the file', '', '\0'.repeat(512)],
    ['an HTTP header precedes the file', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', ''],
  ])('where %s', async (_, head, tail) => {
    expect(
      await printed(`${head}${before(SENT, 'xref\n0', content('900')).replace(/startxref\n(\d+)/, moved)}${tail}`),
    ).toBe('Ana deve 100');
  });

  test('where the place of another object is wrong', async () => {
    const offset = String(SENT.indexOf('5 0 obj')).padStart(10, '0');
    const file = before(SENT, 'startxref', content('900')).replace(
      offset,
      String(Number(offset) + 1).padStart(10, '0'),
    );
    expect(await printed(file)).toBe('Ana deve 100');
  });

  test('with the catalog of another trailer', async () => {
    const other =
      '1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\n9 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n';
    const trailer = 'trailer\n<< /Root 1 0 R >>\n';
    const end = /startxref\s+\d+\s+%%EOF\s*$/.exec(SENT)![0];
    expect(await printed(`${SENT}${other}${trailer}${end}`)).toBe('Ana deve 100');
  });

  test('next to a cross-reference stream', async () => {
    const file = withStreams(SENT);
    const number = /(\d+) 0 obj\s*<< \/Length \d+ \/Filter/.exec(file)![1];
    expect(await printed(file)).toBe('Ana deve 100');
    expect(file).not.toContain('\nxref');
    const orphan = content('900').replace('4 0 obj', `${number} 0 obj`);
    expect(await printed(before(file, 'startxref', orphan))).toBe('Ana deve 100');
  });

  test('after it was taken out: a note whose number is free', async () => {
    const stream = 'BT /F1 11 Tf 0 0 Td (NOTA) Tj ET';
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 90 20] /Resources << /Font << /F1 5 0 R >> >>';
    const note = '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 498 190 518] /AP << /N 11 0 R >> >>';
    const file = handmade({
      content: line('100'),
      page: `${A4_BOX} /Annots [10 0 R]`,
      objects: [note, [form, stream]],
    }).toString('latin1');
    expect(await printed(file)).toContain('NOTA');
    const offset = String(file.indexOf('10 0 obj')).padStart(10, '0');
    expect(await printed(file.replace(`${offset} 00000 n`, '0000000000 00001 f'))).toBe('Ana deve 100');
  });
});

test('the latest of any number of updates is used', async () => {
  expect(await printed(updated(SENT, '200'))).toBe('Ana deve 200');
  expect(await printed(updated(updated(SENT, '200'), '300'))).toBe('Ana deve 300');
});

test('without a sound cross-reference the last object wins, as in every reader', async () => {
  const damaged = before(SENT, 'xref\n', content('900')).replace(/startxref\s+\d+/, 'startxref\n7');
  expect(await printed(damaged)).toBe('Ana deve 900');
});
