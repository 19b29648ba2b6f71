import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, grouped, totalsOf } from './carrier-file.ts';
import { type Cell, onCells } from './label-cells.ts';
import type { Sheet } from './sheet.ts';
import { brazilianDate, hyphened, totalsText, WAYS } from './words.ts';

/** The mailings of a tray: one way and one destination of the plan. */
interface Tray {
  number: number;
  mailings: readonly CarrierMailing[];
}

/** A label for each destination of the plan, in the order of the presort. e-Carta has no trays: the carrier prints it. */
export async function trayLabels(
  profile: CarrierProfile,
  batch: string,
  mailings: readonly CarrierMailing[],
): Promise<CarrierFile | undefined> {
  const carried = mailings.filter(({ way }) => way !== 'e_carta');
  const groups = grouped(carried, ({ way, triage }) => [way, triage.sequence, triage.label].join());
  const trays = groups.map(([, members], index): Tray => ({ number: index + 1, mailings: members }));
  if (trays.length === 0) return undefined;
  const body = await onCells(trays, (sheet, cell, tray) => drawTray(sheet, cell, tray, trays.length, profile, batch));
  return { name: 'rotulos-de-caixetas.pdf', type: 'application/pdf', body };
}

function drawTray(sheet: Sheet, cell: Cell, tray: Tray, count: number, profile: CarrierProfile, batch: string): void {
  const { x, y, width } = cell;
  const { way, triage, posting_date } = tray.mailings[0]!;
  const codes = tray.mailings.map(({ postal_code }) => postal_code);
  const [first, last] = [
    codes.reduce((one, other) => (other < one ? other : one)),
    codes.reduce((one, other) => (other > one ? other : one)),
  ];
  const inner = width - 12;
  sheet.text(x + 6, y + 11, WAYS[way], { size: 10, width: inner - 30 });
  sheet.text(x + width - 6, y + 11, `Caixeta ${tray.number} de ${count}`, { size: 10, align: 'right' });
  sheet.rule(x + 6, y + 14, x + width - 6, y + 14);
  sheet.text(x + 6, y + 27, triage.label, { size: 24, bold: true, width: inner });
  sheet.text(x + 6, y + 39, `CEP ${hyphened(first)} a ${hyphened(last)}`, { size: 13, width: inner });
  sheet.text(x + 6, y + 48, totalsText(totalsOf(tray.mailings)), { size: 12, bold: true, width: inner });
  const facts = [
    `Origem: ${profile.unit.name} · ${hyphened(profile.unit.postal_code)}`,
    `Cliente: ${profile.customer.name} · contrato ${profile.contract}`,
    `Postagem: ${brazilianDate(posting_date)} · plano ${triage.plan}, sequência ${triage.sequence}`,
    `Lista: ${batch}`,
  ];
  for (const [index, text] of facts.entries()) sheet.text(x + 6, y + 57 + index * 5, text, { width: inner });
}
