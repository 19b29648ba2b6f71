import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { IMPORTED_RELEASE, openDirectory, SEED_RELEASE } from '../../../lib/adapters/postal-codes/directory.ts';
import type { ImportOptions } from '../../../lib/adapters/postal-codes/edne/import.ts';
import { importEdne } from '../../../lib/adapters/postal-codes/edne/import.ts';
import { ImportRefusal } from '../../../lib/adapters/postal-codes/edne/refusal.ts';
import { writeRelease } from '../../../lib/adapters/postal-codes/release-writer.ts';
import type { PostalCodeEntry } from '../../../lib/core/domain/addresses.ts';
import type { EdneRows } from './support/edne-download.ts';
import { delimited, edneBase, encodeRows, outerZip, writeFolder, zip } from './support/edne-download.ts';

let temporary: string;
let releases: string;
let download: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'edne-'));
});
beforeEach(async () => {
  const folder = await mkdtemp(join(temporary, 'case-'));
  releases = join(folder, 'releases');
  download = join(folder, 'eDNE_Basico.zip');
  await mkdir(releases);
});
afterAll(() => rm(temporary, { recursive: true }));

async function importBytes(bytes: Buffer, options?: ImportOptions) {
  await writeFile(download, bytes);
  return importEdne(download, releases, options);
}

function found(postalCode: string): PostalCodeEntry | undefined {
  const directory = openDirectory(releases);
  try {
    return directory.find(postalCode);
  } finally {
    directory.close();
  }
}

function allFound(): PostalCodeEntry[] {
  const directory = openDirectory(releases);
  try {
    return [...directory.entries()];
  } finally {
    directory.close();
  }
}

/** The base with rows added to some of its files. */
function baseWith(more: EdneRows): EdneRows {
  const base = edneBase();
  for (const [file, rows] of Object.entries(more)) base[file] = [...(base[file] ?? []), ...rows];
  return base;
}

/** Enough valid streets that a few odd ones do not make a release suspect. */
const filler = Array.from({ length: 500 }, (_, index) => {
  const code = String(69_901_000 + index);
  return `${5000 + index}@AC@16@47@@Rua ${index}@@${code}@Rua@N@`;
});

test('every kind of code is imported and joined according to the layout', async () => {
  await importBytes(outerZip(edneBase()));
  const entry = (code: string, kind: string, ...[street, neighborhood, city, state]: (string | null)[]) => ({
    ...{ postal_code: code, kind, street, neighborhood, city, state },
  });
  expect(allFound()).toEqual([
    entry('14810227', 'street', 'Avenida Octaviano de Arruda Campos', 'Boca D"Água', 'Araraquara', 'SP'),
    entry('26291000', 'street', 'Rua São João', 'Cabuçu', 'Nova Iguaçu', 'RJ'),
    entry('57100000', 'general', null, null, 'Rio Largo', 'AL'),
    entry('57100990', 'community_box', 'Quadra 1 nº 37 - Conj.Mutirão - Rio Largo', null, 'Rio Largo', 'AL'),
    entry('69915901', 'large_user', 'Alameda Hungria', 'Jardim Europa', 'Rio Branco', 'AC'),
    entry('69915960', 'promotional', 'Rua Benjamin Constant', 'Jardim Europa', 'Rio Branco', 'AC'),
    {
      ...entry('69918703', 'street', 'Rua Nelson Mesquita', 'Abraão Alab', 'Rio Branco', 'AC'),
      other_streets: ['Estrada Velha do Aeroporto', 'Rua 7'],
    },
    entry('69928000', 'general', null, null, 'Plácido de Castro', 'AC'),
    entry('69928970', 'postal_unit', 'Rua Coronel Fontinelle de Castro', 'Centro', 'Plácido de Castro', 'AC'),
    entry('69929000', 'general', null, 'Campinas', 'Plácido de Castro', 'AC'),
    entry('72536165', 'street', 'QC 2 Conjunto Q', 'Santa Maria', 'Brasília', 'DF'),
  ]);
});

describe('a download is taken as', () => {
  const expected = ['69918703', 'Rua Nelson Mesquita'];
  const taken = () => [found('69918703')?.postal_code, found('69918703')?.street];

  test('the outer zip', async () => {
    expect(await importBytes(outerZip(edneBase(), {}))).toMatchObject({ source: 'e-DNE Básico 26111', codes: 11 });
    expect(taken()).toEqual(expected);
  });

  test('the inner zip', async () => {
    download = join(download, '../eDNE_Basico_2410.zip');
    expect(await importBytes(zip(delimited(edneBase())))).toMatchObject({ source: 'e-DNE Básico 2410' });
    expect(taken()).toEqual(expected);
  });

  test('a folder with the files', async () => {
    const folder = join(download, '../files');
    await writeFolder(folder, delimited(edneBase()));
    expect(await importEdne(folder, releases)).toMatchObject({ source: 'e-DNE Básico' });
    expect(taken()).toEqual(expected);
  });

  test('a folder with the zips, or with their contents', async () => {
    const folder = join(download, '../unpacked');
    await writeFolder(folder, {
      'eDNE_Basico_26111/Delimitado/placeholder.csv': Buffer.from(''),
      'eDNE_Delta_Basico_26112.zip': zip(delimited({ 'DELTA_LOG_BAIRRO.TXT': ['47@AC@16@Novo Nome@A Alab@UPD'] })),
    });
    await writeFolder(join(folder, 'eDNE_Basico_26111'), delimited(edneBase()));
    expect(await importEdne(folder, releases)).toMatchObject({ source: 'e-DNE Básico 26112' });
    expect(found('69918703')?.neighborhood).toBe('Novo Nome');
  });

  test('releases without the optional fields', async () => {
    const base = edneBase();
    const streets = base['LOG_LOGRADOURO_AC.TXT']!;
    base['LOG_LOGRADOURO_AC.TXT'] = streets.map((row) => row.split('@').toSpliced(4, 1).join('@'));
    base['LOG_FAIXA_LOCALIDADE.TXT'] = ['16@69900001@69923999'];
    await importBytes(outerZip(base));
    expect(taken()).toEqual(expected);
  });
});

describe('texts', () => {
  test('are windows-1252, including the characters that differ from ISO-8859-1', async () => {
    const base = baseWith({
      'LOG_BAIRRO.TXT': ['48@AC@16@Vila “Nova” – Sant’Ana@'],
      'LOG_LOGRADOURO_AC.TXT': ['2@AC@16@48@@Dona Inês  de\u00a0Castro@@69918704@Rua@S@'],
    });
    await importBytes(outerZip(base));
    expect(found('69918704')).toMatchObject({
      street: 'Rua Dona Inês de Castro',
      neighborhood: "Vila “Nova” – Sant'Ana",
    });
  });

  test('lose stray control characters, which some official rows contain', async () => {
    await importBytes(outerZip(baseWith({ 'LOG_BAIRRO.TXT': ['47@AC@16@das \x81guas\x01@'] })));
    expect(found('69918703')?.neighborhood).toBe('das guas');
  });

  test('may have bare line feeds and no last line end', async () => {
    const files = delimited(edneBase());
    const name = Object.keys(files).find((file) => /logradouro_ac/i.test(file))!;
    files[name] = Buffer.from(files[name]!.toString('latin1').replaceAll('\r\n', '\n').trimEnd(), 'latin1');
    await importBytes(zip(files));
    expect(found('69918703')?.street).toBe('Rua Nelson Mesquita');
  });
});

describe('short names', () => {
  const long = { city: 'São Francisco de Assis do Piauí', street: 'Presidente Juscelino Kubitschek de Oliveira' };

  test('are kept of names that do not fit the carrier’s systems', async () => {
    const base = edneBase();
    base['LOG_LOCALIDADE.TXT']!.push(`20@PI@${long.city}@@1@M@@S F Assis Piauí@2209708`);
    base['LOG_BAIRRO.TXT']!.push('48@PI@20@Complexo Urbanístico Aldeias do Cerrado@Compl Urb Ald Cerrado');
    base['LOG_LOGRADOURO_PI.TXT'] = [
      `2@PI@20@48@@${long.street}@@64745001@Avenida@S@Av Pres J Kubitschek Oliveira`,
      '3@PI@20@48@@das Flores@@64745002@Rua@S@R Flores',
    ];
    await importBytes(outerZip(base));
    const [neighborhood, city] = ['Compl Urb Ald Cerrado', 'S F Assis Piauí'];
    expect(found('64745001')?.short_names).toEqual({ street: 'Av Pres J Kubitschek Oliveira', neighborhood, city });
    expect(found('64745002')?.short_names).toEqual({ neighborhood, city });
    expect(found('69918703')?.short_names).toBeUndefined();
  });
});

describe('other names of a street', () => {
  test('are read, each with its type', async () => {
    await importBytes(outerZip(edneBase()));
    expect(found('69918703')?.other_streets).toEqual(['Estrada Velha do Aeroporto', 'Rua 7']);
  });

  test('follow a delta', async () => {
    await importBytes(outerZip(edneBase(), { 'DELTA_LOG_VAR_LOG.TXT': ['1@2@Rua@7@DEL'] }));
    expect(found('69918703')?.other_streets).toEqual(['Estrada Velha do Aeroporto']);
  });

  test('are unknown in a download without them', async () => {
    const { 'LOG_VAR_LOG.TXT': _, ...without } = edneBase();
    await importBytes(outerZip(without));
    expect(found('69918703')?.other_streets).toBeUndefined();
  });
});

describe('numbers of a street', () => {
  async function numbersFrom(rows: string[], delta: Record<string, string[]> = {}) {
    await importBytes(outerZip({ ...edneBase(), 'LOG_NUM_SEC.TXT': rows }, delta));
    return found('69918703')?.numbers;
  }

  test.each([
    [['1@1@0932@A'], [{ first: 1, last: 932, side: 'both' }]],
    [
      ['1@2@0400@P', '1@1@99999@I', '500@7@9@A'],
      [
        { first: 2, last: 400, side: 'even' },
        { first: 1, last: 99999, side: 'odd' },
      ],
    ],
    [['1@1@10@D', '1@11@20@E'], [1, 11].map((first) => ({ first, last: first + 9, side: 'both' }))],
    // Sections in kilometers, and of another street.
    [['1@1@10@A', '1@12,5@14,3@A', '1@20@30@A'], undefined],
    [['500@1@10@A'], undefined],
    [['1@10@1@A'], undefined],
  ])('of %j', async (rows, numbers) => expect(await numbersFrom(rows)).toEqual(numbers));

  test('follow a delta', async () => {
    const delta = { 'DELTA_LOG_NUM_SEC.TXT': ['1@1@0932@A@DEL', '1@933@2000@A@INS'] };
    expect(await numbersFrom(['1@1@0932@A'], delta)).toEqual([{ first: 933, last: 2000, side: 'both' }]);
  });

  test('are unknown in a download without them', async () => {
    const { 'LOG_NUM_SEC.TXT': _, ...without } = edneBase();
    await importBytes(outerZip(without));
    expect(found('69918703')?.numbers).toBeUndefined();
  });

  test('have a known side', async () => {
    await expect(numbersFrom(['1@1@10@X'])).rejects.toThrow('SEC_IN_LADO "X" is no side');
  });
});

describe('other names of cities', () => {
  const rows = ['16@1@Volta da Empresa', '16@2@Penápolis  do Acre', '11059@1@Campinas Velha', '1778@1@Nova Capital'];

  test('are those of the municipality, also at codes of its districts, and not those of a district', async () => {
    await importBytes(outerZip({ ...edneBase(), 'LOG_VAR_LOC.TXT': rows }));
    expect(found('69918703')?.other_cities).toEqual(['Volta da Empresa', 'Penápolis do Acre']);
    expect(found('72536165')?.other_cities).toEqual(['Nova Capital']);
    expect(found('69929000')).not.toHaveProperty('other_cities');
    expect(found('14810227')).not.toHaveProperty('other_cities');
  });

  test('follow a delta', async () => {
    const delta = { 'DELTA_LOG_VAR_LOC.TXT': ['16@1@Empresa@UPD', '16@2@Penápolis@DEL', '8912@1@Aracoara@INS'] };
    await importBytes(outerZip({ ...edneBase(), 'LOG_VAR_LOC.TXT': rows }, delta), { acceptDoubts: true });
    expect(found('69918703')?.other_cities).toEqual(['Empresa']);
    expect(found('14810227')?.other_cities).toEqual(['Aracoara']);
  });

  test('of a locality that is not there refuse the import', async () => {
    const files = { ...edneBase(), 'LOG_VAR_LOC.TXT': ['99999@1@Nenhures'] };
    await expect(importBytes(outerZip(files))).rejects.toThrow(/LOG_VAR_LOC.TXT:1: refers to locality 99999/i);
  });
});

describe('a delta', () => {
  const change = async (delta: EdneRows) => importBytes(outerZip(edneBase(), delta), { acceptDoubts: true });

  test('adds, changes and removes rows by their keys', async () => {
    const report = await change({
      'DELTA_LOG_LOGRADOURO.TXT': [
        '845193@AC@16@31@@Amelia Rates@@69918800@Rua@S@R Amelia Rates@INS@',
        '1@AC@16@31@@Nelson Mesquita@@69918801@Travessa@S@@UPD@69918703',
        '500@RJ@6874@900@@São João@@26291000@Rua@S@@DEL@',
      ],
      'DELTA_LOG_LOCALIDADE.TXT': ['13@AC@Plácido de Castro@69928001@0@M@@Plácido Castro@1200385@UPD@69928000'],
      'DELTA_LOG_GRANDE_USUARIO.TXT': ['15346@AC@16@31@674758@UNINORTE@Alameda Hungria 200@69915901@@DEL@'],
      'DELTA_LOG_CPC.TXT': ['1286@AL@158@Nova@Rua B s/n@57100991@INS@'],
    });
    expect(found('69918800')).toMatchObject({ street: 'Rua Amelia Rates', neighborhood: 'Jardim Europa' });
    expect(found('69918801')?.street).toBe('Travessa Nelson Mesquita');
    expect(found('57100991')?.street).toBe('Rua B');
    expect(found('69928001')?.kind).toBe('general');
    for (const gone of ['69918703', '26291000', '69915901', '69928000']) expect(found(gone)).toBeUndefined();
    expect(report.codes).toBe(11);
  });

  test('with rows that the base already contains changes nothing', async () => {
    await importBytes(outerZip(edneBase()));
    const before = allFound();
    await change({
      'DELTA_LOG_LOGRADOURO.TXT': [
        `${edneBase()['LOG_LOGRADOURO_AC.TXT']![0]}@INS@`,
        '99@AC@16@31@@Já removida@@69918999@Rua@S@@DEL@',
      ],
    });
    expect(allFound()).toEqual(before);
  });

  test('with several operations on a key ends with the last one', async () => {
    const row = (name: string, operation: string) => `77@AC@16@31@@${name}@@69918900@Rua@S@@${operation}@`;
    await change({ 'DELTA_LOG_LOGRADOURO.TXT': [row('Um', 'INS'), row('Dois', 'UPD')] });
    expect(found('69918900')?.street).toBe('Rua Dois');
    await change({ 'DELTA_LOG_LOGRADOURO.TXT': [row('Um', 'INS'), row('Um', 'DEL')] });
    expect(found('69918900')).toBeUndefined();
  });

  test('older than the base is rejected', async () => {
    const folder = join(download, '../old-delta');
    await writeFolder(join(folder, 'eDNE_Basico_26111'), delimited(edneBase()));
    await writeFolder(join(folder, 'eDNE_Delta_Basico_26102'), delimited({ 'DELTA_LOG_BAIRRO.TXT': [] }));
    await expect(importEdne(folder, releases)).rejects.toThrow(/DELTA_LOG_BAIRRO.TXT: is older than the base/);
  });

  test('with an unknown operation is rejected', async () => {
    const delta = { 'DELTA_LOG_BAIRRO.TXT': ['47@AC@16@Novo@@INS', '47@AC@16@Novo@@XYZ'] };
    await expect(change(delta)).rejects.toThrow(/DELTA_LOG_BAIRRO.TXT:2: has none of INS, UPD, DEL/);
  });
});

describe('checks', () => {
  test('drop impossible rows, keep doubtful ones, and report both with file and line', async () => {
    const report = await importBytes(
      outerZip(
        baseWith({
          'LOG_LOGRADOURO_AC.TXT': [
            ...filler,
            '2@AC@16@47@@Fora do Estado@@80010000@Rua@S@',
            '3@AC@16@47@@Fora da Cidade@@69990000@Rua@S@',
            '4@AC@16@47@@Repetida@@69918703@Rua@S@',
          ],
          'LOG_LOGRADOURO_SP.TXT': ['5@SP@16@47@@Outro Estado@@01001000@Rua@S@'],
        }),
      ),
    );
    const at = (file: string, line: number): unknown =>
      expect.stringMatching(new RegExp(`Delimitado/LOG_LOGRADOURO_${file}\\.(?:TXT|txt):${line}: \\d{8}$`));
    expect(report.remarks).toEqual({
      outside_state: { count: 1, examples: [at('AC', 502)] },
      other_state: { count: 1, examples: [at('SP', 2)] },
      repeated: { count: 1, examples: [at('AC', 504)] },
      outside_city: { count: 1, examples: [at('AC', 503)] },
    });
    expect(found('80010000')).toBeUndefined();
    expect(found('01001000')).toBeUndefined();
    expect(found('69990000')?.street).toBe('Rua Fora da Cidade');
    expect(found('69918703')?.street).toBe('Rua Nelson Mesquita');
  });

  test('reject files that do not belong together, unless overridden', async () => {
    const wrong = { 'LOG_LOGRADOURO_AC.TXT': ['2@AC@16@47@@Fora do Estado@@80010000@Rua@S@'] };
    const bytes = outerZip(baseWith(wrong));
    await expect(importBytes(bytes)).rejects.toThrow(/do not belong together.*1 outside_state/);
    expect(await importBytes(bytes, { acceptDoubts: true })).toMatchObject({ codes: 11 });
  });

  test('reject a release with 5 % fewer codes than the current one, unless overridden', async () => {
    const full = outerZip(baseWith({ 'LOG_LOGRADOURO_AC.TXT': filler }));
    await importBytes(full);
    const few = outerZip(baseWith({ 'LOG_LOGRADOURO_AC.TXT': filler.slice(26) }));
    await expect(importBytes(few)).rejects.toThrow('485 codes where the one in use has 511');
    expect(found('69901000')).toBeDefined();

    const almost = await importBytes(outerZip(baseWith({ 'LOG_LOGRADOURO_AC.TXT': filler.slice(25) })));
    expect(almost).toMatchObject({ codes: 486, codesBefore: 511 });
    expect(await importBytes(outerZip(edneBase()), { acceptDoubts: true })).toMatchObject({ codes: 11 });
  });

  test('compare a first import with the seed', async () => {
    const seed = Array.from({ length: 12 }, (_, index) => ({
      ...{ postal_code: `0100100${index}`.slice(-8), kind: 'street' as const, street: 'Rua A', neighborhood: 'Sé' },
      ...{ city: 'São Paulo', state: 'SP' as const },
    })).sort((a, b) => Number(a.postal_code) - Number(b.postal_code));
    await writeRelease(join(releases, SEED_RELEASE), 'seed', seed);
    await expect(importBytes(outerZip(edneBase()))).rejects.toThrow('11 codes where the one in use has 12');
  });

  test('ignore a damaged current release', async () => {
    await writeFile(join(releases, IMPORTED_RELEASE), 'damaged');
    expect(await importBytes(outerZip(edneBase()))).toMatchObject({ codes: 11, codesBefore: undefined });
  });
});

describe('a rejection names the file and the line, and changes nothing', () => {
  const cases: [string, EdneRows, RegExp][] = [
    ['too few fields', { 'LOG_BAIRRO.TXT': ['1@AC@16'] }, /LOG_BAIRRO.TXT:7: has 3 fields where 5 belong/i],
    ['too many fields', { 'LOG_CPC.TXT': ['1@AL@158@a@b@57100991@'] }, /LOG_CPC.TXT:2: has 7 fields where 6 belong/i],
    ['an empty line', { 'LOG_CPC.TXT': [''] }, /LOG_CPC.TXT:2: has 1 fields/i],
    ['a short code', { 'LOG_CPC.TXT': ['1@AL@158@a@b@5710099'] }, /LOG_CPC.TXT:2: CEP "5710099" is no postal_code/i],
    ['no state', { 'LOG_CPC.TXT': ['1@XX@158@a@b@57100991'] }, /LOG_CPC.TXT:2: UFE_SG "XX" is no state/i],
    ['no key', { 'LOG_CPC.TXT': ['1@AL@x@a@b@57100991'] }, /LOG_CPC.TXT:2: LOC_NU "x" is no key/i],
    ['no text', { 'LOG_CPC.TXT': ['1@AL@158@a@ @57100991'] }, /LOG_CPC.TXT:2: CPC_ENDERECO " " is no text/i],
    ['an unknown city', { 'LOG_CPC.TXT': ['1@AL@9@a@b@57100991'] }, /LOG_CPC.TXT:2: refers to locality 9/i],
    [
      'an unknown neighborhood',
      { 'LOG_UNID_OPER.TXT': ['1@AC@13@8@@a@Rua A@69928971@N@'] },
      /LOG_UNID_OPER.TXT:2: refers to neighborhood 8/i,
    ],
    [
      'a city within itself',
      { 'LOG_LOCALIDADE.TXT': ['90@AC@A@69930000@0@D@91@@', '91@AC@B@@0@D@90@@'] },
      /LOG_LOCALIDADE.TXT:9: locality 90 is part of itself/i,
    ],
    ['UTF-8', { 'LOG_BAIRRO.TXT': ['1@AC@16@São José@'] }, /LOG_BAIRRO.TXT:7: is in UTF-8, not in windows-1252/i],
    ['bytes that are not text', { 'LOG_BAIRRO.TXT': ['1@AC@16@a\0b@'] }, /LOG_BAIRRO.TXT:7: is no text/i],
  ];

  test.each(cases)('%s', async (name, rows, message) => {
    await importBytes(outerZip(edneBase()));
    const files = await readdir(releases);
    const before = await readFile(join(releases, IMPORTED_RELEASE));
    const utf8 =
      name === 'UTF-8'
        ? Object.fromEntries(Object.entries(rows).map(([file, lines]) => [file, lines.map(asUtf8)]))
        : rows;
    const refusal = await importBytes(outerZip(baseWith(utf8))).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ImportRefusal);
    expect((refusal as Error).message).toMatch(message);
    expect(await readdir(releases)).toEqual(files);
    expect((await readFile(join(releases, IMPORTED_RELEASE))).equals(before)).toBe(true);
  });

  test('a missing file', async () => {
    const incomplete = edneBase();
    delete incomplete['LOG_LOGRADOURO_TO.TXT'];
    await expect(importBytes(outerZip(incomplete))).rejects.toThrow('LOG_LOGRADOURO_TO.TXT is missing');
    expect(await readdir(releases)).toEqual([]);
  });

  test('a duplicate file', async () => {
    const folder = join(download, '../twice');
    await writeFolder(folder, delimited(edneBase()));
    await mkdir(join(folder, 'copy'));
    await copyFile(join(folder, 'Delimitado/LOG_FAIXA_UF.txt'), join(folder, 'copy/log_faixa_uf.txt'));
    await expect(importEdne(folder, releases)).rejects.toThrow(
      'Delimitado/LOG_FAIXA_UF.txt: is there twice, also as copy/log_faixa_uf.txt',
    );
  });

  test('a download that does not exist', async () => {
    await expect(importEdne(join(download, '../nothing.zip'), releases)).rejects.toThrow(
      /nothing.zip: cannot be read .*ENOENT/,
    );
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['truncated', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['not a zip', () => Buffer.from('<html>not found</html>')],
    ['empty', () => Buffer.alloc(0)],
  ])('a zip that is %s', async (_, damage) => {
    await expect(importBytes(damage(outerZip(edneBase())))).rejects.toThrow(/eDNE_Basico.zip: cannot be read/);
  });

  test('a zip with a changed byte', async () => {
    const inner = zip({ ...delimited(edneBase()) });
    const place = inner.indexOf('LOG_FAIXA_UF.txt') + 'LOG_FAIXA_UF.txt'.length + 40;
    inner[place] = inner[place]! ^ 1;
    await expect(importBytes(inner)).rejects.toThrow(
      /LOG_FAIXA_UF.txt(?:: (?:does not match its checksum|cannot be read)|:\d+: )/,
    );
  });
});

describe('hostile input', () => {
  const base = () => delimited(edneBase());
  const streets = 'Delimitado/LOG_LOGRADOURO_AC.TXT';

  test('an endless line is rejected before it fills memory', async () => {
    const files = Object.entries(base()).filter(([name]) => !/logradouro_ac/i.test(name));
    const bytes = zip({ ...Object.fromEntries(files), [streets]: Buffer.alloc(64_000_000, 'a') });
    expect(bytes.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    await expect(importBytes(bytes)).rejects.toThrow(/LOG_LOGRADOURO_AC.TXT:1: has more than 1000 characters/i);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('nested zips are read to the second level only', async () => {
    let nested = zip(base());
    for (let depth = 0; depth < 5; depth++) nested = zip({ 'eDNE_Basico_2611.zip': nested });
    await expect(importBytes(nested)).rejects.toThrow(/is a zip within a zip within a zip/);
  });

  test('an entry that declares a smaller size than it has', async () => {
    const inner = zip(base());
    const place = inner.lastIndexOf(Buffer.from('Delimitado/LOG_FAIXA_UF.txt'));
    // Uncompressed size in the central directory, 22 bytes before the name.
    inner.writeUInt32LE(10, place - 22);
    await expect(importBytes(inner)).rejects.toThrow(/LOG_FAIXA_UF.txt: cannot be read/);
  });

  test('no escape sequence of a file reaches the terminal', async () => {
    const refusal = await importBytes(
      outerZip(baseWith({ 'LOG_CPC.TXT': ['1@AL@158@a@b@\u001b]0;owned\u0007'] })),
    ).catch((error: unknown) => (error as Error).message);
    expect(refusal).toMatch(/LOG_CPC.TXT:2: CEP "\\u001b]0;owned\\u0007" is no postal_code/i);
  });

  test('the remains of a killed import are not a release, and block nothing', async () => {
    await importBytes(outerZip(edneBase()));
    const whole = await readFile(join(releases, IMPORTED_RELEASE));
    await writeFile(join(releases, `${IMPORTED_RELEASE}.4711.new`), whole.subarray(0, whole.length / 2));
    expect(found('69918703')?.street).toBe('Rua Nelson Mesquita');
    expect(await importBytes(outerZip(edneBase()))).toMatchObject({ codes: 11, codesBefore: 11 });
  });
});

test('progress and report name every file with its rows, and the unused files', async () => {
  const seen: [string, number][] = [];
  const report = await importBytes(outerZip(edneBase(), { 'DELTA_LOG_BAIRRO.TXT': ['48@AC@16@Novo@@INS'] }), {
    onFile: (file, rows) => seen.push([file, rows]),
  });
  expect(report.files.map(({ path, rows }) => [path, rows])).toEqual(seen);
  const rows = Object.fromEntries(seen.map(([file, count]) => [file.split('/').at(-1)!.toUpperCase(), count]));
  expect(rows).toMatchObject({
    'LOG_LOCALIDADE.TXT': 8,
    'LOG_BAIRRO.TXT': 6,
    'DELTA_LOG_BAIRRO.TXT': 1,
    'LOG_LOGRADOURO_TO.TXT': 0,
  });
  expect(seen).toHaveLength(38);
  expect(report.unused.map((file) => file.split('/').at(-1)!.toUpperCase())).toEqual(['ECT_PAIS.TXT']);
});

test('the fixture is in the official encoding', () => {
  expect(encodeRows(['Água “A”'])).toEqual(Buffer.from([0xc1, 0x67, 0x75, 0x61, 0x20, 0x93, 0x41, 0x94, 0x0d, 0x0a]));
});

/** Text whose characters are the bytes of its UTF-8 form. */
function asUtf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
