import { mkdirSync, writeFileSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import { carrierFiles } from '../../../lib/carrier/batch-files.ts';
import { windowCodes } from '../../../lib/carrier/window-codes.ts';
import { indexedPng } from '../confirmation-page/indexed-png.ts';
import { run } from '../pdf/tools.ts';
import { addressed } from './make-batch.ts';
import { orders, PROFILE } from './orders.ts';
import { withCodes } from './with-codes.ts';

/** `npm run carrier:pictures`: what a batch has for the carrier, as it prints, for `docs/print-house`. */
const folder = new URL('../../../docs/print-house/', import.meta.url);

const SHEETS = {
  'posting-list': 'lista-de-postagem-fac_simple-00042.pdf',
  'posting-list-registered': 'lista-de-postagem-fac_registered-00043.pdf',
  voucher: 'comprovante.pdf',
  'tray-labels': 'rotulos-de-caixetas.pdf',
  'registered-labels': 'rotulos-registrados.pdf',
  'return-receipts': 'avisos-de-recebimento.pdf',
};

const DPI = 110;
const px = (millimeters: number) => Math.round((millimeters * DPI) / 25.4);
/** DL, and its window over the address area when the sheet lies in the middle. */
const ENVELOPE = { width: 220, height: 110 };
const WINDOW = { left: 25, top: 47.5, width: 90, height: 45 };
/** The sheet in the middle of its envelope and in two corners: right and down, left and up, in millimeters. */
const SHIFTS = [
  [0, 0],
  [4, 2.5],
  [-4, -2.5],
] as const;

mkdirSync(folder, { recursive: true });
const own = orders(60, 1);
const files = new Map(
  (await carrierFiles(PROFILE, { batch: 'bat_treino', arDigitalFile: 7, eCartaLot: 3 }, own)).map((file) => [
    file.name,
    file.body,
  ]),
);
for (const [name, file] of Object.entries(SHEETS)) {
  const { output } = run('pdftoppm', Buffer.from(files.get(file)!), ['-r', '70', '-png', '-singlefile', 'FILE']);
  writeFileSync(new URL(`${name}.png`, folder), await indexedPng(output));
}
writeFileSync(new URL('window.png', folder), await indexedPng(await envelopes()));

/** A short, an ordinary and a long address, each in the middle and in two corners of its envelope. */
async function envelopes(): Promise<Buffer> {
  const franked = own.filter(({ way }) => way === 'fac_simple');
  const byLength = franked.toSorted((one, other) => lengthOf(one.to) - lengthOf(other.to));
  const chosen = [byLength[0]!, byLength[Math.floor(byLength.length / 2)]!, byLength.at(-1)!];
  const gap = 10;
  const drawn = chosen.map(async (mailing, index): Promise<OverlayOptions> => {
    const file = await withCodes(await addressed(mailing), {
      addressPage: 1,
      to: mailing.to,
      codes: windowCodes(PROFILE, mailing)!,
    });
    const page = run('pdftoppm', file, ['-r', String(DPI), '-png', '-singlefile', 'FILE']).output;
    return { input: await envelope(page, SHIFTS[index]!), left: 0, top: index * px(ENVELOPE.height + gap) };
  });
  return sharp({
    create: {
      width: px(ENVELOPE.width),
      height: px(3 * ENVELOPE.height + 2 * gap),
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(await Promise.all(drawn))
    .png()
    .toBuffer();
}

function lengthOf(to: object): number {
  return Object.values(to).join('').length;
}

/** What shows of a page through the window of its envelope. */
async function envelope(page: Buffer, [right, down]: readonly [number, number]): Promise<Buffer> {
  const input = await sharp(page)
    .extract({ left: px(20 - right), top: px(45 - down), width: px(WINDOW.width), height: px(WINDOW.height) })
    .extend({ top: 2, bottom: 2, left: 2, right: 2, background: '#555555' })
    .toBuffer();
  return sharp({
    create: { width: px(ENVELOPE.width), height: px(ENVELOPE.height), channels: 3, background: '#e8e2d2' },
  })
    .composite([{ input, left: px(WINDOW.left), top: px(WINDOW.top) }])
    .png()
    .toBuffer();
}
