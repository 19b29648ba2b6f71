import { AsyncLocalStorage } from 'node:async_hooks';
import dns from 'node:dns';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo, type Server } from 'node:net';
import type { Compartment } from './compartment.ts';
import { createFetch } from './fetch.ts';
import type { Machine } from './machine.ts';
import { LOOPBACK, MemorySocket } from './memory-socket.ts';

/** Ports that a server gets if it asks for any, and those of the callers. */
const FIRST_PORT = 20_000;
const FIRST_EPHEMERAL_PORT = 40_000;

/** What listens at a port. */
interface Listening {
  server: Server;
  port: number;
  compartment: Compartment | undefined;
  /** Runs something in the context in which the server was opened. */
  inContext: (run: () => void) => void;
  /** Open connections, in the order in which they were accepted. */
  connections: Set<MemorySocket>;
  forget: () => void;
}

type Callback = () => void;

const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1|(?:.+\.)?localhost)$/i.test(host);

// Taken before it is replaced.
const realRequest = http.request;

/** The machine's own network: nothing leaves it, and nobody else reaches it. */
export class Network {
  readonly #machine: Machine;
  readonly #byPort = new Map<number, Listening>();
  readonly #byServer = new Map<Server, Listening>();
  /** A server that is closed still has them. */
  readonly #connections = new WeakMap<Server, Set<MemorySocket>>();
  #nextPort = FIRST_PORT;
  #nextEphemeralPort = FIRST_EPHEMERAL_PORT;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Replaces the sockets of `node:http`, name resolution and `fetch`. */
  replace(): void {
    this.#replaceServers();
    http.Agent.prototype.createConnection = (options: { host?: string; port?: number }) =>
      this.#connect(options.host ?? 'localhost', Number(options.port));
    // There are no certificates on the machine, so nobody serves TLS.
    https.Agent.prototype.createConnection = () => this.#connect('tls', 0);
    const request = (...args: unknown[]): ClientRequest => {
      const [options, listener] = args as [RequestOptions, never];
      return (
        this.#machine.compartment?.requests?.(options, listener) ??
        (realRequest as (...given: unknown[]) => ClientRequest)(...args)
      );
    };
    Object.assign(http, { request });
    writeDates();
    replaceNames(this.#machine);
    globalThis.fetch = createFetch();
    syncBuiltinESMExports();
  }

  #replaceServers(): void {
    const connectionsOf = (server: Server) => [...(this.#connections.get(server) ?? [])];
    // Node closes connections in the order of addresses in memory.
    Object.assign(http.Server.prototype, {
      closeAllConnections(this: Server) {
        for (const socket of connectionsOf(this)) socket.destroy();
      },
      closeIdleConnections(this: Server) {
        for (const socket of connectionsOf(this)) if (isIdle(socket)) socket.destroy();
      },
    });
    const listen = (server: Server, args: unknown[]) => this.#listen(server, args);
    const addressOf = (server: Server) => this.#byServer.get(server);
    const close = (server: Server, done?: (error?: Error) => void) => this.#close(server, done);
    Object.assign(net.Server.prototype, {
      listen(this: Server, ...args: unknown[]) {
        listen(this, args);
        return this;
      },
      address(this: Server): AddressInfo | null {
        const found = addressOf(this);
        return found ? { address: LOOPBACK, family: 'IPv4', port: found.port } : null;
      },
      close(this: Server, done?: (error?: Error) => void) {
        close(this, done);
        return this;
      },
    });
    Object.defineProperty(net.Server.prototype, 'listening', {
      configurable: true,
      get(this: Server) {
        return addressOf(this) !== undefined;
      },
    });
  }

  #listen(server: Server, args: unknown[]): void {
    const asked = typeof args[0] === 'object' ? (args[0] as { port?: number }).port : (args[0] as number | undefined);
    const listener = args.find((one): one is Callback => typeof one === 'function');
    if (listener) server.once('listening', listener);
    const port = asked || this.#nextPort++;
    if (this.#byPort.has(port)) {
      const error = Object.assign(new Error(`listen EADDRINUSE: address already in use ${LOOPBACK}:${port}`), {
        code: 'EADDRINUSE',
      });
      this.#machine.schedule(0, () => server.emit('error', error));
      return;
    }
    const { compartment } = this.#machine;
    const forget = compartment?.atEnd(() => this.#forget(server)) ?? (() => undefined);
    const inContext = AsyncLocalStorage.snapshot();
    const listening = { server, port, compartment, inContext, connections: new Set<MemorySocket>(), forget };
    this.#connections.set(server, listening.connections);
    this.#byPort.set(port, listening);
    this.#byServer.set(server, listening);
    this.#machine.schedule(0, () => server.emit('listening'));
  }

  #forget(server: Server): Listening | undefined {
    const listening = this.#byServer.get(server);
    if (!listening) return undefined;
    this.#byServer.delete(server);
    this.#byPort.delete(listening.port);
    listening.forget();
    return listening;
  }

  #close(server: Server, done?: (error?: Error) => void): void {
    const listening = this.#forget(server);
    if (!listening) {
      if (done) this.#machine.schedule(0, () => done(new Error('Server is not running.')));
      return;
    }
    if (done) server.once('close', done);
    if (listening.connections.size === 0) this.#machine.schedule(0, () => server.emit('close'));
  }

  #connect(host: string, port: number): MemorySocket {
    const ports = { local: this.#nextEphemeralPort++, remote: port };
    const socket = new MemorySocket(this.#machine, ports);
    socket.connecting = true;
    this.#machine.schedule(this.#machine.latency(), () => {
      if (socket.destroyed) return;
      const listening = isLoopback(host) ? this.#byPort.get(port) : undefined;
      if (!listening) {
        const error = new Error(`connect ECONNREFUSED ${host}:${port}`);
        socket.destroy(Object.assign(error, { code: 'ECONNREFUSED', syscall: 'connect' }));
        return;
      }
      this.#accept(listening, socket, ports);
      socket.connecting = false;
      socket.emit('connect');
      socket.emit('ready');
    });
    return socket;
  }

  #accept(listening: Listening, socket: MemorySocket, ports: { local: number; remote: number }): void {
    const { server, compartment, inContext } = listening;
    this.#machine.within(compartment, () =>
      inContext(() => {
        const accepted = new MemorySocket(this.#machine, { local: ports.remote, remote: ports.local });
        accepted.connectTo(socket);
        listening.connections.add(accepted);
        accepted.once('close', () => {
          listening.connections.delete(accepted);
          const isClosed = this.#byServer.get(server) !== listening;
          if (isClosed && listening.connections.size === 0) server.emit('close');
        });
        server.emit('connection', accepted);
      }),
    );
  }
}

/** What Node's server keeps at a connection: the parser with the request that it reads, and the response under way. */
interface Served {
  parser?: { incoming: unknown } | null;
  _httpMessage?: unknown;
}

function isIdle(socket: MemorySocket & Served): boolean {
  return !socket._httpMessage && !socket.parser?.incoming;
}

/** Node writes the machine's real time into responses. */
function writeDates(): void {
  const writeHead = Reflect.get(http.ServerResponse.prototype, 'writeHead') as (
    ...given: unknown[]
  ) => http.ServerResponse;
  http.ServerResponse.prototype.writeHead = function (this: http.ServerResponse, ...args: unknown[]) {
    if (this.sendDate && !this.hasHeader('date')) this.setHeader('Date', new Date().toUTCString());
    return writeHead.apply(this, args);
  };
}

/** Only loopback names have an address. */
function replaceNames(machine: Machine): void {
  const notFound = (name: string) => Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  const lookup = (name: string, given: unknown, done = given as (...answer: unknown[]) => void) => {
    const isAll = (given as { all?: boolean }).all === true;
    const answer = isAll ? [[{ address: LOOPBACK, family: 4 }]] : [LOOPBACK, 4];
    machine.schedule(machine.latency(), () => (isLoopback(name) ? done(null, ...answer) : done(notFound(name))));
  };
  const resolve = async (name: string) => {
    if (!isLoopback(name)) throw notFound(name);
    return [LOOPBACK];
  };
  Object.assign(dns, { lookup });
  Object.assign(dns.promises.Resolver.prototype, { resolve4: resolve, resolve6: resolve });
}
