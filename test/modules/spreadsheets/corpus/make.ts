import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { type Book, booksOf } from './books.ts';
import { builtInBook, byHand } from './by-hand.ts';
import { judge, libreOffice } from './judge.ts';

/**
 * `npm run spreadsheets:corpus`: makes the workbooks of the corpus with the libraries of six languages, asks LibreOffice
 * in Brazilian Portuguese what it shows of them, and keeps both in `frozen`. Names of writers limit it to those;
 * `--seed=<number>` makes other workbooks. It needs Python, Go, Rust, Java with Maven, and LibreOffice Calc.
 */
const home = import.meta.dirname;
const work = resolve(home, '../../../../.build/spreadsheets');
const frozen = join(home, 'frozen');

const run = (folder: string, command: string, ...options: string[]) =>
  execFileSync(command, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

/** A toolchain: it prepares itself in its folder once, and writes the books of a library. */
interface Toolchain {
  libraries: readonly string[];
  prepare: (folder: string) => void;
  write: (folder: string, library: string, books: string, into: string) => void;
}

const toolchains: Record<string, Toolchain> = {
  python: {
    libraries: ['openpyxl', 'xlsxwriter', 'pandas', 'pyexcelerate'],
    prepare: (folder) => {
      run(folder, 'python3', '-m', 'venv', 'environment');
      run(folder, 'environment/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt');
    },
    write: (folder, ...order) => run(folder, 'environment/bin/python', 'write.py', ...order),
  },
  node: {
    libraries: ['exceljs', 'sheetjs', 'hucre', 'excel4node', 'xlsx-populate', 'write-excel-file'],
    prepare: (folder) => run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--silent'),
    write: (folder, ...order) => run(folder, process.execPath, 'write.mjs', ...order),
  },
  go: {
    libraries: ['excelize', 'tealeg'],
    prepare: (folder) => run(folder, 'go', 'build', '-o', 'corpus', '.'),
    write: (folder, ...order) => run(folder, './corpus', ...order),
  },
  rust: {
    libraries: ['rust_xlsxwriter', 'umya'],
    prepare: (folder) => run(folder, 'cargo', 'build', '--quiet', '--release'),
    write: (folder, ...order) => run(folder, './target/release/corpus', ...order),
  },
  java: {
    libraries: ['poi', 'poi-streaming'],
    prepare: (folder) => run(folder, 'mvn', '-q', 'dependency:copy-dependencies', '-DoutputDirectory=libraries'),
    write: (folder, ...order) => run(folder, 'java', '-cp', 'libraries/*', 'Write.java', ...order),
  },
};

const toolchainOf = (writer: string) =>
  Object.entries(toolchains).find(([, { libraries }]) => libraries.includes(writer));
const all = [...Object.values(toolchains).flatMap(({ libraries }) => libraries), 'by-hand', 'libreoffice'];

const options = process.argv.slice(2);
const seed = Number(options.find((option) => option.startsWith('--seed='))?.slice('--seed='.length) ?? 20_261_129);
const named = options.filter((option) => !option.startsWith('--'));

const prepared = new Set<string>();
for (const writer of named.length > 0 ? named : all) {
  const into = join(work, 'books', writer);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  await write(writer, booksOf(seed + all.indexOf(writer)), into);
  const files = globSync('*.xlsx', { cwd: into }).sort();
  const shown = await judge(files.map((file) => join(into, file)));
  mkdirSync(frozen, { recursive: true });
  const packed = files.map((file) => [file, readFileSync(join(into, file))] as const);
  // The workbooks are compressed already, and a fixed date makes the same archive of the same workbooks.
  writeFileSync(
    join(frozen, `${writer}.zip`),
    zipSync(Object.fromEntries(packed), { level: 0, mtime: new Date(2026, 0) }),
  );
  writeFileSync(join(frozen, `${writer}.json.gz`), gzipSync(JSON.stringify(Object.fromEntries(shown)), { level: 9 }));
  process.stdout.write(`${writer}: ${files.length} workbooks\n`);
}

async function write(writer: string, books: readonly Book[], into: string): Promise<void> {
  if (writer === 'by-hand') {
    [...books, builtInBook()].forEach((book, turn) =>
      writeFileSync(join(into, `${book.name}.xlsx`), byHand(book, turn)),
    );
    return;
  }
  // LibreOffice writes again what another writer has written.
  const [name, toolchain] = toolchainOf(writer === 'libreoffice' ? 'openpyxl' : writer)!;
  const folder = join(work, name);
  if (!prepared.has(name)) {
    cpSync(join(home, 'writers', name), folder, { recursive: true });
    toolchain.prepare(folder);
    prepared.add(name);
  }
  const order = join(work, `${writer}.json`);
  writeFileSync(order, JSON.stringify(books));
  if (writer !== 'libreoffice') {
    toolchain.write(folder, writer, order, into);
    return;
  }
  const source = join(work, 'books', 'before-libreoffice');
  mkdirSync(source, { recursive: true });
  toolchain.write(folder, 'openpyxl', order, source);
  const files = globSync('*.xlsx', { cwd: source }).map((file) => join(source, basename(file)));
  await libreOffice('xlsx:Calc MS Excel 2007 XML', files, into);
}
