import http from 'node:http';
import https from 'node:https';
import type { SecureContext } from 'node:tls';
import { createSecureContext } from 'node:tls';
import type { Target } from './guard.ts';

/** Number of receivers whose TLS sessions are kept: about 3 KB each. */
const MOST_SESSIONS = 500;

export interface KeptConnectionsSettings {
  /** Milliseconds without a call after which a connection is closed. */
  idleFor: number;
  /** Maximum of idle connections of one owner to one URL. */
  mostIdle: number;
  /** Certificate authorities trusted instead of the usual ones, PEM. */
  ca?: string | undefined;
}

/** Request options that give a call a connection of its owner, or a new one. */
export interface ConnectionOptions {
  agent: http.Agent;
  /** Part of the connection's name. */
  owner: string;
  secureContext?: SecureContext;
}

/**
 * Connections that are used for several calls, and TLS sessions that are resumed by the next connection. A connection belongs
 * to one owner and to the addresses that the guard has found: another owner, or another answer of the name server, gets
 * another connection. So each call goes where the guard has just allowed it, and bytes that a receiver sends unasked reach no
 * call but its owner's next one.
 */
export function openKeptConnections({ idleFor, mostIdle, ca }: KeptConnectionsSettings) {
  const settings = { keepAlive: true, timeout: idleFor, maxFreeSockets: mostIdle };
  const agents: Record<string, http.Agent> = {
    'http:': namedByOwner(new http.Agent(settings)),
    'https:': namedByOwner(new https.Agent({ ...settings, maxCachedSessions: MOST_SESSIONS })),
  };
  // Made once: each new one would parse the authorities.
  const secureContext = createSecureContext({ ca });

  return {
    optionsFor: (owner: string, { url, addresses }: Target): ConnectionOptions => ({
      agent: agents[url.protocol]!,
      owner: [owner, ...addresses.toSorted()].join(' '),
      ...(url.protocol === 'https:' && { secureContext }),
    }),

    /** Closes idle connections; sessions are kept. */
    closeIdle: (): void => {
      for (const agent of Object.values(agents)) {
        for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
      }
    },
  };
}

export type KeptConnections = ReturnType<typeof openKeptConnections>;

/**
 * The agent finds a connection, and a session, by its name. Node's own lists all settings of TLS, which are the same for all
 * connections of an agent here.
 */
function namedByOwner<Agent extends http.Agent>(agent: Agent): Agent {
  agent.getName = (options) => `${(options as Partial<ConnectionOptions>).owner} ${options!.host}:${options!.port}`;
  return agent;
}
