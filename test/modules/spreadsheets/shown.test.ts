import { describe, expect, test } from '@jest/globals';
import { shownNumber, shownText } from '../../../lib/spreadsheet/shown.ts';

const shown = (value: number, code: string, offset = 0) => {
  const found = shownNumber(value, { id: 200, code }, offset);
  return 'text' in found ? found.text : `(${found.fault})`;
};
const builtIn = (value: number, id: number) => {
  const found = shownNumber(value, { id, code: undefined });
  return 'text' in found ? found.text : `(${found.fault})`;
};

/** 5 November 2026 is day 46331; 7 December 2026 is day 46363. */
describe('a number in its format', () => {
  test.each([
    [1310100, 'General', '1310100'],
    [0.1 + 0.2, 'General', '0,3'],
    [-12.5, 'General', '-12,5'],
    [11222333000181, '0', '11222333000181'],
    [1310100, '00000000', '01310100'],
    [1310100, '00000\\-000', '01310-100'],
    [1.005, '0.00', '1,01'],
    [1234567.5, '#,##0.00', '1.234.567,50'],
    [1234.5, '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', 'R$ 1.234,50'],
    [0, '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', 'R$ -'],
    [-1234.5, '"R$ "#,##0.00;[Red]("R$ "#,##0.00)', '(R$ 1.234,50)'],
    [1234.5, '[$R$-416] #,##0.00', 'R$ 1.234,50'],
    [1234.5, '[$US$-409]#,##0.00', 'US$1.234,50'],
    [0.125, '0.0%', '12,5%'],
    [1_500_000, '0.0,,"M"', '1,5M'],
    [12.5, '0.00" kg"', '12,50 kg'],
    [1234567890, '[<=99999999999]000\\.000\\.000\\-00;00\\.000\\.000\\/0000\\-00', '012.345.678-90'],
    [11222333000181, '[<=99999999999]000\\.000\\.000\\-00;00\\.000\\.000\\/0000\\-00', '11.222.333/0001-81'],
    [11987654321, '\\(##\\)\\ #####\\-####', '(11) 98765-4321'],
    [12345678909, '###\\.###\\.###\\-##', '123.456.789-09'],
    [1, '"Sim";;"Não"', 'Sim'],
    [4711, ';;;', ''],
    [46331, 'mmmm', 'novembro'],
    [46331, 'dddd', 'quinta-feira'],
    [46331, 'yy', '26'],
    [46331, 'dd "de" mmmm "de" yyyy', '05 de novembro de 2026'],
    [46331, '[$-416]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@', '5 de novembro de 2026'],
    [46331, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'quinta-feira, 5 de novembro de 2026'],
    [46331, 'mmm/yy', 'nov/26'],
    [46331.5, 'yyyy-mm-dd hh:mm', '2026-11-05 12:00'],
    [0.75, 'h:mm AM/PM', '6:00 PM'],
    [1.5, '[h]:mm', '36:00'],
    [61, 'dd/mm/yyyy', '01/03/1900'],
  ])('%d as %s is %s', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  test.each([
    [4, 1234.5, '1.234,50'],
    [14, 46363, '07/12/2026'],
    [17, 46331, 'nov/26'],
    [22, 46363.25, '07/12/2026 06:00'],
    [44, 1234.5, 'R$ 1.234,50'],
    [46, 1.5, '36:00:00'],
    [49, 10, '10'],
  ])('built-in format %d of %d is %s', (id, value, text) => {
    expect(builtIn(value, id)).toBe(text);
  });

  test.each([
    // Excel has eleven characters for General: 1,12223E+13.
    [11222333000181, 'General', '(rounded)'],
    [1 / 3, 'General', '(rounded)'],
    [0.125, '0%', '(rounded)'],
    [46331.9999999, 'dd/mm/yyyy', '(rounded)'],
    [46331.500006, 'hh:mm:ss', '(rounded)'],
    [59, 'dd/mm/yyyy', '(date)'],
    [-1, 'dd/mm/yyyy', '(date)'],
    [2_958_466, 'dd/mm/yyyy', '(date)'],
    [0.3, '# ?/?', '(format)'],
    [1, '#.##', '(format)'],
    [-1, '[>1000]0.0;0', '(format)'],
    [-1, '"texto"', '(format)'],
    [1, '0.0.0', '(format)'],
    [1234.5, '0,00', '(format)'],
    [1, '0*-', '(format)'],
    [46331, 'dd/mm/aaaa', '(format)'],
    [46331, '[$-C0A]mmmm', '(format)'],
    [1, '[Vermelho]0', '(format)'],
    [1234, '##0.0E+0', '(format)'],
    [1, '[DBNum1]0', '(format)'],
  ])('%d as %s is not certain', (value, code, fault) => {
    expect(shown(value, code)).toBe(fault);
  });

  test.each([
    [15, 46363],
    [16, 46363],
    [7, -1],
    [44, -1],
  ])('built-in format %d of %d depends on the computer', (id, value) => {
    expect(builtIn(value, id)).toBe('(format)');
  });

  test('counts its days from 1904 where the workbook says so', () => {
    expect(shown(0, 'dd/mm/yyyy', 1_462)).toBe('01/01/1904');
    expect(shown(0.5, 'hh:mm', 1_462)).toBe('12:00');
  });
});

test.each([
  ['Ana', 'General', 'Ana'],
  ['Ana', '"Sr(a). "@', 'Sr(a). Ana'],
  ['Ana', '0.00', 'Ana'],
  ['Ana', '_-* #,##0.00_-;\\-* #,##0.00_-;_-* "-"??_-;_-@_-', 'Ana'],
  ['Ana', ';;;', ''],
])('the text %s as %s is %j', (text, code, expected) => {
  const found = shownText(text, { id: 200, code });
  expect('text' in found && found.text.trim()).toBe(expected);
});
