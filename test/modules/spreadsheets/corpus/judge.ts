import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Papa from 'papaparse';

/** What LibreOffice shows: the cells of each sheet of a workbook, by the sheet's name. */
export type Shown = Record<string, string[][]>;

/**
 * Semicolons, double quotes, UTF-8, all rows, texts as they are, cells as shown, each sheet in a file
 * (https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents#Filter_Options_for_the_CSV_Filter).
 */
const FILTER = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1046,false,false,true,false,false,-1';

const LOCALE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>pt-BR</value></prop></item>
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooLocale" oor:op="fuse"><value>pt-BR</value></prop></item>
</oor:items>`;

/** Whether LibreOffice is installed. */
export function hasLibreOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs LibreOffice in Brazilian Portuguese, with a profile of its own. @param format what it converts the files to */
export async function libreOffice(format: string, files: readonly string[], into: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'libreoffice-'));
  try {
    mkdirSync(join(profile, 'user'));
    writeFileSync(join(profile, 'user/registrymodifications.xcu'), LOCALE);
    const options = [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', '--convert-to', format];
    await promisify(execFile)('soffice', [...options, '--outdir', into, ...files], { maxBuffer: 1 << 26 });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** What LibreOffice in Brazil shows of each workbook, by the names of the files. */
export async function judge(files: readonly string[]): Promise<Map<string, Shown>> {
  const folder = mkdtempSync(join(tmpdir(), 'shown-'));
  try {
    await libreOffice(FILTER, files, folder);
    return new Map(
      files.map((file) => {
        const name = basename(file, '.xlsx');
        const sheets = globSync(`${name}-*.csv`, { cwd: folder })
          // `datas-1` is no sheet of the workbook `datas`.
          .map(
            (path) => [path.slice(name.length + 1, -'.csv'.length), readFileSync(join(folder, path), 'utf8')] as const,
          )
          .filter(([sheet]) => !/^\d/.test(sheet));
        return [
          basename(file),
          Object.fromEntries(
            sheets.map(([sheet, csv]) => [sheet, Papa.parse<string[]>(csv, { delimiter: ';', newline: '\n' }).data]),
          ),
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
