import type { EdneFile } from './archive.ts';
import type { Layout, Table } from './layout.ts';
import { layouts } from './layout.ts';
import { ImportRefusal } from './refusal.ts';
import type { TableFiles } from './rows.ts';

export interface SortedFiles {
  tables: Record<Table, TableFiles>;
  /** Files that the directory does not need: other names of streets and neighborhoods, ranges of boxes, countries. */
  unused: EdneFile[];
  /** Number of the newest release among the files, if their paths contain it. */
  release: number | undefined;
}

/**
 * Finds each table's files by their names.
 * @throws ImportRefusal if a file of the base is missing or duplicated, or a delta is older than the base
 */
export function sortFiles(files: readonly EdneFile[]): SortedFiles {
  const byName = Map.groupBy(files, ({ name }) => name.toUpperCase());
  const tables = {} as Record<Table, TableFiles>;
  for (const [table, layout] of Object.entries(layouts) as [Table, Layout][]) {
    const present = layout.isOptional ? layout.files.filter((name) => byName.has(name)) : layout.files;
    tables[table] = { base: present.map((name) => only(name, byName.get(name))), deltas: deltasOf(layout, files) };
  }
  const base = Object.values(tables).flatMap((table) => table.base);
  const deltas = Object.values(tables).flatMap((table) => table.deltas);
  const baseRelease = newest(base);
  for (const { release, path } of deltas) {
    if (release !== undefined && baseRelease !== undefined && release < baseRelease) {
      throw new ImportRefusal(`is older than the base, which is of ${baseRelease}`, path);
    }
  }
  const used = new Set([...base, ...deltas]);
  return { tables, unused: files.filter((file) => !used.has(file)), release: newest([...used]) };
}

function only(name: string, found: readonly EdneFile[] = []): EdneFile {
  const [file, second] = found;
  if (!file) throw new ImportRefusal(`${name} is missing`);
  if (second) throw new ImportRefusal(`is there twice, also as ${second.path}`, file.path);
  return file;
}

function deltasOf(layout: Layout, files: readonly EdneFile[]): EdneFile[] {
  return files
    .filter(({ name }) => layout.delta.test(name.toUpperCase()))
    .sort((a, b) => (a.release ?? 0) - (b.release ?? 0));
}

function newest(files: readonly EdneFile[]): number | undefined {
  const releases = files.flatMap(({ release }) => release ?? []);
  return releases.length > 0 ? Math.max(...releases) : undefined;
}
