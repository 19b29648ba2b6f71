import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';
import { Compartment } from './compartment.ts';
import type { Machine } from './machine.ts';
import { ModuleGraph } from './module-graph.ts';

/** One end of the channel between a thread and who started it. */
class ThreadPort extends EventEmitter {
  readonly #machine: Machine;
  readonly #compartment: Compartment | undefined;
  readonly #peer: () => ThreadPort;
  /** When the last message arrives: they arrive in order. */
  #arrival = 0;

  /** @param compartment of the code at this end */
  constructor(machine: Machine, compartment: Compartment | undefined, peer: () => ThreadPort) {
    super();
    this.#machine = machine;
    this.#compartment = compartment;
    this.#peer = peer;
  }

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    const content: unknown = structuredClone(message, { transfer: [...transfer] });
    const peer = this.#peer();
    this.#arrival = Math.max(this.#arrival, this.#machine.now + this.#machine.latency());
    this.#machine.send(this.#arrival - this.#machine.now, peer.#compartment, () => peer.emit('message', content));
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  close(): void {
    this.removeAllListeners();
  }
}

/** Replaces `Worker` of `node:worker_threads`: a thread is a compartment of this one, and never blocks it. */
export function replaceThreads(machine: Machine): void {
  class MachineWorker extends ThreadPort {
    readonly #compartment: Compartment;

    constructor(file: string | URL, { workerData, env, stdout = false, stderr = false }: WorkerOptions = {}) {
      const outer = machine.compartment;
      super(machine, outer, () => inner);
      const crash = (error: unknown) =>
        machine.send(machine.latency(), outer, () => {
          this.emit('error', error);
          this.emit('exit', 1);
        });
      const isQuiet = stdout || stderr;
      const compartment = new Compartment(machine, {
        name: `thread of ${outer?.name ?? 'the program'}`,
        variables: { ...((env as NodeJS.ProcessEnv | undefined) ?? process.env) },
        write: isQuiet ? () => undefined : outer?.write,
        onCrash: crash,
        onExit: (code) => machine.send(machine.latency(), outer, () => this.emit('exit', code)),
      });
      this.#compartment = compartment;
      const inner: ThreadPort = new ThreadPort(machine, compartment, () => this);
      const given: unknown = structuredClone(workerData);
      const ownModule = { parentPort: inner, workerData: given, isMainThread: false };
      const graph = new ModuleGraph({ worker_threads: ownModule });
      const url = file instanceof URL ? file : pathToFileURL(file);
      machine.send(machine.latency(), compartment, () => {
        graph.load(url.href).catch((error: unknown) => compartment.crash(error));
      });
    }

    async cpuUsage(): Promise<NodeJS.CpuUsage> {
      return { user: 0, system: 0 };
    }

    async terminate(): Promise<number> {
      if (this.#compartment.hasEnded) return 1;
      this.#compartment.end();
      machine.schedule(0, () => this.emit('exit', 1));
      return 1;
    }
  }
  Object.defineProperty(process.getBuiltinModule('node:worker_threads'), 'Worker', { value: MachineWorker });
  syncBuiltinESMExports();
}
