import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import { parseCnpj } from '../core/domain/cnpj.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { mm } from '../pdf/base/geometry.ts';
import { type CarrierFile, grouped, totalsOf } from './carrier-file.ts';
import { code128Symbol } from './draw-symbols.ts';
import { Sheet, sheetsFile } from './sheet.ts';
import { brazilianDate, grams, hyphened, totalsText, WAYS } from './words.ts';

const COPIES = ['1ª via: Correios', '2ª via: cliente'];
const LEFT = 15;
const RIGHT = 195;
const ROOM = 200;

/** The voucher of a batch: what is handed over by service, twice. */
export async function voucher(
  profile: CarrierProfile,
  batch: string,
  mailings: readonly CarrierMailing[],
): Promise<CarrierFile> {
  const body = await sheetsFile(COPIES.map((copy) => copySheet(profile, batch, mailings, copy)));
  return { name: 'comprovante.pdf', type: 'application/pdf', body };
}

function copySheet(profile: CarrierProfile, batch: string, mailings: readonly CarrierMailing[], copy: string): Sheet {
  const { customer, unit } = profile;
  const sheet = new Sheet();
  sheet.text(LEFT, 22, 'Comprovante de postagem', { size: 16, bold: true });
  sheet.text(RIGHT, 22, copy, { align: 'right' });
  sheet.rule(LEFT, 25, RIGHT, 25, 1);
  const facts: [string, string][] = [
    ['Contrato', profile.contract],
    ['Cartão de postagem', profile.card],
    ['Cliente', `${customer.name} · CNPJ ${parseCnpj(customer.cnpj) ?? customer.cnpj}`],
    ['Telefone', customer.phone],
    ['E-mail', customer.email],
    ['Unidade', `${unit.name} · ${hyphened(unit.postal_code)} ${unit.city} - ${unit.state}`],
    ['Lista', batch],
  ];
  for (const [index, [name, value]] of facts.entries()) {
    sheet.text(LEFT, 33 + index * 5.4, name, { bold: true, size: 10 });
    sheet.text(LEFT + 42, 33 + index * 5.4, value, { size: 10, width: RIGHT - LEFT - 42 });
  }
  sheet.symbol(LEFT, 73, code128Symbol(batch, { width: mm(100), height: mm(15) }));
  sheet.text(LEFT + 50, 93, batch, { size: 10, align: 'center' });
  drawServices(sheet, mailings);
  sheet.text(LEFT, 262, `Data de fechamento: ${brazilianDate(mailings[0]!.posting_date)}`, { size: 10 });
  for (const [index, who] of ['Assinatura do cliente', 'Assinatura e matrícula do atendente'].entries()) {
    sheet.rule(LEFT + index * 95, 278, LEFT + 82 + index * 95, 278);
    sheet.text(LEFT + index * 95, 282, who, { size: 8 });
  }
  return sheet;
}

function drawServices(sheet: Sheet, mailings: readonly CarrierMailing[]): void {
  const top = 106;
  for (const [text, x, align] of [
    ['Serviço', LEFT, 'left'],
    ['Modalidade', LEFT + 22, 'left'],
    ['Adicionais', 105, 'left'],
    ['Quantidade', 160, 'right'],
    ['Peso (g)', RIGHT, 'right'],
  ] as const)
    sheet.text(x, top, text, { bold: true, align });
  sheet.rule(LEFT, top + 2, RIGHT, top + 2);
  const services = grouped(mailings, ({ way, service, additional }) => [way, service, ...additional].join());
  const pitch = Math.min(6, (ROOM - 52) / services.length);
  for (const [index, [, members]] of services.entries()) {
    const y = top + 7 + index * pitch;
    const { service, way, additional } = members[0]!;
    sheet.text(LEFT, y, service);
    sheet.text(LEFT + 22, y, WAYS[way]);
    sheet.text(105, y, additional.join(' ') || '-');
    sheet.text(160, y, members.length.toLocaleString('pt-BR'), { align: 'right' });
    sheet.text(RIGHT, y, grams(totalsOf(members).weight), { align: 'right' });
  }
  const y = top + 9 + services.length * pitch;
  sheet.rule(LEFT, y - 5, RIGHT, y - 5);
  sheet.text(LEFT, y, `Total: ${totalsText(totalsOf(mailings))}`, { bold: true, size: 10 });
}
