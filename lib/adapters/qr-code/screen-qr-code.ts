import { create } from 'qrcode';

/** A QR code for a screen: level M, as banks use, without the required margin of four light modules. */
export function screenQrCode(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size, data } = modules;
  const bars: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!data[row * size + column]) continue;
      const start = column;
      while (column + 1 < size && data[row * size + column + 1]) column++;
      // Adjacent modules are one bar, so that no seams are visible.
      bars.push(`M${start} ${row}h${column - start + 1}v1H${start}z`);
    }
  }
  return { size, path: bars.join('') };
}
