import { type Address, printedLines } from '../core/domain/addresses.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import { mm } from '../pdf/base/geometry.ts';
import type { CarrierFile } from './carrier-file.ts';
import { code128Symbol } from './draw-symbols.ts';
import { senderOf } from './ppn-requests.ts';
import { registeredOf } from './registered-labels.ts';
import { Sheet, sheetsFile } from './sheet.ts';
import { groupedNumber, marksOf } from './words.ts';

/** Three forms on an A4 sheet; columns of 46, 31 and 23 % between two strips for glue. */
const FORM = { x: 10, width: 190, height: 91, gap: 4, top: 8, strip: 5 } as const;
const INNER = FORM.width - 2 * FORM.strip;
const COLUMN = [0.46, 0.31, 0.23].map((share) => share * INNER) as [number, number, number];

const REASONS = [
  '1 Mudou-se',
  '2 Endereço insuficiente',
  '3 Não existe o número',
  '4 Desconhecido',
  '5 Recusado',
  '6 Não procurado',
  '7 Ausente',
  '8 Falecido',
  '9 Outros',
];

/** The form of the return receipt of each mailing that has one, in the order of the batch. */
export async function returnReceipts(mailings: readonly CarrierMailing[]): Promise<CarrierFile | undefined> {
  const awaited = registeredOf(mailings).filter(({ return_receipt }) => return_receipt);
  if (awaited.length === 0) return undefined;
  const sheets = Array.from({ length: Math.ceil(awaited.length / 3) }, () => new Sheet());
  for (const [index, mailing] of awaited.entries())
    drawForm(sheets[Math.floor(index / 3)]!, FORM.top + (index % 3) * (FORM.height + FORM.gap), mailing);
  return { name: 'avisos-de-recebimento.pdf', type: 'application/pdf', body: await sheetsFile(sheets) };
}

function drawForm(sheet: Sheet, top: number, mailing: CarrierMailing & { object: string }): void {
  const left = FORM.x + FORM.strip;
  const [second, third] = [left + COLUMN[0], left + COLUMN[0] + COLUMN[1]];
  sheet.box(FORM.x, top, FORM.width, FORM.height, 0.8);
  for (const x of [left, third + COLUMN[2]]) sheet.rule(x, top, x, top + FORM.height, 0.4);
  sheet.rule(second, top + 9, second, top + FORM.height - 24);
  sheet.rule(third, top + 9, third, top + FORM.height);
  sheet.rule(left, top + 9, left + INNER, top + 9);
  sheet.rule(left, top + FORM.height - 24, third, top + FORM.height - 24);
  for (const x of [FORM.x + FORM.strip / 2, third + COLUMN[2] + FORM.strip / 2]) drawStrip(sheet, x, top);
  sheet.text(left + 2, top + 6.3, 'AVISO DE RECEBIMENTO', { size: 11, bold: true });
  sheet.text(left + INNER - 2, top + 6.3, ['Registrado', ...marksOf(mailing)].join(' · '), {
    bold: true,
    align: 'right',
  });
  drawPeople(sheet, left + 2, top, mailing);
  drawAttempts(sheet, second + 2, top);
  drawUnit(sheet, third + 2, top);
  drawReceiver(sheet, left + 2, top + FORM.height - 24, third - left - 4);
}

/** Where the form is glued to the envelope, from top to bottom. */
function drawStrip(sheet: Sheet, x: number, top: number): void {
  for (const [index, letter] of [...'COLE AQUI'].entries())
    sheet.text(x, top + 34 + index * 3.2, letter, { size: 6, align: 'center' });
}

function drawPeople(sheet: Sheet, x: number, top: number, mailing: CarrierMailing & { object: string }): void {
  const { object, carrier_to } = mailing;
  const width = COLUMN[0] - 4;
  addressLines(sheet, x, top + 12.5, 'DESTINATÁRIO', carrier_to, width);
  sheet.text(x, top + 35, groupedNumber(object), { size: 10, bold: true });
  sheet.symbol(x + 5, top + 36.5, code128Symbol(object, { width: mm(58), height: mm(9) }));
  addressLines(sheet, x, top + 50, 'REMETENTE E ENDEREÇO PARA DEVOLUÇÃO DO AR', senderOf(mailing), width);
}

function addressLines(sheet: Sheet, x: number, y: number, title: string, address: Address, width: number): void {
  sheet.text(x, y, title, { size: 6 });
  sheet.lines(x, y + 3.6, printedLines(address), width, { size: 8, pitch: 3.5 });
}

function drawAttempts(sheet: Sheet, x: number, top: number): void {
  sheet.text(x, top + 12.5, 'TENTATIVAS DE ENTREGA', { size: 6 });
  for (const number of [1, 2, 3])
    sheet.text(x, top + 12 + number * 5, `${number}ª  ____/____/______   ____:____ h`, { size: 8 });
  sheet.text(x, top + 34, 'MOTIVO DA DEVOLUÇÃO', { size: 6 });
  for (const [index, reason] of REASONS.entries()) {
    const y = top + 36 + index * 3.4;
    sheet.box(x, y, 2.4, 2.4, 0.4);
    sheet.text(x + 4, y + 2.2, reason, { size: 7 });
  }
}

function drawUnit(sheet: Sheet, x: number, top: number): void {
  sheet.text(x, top + 12.5, 'CARIMBO DA UNIDADE DE ENTREGA', { size: 6, width: COLUMN[2] - 4 });
  sheet.text(x, top + FORM.height - 20.5, 'CARTEIRO: RUBRICA E MATRÍCULA', { size: 6, width: COLUMN[2] - 4 });
  sheet.rule(x - 2, top + FORM.height - 24, x - 2 + COLUMN[2], top + FORM.height - 24);
}

function drawReceiver(sheet: Sheet, x: number, top: number, width: number): void {
  const rows = [
    ['ASSINATURA DO RECEBEDOR', 'DATA DE ENTREGA'],
    ['NOME LEGÍVEL DO RECEBEDOR', 'DOCUMENTO DE IDENTIDADE'],
  ] as const;
  for (const [index, [first, second]] of rows.entries()) {
    const y = top + index * 12;
    if (index > 0) sheet.rule(x - 2, y, x + width + 2, y);
    sheet.text(x, y + 3, first, { size: 6 });
    sheet.text(x + width * 0.66 + 2, y + 3, second, { size: 6 });
  }
  sheet.rule(x + width * 0.66, top, x + width * 0.66, top + 24);
}
