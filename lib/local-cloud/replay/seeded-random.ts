import { type Cipheriv, createCipheriv, createHash } from 'node:crypto';

const BLOCK_BYTES = 4096;

/** All randomness of a simulated machine: the key stream of AES-256 in counter mode, whose key is the seed's hash. */
export class SeededRandom {
  readonly #cipher: Cipheriv;
  #block = Buffer.alloc(0);
  #position = 0;

  constructor(seed: string) {
    this.#cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  }

  /** Fills `target` completely. */
  fill(target: Uint8Array): void {
    for (let filled = 0; filled < target.length;) {
      if (this.#position === this.#block.length) {
        this.#block = this.#cipher.update(Buffer.alloc(BLOCK_BYTES));
        this.#position = 0;
      }
      const count = Math.min(target.length - filled, this.#block.length - this.#position);
      target.set(this.#block.subarray(this.#position, this.#position + count), filled);
      this.#position += count;
      filled += count;
    }
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    this.fill(bytes);
    return bytes;
  }

  /** From 0 to below 1. */
  fraction(): number {
    return this.bytes(4).readUInt32LE() / 2 ** 32;
  }

  /** An integer from `least` to below `limit`. */
  integer(least: number, limit: number): number {
    return least + Math.floor((this.bytes(6).readUIntLE(0, 6) / 2 ** 48) * (limit - least));
  }

  /** RFC 9562, version 4. */
  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}
