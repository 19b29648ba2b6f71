import { strToU8, zipSync } from 'fflate';

interface Content {
  /** Elements of their parts, beside those that every one has. */
  workbook?: string;
  styles?: string;
  texts?: string;
  /** Compression; none by default. */
  level?: 0 | 6;
}

/** A workbook of one sheet with the headings "Nome" and "Valor". @param sheet what follows its first row */
export function workbook(
  sheet: string,
  { workbook = '', styles = '', texts = '', level = 0 }: Content = {},
): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (...found: [string, string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${found
      .map(([type, target]) => `<Relationship Id="${type}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  const content = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  return zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${content('workbook.xml', 'sheet.main')}${content('sheet.xml', 'worksheet')}${content('styles.xml', 'styles')}${content('texts.xml', 'sharedStrings')}</Types>`,
        '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
        'xl/_rels/workbook.xml.rels': relations(
          ['worksheet', 'sheet.xml'],
          ['styles', 'styles.xml'],
          ['sharedStrings', 'texts.xml'],
        ),
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="P" sheetId="1" r:id="worksheet"/></sheets>${workbook}</workbook>`,
        'xl/styles.xml': `<styleSheet xmlns="${main}">${styles || '<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/></cellXfs>'}</styleSheet>`,
        'xl/texts.xml': `<sst xmlns="${main}"><si><t>Nome</t></si><si><t>Valor</t></si><si><t>Ana</t></si>${texts}</sst>`,
        'xl/sheet.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${sheet}`,
      }).map(([path, text]) => [path, strToU8(text)]),
    ),
    { level },
  );
}
