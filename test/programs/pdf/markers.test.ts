import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StandardFonts } from 'pdf-lib';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { compact, filled, fixture, LETTERS, markersIn, REQUEST, VALUES, valuesFor } from './fixture-letters.ts';
import { A4_BOX, fileOf, handmade } from './handmade.ts';
import { complaintsOf, rasterOf, run, textOf, wordsOf } from './tools.ts';

async function detailsOf(bytes: Uint8Array, variables: Record<string, string> | null) {
  const result = await inspectLetter(bytes, { ...REQUEST, variables });
  return result.ok ? [] : result.details;
}

describe.each(LETTERS)('%s', (name) => {
  const source = fixture(name);
  const variables = valuesFor(source);

  test('has every marker replaced, and stays sound', async () => {
    const file = await filled(source, variables);
    expect(complaintsOf(file)).toEqual([]);
    expect(markersIn(file)).toEqual([]);
    const text = compact(run('pdftotext', file, ['-raw', 'FILE', '-']).output.toString());
    for (const marker of markersIn(source)) expect(text).toContain(compact(VALUES[marker]!));
    const count = (needle: string) => text.split(needle).length - 1;
    expect(count(compact(VALUES['nome']!))).toBe(markersIn(source).filter((marker) => marker === 'nome').length);
  });

  test('changes nothing on the lines without a marker', async () => {
    const file = await filled(source, variables);
    const [before, after] = [rasterOf(source, 1), rasterOf(file, 1)];
    const known = new Set(wordsOf(source, 1).map(({ text }) => text));
    const lines = [
      ...wordsOf(source, 1).filter(({ text }) => /[{}]/.test(text)),
      ...wordsOf(file, 1).filter(({ text }) => !known.has(text)),
    ];
    const isMarkerRow = (row: number) => {
      const y = (row * 25.4) / 100;
      return lines.some(({ top, bottom }) => y >= top - 1.5 && y <= bottom + 1.5);
    };
    const width = Math.min(before.width, after.width);
    let different = 0;
    for (let row = 0; row < Math.min(before.height, after.height); row++) {
      if (isMarkerRow(row)) continue;
      for (let x = 0; x < width; x++) {
        const difference = Math.abs(before.pixels[row * before.width + x]! - after.pixels[row * after.width + x]!);
        if (difference > 128) different++;
      }
    }
    expect(different).toBeLessThan(20);
  });

  test('is read the same twice', async () => {
    expect(Buffer.compare(await filled(source, variables), await filled(source, variables))).toBe(0);
  });
});

const page = (content: string) => handmade({ content: `BT /F1 12 Tf 100 400 Td ${content} ET` });

describe('a value', () => {
  test('begins where its marker began, and the rest of the line closes up', async () => {
    const source = page('(Cara {{nome_completo}}, bom dia.) Tj');
    const start = wordsOf(source, 1).find(({ text }) => text.startsWith('{{'))!;
    const words = wordsOf(await filled(source, { nome_completo: 'Ana' }), 1);
    const value = words.find(({ text }) => text === 'Ana,')!;
    expect(value.left).toBeCloseTo(start.left, 1);
    expect(value.bottom).toBeCloseTo(start.bottom, 1);
    expect(value.bottom - value.top).toBeCloseTo(start.bottom - start.top, 1);
    expect(words.find(({ text }) => text === 'bom')!.left - value.right).toBeCloseTo(12 * 0.278 * 0.3528, 1);
  });

  test('is not a marker, whatever it looks like', async () => {
    const file = await filled(page('(Cara {{nome}}, {{data}}.) Tj'), { nome: '{{data}}', data: '{{nome}}' });
    expect(textOf(file, 1)).toContain('Cara {{data}}, {{nome}}.');
  });

  test.each(['<< /ActualText (a quem recebe) >>', '/Other'])(
    'copies as itself where its marker copied as other text: %s',
    async (properties) => {
      const source = handmade({
        content: `/Span ${properties} BDC BT /F1 12 Tf 100 400 Td (Cara {{nome}}.) Tj ET EMC`,
        resources: '/Properties << /Other << /ActualText (a quem recebe) >> >>',
      });
      expect(textOf(await filled(source, { nome: 'Ana' }), 1)).toContain('Cara Ana.');
    },
  );

  test('that is empty leaves nothing', async () => {
    expect(textOf(await filled(page('(Cara {{nome}}, bom dia.) Tj'), { nome: '' }), 1)).toContain('Cara , bom dia.');
  });

  test('condenses the rest of its line to 85 % at most, and may then run past the margin', async () => {
    const source = page('(Cara {{nome}}, bom dia a todos da casa.) Tj 0 -20 Td (Outra linha.) Tj');
    const width = (file: Uint8Array) => {
      const words = wordsOf(file, 1);
      return words.find(({ text }) => text === 'casa.')!.right - words.find(({ text }) => text === 'bom')!.left;
    };
    const natural = width(await filled(source, { nome: 'Ana' }));
    expect(width(await filled(source, { nome: 'Ana Maria da Silva' }))).toBeCloseTo(natural, 1);
    const condensed = width(await filled(source, { nome: 'Ana Maria da Conceição Albuquerque Cavalcanti' }));
    expect(condensed / natural).toBeLessThan(0.99);
    const narrowest = width(await filled(source, { nome: 'Ana Maria da Conceição Albuquerque Cavalcanti e Castro' }));
    expect(narrowest / natural).toBeCloseTo(0.85, 2);
  });

  test('does not push the next column', async () => {
    const source = handmade({
      content: '100 380 120 40 re S 220 380 120 40 re S BT /F1 12 Tf 104 395 Td ({{nome}}) Tj 120 0 Td (Fixo) Tj ET',
    });
    const place = (file: Uint8Array) => wordsOf(file, 1).find(({ text }) => text === 'Fixo')!.left;
    expect(place(await filled(source, { nome: 'Ana Maria da Silva' }))).toBeCloseTo(place(source), 2);
  });

  test.each(['João Conceição Übermaß', '“Ação” – 50 % · 1º', 'Ωmega Київ', 'x'.repeat(120)])(
    'is written as sent: %s',
    async (value) => {
      const text = compact(textOf(await filled(page('(Cara {{nome}}.) Tj'), { nome: value }), 1));
      expect(text).toContain(compact(value).slice(0, 60));
    },
  );

  test('is written whatever it holds of the Latin alphabet', async () => {
    const letters = [...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))].concat([
      ...'áàâãäçéêíóôõúüñÁÀÂÃÇÉÊÍÓÔÕÚªº§€£–—“”‘’…',
    ]);
    const word = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 8 })
      .map((characters) => characters.join(''));
    const value = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.constantFrom('libreoffice-letter-1', 'chromium-letter-1', 'pdfkit-letter'),
        async (nome, name) => {
          const source = fixture(name);
          const names = markersIn(source);
          const variables = Object.fromEntries(names.map((key) => [key, key === 'nome' ? nome : 'x']));
          const text = compact(
            run('pdftotext', await filled(source, variables), ['-raw', 'FILE', '-']).output.toString(),
          );
          // Poppler joins words hyphenated at the end of a line.
          expect(text.replaceAll('-', '')).toContain(compact(nome).replaceAll('-', ''));
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each(['€@ !', '€€€€ i', '@€ .', '@@! !'])('%s is whole in a font that is not embedded', async (nome) => {
    const source = fixture('pdfkit-letter');
    const variables = Object.fromEntries(markersIn(source).map((key) => [key, key === 'nome' ? nome : 'x']));
    expect(await detailsOf(source, variables)).toEqual([]);
    const text = compact(run('pdftotext', await filled(source, variables), ['-raw', 'FILE', '-']).output.toString());
    expect(text).toContain(compact(nome));
  });

  test.each(['@@@@@@@@!', '««««»»»»!', 'ŸŸŸŸŸŸ!', '‹‹‹‹››››!', '555555555555', 'øøøøøøøø!'])(
    '%s is whole in every standard font',
    async (nome) => {
      for (const font of Object.values(StandardFonts).filter((name) => !/Symbol|Zapf/.test(name))) {
        const source = handmade({ font, content: 'BT /F1 12 Tf 100 400 Td (Cara {{nome}}, bom dia.) Tj ET' });
        expect([font, compact(textOf(await filled(source, { nome }), 1))]).toEqual([font, `Cara${nome},bomdia.`]);
      }
    },
  );

  test('takes the color of its marker', async () => {
    const file = await filled(page('1 0 0 rg (Cara {{nome}}) Tj'), { nome: 'Žofia' });
    const svg = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
    const colors = [...svg.matchAll(/<fill_text [^>]*color="([\d. ]+)"/g)].map(([, color]) => color);
    expect(new Set(colors)).toEqual(new Set(['1 0 0']));
  });
});

describe('a marker', () => {
  test.each([
    ['split over operators', '({{no) Tj (me}}) Tj'],
    ['with kerning inside', '[({{n) 40 (om) -30 (e}})] TJ'],
    ['letter by letter', '({) Tj ({) Tj (n) Tj (o) Tj (m) Tj (e) Tj (}) Tj (}) Tj'],
    ['with letter spacing', '4 Tc ({{nome}}) Tj'],
    ['on the next line by apostrophe', "14 TL ({{nome}}) '"],
    ['on the next line by quotation mark', '14 TL 1 2 ({{nome}}) "'],
    ['wrapped over two lines', '(Cara {{no) Tj 0 -14 Td (me}}, bom dia) Tj'],
    ['raised', '5 Ts ({{nome}}) Tj'],
    ['in hexadecimal', '<7B7B6E6F6D657D7D> Tj'],
    ['in octal', '(\\173\\173nome\\175\\175) Tj'],
    ['drawn twice for fake bold', '({{nome}}) Tj 0.3 0 Td ({{nome}}) Tj'],
    ['drawn out of order', '14 0 Td (nome}}) Tj -8.02 0 Td ({{) Tj'],
  ])('%s is found', async (_, content) => {
    const file = await filled(page(content), { nome: 'Ana' });
    expect(textOf(file, 1)).toMatch(/Ana/);
    expect(textOf(file, 1)).not.toMatch(/[{}]/);
  });

  test('in a form drawn on the page is found, and the form once', async () => {
    const source = handmade({
      content: 'q 1 0 0 1 0 100 cm /X Do Q /X Do',
      resources: '/XObject << /X 10 0 R >>',
      objects: [
        [
          '/Type /XObject /Subtype /Form /BBox [90 390 150 420] /Resources << /Font << /F1 5 0 R >> >>',
          'BT /F1 12 Tf 100 400 Td ({{nome}}) Tj ET',
        ],
      ],
    });
    const text = textOf(await filled(source, { nome: 'Maria Aparecida' }), 1);
    expect(text.match(/Maria Aparecida/g)).toHaveLength(2);
  });

  test('in a form that has the fonts of its pages is there on each of them', async () => {
    const page = (number: number) =>
      [
        number,
        `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 6 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 7 0 R >> >> >>`,
      ] as const;
    const source = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'],
      [...page(3)],
      [...page(4)],
      [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
      [6, ['', '/X Do']],
      [7, ['/Type /XObject /Subtype /Form /BBox [0 0 600 800]', 'BT /F1 12 Tf 100 400 Td ({{cidade}}) Tj ET']],
    ]);
    const file = await filled(source, { cidade: 'Łódź' });
    expect(complaintsOf(file)).toEqual([]);
    expect(textOf(file).match(/Łódź/g)).toHaveLength(2);
  });

  test('in a comment that prints is one like any other, and its value has its size', async () => {
    const source = handmade({
      page: `${A4_BOX} /Annots [10 0 R]`,
      content: 'BT /F1 12 Tf 100 500 Td (Prezada) Tj ET',
      objects: [
        '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [100 400 160 420] /AP << /N 11 0 R >> >>',
        [
          '/Type /XObject /Subtype /Form /BBox [0 0 60 20] /Resources << /Font << /F1 5 0 R >> >>',
          'BT /F1 12 Tf 2 5 Td ({{nome}}) Tj ET',
        ],
      ],
    });
    expect((await detailsOf(source, {})).map(({ code }) => code)).toEqual(['variable_missing']);
    const [greeting, value] = wordsOf(await filled(source, { nome: 'Wilhelmina'.repeat(3) }), 1);
    expect(value!.text).toBe('Wilhelmina'.repeat(3));
    expect(value!.bottom - value!.top).toBeCloseTo(greeting!.bottom - greeting!.top, 3);
  });

  test('in a file that was filled before keeps the earlier values', async () => {
    const once = await filled(page('({{primeiro}} Fim) Tj'), { primeiro: 'Ńółżw {{segundo}}' });
    expect(textOf(await filled(Buffer.from(once), { segundo: 'Źdźbło' }), 1)).toContain('Ńółżw Źdźbło Fim');
  });

  test('under a clip as tight as itself shows its value whole', async () => {
    const source = handmade({ content: 'q 100 396 40 14 re W n BT /F1 12 Tf 100 400 Td ({{nome}}) Tj ET Q' });
    const [clipped, free] = await Promise.all(
      [source, page('({{nome}}) Tj')].map(async (bytes) =>
        rasterOf(await filled(bytes, { nome: 'Maria Aparecida' }), 1),
      ),
    );
    expect(Buffer.compare(clipped!.pixels, free!.pixels)).toBe(0);
  });

  test.each(['{{ nome }}', '{nome}', '{{nome}', '{{ação}}', '{{no me}}', '{{}}'])(
    'is not a similar text: %s',
    async (text) => {
      expect(await detailsOf(page(`(${text.replace('ção', '\\347\\343o')}) Tj`), {})).toEqual([]);
    },
  );

  // LaTeX's default encoding draws the underscore as a rule in a gap.
  test('whose underscore is a drawn rule is found, and the rule goes', async () => {
    const source = handmade({
      content:
        'BT /F1 12 Tf 100 400 Td [({{nome) -556 (completo}}) ] TJ ET 138.02 398.5 6.67 0.5 re f 100 300 m 200 300 l S',
    });
    const file = await filled(source, { nome_completo: 'Ana' });
    expect(textOf(file, 1)).toMatch(/Ana/);
    const trace = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
    expect(trace).not.toContain('<fill_path');
    expect(trace).toContain('<stroke_path');
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may have any name: %s', async (name) => {
    const source = page(`({{${name}}} agradece) Tj`);
    expect((await detailsOf(source, {})).map(({ code }) => code)).toEqual(['variable_missing']);
    const variables = Object.fromEntries([[name, 'Ana']]);
    expect(textOf(await filled(source, variables), 1)).toContain('Ana agradece');
  });

  test('works with operators, encodings and glyphs of any name', async () => {
    const source = handmade({
      content: '1 2 __defineGetter__ constructor BT /F1 12 Tf 100 400 Td ({{nome}}) Tj /F2 9 Tf (a) Tj ET',
      resources: '/Font << /F1 5 0 R /F2 10 0 R >>',
      objects: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /constructor /Differences [97 /toString] >> >>',
      ],
    });
    expect(textOf(await filled(source, { nome: 'Ana' }), 1)).toContain('Ana');
  });

  test('is case-sensitive', async () => {
    expect((await detailsOf(page('({{Nome}}) Tj'), { nome: 'Ana' })).map(({ code }) => code)).toEqual([
      'variable_missing',
      'variable_not_found',
    ]);
  });
});

describe('refused', () => {
  test('markers without a variable and variables without a marker, all at once', async () => {
    expect(
      await detailsOf(fixture('chromium-letter-3'), { nome: 'Ana', data: '1º', valor: '2', endereco: 'x', cep: 'y' }),
    ).toEqual([
      { param: 'document.variables.contrato', code: 'variable_missing', values: { name: 'contrato', page: 1 } },
      { param: 'document.variables.cidade', code: 'variable_missing', values: { name: 'cidade', page: 1 } },
      { param: 'document.variables.endereco', code: 'variable_not_found', values: { name: 'endereco' } },
      { param: 'document.variables.cep', code: 'variable_not_found', values: { name: 'cep' } },
    ]);
  });

  test.each([
    ['that no font has', 'Ana 🙂', '🙂'],
    ['of a script written from right to left', 'Ana שלום', 'ש'],
    ['of one whose letters are joined as well', 'مريم', 'م'],
  ])('a character %s', async (_, nome, character) => {
    expect(await detailsOf(page('({{nome}}) Tj'), { nome })).toEqual([
      { param: 'document.variables.nome', code: 'invalid_value', values: { character } },
    ]);
  });

  test('a scanned page, when there are variables to put in', async () => {
    const scan = handmade({ content: '0.9 g 100 100 400 600 re f' });
    expect(await detailsOf(scan, { nome: 'Ana' })).toEqual([
      { param: 'document.data', code: 'document_text_unreadable' },
    ]);
    expect(await detailsOf(scan, {})).toEqual([]);
    expect(await detailsOf(scan, null)).toEqual([]);
  });

  test('text in a damaged font without a text encoding', async () => {
    const source = handmade({
      content: 'BT /F2 12 Tf 100 400 Td <0001> Tj ET',
      resources: '/Font << /F1 5 0 R /F2 10 0 R >>',
      objects: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [11 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /FontDescriptor 12 0 R >>',
        '<< /Type /FontDescriptor /FontName /X /FontFile2 13 0 R >>',
        ['', '\0\x01\0\0\0\x09'],
      ],
    });
    expect((await detailsOf(source, { nome: 'Ana' })).map(({ code }) => code)).toEqual(['document_text_unreadable']);
  });

  test('the invisible text of a scanned page: a value there would not show', async () => {
    expect((await detailsOf(page('3 Tr ({{nome}}) Tj'), { nome: 'Ana' })).map(({ code }) => code)).toEqual([
      'document_text_unreadable',
    ]);
  });

  test('not: markers when no variables are sent', async () => {
    const result = await prepareLetter(
      handmade({ page: A4_BOX, content: 'BT /F1 12 Tf 100 400 Td ({{nome}}) Tj ET' }),
      REQUEST,
    );
    if (!result.ok) throw new Error('refused');
    expect(textOf(result.file, 1)).toContain('{{nome}}');
  });
});
