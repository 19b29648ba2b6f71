import { chosenText, csvLine } from '../core/csv-line.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import { parseCnpj } from '../core/domain/cnpj.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, grouped, totalsOf } from './carrier-file.ts';
import { Sheet, sheetsFile } from './sheet.ts';
import { brazilianDate, DESTINATIONS, grams, groupedNumber, hyphened, totalsText, WAYS, yesOrNo } from './words.ts';

const CSV_HEADER = [
  'position',
  'way',
  'lot',
  'object',
  'postal_code',
  'weight',
  'return_receipt',
  'restricted_delivery',
  'declared_value',
  'service',
  'name',
];

/** The posting list of a batch: one table of all mailings, and for each way and lot the list that the counter signs. */
export async function postingLists(
  profile: CarrierProfile,
  batch: string,
  mailings: readonly CarrierMailing[],
): Promise<CarrierFile[]> {
  const body = [
    CSV_HEADER,
    ...mailings.map(csvCells),
    ['total', '', '', '', '', totalsOf(mailings).weight, '', '', '', '', mailings.length],
  ];
  const csv: CarrierFile = {
    name: 'lista-de-postagem.csv',
    type: 'text/csv; charset=utf-8',
    body: body.map(csvLine).join(''),
  };
  const lists = grouped(mailings, ({ way, lot }) => `${way}${lot === null ? '' : `-${String(lot).padStart(5, '0')}`}`);
  const files = lists.map(async ([key, members]): Promise<CarrierFile> => ({
    name: `lista-de-postagem-${key}.pdf`,
    type: 'application/pdf',
    body: await sheetsFile(listSheets(profile, batch, members)),
  }));
  return [csv, ...(await Promise.all(files))];
}

function csvCells(mailing: CarrierMailing): (string | number)[] {
  const { position, way, lot, postal_code, weight, return_receipt, restricted_delivery, service, carrier_to } = mailing;
  const object = numberOf(mailing);
  return [
    position,
    way,
    lot ?? '',
    object,
    postal_code,
    weight,
    yesOrNo(return_receipt),
    yesOrNo(restricted_delivery),
    'N',
    service,
    chosenText(carrier_to.name),
  ];
}

/** What stands for a mailing on a list: its number, or its place in the lot. */
const numberOf = ({ object, lot_sequence, id }: CarrierMailing): string =>
  object ?? (lot_sequence === null ? id : String(lot_sequence).padStart(11, '0'));

/** Columns of a table: heading, place in millimeters, alignment. */
interface Column {
  title: string;
  x: number;
  align?: 'right' | 'center';
}

interface Table {
  columns: readonly Column[];
  /** Cells, and a line below them. */
  rows: readonly { cells: readonly string[]; note?: string }[];
}

const LEFT = 15;
const RIGHT = 195;
const TABLE_TOP = 84;
const ROW = 4.6;
const NOTE = 3.8;
const FOOT = 244;

function listSheets(profile: CarrierProfile, batch: string, mailings: readonly CarrierMailing[]): Sheet[] {
  const { columns, rows } = mailings[0]!.way === 'fac_simple' ? destinationTable(mailings) : objectTable(mailings);
  const pages: Table['rows'][number][][] = [[]];
  let y = TABLE_TOP;
  for (const row of rows) {
    const height = ROW + (row.note ? NOTE : 0);
    if (y + height > FOOT) {
      pages.push([]);
      y = TABLE_TOP;
    }
    pages.at(-1)!.push(row);
    y += height;
  }
  return pages.map((page, index) => {
    const sheet = new Sheet();
    drawHead(sheet, profile, batch, mailings, `${index + 1} de ${pages.length}`);
    drawTable(sheet, columns, page);
    if (index === pages.length - 1) drawFoot(sheet, mailings);
    return sheet;
  });
}

function drawHead(
  sheet: Sheet,
  profile: CarrierProfile,
  batch: string,
  mailings: readonly CarrierMailing[],
  page: string,
): void {
  const { customer, producer, unit } = profile;
  const { way, lot, posting_date } = mailings[0]!;
  sheet.text(LEFT, 20, 'Lista de postagem', { size: 16, bold: true });
  sheet.text(RIGHT, 20, WAYS[way], { size: 12, bold: true, align: 'right' });
  sheet.rule(LEFT, 23, RIGHT, 23, 1);
  const facts: [string, string][] = [
    ['Cliente', `${customer.name} · CNPJ ${parseCnpj(customer.cnpj) ?? customer.cnpj}`],
    ['Contrato', profile.contract],
    ['Cartão de postagem', profile.card],
    ['Código administrativo', profile.administrative_code],
    [
      'Unidade de postagem',
      `${unit.name} (MCU ${unit.code}) · ${hyphened(unit.postal_code)} ${unit.city} - ${unit.state}`,
    ],
    ['Produtor', `${producer.name} · CNPJ ${parseCnpj(producer.cnpj) ?? producer.cnpj}`],
    ['Telefone e e-mail', `${customer.phone} · ${customer.email}`],
    ['Lista', `${batch}${lot === null ? '' : ` · lote ${String(lot).padStart(5, '0')}`} · DR ${profile.directorate}`],
    ['Data de postagem', brazilianDate(posting_date)],
    ['Total da lista', totalsText(totalsOf(mailings))],
  ];
  for (const [index, [name, value]] of facts.entries()) {
    const y = 29 + index * 4.8;
    sheet.text(LEFT, y, name, { bold: true });
    sheet.text(LEFT + 42, y, value, { width: RIGHT - LEFT - 42 });
  }
  sheet.text(RIGHT, 288, `Página ${page}`, { size: 8, align: 'right' });
  sheet.text(LEFT, 288, `Lista ${batch}`, { size: 8 });
}

function drawTable(sheet: Sheet, columns: readonly Column[], rows: Table['rows']): void {
  for (const { title, x, align } of columns)
    sheet.text(x, TABLE_TOP - 3, title, { bold: true, size: 8, align: align ?? 'left' });
  sheet.rule(LEFT, TABLE_TOP - 1.5, RIGHT, TABLE_TOP - 1.5);
  let y = TABLE_TOP;
  for (const { cells, note } of rows) {
    y += ROW;
    for (const [index, { x, align }] of columns.entries())
      sheet.text(x, y - 1.2, cells[index] ?? '', { size: 8.5, align: align ?? 'left' });
    if (note === undefined) continue;
    y += NOTE;
    sheet.text(LEFT + 8, y - 1.2, note, { size: 8, width: 120 });
  }
}

/** One row for each registered object, its addressee below. */
function objectTable(mailings: readonly CarrierMailing[]): Table {
  return {
    columns: [
      { title: 'Nº', x: LEFT },
      { title: 'Objeto', x: LEFT + 14 },
      { title: 'CEP', x: 78 },
      { title: 'Peso (g)', x: 112, align: 'right' },
      { title: 'AR', x: 122, align: 'center' },
      { title: 'MP', x: 132, align: 'center' },
      { title: 'VD', x: 142, align: 'center' },
      { title: 'Nota fiscal', x: 150 },
      { title: 'Serviço', x: RIGHT, align: 'right' },
    ],
    rows: mailings.map((mailing) => ({
      cells: [
        String(mailing.position),
        mailing.object === null ? numberOf(mailing) : groupedNumber(mailing.object),
        hyphened(mailing.postal_code),
        grams(mailing.weight),
        yesOrNo(mailing.return_receipt),
        yesOrNo(mailing.restricted_delivery),
        'N',
        '-',
        mailing.service,
      ],
      note: mailing.carrier_to.name,
    })),
  };
}

/** One row for each destination, service and weight of a single object. */
function destinationTable(mailings: readonly CarrierMailing[]): Table {
  const rows = grouped(mailings, ({ destination, service, weight }) => [destination, service, weight].join());
  return {
    columns: [
      { title: 'Destino', x: LEFT },
      { title: 'Serviço', x: 55 },
      { title: 'Peso unitário (g)', x: 105, align: 'right' },
      { title: 'Quantidade', x: 135, align: 'right' },
      { title: 'Peso total (g)', x: 165, align: 'right' },
      { title: 'MP', x: 176, align: 'center' },
      { title: 'VD', x: RIGHT, align: 'right' },
    ],
    rows: rows.map(([, members]) => ({
      cells: [
        DESTINATIONS[members[0]!.destination],
        members[0]!.service,
        grams(members[0]!.weight),
        members.length.toLocaleString('pt-BR'),
        grams(totalsOf(members).weight),
        'N',
        'N',
      ],
    })),
  };
}

/** What a list of authorized franking says that its mailings have; a person ticks what the counter checked. */
const PREREQUISITES = [
  'CEP e endereço completos',
  'Plano de triagem e blocagem',
  'Chancela de franqueamento',
  'CIF, ou registro em código de barras',
  'Arquivo eletrônico e lista de postagem',
  'CEPNet nos objetos automatizáveis',
  'Código 2D nos objetos automatizáveis com CEPNet',
  'Carga unitizada',
];

function drawFoot(sheet: Sheet, mailings: readonly CarrierMailing[]): void {
  const { way } = mailings[0]!;
  const objects = mailings.map(({ object }) => object).filter((object) => object !== null);
  sheet.rule(LEFT, FOOT + 3, RIGHT, FOOT + 3);
  sheet.text(LEFT, FOOT + 8, `Total: ${totalsText(totalsOf(mailings))}`, { bold: true, size: 10 });
  if (objects.length > 0) {
    const [first, last] = [objects.reduce(least), objects.reduce(most)];
    sheet.text(RIGHT, FOOT + 8, `Registros de ${groupedNumber(first)} a ${groupedNumber(last)}`, { align: 'right' });
  }
  if (way === 'fac_simple' || way === 'fac_registered')
    for (const [index, text] of PREREQUISITES.entries()) {
      const [x, y] = [LEFT + (index % 2) * 95, FOOT + 11 + Math.floor(index / 2) * 4.2];
      sheet.box(x, y, 2.8, 2.8);
      sheet.text(x + 4.5, y + 2.5, text, { size: 8 });
    }
  for (const [index, who] of ['Data', 'Cliente', 'Correios (matrícula e carimbo)'].entries()) {
    const x = LEFT + index * 62;
    sheet.rule(x, FOOT + 36, x + 54, FOOT + 36);
    sheet.text(x, FOOT + 39.5, who, { size: 8 });
  }
}

const least = (one: string, other: string) => (other < one ? other : one);
const most = (one: string, other: string) => (other > one ? other : one);
