import { expect, test } from '@jest/globals';
import { asText } from '../../lib/texts/mails/as-text.ts';

test.each([
  ['Padaria Ipê Ltda.', 'Padaria Ipê Ltda.'],
  ['Magazine S.A.', 'Magazine S.A.'],
  ['Sr. Silva & Cia. 3.5', 'Sr. Silva & Cia. 3.5'],
  ['ana.souza@empresa.com.br', 'ana.souza@empresa.com.br'],
  ['Prêmio em www.golpe.com.br', 'Prêmio em www. golpe. com. br'],
  ['golpe.com', 'golpe. com'],
  ['https://golpe.com/pix', 'https: //golpe. com/pix'],
  ['http://127.0.0.1/pix', 'http: //127.0.0.1/pix'],
  ['Fale com x@golpe.com', 'Fale com x @golpe. com'],
  ['x.1and1.com', 'x. 1and1. com'],
  ['golpe\uFF0Ecom, golpe\u3002com, golpe\uFF61com', 'golpe\uFF0E com, golpe\u3002 com, golpe\uFF61 com'],
  ['Ana\r\nBcc: x\u0000\u001B[2J', 'Ana Bcc: x [2J'],
  ['Ana \u202Emoc.eplog\u202C', 'Ana moc. eplog'],
])('%j in a mail is %j', (name, shown) => {
  expect(asText(name)).toBe(shown);
});
