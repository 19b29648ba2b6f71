import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CodesOverlay, printedAddress } from '../../../lib/carrier/draw-window.ts';
import type { WindowCodes } from '../../../lib/carrier/window-codes.ts';
import type { Address } from '../../../lib/core/domain/addresses.ts';

interface Letter {
  addressPage: number;
  to: Address;
  codes: WindowCodes;
}

/** The page that a batch lays over a print file. */
export async function overlayOf(printFile: Uint8Array, { addressPage, to, codes }: Letter): Promise<Uint8Array> {
  const address = await printedAddress(printFile, addressPage);
  if (!address) throw new Error('this print file has no address');
  const overlay = new CodesOverlay();
  overlay.add({ address, to, codes });
  return overlay.write();
}

/** A print file with the codes of one mailing, as a print house lays them over it. */
export async function withCodes(printFile: Uint8Array, letter: Letter): Promise<Uint8Array> {
  return laidOver(printFile, letter.addressPage, await overlayOf(printFile, letter), 1);
}

/** A page of an overlay laid over a page of a print file, by qpdf as `docs/print-house.md` says. */
export function laidOver(
  printFile: Uint8Array,
  addressPage: number,
  overlay: Uint8Array,
  position: number,
): Promise<Uint8Array> {
  const over = (codes: string) => ['--overlay', codes, `--from=${position}`, `--to=${addressPage}`, '--'];
  return byQpdf([printFile, overlay], ([letter, codes]) => [letter!, ...over(codes!)]);
}

/** One page of a file, alone. */
export function pageOf(file: Uint8Array, page: number): Promise<Uint8Array> {
  return byQpdf([file], ([whole]) => [whole!, '--pages', '.', String(page), '--']);
}

/** @param line the command's options for the files, by their paths */
async function byQpdf(files: readonly Uint8Array[], line: (paths: string[]) => string[]): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-overlay-'));
  const paths = files.map((_, index) => join(folder, `${index}.pdf`));
  const result = join(folder, 'result.pdf');
  try {
    for (const [index, path] of paths.entries()) await writeFile(path, files[index]!);
    await promisify(execFile)('qpdf', ['--deterministic-id', ...line(paths), result]);
    return new Uint8Array(await readFile(result));
  } finally {
    await rm(folder, { recursive: true });
  }
}
