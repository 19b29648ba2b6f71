import http from 'node:http';
import https from 'node:https';
import type { SecureContext } from 'node:tls';
import { createSecureContext } from 'node:tls';
import type { Target } from './guard.ts';

/** Number of receivers whose TLS sessions are kept: about 3 KB each. */
const MOST_SESSIONS = 500;

export interface PersistentConnectionSettings {
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
 * Connections that are reused for several calls, and TLS sessions that the next connection resumes. A connection
 * belongs to one owner and to the addresses that the guard found: another owner, or other addresses, get another
 * connection. So each call goes only where the guard has just allowed it, and unsolicited bytes of a receiver can reach
 * only the same owner's next call.
 */
export function openPersistentConnections({ idleFor, mostIdle, ca }: PersistentConnectionSettings) {
  const settings = { keepAlive: true, timeout: idleFor, maxFreeSockets: mostIdle };
  const agents: Record<string, http.Agent> = {
    'http:': namedByOwner(new http.Agent(settings)),
    'https:': namedByOwner(new https.Agent({ ...settings, maxCachedSessions: MOST_SESSIONS })),
  };
  // Created once: each new one would parse the authorities.
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

export type PersistentConnections = ReturnType<typeof openPersistentConnections>;

/**
 * The agent finds connections and sessions by name. Node's default name includes all TLS settings, which are the same
 * for all connections of an agent here.
 */
function namedByOwner<Agent extends http.Agent>(agent: Agent): Agent {
  agent.getName = (options) => `${(options as Partial<ConnectionOptions>).owner} ${options!.host}:${options!.port}`;
  return agent;
}
