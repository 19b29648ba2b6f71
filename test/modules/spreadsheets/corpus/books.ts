/**
 * What each writer of the corpus writes: a workbook for each subject, from one seed. Formats are those that Brazilian
 * spreadsheets have, those that Excel's dialog offers, and odd ones that systems invent.
 */
export interface BookCell {
  /** A text, number, truth, or formula without a result. Null for a cell that only has a format. */
  value: string | number | boolean | null;
  format?: string;
  formula?: string;
}

export interface BookSheet {
  name: string;
  hidden?: boolean;
  rows: BookCell[][];
  /** Rows from 0. */
  hiddenRows?: number[];
  /** Number of columns that the first row's only cell is merged over. */
  titleColumns?: number;
}

export interface Book {
  name: string;
  sheets: BookSheet[];
}

/** Numerical Recipes' generator: the same numbers on every machine. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomOf>;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;
const cell = (value: BookCell['value'], format?: string): BookCell => ({ value, ...(format ? { format } : {}) });
const texts = (...values: string[]) => values.map((value) => cell(value));

/** Formats of amounts and quantities. */
const numberFormats = [
  ...['General', '0', '0.0', '0.00', '0.000', '#,##0', '#,##0.00', '#,##0.0', '00', '000', '0000', '#', '##', '#,###'],
  ...['#,##0;-#,##0', '#,##0;[Red]-#,##0', '#,##0.00;-#,##0.00', '#,##0.00;[Red]-#,##0.00', '0.00;[Red]0.00'],
  ...['#,##0_);(#,##0)', '#,##0.00_);(#,##0.00)', '#,##0.00_);[Red](#,##0.00)', '#,##0.00 ;(#,##0.00)', '(0)'],
  ...['"R$" #,##0.00', '"R$ "#,##0.00', 'R$ #,##0.00', '"R$"#,##0.00', '"R$"\\ #,##0.00;[Red]\\-"R$"\\ #,##0.00'],
  ...[
    '[$R$-416] #,##0.00',
    '[$R$-416]\\ #,##0.00;[RED]\\-[$R$-416]\\ #,##0.00',
    '[$R$ -416]#,##0.00',
    '"R$ "0',
    '"R$ "General',
  ],
  ...[
    '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-',
    '_-[$R$-416]\\ * #,##0.00_-;\\-[$R$-416]\\ * #,##0.00_-;_-[$R$-416]\\ * "-"??_-;_-@_-',
  ],
  ...[
    '_("R$ "* #,##0.00_);_("R$ "* \\(#,##0.00\\);_("R$ "* "-"??_);_(@_)',
    '_("R$"* #,##0_);_("R$"* \\(#,##0\\);_("R$"* "-"_);_(@_)',
  ],
  ...[
    '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-',
    '_-* #,##0_-;\\-* #,##0_-;_-* "-"_-;_-@_-',
    '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  ],
  ...[
    '$#,##0.00',
    '[$$-409]#,##0.00',
    '[$US$-409] #,##0.00',
    '[$€-2] #,##0.00',
    '#,##0.00\\ [$€-1]',
    '[$€-x-euro2] #,##0.00',
    '€ #,##0.00',
    '£#,##0.00',
  ],
  ...[
    '0%',
    '0.0%',
    '0.00%',
    '#,##0.00%',
    '0.00\\ %',
    '+0.0%;-0.0%',
    '0%;[Red]-0%',
    '+0;-0;0',
    '+#,##0.00;-#,##0.00;0.00',
  ],
  ...['0.00E+00', '0E+0', '##0.0E+0', '0.00E-00', '# ?/?', '# ??/??', '# ?/2', '# ?/8', '?/?'],
  ...[
    '0.00" kg"',
    '0" unidades"',
    '#,##0.00 "m²"',
    '0"º"',
    '0ª',
    '0.0,',
    '0.0,,"M"',
    '#,##0,"k"',
    '#,##0,',
    '0.0"x"',
    '0" dia(s)"',
    '0\\ \\h',
  ],
  ...[
    '0;-0;;@',
    '0.00;;',
    '#,##0.00;;\\-',
    '"Sim";"Sim";"Não"',
    '"Sim";;"Não"',
    '[=1]"Sim";[=0]"Não";0',
    '0;0;"zero"',
    ';;;',
    '0;;',
  ],
  ...[
    '[>1000]0.0;0',
    '[>=1000]#,##0;0.00',
    '[<0]"negativo";"positivo"',
    '[Red][<0]0.00;[Blue][>=0]0.00',
    '[Blue]0.00',
    '[Color10]0.00',
    '[Green]0;[Red]-0',
    '[=0]"-";#,##0.00',
  ],
  ...[
    '0.0?',
    '0.???',
    '???',
    '#.##',
    '#,##0.###',
    '0.0#',
    '0.00##',
    '0#',
    '?0',
    '# ##0',
    '0 000',
    '00.00',
    '0.0.0',
    '0-0',
    '00-00',
    '0,00',
    '#.##0,00',
  ],
  ...[
    '"texto"',
    '"Nº "0000',
    '0\\/0000',
    '"Apto "0',
    '\\A0',
    '"Lote "00"-"00',
    '0*-',
    '*-0',
    '**0',
    '_-0_-',
    '@',
    'General" un"',
    'General;-General;"zero"',
    '[$-416]General',
    '[$-409]0.00',
  ],
];

const documentFormats = [
  ...['00000\\-000', '00000-000', '00\\.000\\-000', '00"."000"-"000', '00000000', '0000000'],
  ...[
    '000\\.000\\.000\\-00',
    '000"."000"."000-00',
    '###\\.###\\.###\\-##',
    '00\\.000\\.000\\/0000\\-00',
    '00"."000"."000"/"0000-00',
    '##\\.###\\.###\\/####\\-##',
  ],
  ...[
    '[<=99999999999]000\\.000\\.000\\-00;00\\.000\\.000\\/0000\\-00',
    '[>99999999999]00\\.000\\.000\\/0000\\-00;000\\.000\\.000\\-00',
  ],
  ...[
    '[<=99999999]0000\\-0000;\\(00\\)\\ 00000\\-0000',
    '[<=99999999]####\\-####;\\(##\\)\\ #####\\-####',
    '[<=9999999999]\\(00\\)\\ 0000\\-0000;\\(00\\)\\ 00000\\-0000',
  ],
  ...[
    '\\(##\\)\\ #####\\-####',
    '\\(00\\)\\ 00000\\-0000',
    '(00) 00000-0000',
    '"("00") "00000"-"0000',
    '00\\.000\\.000\\-0',
    '##\\.###\\.###\\-#',
    '0',
    '#',
    '@',
    'General',
    '#,##0',
  ],
];

const dateFormats = [
  ...[
    'dd/mm/yyyy',
    'd/m/yyyy',
    'dd/mm/yy',
    'd/m/yy',
    'dd/mm/yyyy;@',
    'dd/mm/yy;@',
    'dd-mm-yyyy',
    'dd\\.mm\\.yyyy',
    'dd.mm.yyyy',
    'dd/mm',
    'd/m',
    'mm/yyyy',
    'mm/yy',
    'm/yyyy',
  ],
  ...[
    'yyyy-mm-dd',
    'yyyy\\-mm\\-dd;@',
    'yyyy/mm/dd',
    'yyyymmdd',
    'ddmmyyyy',
    'm/d/yyyy',
    'mm/dd/yyyy',
    'm/d/yy;@',
    'mm-dd-yy',
  ],
  ...[
    'd-mmm-yy',
    'd-mmm',
    'mmm-yy',
    'dd/mmm/yy',
    'dd/mmm/yyyy',
    'dd\\-mmm\\-yy',
    'mmm/yy',
    'mmm\\-yy',
    'mmmm/yyyy',
    'mmmm\\-yy',
    'mmm yyyy',
    'mmmmm',
    'mmmmm\\-yy',
  ],
  ...[
    'mmmm',
    'mmm',
    'mm',
    'm',
    'dddd',
    'ddd',
    'dd',
    'd',
    'yyyy',
    'yy',
    'mmmm" de "yyyy',
    'mmmm "de" yyyy',
    'dd "de" mmmm',
    'd" de "mmmm" de "yyyy',
    'dd "de" mmmm "de" yyyy',
    'd\\ \\d\\e\\ mmmm\\ \\d\\e\\ yyyy',
  ],
  ...[
    '[$-416]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@',
    '[$-416]dd\\ "de"\\ mmmm\\ "de"\\ yyyy',
    '[$-416]mmmm\\-yy;@',
    '[$-416]mmm\\-yy;@',
    '[$-416]d\\-mmm\\-yy;@',
    '[$-416]d\\-mmm;@',
    '[$-416]dd\\-mmm\\-yy;@',
    '[$-416]mmmmm\\-yy;@',
    '[$-416]dd/mmm/yy;@',
    '[$-416]mmmm',
  ],
  ...[
    '[$-416]dddd\\,\\ d\\ "de"\\ mmmm\\ "de"\\ yyyy',
    'dddd, d "de" mmmm "de" yyyy',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[$-F400]h:mm:ss\\ AM/PM',
    '[$-409]mmmm d, yyyy',
    '[$-409]d\\-mmm\\-yy;@',
    '[$-409]mmm\\-yy;@',
    '[$-816]d "de" mmmm',
    '[$-C0A]mmmm',
    '[$-40C]mmmm',
    '[$-10416]dd/mm/yyyy',
    '[$-x-sysdate]dddd',
    '[ENG][$-409]mmm',
  ],
  ...[
    'h:mm',
    'hh:mm',
    'h:mm:ss',
    'hh:mm:ss',
    'h:mm AM/PM',
    'h:mm:ss AM/PM',
    '[$-409]h:mm\\ AM/PM;@',
    'hh"h"mm',
    'h"h"mm"min"',
    'mm:ss',
    'mm:ss.0',
    '[h]:mm',
    '[h]:mm:ss',
    '[hh]:mm',
    '[mm]:ss',
    '[ss]',
    'hhmm',
    'h',
    'ss',
  ],
  ...[
    'dd/mm/yyyy hh:mm',
    'dd/mm/yyyy h:mm',
    'dd/mm/yyyy\\ h:mm;@',
    'dd/mm/yyyy hh:mm:ss',
    'dd/mm/yy h:mm AM/PM',
    'm/d/yy h:mm',
    'yyyy-mm-dd hh:mm:ss',
    'yyyy\\-mm\\-dd\\Thh:mm:ss',
    'dd/mm/yyyy "às" hh:mm',
    'dd/mm hh"h"',
  ],
  ...[
    '"Vence em "dd/mm/yyyy',
    'dd/mm/yyyy" (a)"',
    '"dia" d',
    'd\\º',
    'dd/mm/aaaa',
    'aaaa',
    'e',
    'b',
    'bbbb',
    'yyyy" d.C."',
    '[DBNum1]yyyy',
    '[Red]dd/mm/yyyy',
    'dd/mm/yyyy;;',
    '[>40000]dd/mm/yyyy;0',
  ],
];

const amounts = [
  0,
  1,
  -1,
  2,
  7,
  10,
  12.5,
  -12.5,
  0.5,
  -0.5,
  0.125,
  0.005,
  1.005,
  2.675,
  99.9,
  100,
  999.99,
  1000,
  1234.5,
  -1234.5,
  12345.678,
  1234567.891,
  0.1 + 0.2,
  1 / 3,
  1e-7,
  1e15,
  123456789.125,
  98765432100,
];
const documents = [
  5010000, 1310100, 69900000, 1001000, 12345678909, 1234567890, 98765432100, 11222333000181, 1222333000181, 11987654321,
  1133334444, 33334444, 987654321, 0, 7,
];
const dates = [
  46331, 46363, 46331.5, 46363.25, 46356.75, 46023, 36526, 45351, 43831.0104166667, 46331.999999, 46331.9993,
  44927.123456, 61, 60, 59, 1, 0, 0.25, 0.75, 0.999999, 1.5, 2.125, 100.3, -1, 2_958_465, 2_958_466,
];

const names = [
  'Ana Souza',
  'João da Conceição',
  'MÁRCIA ÂNGELA D’OESTE',
  'José & Filhos Ltda.',
  'Müller, Zoë',
  "Sant'Ana “Zé”",
  'Íris <b>',
  'Ação; Ltda',
  'Ñandu',
  '  Bia  ',
  'Caio\nReis',
  'Tábata\u00a0Lins',
  'Zé 😀',
  '_x0041_',
  'R$ 1',
  '=1+1',
  "'apóstrofo",
  '007',
  '1E5',
  'Nº 5 – 2ª',
  'ÚLTIMO\tTAB',
  'a'.repeat(300),
  'fim ',
];

/** A sheet of one format a row, with values beside it. */
function formatsSheet(
  random: Random,
  formats: readonly string[],
  values: readonly number[],
  columns: number,
): BookSheet {
  const rows = formats.map((format, index) => [
    cell(`Linha ${index + 2}`),
    ...Array.from({ length: columns }, () => cell(pick(random, values), format)),
  ]);
  return {
    name: 'Formatos',
    rows: [texts('Nome', ...Array.from({ length: columns }, (_, index) => `V${index + 1}`)), ...rows],
  };
}

function clientsSheet(random: Random, count: number): BookSheet {
  const money = '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-';
  const rows = Array.from({ length: count }, (_, index): BookCell[] => [
    cell(pick(random, names)),
    random(2) === 0 ? cell(1_000_000 + random(98_999_999), '00000\\-000') : cell(`0${1 + random(9)}310-100`),
    cell(random(2) === 0 ? 1 + random(3_000) : `${1 + random(3_000)}-A`),
    random(3) === 0 ? cell(null, '0.00') : cell(`Apto ${random(99)}`),
    cell(random(1_000_000) / 100, pick(random, [money, '"R$ "#,##0.00', '#,##0.00', 'General'])),
    cell(
      46_000 + random(900),
      pick(random, ['dd/mm/yyyy', 'dd "de" mmmm "de" yyyy', 'mmm/yy', '[$-416]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@']),
    ),
    cell(1_000_000_000 + random(2 ** 31) * 5, '000\\.000\\.000\\-00'),
    cell(random(2) === 0),
    cell(index % 2 === 0 ? 'Contrato' : `C-${index}`),
  ]);
  const heading = texts('Nome', 'CEP', 'Número', 'Complemento', 'Valor', 'Vencimento', 'CPF', 'Ativo', 'Referência');
  return { name: 'Clientes', rows: [heading, ...rows] };
}

const textsSheet = (random: Random): BookSheet => ({
  name: 'Textos',
  rows: [
    texts('Nome', 'Formato', 'Texto'),
    ...Array.from({ length: 40 }, () => [
      cell(pick(random, names)),
      cell(
        pick(random, names),
        pick(random, ['General', '@', '"Sr(a). "@', '0.00', '0;-0;;@', '@" (cliente)"', '_-@_-']),
      ),
      random(5) === 0 ? cell(null, '@') : cell(String(random(10_000))),
    ]),
  ],
});

const formulasSheet = (random: Random): BookSheet => ({
  name: 'Formulas',
  rows: [
    texts('Nome', 'Soma', 'Texto', 'Vazia'),
    ...Array.from({ length: 20 }, (_, index): BookCell[] => [
      cell(pick(random, names)),
      { value: null, formula: `ROW()+${random(90)}`, format: pick(random, ['General', '"R$ "#,##0.00', '0']) },
      random(2) === 0 ? { value: null, formula: `"a"&${index}` } : cell('texto'),
      random(3) === 0 ? { value: null, formula: 'IF(1=1,"","x")' } : cell(random(100)),
    ]),
  ],
});

const sparseSheet = (random: Random): BookSheet => ({
  name: 'Esparsa',
  rows: Array.from({ length: 30 }, (_, row) =>
    Array.from({ length: 12 }, (__, column) =>
      row === 0 || random(3) === 0
        ? cell(row === 0 ? `C${column}` : pick(random, [...names, 1, 2.5, true, false]))
        : cell(null, random(4) === 0 ? '0.00' : undefined),
    ),
  ),
});

/** Some of the formats, in an order of the seed. */
const some = (random: Random, formats: readonly string[], count: number) =>
  formats.map((format) => [random(1e9), format] as const).sort(([a], [b]) => a - b).slice(0, count).map(([, format]) => format); // prettier-ignore

/** The books of one writer; each writer has a seed of its own, so that no two write the same values. */
export function booksOf(seed: number): Book[] {
  const random = randomOf(seed);
  const one = (name: string, ...sheets: BookSheet[]): Book => ({ name, sheets });
  const clients = clientsSheet(random, 25);
  const hidden = clientsSheet(random, 20);
  return [
    ...[1, 2, 3, 4].map((n) => one(`numeros-${n}`, formatsSheet(random, some(random, numberFormats, 45), amounts, 8))),
    ...[1, 2].map((n) => one(`documentos-${n}`, formatsSheet(random, documentFormats, documents, 8))),
    ...[1, 2, 3, 4].map((n) => one(`datas-${n}`, formatsSheet(random, some(random, dateFormats, 45), dates, 8))),
    ...[1, 2, 3].map((n) => one(`clientes-${n}`, clientsSheet(random, 20 + 10 * n))),
    one('textos-1', textsSheet(random)),
    one('textos-2', textsSheet(random)),
    one('formulas', formulasSheet(random)),
    one('esparsa', sparseSheet(random)),
    one('ocultas', { ...hidden, hiddenRows: [3, 4, 9] }),
    one('titulo', { ...clients, rows: [texts('Relatório de clientes'), ...clients.rows], titleColumns: 5 }),
    one('abas', { name: 'Escondida', hidden: true, rows: [texts('nada')] }, clientsSheet(random, 5), {
      ...textsSheet(random),
      name: 'Segunda',
    }),
  ];
}
