import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CodesOverlay, printedAddress } from '../../lib/carrier/draw-window.ts';
import type { WindowCodes } from '../../lib/carrier/window-codes.ts';
import type { Address } from '../../lib/core/domain/addresses.ts';

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
export async function laidOver(
  printFile: Uint8Array,
  addressPage: number,
  overlay: Uint8Array,
  position: number,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-overlay-'));
  const [letter, codes, result] = ['letter.pdf', 'codes.pdf', 'result.pdf'].map((name) => join(folder, name));
  try {
    await writeFile(letter!, printFile);
    await writeFile(codes!, overlay);
    const pages = ['--overlay', codes!, `--from=${position}`, `--to=${addressPage}`, '--'];
    await promisify(execFile)('qpdf', ['--deterministic-id', letter!, ...pages, result!]);
    return new Uint8Array(await readFile(result!));
  } finally {
    await rm(folder, { recursive: true });
  }
}
