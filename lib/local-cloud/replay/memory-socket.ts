import { AsyncLocalStorage } from 'node:async_hooks';
import { Duplex } from 'node:stream';
import type { Compartment, Task } from './compartment.ts';
import type { Machine } from './machine.ts';

export const LOOPBACK = '127.0.0.1';

/** One end of a connection within the machine, with what `node:http` uses of `net.Socket`. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = LOOPBACK;
  readonly localAddress = LOOPBACK;
  readonly remoteFamily = 'IPv4';
  readonly localPort: number;
  readonly remotePort: number;
  bytesRead = 0;
  bytesWritten = 0;
  connecting = false;
  readonly #machine: Machine;
  readonly #compartment: Compartment | undefined;
  readonly #inContext = AsyncLocalStorage.snapshot();
  readonly #forget: () => void;
  #peer: MemorySocket | undefined;
  /** What was sent before the connection was open. */
  readonly #unsent: ((peer: MemorySocket) => void)[] = [];
  /** When the last message to the other end arrives: they arrive in order. */
  #arrival = 0;
  #idle: { after: number; timer: Task | undefined } | undefined;

  constructor(machine: Machine, ports: { local: number; remote: number }) {
    super({ allowHalfOpen: false, emitClose: true });
    this.#machine = machine;
    this.#compartment = machine.compartment;
    this.localPort = ports.local;
    this.remotePort = ports.remote;
    this.#forget = this.#compartment?.atEnd(() => this.#breakOff()) ?? (() => undefined);
  }

  /** @param peer which may have sent something already */
  connectTo(peer: MemorySocket): void {
    this.#peer = peer;
    peer.#peer = this;
    for (const act of peer.#unsent.splice(0)) peer.#tell(act);
  }

  /** Does something at the other end, after what was sent before. */
  #tell(act: (peer: MemorySocket) => void): void {
    const peer = this.#peer;
    if (!peer) {
      if (this.connecting) this.#unsent.push(act);
      return;
    }
    this.#arrival = Math.max(this.#arrival, this.#machine.now + this.#machine.latency());
    this.#machine.send(this.#arrival - this.#machine.now, peer.#compartment, () =>
      peer.#inContext(() => {
        if (!peer.destroyed) act(peer);
      }),
    );
  }

  override _read(): void {
    // The other end pushes.
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error) => void): void {
    const bytes = Buffer.from(chunk as string, encoding);
    this.bytesWritten += bytes.length;
    this.#machine.note(`net ${this.localPort}>${this.remotePort} ${bytes.toString('latin1')}`);
    this.#restartIdling();
    this.#tell((peer) => {
      peer.bytesRead += bytes.length;
      peer.#restartIdling();
      peer.push(bytes);
    });
    done();
  }

  override _final(done: () => void): void {
    this.#tell((peer) => peer.push(null));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#forget();
    if (this.#idle?.timer) this.#machine.cancel(this.#idle.timer);
    // A whole request or response that is still on its way arrives before the end of the connection.
    const isBroken = error !== null || !this.writableFinished;
    this.#tell((peer) => (isBroken ? peer.destroy(connectionReset()) : peer.push(null)));
    done(error);
  }

  /** The process of this end is gone, and cannot say so itself. */
  #breakOff(): void {
    this.#tell((peer) => peer.destroy(connectionReset()));
    this.#peer = undefined;
  }

  setTimeout(after: number, listener?: () => void): this {
    if (listener) this.once('timeout', listener);
    if (this.#idle?.timer) this.#machine.cancel(this.#idle.timer);
    this.#idle = after > 0 ? { after, timer: undefined } : undefined;
    this.#restartIdling();
    return this;
  }

  #restartIdling(): void {
    if (!this.#idle || this.destroyed) return;
    const { after, timer } = this.#idle;
    if (timer) this.#machine.cancel(timer);
    const { machine, compartment } = { machine: this.#machine, compartment: this.#compartment };
    this.#idle.timer = machine.schedule(after, () => this.emit('timeout'), { compartment, isAwaited: false });
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  address() {
    return { address: LOOPBACK, family: 'IPv4', port: this.localPort };
  }
}

export function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
}
