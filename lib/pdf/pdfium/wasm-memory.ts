const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65_536;

/**
 * Limits the memory of a WebAssembly module to `bytes` (WebAssembly core, 5.5.8). The number is written into the module
 * with the same length as before, so that nothing else moves.
 * @throws Error if the module declares no such memory: it is not the module that this was written for.
 */
export function limitMemory(module: Buffer, bytes: number): void {
  for (let at = HEADER_BYTES; at < module.length;) {
    const size = readUnsigned(module, at + 1);
    if (module[at] === MEMORY_SECTION) return writeMaximum(module, size.end, bytes / PAGE_BYTES);
    at = size.end + size.value;
  }
  throw new Error('the module has no memory of its own');
}

/** The section holds a count, then flags, minimum and maximum of the first memory. */
function writeMaximum(module: Buffer, section: number, pages: number): void {
  const flags = section + 1;
  if (((module[flags] ?? 0) & 1) === 0) throw new Error('the memory has no maximum');
  const minimum = readUnsigned(module, flags + 1);
  const maximum = readUnsigned(module, minimum.end);
  if (pages < minimum.value || pages > maximum.value) throw new Error('the new maximum is out of range');
  const last = maximum.end - 1;
  for (let at = minimum.end, rest = pages; at <= last; at++, rest >>>= 7) {
    module[at] = (rest & 0x7f) | (at < last ? 0x80 : 0);
  }
}

/** A variable-length number: seven bits per byte, lowest first. */
function readUnsigned(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
