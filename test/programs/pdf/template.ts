import { crc32, deflateSync } from 'node:zlib';
import type { Template } from '../../../lib/pdf/own-letter/template-layout.ts';
import type { Secrets } from '../../../lib/pdf/verification-file.ts';

export const TEMPLATE: Template = {
  companyName: 'Empresa Exemplo',
  registration: 'Empresa Exemplo Ltda. · CNPJ 15.216.260/0001-76',
  date: '22 de novembro de 2026',
  title: 'Confirme seu endereço',
  greeting: 'Olá, Ana Souza!',
  body: 'Recebemos um cadastro com este endereço. Para confirmar que ele é seu, digite o código abaixo.',
  codeLabel: 'Seu código, que vale até 20 de janeiro de 2027',
  instructions: 'Informe este código à empresa Empresa Exemplo.',
  steps: [
    {
      text: 'Abra esta página na internet:',
      address: 'https://confirma.example/acc_bcdfgh/bcdf-ghjk-mnpq',
      also: 'Ou só confirma.example, com o número desta carta: bcdf-ghjk-mnpq',
    },
    { text: 'Digite na página o código acima.' },
    { text: 'Toque em “Confirmar endereço”.' },
  ],
  caution: { heading: 'Como saber se esta carta é verdadeira', text: 'Ninguém vai pedir sua senha.' },
  footer: 'Empresa Exemplo Ltda. Dúvidas: 0800 000 0000.',
  includeQrCode: true,
};

export const SECRETS: Secrets = {
  code: '739154',
  hostedPageUrl: 'https://confirma.example/acc_bcdfgh/bcdf-ghjk-mnpq',
  qrCodeUrl: 'https://confirma.example/acc_bcdfgh/bcdf-ghjk-mnpq#739154',
};

/** A green disc on a transparent background, as a PNG. */
export function discPng(side: number): Buffer {
  const rows = Array.from({ length: side }, (_, y) => {
    const pixels = Array.from({ length: side }, (__, x) => {
      const inside = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2) ** 2;
      return [0, 120, 60, inside ? 255 : 0];
    });
    return Buffer.from([0, ...pixels.flat()]);
  });
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return pngOf(header, deflateSync(Buffer.concat(rows)));
}

/** A PNG from any header and compressed data. */
export function pngOf(header: Buffer, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
