import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fieldsOf } from '../../../lib/adapters/http/form-fields.ts';
import { boundaryOf, readParts, textOf } from '../../../lib/adapters/http/multipart.ts';

const BOUNDARY = 'limit';
const unreadable = expect.objectContaining({ code: 'invalid_json' });

/** The parts of a body in which `\n` stands for line breaks. */
const read = (body: string) => readParts(Buffer.from(body.replaceAll('\n', '\r\n')), BOUNDARY);
const texts = (body: string) => read(body).map((part) => [part.name, textOf(part)]);
const part = (headers: string, content = 'x') => `--limit\n${headers}\n\n${content}\n--limit--`;
const disposition = (parameters: string) => part(`Content-Disposition: form-data; ${parameters}`);

describe('boundaryOf', () => {
  test.each([
    ['multipart/form-data; boundary=limit', 'limit'],
    ['multipart/form-data;boundary="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; Boundary=x', 'x'],
    ["multipart/form-data; boundary=a'()+_,-./:=?", "a'()+_,-./:=?"],
    [`multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
    ['multipart/form-data; boundary=x;', 'x'],
  ])('%s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="a',
    'multipart/form-data; boundary="a "',
    'multipart/form-data; boundary=ação',
    'multipart/form-data; boundary=a; boundary=b',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ])('rejects %s', (contentType) => {
    expect(boundaryOf(contentType)).toBeUndefined();
  });
});

describe('readParts', () => {
  test('returns texts and files, and ignores text around the parts', () => {
    const body = `ignored
--limit \t
content-DISPOSITION:form-data; name="to[name]"

João 📮
--limit
Content-Disposition: form-data; name="file"; filename="a b.pdf"
Content-Type: Application/PDF; version=1.7
X-Other: 1

%PDF
--limi
--limit--
ignored`;
    const [name, file, ...more] = read(body);
    expect(more).toEqual([]);
    expect([name!.name, name!.filename, name!.contentType, textOf(name!)]).toEqual([
      'to[name]',
      undefined,
      'text/plain',
      'João 📮',
    ]);
    expect([file!.name, file!.filename, file!.contentType, file!.content.toString()]).toEqual([
      'file',
      'a b.pdf',
      'application/pdf',
      '%PDF\r\n--limi',
    ]);
  });

  test('accepts no parts, empty contents and blank lines at the ends of contents', () => {
    expect(read('--limit--')).toEqual([]);
    const two =
      '--limit\nContent-Disposition: form-data; name=a\n\n\n--limit\nContent-Disposition: form-data; name=b\n\n\n\n--limit--\n';
    expect(texts(two)).toEqual([
      ['a', ''],
      ['b', '\r\n'],
    ]);
  });

  test.each([
    ['name="a\\"b"', 'a"b'],
    ['name="a%22b%0D%0A"', 'a"b\r\n'],
    ['name="a\\\\b"', 'a\\b'],
    ['name="100%"', '100%'],
    ['name=to[name]', 'to[name]'],
    ['name=""', ''],
    ['name="a;b=c"', 'a;b=c'],
  ])('the name in %s', (parameters, name) => {
    expect(read(disposition(parameters))[0]!.name).toBe(name);
  });

  test.each([
    ['filename="C:\\Cartas\\a.pdf"', 'C:\\Cartas\\a.pdf'],
    ['filename="São João.pdf"', 'São João.pdf'],
    ['filename="=?utf-8?B?UyNv?="; filename*=UTF-8\'\'S%C3%A3o.pdf', 'São.pdf'],
    ["filename*=iso-8859-1''S%E3o.pdf; filename=sao.pdf", 'sao.pdf'],
  ])('the filename in %s', (parameters, filename) => {
    expect(read(disposition(`name=file; ${parameters}`))[0]!.filename).toBe(filename);
  });

  test.each([
    ['nothing', ''],
    ['no delimiter', 'name=a'],
    ['another delimiter', '--other--'],
    ['no end', '--limit\nContent-Disposition: form-data; name=a\n\nx'],
    ['no end after a delimiter', '--limit\nContent-Disposition: form-data; name=a\n\nx\n--limit'],
    ['half an end delimiter', '--limit\nContent-Disposition: form-data; name=a\n\nx\n--limit-'],
    ['a delimiter with more on its line', '--limit!\nContent-Disposition: form-data; name=a\n\nx\n--limit--'],
    [
      'a delimiter of another boundary with the same beginning',
      '--limit\nContent-Disposition: form-data; name=a\n\n--limited\nx\n--limit--',
    ],
    ['a part without headers', '--limit\n\nx\n--limit--'],
    ['a part without a blank line', '--limit\nContent-Disposition: form-data; name=a\n--limit--'],
    ['an empty part', '--limit\n--limit--'],
    ['a part without a name', disposition('filename=a.pdf')],
    ['a part that is not form data', part('Content-Disposition: attachment; name=a')],
    ['a part without a disposition', part('Content-Type: text/plain')],
    ['a header without a colon', part('Content-Disposition: form-data; name=a\nX')],
    ['a header over two lines', part('Content-Disposition: form-data;\n name=a')],
    ['a repeated header', part('Content-Disposition: form-data; name=a\ncontent-disposition: form-data; name=b')],
    ['a repeated name', disposition('name=a; name=b')],
    ['an open quote', disposition('name="a')],
    ['parameters without semicolons', disposition('name="a" filename="b"')],
    ['contents in base64', part('Content-Disposition: form-data; name=a\nContent-Transfer-Encoding: base64')],
    ['a broken extended name', disposition("name=a; filename*=UTF-8''%E3.pdf")],
    ['1,001 parts', `${'--limit\nContent-Disposition: form-data; name=a\n\n\n'.repeat(1_001)}--limit--`],
  ])('rejects %s', (_, body) => {
    expect(() => read(body)).toThrow(unreadable);
  });

  test('rejects other line endings', () => {
    const body = Buffer.from(disposition('name=a'));
    expect(() => readParts(body, BOUNDARY)).toThrow(unreadable);
  });

  test('rejects names, filenames and texts that are not UTF-8', () => {
    const latin1 = (body: string) => Buffer.from(body.replaceAll('\n', '\r\n'), 'latin1');
    for (const parameters of ['name="ção"', 'name=file; filename="ção.pdf"'])
      expect(() => readParts(latin1(disposition(parameters)), BOUNDARY)).toThrow(unreadable);
    const [text] = readParts(latin1(part('Content-Disposition: form-data; name=a', 'São')), BOUNDARY);
    expect(() => textOf(text!)).toThrow(unreadable);
  });

  const parts = fc.array(
    fc.record({
      name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      value: fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 200 })),
      filename: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    }),
    { maxLength: 10 },
  );

  test('reads every form that the platform writes', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (sent) => {
        const form = new FormData();
        for (const { name, value, filename } of sent) {
          if (typeof value === 'string') form.append(name, value);
          else form.append(name, new Blob([Uint8Array.from(value)], { type: 'application/pdf' }), filename);
        }
        const response = new Response(form);
        const boundary = boundaryOf(response.headers.get('content-type')!)!;
        const got = readParts(Buffer.from(await response.arrayBuffer()), boundary);
        // A form changes line breaks to CR LF, and reserves these three escapes.
        const normal = (text: string) => text.replace(/\r\n?|\n/g, '\r\n');
        const plain = (text: string) => text.replace(/\\(["\\])/g, '$1');
        expect(got.map(({ name, filename, content }) => [name, filename, content.toString('hex')])).toEqual(
          sent.map(({ name, value, filename }) =>
            typeof value === 'string'
              ? [plain(normal(name)), undefined, Buffer.from(normal(value)).toString('hex')]
              : [plain(normal(name)), plain(filename), Buffer.from(value).toString('hex')],
          ),
        );
      }),
      // Unicode line separators do not break header lines.
      {
        numRuns: 300,
        examples: [
          [[{ name: '\u2028', value: '', filename: 'a' }]],
          [[{ name: 'a', value: new Uint8Array(), filename: '\\\u2029' }]],
        ],
      },
    );
  });

  test('terminates on any bytes: parts, or invalid_json', () => {
    const piece = fc.constantFrom(
      '--limit',
      '--',
      '\r\n',
      '\r',
      '\n',
      '; ',
      'name=',
      '"',
      'a',
      'Content-Disposition: form-data',
      ':',
      '\\',
      '\xe3',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          readParts(Buffer.from(`--limit\r\n${pieces.join('')}`, 'latin1'), BOUNDARY);
        } catch (error) {
          expect(error).toEqual(unreadable);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('fieldsOf', () => {
  const kinds = { booleans: ['color'], files: ['file'] };
  const fields = (...sent: [name: string, value: string, filename?: string][]) =>
    fieldsOf(
      sent.map(([name, value, filename]) => ({
        name,
        filename,
        contentType: filename === undefined ? 'text/plain' : 'application/pdf',
        content: Buffer.from(value),
      })),
      kinds,
    );
  const bytes = Buffer.from('%PDF');

  test('returns objects, lists, booleans and files as JSON would', () => {
    expect(
      fields(
        ['to[name]', 'Ana'],
        ['postal_services[]', 'registered'],
        ['color', 'true'],
        ['to[number]', '10'],
        ['postal_services[]', 'return_receipt'],
        ['reference', 'true'],
        ['metadata[a[b]]', '1'],
        ['file', '%PDF', 'a.pdf'],
      ),
    ).toEqual({
      to: { name: 'Ana', number: '10' },
      postal_services: ['registered', 'return_receipt'],
      color: true,
      reference: 'true',
      metadata: { 'a[b]': '1' },
      file: { filename: 'a.pdf', content_type: 'application/pdf', bytes },
    });
  });

  test.each<[string, [string, string, string?][], unknown]>([
    ['an invalid boolean', [['color', 'yes']], { color: 'yes' }],
    ['a boolean in capitals', [['color', 'TRUE']], { color: 'TRUE' }],
    ['a boolean in brackets', [['color[]', 'true']], { color: ['true'] }],
    [
      'a repeated field',
      [
        ['reference', 'a'],
        ['reference', 'a'],
      ],
      { reference: [['a', 'a']] },
    ],
    [
      'a repeated member',
      [
        ['to[name]', 'a'],
        ['to[name]', 'b'],
      ],
      { to: { name: [['a', 'b']] } },
    ],
    ['a list without brackets', [['postal_services', 'registered']], { postal_services: 'registered' }],
    [
      'twice',
      [
        ['postal_services', 'a'],
        ['postal_services', 'b'],
      ],
      { postal_services: [['a', 'b']] },
    ],
    [
      'a list in two ways',
      [
        ['a', 'x'],
        ['a[]', 'y'],
      ],
      { a: [['x', ['y']]] },
    ],
    [
      'an object in two ways',
      [
        ['to', 'x'],
        ['to[name]', 'y'],
      ],
      { to: [['x', { name: 'y' }]] },
    ],
    ['deeper brackets', [['to[a][b]', 'x']], { to: { 'a][b': 'x' } }],
    [
      'brackets alone',
      [
        ['[a]', 'x'],
        ['[]', 'x'],
      ],
      { '[a]': 'x', '[]': 'x' },
    ],
    [
      'an open bracket',
      [
        ['to[name', 'x'],
        ['to]', 'y'],
      ],
      { 'to[name': 'x', 'to]': 'y' },
    ],
    ['dots', [['to.name', 'x']], { 'to.name': 'x' }],
    ['a file for a text', [['reference', '%PDF', 'a.pdf']], { reference: [[bytes]] }],
    ['a file in an object', [['to[name]', '%PDF', 'a.pdf']], { to: { name: [[bytes]] } }],
    ['a text for a file', [['file', '%PDF']], { file: { filename: null, content_type: 'text/plain', bytes } }],
    [
      'a file without a name',
      [['file', '%PDF', '']],
      { file: { filename: null, content_type: 'application/pdf', bytes } },
    ],
    ['no name', [['', 'x']], { '': 'x' }],
  ])('%s', (_, sent, expected) => {
    expect(fields(...sent)).toEqual(expected);
  });

  test('treats names of prototypes as ordinary names', () => {
    const got = fields(['__proto__[color]', 'x'], ['to[__proto__]', 'y'], ['constructor', 'z'], ['__proto__', 'w']);
    expect(Object.keys(got)).toEqual(['__proto__', 'to', 'constructor']);
    expect(Object.keys(got.to as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).color).toBeUndefined();
  });
});
