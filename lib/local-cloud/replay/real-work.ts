import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type { Transform, TransformCallback } from 'node:stream';
import v8 from 'node:v8';
import zlib from 'node:zlib';
import { sha256 } from '../sha256.ts';
import type { Machine } from './machine.ts';

/** Cores of every machine; the number decides how many environments a function gets. */
const CORES = 2;

/** Replaces what Node does in other threads. Other programs do not exist on the machine. */
export function replaceRealWork(machine: Machine): void {
  replaceFiles(machine);
  replaceCompression(machine);
  replaceWebAssembly();
  // V8's flags are those of all compartments, and with other flags it rejects the code that it has compiled before.
  Object.assign(v8, { setFlagsFromString: () => undefined });
  Object.assign(os, { availableParallelism: () => CORES, cpus: () => [], release: () => 'simulated' });
  syncBuiltinESMExports();
}

const FILE_OPERATIONS = ['access', 'lstat', 'mkdir', 'mkdtemp', 'readdir', 'readFile', 'rename', 'rm', 'stat'] as const;

/**
 * What several of these read at once would arrive in any order. Time stands still during all other work with files, such as
 * that of streams and imports.
 */
function replaceFiles(machine: Machine): void {
  for (const name of [...FILE_OPERATIONS, 'unlink', 'writeFile'] as const) {
    const sync = fs[`${name}Sync`] as (...args: unknown[]) => unknown;
    const replaced = (...args: unknown[]) => machine.deliver(new Promise((resolve) => resolve(sync(...args))));
    Object.assign(fs.promises, { [name]: replaced });
  }
}

/** Functions of `node:zlib` that call back. */
const CALLBACKS = ['deflate', 'inflate', 'gzip', 'gunzip', 'brotliCompress', 'brotliDecompress'] as const;

/** Time stands still until a stream has compressed what it was given. */
function replaceCompression(machine: Machine): void {
  // The base class of all its streams has no name outside.
  const base = Object.getPrototypeOf(Object.getPrototypeOf(zlib.Deflate.prototype)) as object;
  const transform = Reflect.get(base, '_transform') as Transform['_transform'];
  Object.assign(base, {
    _transform(this: Transform, chunk: Buffer, encoding: BufferEncoding, done: TransformCallback) {
      const end = machine.begin();
      // A stream that is destroyed meanwhile does not answer.
      this.once('close', end);
      transform.call(this, chunk, encoding, (...answer) => {
        this.off('close', end);
        end();
        done(...answer);
      });
    },
  });
  for (const name of CALLBACKS) replaceCallback(machine, name);
}

function replaceCallback(machine: Machine, name: (typeof CALLBACKS)[number]): void {
  const sync = zlib[`${name}Sync`] as (...args: unknown[]) => Buffer;
  const replaced = (...args: unknown[]) => {
    const done = args.pop() as (error: unknown, bytes?: Buffer) => void;
    machine.schedule(machine.latency(), () => {
      let bytes: Buffer;
      try {
        bytes = sync(...args);
      } catch (error) {
        return done(error);
      }
      return done(null, bytes);
    });
  };
  Object.defineProperty(zlib, name, { value: replaced, configurable: true, enumerable: true });
}

type Code = ArrayBuffer | Uint8Array<ArrayBuffer>;
type Imports = Record<string, Record<string, unknown>>;

/** Node's types leave it out. */
interface WebAssemblyApi {
  Module: new (code: Code) => object;
  Instance: new (module: object, imports?: Imports) => object;
  instantiate(source: Code | object, imports?: Imports): Promise<object>;
  compile(code: Code): Promise<object>;
}

/** Compiled in the same thread, and once for all threads that load the same code. */
function replaceWebAssembly(): void {
  const api = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  const { Module, Instance } = api;
  const compiled = new Map<string, object>();
  const moduleOf = (code: Code): object => {
    const key = sha256(code instanceof Uint8Array ? code : new Uint8Array(code)).toString('hex');
    const module = compiled.get(key) ?? new Module(code);
    compiled.set(key, module);
    return module;
  };
  api.compile = async (code) => moduleOf(code);
  api.instantiate = async (source, imports) => {
    if (source instanceof Module) return new Instance(source, imports);
    const module = moduleOf(source as Code);
    return { module, instance: new Instance(module, imports) };
  };
}
