/** Encodes for the filters of the same names, with their end marks (ISO 32000-1, 7.4). */
export const hex = (data: Buffer) => Buffer.from(`${data.toString('hex')}>`);

export function ascii85(data: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < data.length; at += 4) {
    const group = Buffer.concat([data.subarray(at, at + 4), Buffer.alloc(4)]).subarray(0, 4);
    const length = Math.min(4, data.length - at);
    let value = group.readUInt32BE(0);
    const digits = Array.from({ length: 5 }, () => {
      const digit = value % 85;
      value = Math.floor(value / 85);
      return String.fromCharCode(33 + digit);
    }).reverse();
    text += value === 0 && length === 4 && group.readUInt32BE(0) === 0 ? 'z' : digits.slice(0, length + 1).join('');
  }
  return Buffer.from(`${text}~>`);
}

export function runLength(data: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    let run = 1;
    while (run < 128 && data[at + run] === data[at]) run++;
    parts.push(run > 1 ? Buffer.of(257 - run, data[at]!) : Buffer.of(0, data[at]!));
    at += run;
  }
  return Buffer.concat([...parts, Buffer.of(128)]);
}

/** Code lengths grow with the table, as in the usual LZW streams (EarlyChange 1). */
export function lzw(data: Buffer): Buffer {
  let bits = '';
  let table = new Map<string, number>();
  let next = 258;
  const emit = (code: number) => {
    const width = next + 1 > 2048 ? 12 : next + 1 > 1024 ? 11 : next + 1 > 512 ? 10 : 9;
    bits += code.toString(2).padStart(width, '0');
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  emit(256);
  let current = '';
  for (const character of data.toString('latin1')) {
    const longer = current + character;
    if (longer.length === 1 || table.has(longer)) {
      current = longer;
      continue;
    }
    emit(codeOf(current));
    table.set(longer, next++);
    current = character;
    if (next < 4094) continue;
    emit(256);
    [table, next] = [new Map<string, number>(), 258];
  }
  if (current) emit(codeOf(current));
  if (current) next++;
  emit(257);
  return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => parseInt(byte.padEnd(8, '0'), 2)));
}
