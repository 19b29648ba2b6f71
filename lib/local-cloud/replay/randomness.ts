import crypto, { type BinaryLike, type KeyExportOptions, type KeyLike, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { ecKeyPair, type KeyPair, rsaKeyPair, signWithEcKey } from './keys.ts';
import type { Machine } from './machine.ts';
import type { SeededRandom } from './seeded-random.ts';

type Done<Value> = (error: null, value: Value) => void;

// Taken before it is replaced.
const realSign = crypto.sign;

/** Replaces everything of the process that draws random numbers, keys and signatures included. */
export function replaceRandomness(machine: Machine): void {
  const { random } = machine;
  Math.random = () => random.fraction();
  const view = (target: ArrayBufferView) => new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  const getRandomValues = <Target extends ArrayBufferView>(target: Target): Target => {
    random.fill(view(target));
    return target;
  };
  const randomUUID = () => random.uuid();
  const later = <Value>(value: Value, done?: Done<Value>): Value | undefined => {
    if (!done) return value;
    machine.schedule(0, () => done(null, value));
    return undefined;
  };
  Object.assign(crypto, {
    randomUUID,
    randomBytes: (count: number, done?: Done<Buffer>) => later(random.bytes(count), done),
    randomInt: (first: number, ...rest: (number | Done<number>)[]) => {
      const [least, limit] = typeof rest[0] === 'number' ? [first, rest[0]] : [0, first];
      return later(
        random.integer(least, limit),
        rest.find((one) => typeof one === 'function'),
      );
    },
    randomFillSync: getRandomValues,
    randomFill: (target: ArrayBufferView, done: Done<ArrayBufferView>) => later(getRandomValues(target), done),
    generateKeyPairSync: (type: string, options: KeyOptions) => encoded(keyPair(type, options, random), options),
    sign: (digest: string | null, data: BinaryLike, key: KeyLike) => {
      const { asymmetricKeyType } = key as KeyObject;
      if (asymmetricKeyType !== 'ec') return realSign(digest, data as NodeJS.ArrayBufferView, key);
      return signWithEcKey(digest!, data, key as KeyObject, random);
    },
  });
  // `getRandomValues` of `node:crypto` is a getter that returns this one.
  const { webcrypto } = crypto;
  Object.defineProperties(webcrypto, {
    getRandomValues: { value: getRandomValues },
    randomUUID: { value: randomUUID },
  });
  replaceSubtle(machine, webcrypto.subtle);
  syncBuiltinESMExports();
}

interface KeyOptions {
  namedCurve?: string;
  modulusLength?: number;
  publicKeyEncoding?: KeyExportOptions<'pem'>;
  privateKeyEncoding?: KeyExportOptions<'pem'>;
}

function keyPair(type: string, options: KeyOptions, random: SeededRandom): KeyPair {
  if (type === 'ec' && options.namedCurve === 'P-256') return ecKeyPair(random);
  if (type === 'rsa') return rsaKeyPair(random, options.modulusLength!);
  throw new Error(`A simulated machine makes no ${type} keys with ${JSON.stringify(options)}.`);
}

const encoded = ({ publicKey, privateKey }: KeyPair, { publicKeyEncoding, privateKeyEncoding }: KeyOptions) => ({
  publicKey: publicKeyEncoding ? publicKey.export(publicKeyEncoding) : publicKey,
  privateKey: privateKeyEncoding ? privateKey.export(privateKeyEncoding) : privateKey,
});

/** What Web Crypto does in Node's threads. */
function replaceSubtle(machine: Machine, subtle: typeof crypto.webcrypto.subtle): void {
  const operations = ['digest', 'sign', 'verify', 'encrypt', 'decrypt', 'importKey', 'exportKey'] as const;
  for (const name of operations) {
    const real = (subtle[name] as (...args: unknown[]) => Promise<unknown>).bind(subtle);
    Object.defineProperty(subtle, name, { value: (...args: unknown[]) => machine.deliver(real(...args)) });
  }
  const refuse = () => {
    throw new Error('A simulated machine makes no keys with Web Crypto.');
  };
  Object.defineProperty(subtle, 'generateKey', { value: refuse });
}
