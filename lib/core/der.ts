/** One element of DER, the encoding of certificates and time stamps (X.690). */
export interface DerElement {
  /** Class, form and number in one byte: `0x30` is a sequence, `0xa0` the first tag of its context. */
  tag: number;
  /** The whole element. */
  bytes: Buffer;
  content: Buffer;
}

/** The bytes are not DER of the expected form. */
export class NotDer extends Error {
  constructor() {
    super('not DER of the expected form');
    this.name = 'NotDer';
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Constructed, context-specific. */
  context: (number: number) => 0xa0 + number,
} as const;

/**
 * Reads bytes that are exactly one element.
 * @throws NotDer also for bytes after it
 */
export function readDer(bytes: Uint8Array, tag?: number): DerElement {
  const [element, ...more] = elementsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!element || more.length > 0) throw new NotDer();
  return tag === undefined ? element : expectTag(element, tag);
}

/** The elements in a sequence, a set or an explicit tag. @throws NotDer */
export function childrenOf(element: DerElement | undefined, tag?: number): DerElement[] {
  if (!element) throw new NotDer();
  return elementsIn((tag === undefined ? element : expectTag(element, tag)).content);
}

/** @throws NotDer if there is none, or if it has another tag */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element?.tag !== tag) throw new NotDer();
  return element;
}

function elementsIn(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1];
    // DER of this size never has a length of more than four bytes or an indefinite length.
    if (first === undefined || first === 0x80 || first > 0x84) throw new NotDer();
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + lengthBytes;
    if (start > bytes.length) throw new NotDer();
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const end = start + length;
    if (end > bytes.length) throw new NotDer();
    elements.push({ tag: bytes[at]!, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return elements;
}

/** An element with these contents. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? 0 : Math.ceil(Math.log2(length + 1) / 8);
  const head = Buffer.alloc(2 + size);
  head[0] = tag;
  head[1] = size === 0 ? length : 0x80 + size;
  if (size > 0) head.writeUIntBE(length, 2, size);
  return Buffer.concat([head, content]);
}

/** The content of an object identifier, in hexadecimal: `oidHex('1.2.840.113549')`. */
export function oidHex(dotted: string): string {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift(0x80 + (left % 128));
    return digits;
  });
  return Buffer.from(bytes).toString('hex');
}
