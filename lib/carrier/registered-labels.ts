import { printedLines } from '../core/domain/addresses.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { mm } from '../pdf/base/geometry.ts';
import type { CarrierFile } from './carrier-file.ts';
import { code128Symbol } from './draw-symbols.ts';
import { type Cell, onCells } from './label-cells.ts';
import type { Sheet } from './sheet.ts';
import { grams, groupedNumber, marksOf } from './words.ts';

/** Bars of the register: at least 56 x 15 mm with 5 mm clear on each side, on 300 dpi or more. */
const BARS = { width: 60, height: 18 } as const;

type Registered = CarrierMailing & { object: string };

export const registeredOf = (mailings: readonly CarrierMailing[]): Registered[] =>
  mailings.filter((mailing): mailing is Registered => mailing.object !== null);

/** The label of each registered mailing, in the order of the batch: its number as bars and in figures, and who received it. */
export async function registeredLabels(
  profile: CarrierProfile,
  mailings: readonly CarrierMailing[],
): Promise<CarrierFile | undefined> {
  const registered = registeredOf(mailings);
  if (registered.length === 0) return undefined;
  const body = await onCells(registered, (sheet, cell, mailing) => drawLabel(sheet, cell, mailing, profile));
  return { name: 'rotulos-registrados.pdf', type: 'application/pdf', body };
}

function drawLabel(sheet: Sheet, { x, y, width, height }: Cell, mailing: Registered, profile: CarrierProfile): void {
  const [left, inner] = [x + 6, width - 12];
  sheet.text(left, y + 9, 'REGISTRADO', { size: 11, bold: true });
  sheet.text(left + 30, y + 9, `Serviço ${mailing.service} · ${grams(mailing.weight)} g`, { size: 8 });
  sheet.text(x + width - 6, y + 9.5, marksOf(mailing).join('  '), { size: 14, bold: true, align: 'right' });
  sheet.text(x + width / 2, y + 16.5, groupedNumber(mailing.object), { size: 13, bold: true, align: 'center' });
  const bars = code128Symbol(mailing.object, { width: mm(BARS.width), height: mm(BARS.height) });
  sheet.symbol(x + (width - BARS.width) / 2, y + 18.5, bars);
  for (const [index, name] of ['Recebedor', 'Assinatura', 'Documento'].entries()) {
    const line = y + 43.5 + index * 6;
    sheet.text(left, line, `${name}:`, { size: 8 });
    sheet.rule(left + 16, line + 0.5, x + width - 6, line + 0.5, 0.4);
  }
  sheet.lines(left, y + 61.5, printedLines(mailing.carrier_to), inner, { size: 9, pitch: 3.8 });
  sheet.text(left, y + height - 4, `${mailing.position} · contrato ${profile.contract} · ${mailing.id}`, {
    size: 6,
    width: inner,
  });
}
