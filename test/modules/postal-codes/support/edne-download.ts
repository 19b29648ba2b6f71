import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { brazilianStates, stateCodes } from '../../../../lib/core/domain/brazilian-states.ts';

/** Rows of each file, fields joined by `@`. */
export type EdneRows = Record<string, string[]>;

const digits = (prefix: number) => String(prefix).padStart(5, '0');
const stateRanges = stateCodes.flatMap((state) =>
  brazilianStates[state].ranges.map(([first, last]) => `${state}@${digits(first)}000@${digits(last)}999`),
);

/**
 * A small but complete base in the official layout: every file, with every kind of code. The places are real, and so
 * are the peculiarities of the rows: a bare quote, a name that must not get its type as a prefix, districts, numbering
 * ranges.
 */
export function edneBase(): EdneRows {
  const streets = Object.fromEntries(stateCodes.map((state) => [`LOG_LOGRADOURO_${state}.TXT`, [] as string[]]));
  return {
    ...streets,
    'LOG_FAIXA_UF.TXT': stateRanges,
    'LOG_FAIXA_LOCALIDADE.TXT': [
      '16@69900001@69923999@T',
      '16@69900001@69920999@C',
      '8912@14800001@14819999@T',
      '1778@70000001@72799999@T',
      '158@57100000@57119999@T',
    ],
    'LOG_LOCALIDADE.TXT': [
      '16@AC@Rio Branco@@1@M@@Rio Branco@1200401',
      '13@AC@Plácido de Castro@69928000@0@M@@Plácido Castro@1200385',
      '11059@AC@Campinas@69929000@0@D@13@Campinas@',
      '6941@RJ@Nova Iguaçu@@1@M@@Nova Iguaçu@3303500',
      '6874@RJ@Cabuçu@@2@D@6941@Cabuçu@',
      '8912@SP@Araraquara@@1@M@@Araraquara@3503208',
      '1778@DF@Brasília@@1@M@@Brasília@5300108',
      '158@AL@Rio Largo@57100000@3@M@@Rio Largo@2707701',
    ],
    'LOG_BAIRRO.TXT': [
      '47@AC@16@Abraão Alab@A Alab',
      '31@AC@16@Jardim Europa@Jd Europa',
      '39325@AC@13@Centro@Centro',
      '14716@SP@8912@Boca D"Água@',
      '1231@DF@1778@Santa Maria@',
      '900@RJ@6874@Cabuçu@Cabuçu',
    ],
    'LOG_LOGRADOURO_AC.TXT': ['1@AC@16@47@@Nelson Mesquita@@69918703@Rua@S@R Nelson Mesquita'],
    'LOG_LOGRADOURO_DF.TXT': ['1001964@DF@1778@1231@@QC 2 Conjunto Q@@72536165@Quadra@N@Q QC'],
    'LOG_LOGRADOURO_RJ.TXT': ['500@RJ@6874@900@@São João@@26291000@Rua@S@'],
    'LOG_LOGRADOURO_SP.TXT': [
      '1001235@SP@8912@14716@@Octaviano de Arruda Campos@- de 960/961 ao fim@14810227@Avenida@S@Av Octaviano',
    ],
    'LOG_GRANDE_USUARIO.TXT': [
      '15346@AC@16@31@674758@UNINORTE@Alameda Hungria 200@69915901@',
      '15347@AC@16@31@@Promoção@Rua Benjamin Constant, 10@69915960@',
    ],
    'LOG_UNID_OPER.TXT': [
      '11988@AC@13@39325@@AC Plácido de Castro@Rua Coronel Fontinelle de Castro 441@69928970@N@AC Plácido Castro',
    ],
    'LOG_CPC.TXT': ['1285@AL@158@Conjunto Mutirão@Quadra 1 nº 37 - Conj.Mutirão - Rio Largo@57100990'],
    'LOG_VAR_LOG.TXT': ['1@1@Estrada@Velha do Aeroporto', '1@2@Rua@7'],
    'LOG_NUM_SEC.TXT': ['172733@1@0932@A'],
    'LOG_VAR_LOC.TXT': ['16@1@Volta da Empresa'],
    'ECT_PAIS.TXT': ['BR@BRA@Brasil@Brazil@Brésil@Bra'],
  };
}

/** Windows-1252 characters where ISO-8859-1 has control characters. */
const WINDOWS_1252 = new Map(
  [...'‘’“”–'].map((character, index) => [character, [0x91, 0x92, 0x93, 0x94, 0x96][index]!]),
);

/** Rows in the encoding of the official files: windows-1252, CRLF. */
export function encodeRows(rows: readonly string[]): Buffer {
  const text = rows.map((row) => `${row}\r\n`).join('');
  return Buffer.from([...text].map((character) => WINDOWS_1252.get(character) ?? character.charCodeAt(0)));
}

/** Files of a base or delta in the folder `Delimitado`, every other extension in lower case. */
export function delimited(rows: EdneRows): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, lines], index) => [
      `Delimitado/${index % 2 ? name.replace('.TXT', '.txt') : name}`,
      encodeRows(lines),
    ]),
  );
}

/** The file that the carrier's customers download: a zip with a zip of the base and a zip of the delta. */
export function outerZip(base: EdneRows, delta?: EdneRows, release = '26111'): Buffer {
  return zip({
    [`eDNE_Basico_${release}.zip`]: zip({ ...delimited(base), 'Fixo/LOG_LOCALIDADE.TXT': Buffer.from('fixed width') }),
    ...(delta && { [`eDNE_Delta_Basico_${release}.zip`]: zip(delimited(delta)) }),
  });
}

export async function writeFolder(folder: string, files: Record<string, Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** A zip of deflated files, by the ZIP application note: local headers, central directory, end record. */
export function zip(files: Record<string, Buffer>): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = Buffer.from(name);
    const data = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(centrals.length, 4);
  end.writeUInt16LE(centrals.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}
