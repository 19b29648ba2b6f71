import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { currentRelease, IMPORTED_RELEASE, openDirectory } from '../directory.ts';
import { DamagedReleaseError } from '../release-format.ts';
import { writeRelease } from '../release-writer.ts';
import type { EdneFile } from './archive.ts';
import { openArchive } from './archive.ts';
import type { Assembled, Remarks } from './assemble.ts';
import { assemble } from './assemble.ts';
import { ImportRefusal } from './refusal.ts';
import { readTable } from './rows.ts';
import { sortFiles } from './table-files.ts';

export interface ImportOptions {
  /** Called when a file has been read. */
  onFile?: (file: string, rows: number) => void;
  /** Accept a doubtful release: far fewer codes than the current one, or many remarks. */
  acceptDoubts?: boolean;
}

export interface ImportReport {
  /** The sources of the new release. */
  source: string;
  codes: number;
  /** Number of codes of the previous release; undefined if there was no readable one. */
  codesBefore: number | undefined;
  files: { path: string; rows: number }[];
  /** Text files that the directory does not need. */
  unused: string[];
  remarks: Remarks;
}

/** A release that loses more than this share of the codes is incomplete. */
const MOST_LOST = 0.05;
/** More remarks than this for each code mean files that do not belong together. */
const MOST_REMARKS = 0.01;

/**
 * Builds a release from an e-DNE Básico download and puts it in use.
 * @param path the downloaded zip, a zip within it, or a folder with either or with their files
 * @param folder where releases are (`data/postal-codes`)
 * @throws ImportRefusal, or the file system's error; the release in use is then unchanged
 */
export async function importEdne(path: string, folder: string, options: ImportOptions = {}): Promise<ImportReport> {
  const archive = await openArchive(path);
  try {
    const { tables, unused, release } = sortFiles(archive.files);
    const files = new Map<string, number>();
    const onFile = ({ path: file }: EdneFile, rows: number) => {
      if (!files.has(file)) options.onFile?.(file, rows);
      files.set(file, rows);
    };
    const assembled = await assemble((table, visit) => readTable(table, tables[table], visit, onFile));
    const codesBefore = codesInUse(folder);
    if (!options.acceptDoubts) judge(assembled, codesBefore);
    const source = release === undefined ? 'e-DNE Básico' : `e-DNE Básico ${release}`;
    await writeRelease(join(folder, IMPORTED_RELEASE), source, assembled.entries, assembled.otherNames);
    return {
      source,
      codes: assembled.codes,
      codesBefore,
      files: [...files].map(([file, rows]) => ({ path: file, rows })),
      unused: unused.map((file) => file.path),
      remarks: assembled.remarks,
    };
  } finally {
    archive.close();
  }
}

/** @throws ImportRefusal if the release as a whole is likely to be wrong */
function judge({ codes, remarks }: Assembled, codesBefore: number | undefined): void {
  const remarked = Object.values(remarks).reduce((sum, { count }) => sum + count, 0);
  if (remarked > codes * MOST_REMARKS) {
    const reasons = Object.entries(remarks)
      .filter(([, { count }]) => count > 0)
      .map(([kind, { count, examples }]) => `${count} ${kind}, e.g. ${examples[0]}`);
    throw new ImportRefusal(`the files do not belong together: ${codes} codes, but ${reasons.join('; ')}`);
  }
  if (codesBefore !== undefined && codes < codesBefore * (1 - MOST_LOST)) {
    throw new ImportRefusal(`the release has ${codes} codes where the one in use has ${codesBefore}`);
  }
}

/** Undefined if there is no readable release: an import replaces a damaged one. */
function codesInUse(folder: string): number | undefined {
  const path = currentRelease(folder);
  if (!existsSync(path)) return undefined;
  try {
    const directory = openDirectory(path);
    directory.close();
    return directory.size;
  } catch (error) {
    if (error instanceof DamagedReleaseError) return undefined;
    throw error;
  }
}
