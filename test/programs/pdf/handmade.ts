/** A one-page PDF written by hand, for structures that no program writes on request. */
export interface Handmade {
  content?: string;
  /** The standard font that is the page's F1; it is not embedded. */
  font?: string;
  /** Entries of the page's resource dictionary. */
  resources?: string;
  /** Page entries that differ from an upright A4 page. */
  page?: string;
  /** More objects, numbered from 10: dictionaries, or streams as [dictionary, data]. */
  objects?: readonly (string | readonly [dictionary: string, data: string | Buffer])[];
  catalog?: string;
}

export const A4_BOX = '/MediaBox [0 0 595.28 841.89]';

export function handmade({
  content = '',
  font = 'Helvetica',
  resources = '',
  page = A4_BOX,
  objects = [],
  catalog = '',
}: Handmade): Buffer {
  const numbered: [number, string | readonly [string, string | Buffer]][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R ${page} /Resources << /Font << /F1 5 0 R >> ${resources} >> /Contents 4 0 R >>`],
    [4, ['', content]],
    [5, `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`],
    ...objects.map((object, index): [number, typeof object] => [10 + index, object]),
  ];
  return fileOf(numbered);
}

/** A whole file from numbered objects; object 1 is the catalog. */
export function fileOf(objects: readonly [number, string | readonly [string, string | Buffer]][]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets = new Map<number, number>();
  let length = parts[0]!.length;
  for (const [number, object] of objects) {
    offsets.set(number, length);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const size = objects.reduce((highest, [number]) => Math.max(highest, number), 0) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function body(object: string | readonly [string, string | Buffer]): Buffer {
  if (typeof object === 'string') return Buffer.from(object, 'latin1');
  const data = typeof object[1] === 'string' ? Buffer.from(object[1], 'latin1') : object[1];
  return Buffer.concat([
    Buffer.from(`<< ${object[0]} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ]);
}
