import { createHash } from 'node:crypto';
import type { ApiStores } from '../../../lib/adapters/http/exchange.ts';
import type { LogFields, RequestLog } from '../../../lib/adapters/http/request-log.ts';
import type { Account } from '../../../lib/core/domain/accounts.ts';

export const NOW = Date.UTC(2026, 2, 2, 12);
export const SECRET = 'malote_secret';

export const account: Account = {
  id: 'acc_1',
  legal_name: 'Empresa Exemplo Ltda.',
  trade_name: null,
  cnpj: '12.345.678/0001-95',
  plan: 'essential',
  default_sender: {
    name: 'Empresa Exemplo',
    street: 'Rua das Laranjeiras',
    number: '100',
    complement: null,
    neighborhood: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01001-000',
  },
  logo: null,
  default_letter: {},
  suspended: false,
  cursor_secret: Buffer.alloc(32, 1).toString('base64'),
  created_at: NOW,
};

/** Counts that give a request this place in its second, and the first of its day. */
export const countsOf = (count: number | undefined): ApiStores['requestCounts'] => ({
  count: async () => count,
  countInDay: async () => 1,
  countedInDay: async () => 0,
});

/** Stores that accept the one key, without an earlier idempotency record. */
export function stores(changes: Partial<ApiStores> = {}): ApiStores {
  const keySha256 = createHash('sha256').update(SECRET).digest('hex');
  return {
    apiKeys: {
      find: async (sha256) =>
        sha256 === keySha256 ? { id: 'key_1', account_id: account.id, revoked_at: null } : undefined,
    },
    accounts: { find: async () => account },
    requestCounts: countsOf(1),
    idempotencyRecords: {
      claim: async (request) => ({
        outcome: 'claimed',
        record: {
          account_id: request.accountId,
          key_sha256: request.keySha256,
          fingerprint: request.fingerprint,
          owner: request.owner,
          seed: request.seed,
          started_at: request.now,
          claimed_at: request.now,
        },
      }),
      complete: async (_, answer) => answer,
      release: async () => 'released',
    },
    sessions: { find: async () => undefined, note: async () => undefined },
    people: { find: async () => undefined, membership: async () => undefined },
    activities: { begin: async () => undefined, complete: async () => undefined, drop: async () => undefined },
    ...changes,
  };
}

export interface Line extends LogFields {
  level: keyof RequestLog;
  message: string;
}

/** A log that keeps its lines. */
export function recordingLog(): RequestLog & { lines: Line[] } {
  const lines: Line[] = [];
  const keep = (level: keyof RequestLog) => (message: string, fields: LogFields) =>
    void lines.push({ level, message, ...fields });
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}
