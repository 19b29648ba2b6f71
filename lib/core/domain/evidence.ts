import type { Address } from './addresses.ts';
import type { EventType } from './events.ts';
import { isSandbox, SANDBOX_CODE } from './sandbox.ts';
import type { VerificationStatus } from './verification-statuses.ts';
import type { Confirmation, PreciseLocation, Verification, VerificationDocument } from './verifications.ts';

/** Version of the evidence's format. A reader that does not know it must not guess. */
export const EVIDENCE_FORMAT = 'malote-evidence-1';

/** Statuses at which evidence is frozen. `verified` may still become `revoked`, which makes another edition. */
export const evidenceStatuses = [
  'verified',
  'failed',
  'expired',
  'canceled',
  'revoked',
] as const satisfies VerificationStatus[];
export type EvidenceStatus = (typeof evidenceStatuses)[number];

/** Events at which evidence is frozen. */
export const EVIDENCE_EVENTS: readonly EventType[] = evidenceStatuses.map(
  (status): EventType => `verification.${status}`,
);

/** The entries of a history, by their names in the statement. */
export const historySteps = [
  'created',
  'in_production',
  'posted',
  'code_refused',
  'code_accepted',
  'location_shared',
  'failed',
  'expired',
  'canceled',
  'revoked',
] as const;
export type HistoryStep = (typeof historySteps)[number];

/** One entry of a history; instants in epoch milliseconds. */
export interface HistoryEntry<Step extends string = HistoryStep> {
  what: Step;
  at: number;
}

/** An entry for something that has happened; none otherwise. */
export const entryOf = <Step extends string>(what: Step, at: number | null | undefined): HistoryEntry<Step>[] =>
  at === undefined || at === null ? [] : [{ what, at }];

/** Of every kind of evidence. */
export const SIGNATURE_LIMIT =
  'A assinatura prova que estes registros são do serviço e não mudaram desde a emissão. Não prova, por si só, que cada registro corresponde ao que aconteceu.';

/** Personal data, of which only the salted hash is signed: the data can be removed and the rest still verifies. */
export interface PersonalParts {
  recipient: { as_sent: object | null; as_printed: Address };
  order: {
    document: VerificationDocument;
    instructions: string | null;
    return_url: string | null;
    reference: string | null;
    metadata: Record<string, string>;
  };
  /** Null until the verification is confirmed. */
  confirmer:
    | (Pick<Confirmation, 'ip' | 'location' | 'user_agent' | 'device' | 'client'> & {
        precise_location: Omit<PreciseLocation, 'consent'> | null;
      })
    | null;
  /** With this salt, anyone who knows a network address can tell which attempts came from it. */
  networks: { salt: string | null };
}

export const personalParts = ['recipient', 'order', 'confirmer', 'networks'] as const satisfies (keyof PersonalParts)[];
export type PersonalPart = (typeof personalParts)[number];

export function isEvidenceStatus(status: VerificationStatus): status is EvidenceStatus {
  return (evidenceStatuses as readonly VerificationStatus[]).includes(status);
}

/** The history of a verification, oldest entry first. */
export function historyOf({ reached, created_at, attempts = [], confirmation }: Verification): HistoryEntry[] {
  const history: HistoryEntry[] = [
    ...entryOf('created', created_at),
    ...entryOf('in_production', reached.in_production),
    ...entryOf('posted', reached.awaiting_code),
    ...attempts.map((attempt): HistoryEntry => ({
      what: attempt.correct ? 'code_accepted' : 'code_refused',
      at: attempt.at,
    })),
    // Earlier releases did not store attempts, only that the code was accepted.
    ...(attempts.some(({ correct }) => correct) ? [] : entryOf('code_accepted', confirmation?.confirmed_at)),
    ...entryOf('location_shared', confirmation?.precise_location?.shared_at),
    ...entryOf('failed', reached.failed),
    ...entryOf('expired', reached.expired),
    ...entryOf('canceled', reached.canceled),
    ...entryOf('revoked', reached.revoked),
  ];
  return history.sort((one, other) => one.at - other.at);
}

/** What the evidence does not prove, in the language of the courts that read it. */
export function limitsOf({ account_id, confirmation, reached }: Verification): string[] {
  return [
    ...(isSandbox(account_id)
      ? [
          `É um teste, feito no ambiente de testes da conta: nenhuma carta foi impressa nem postada, e o código é sempre ${SANDBOX_CODE}. Não prova nada sobre o endereço.`,
        ]
      : []),
    'Não prova quem informou o código, nem que a pessoa nomeada mora no endereço ou há quanto tempo: prova que alguém com acesso à carta enviada a esse endereço informou o código impresso nela.',
    'A carta é simples e não tem rastreamento: a postagem é a que a gráfica informou, e o serviço não viu a entrega.',
    SIGNATURE_LIMIT,
    ...(confirmation?.method === 'api'
      ? ['O código veio do servidor da empresa que pediu a verificação: o serviço não viu a pessoa nem a rede dela.']
      : []),
    ...(confirmation?.location
      ? ['A localização aproximada é a da rede, costuma errar por quilômetros e não foi comparada com o endereço.']
      : []),
    ...(confirmation?.precise_location
      ? ['A localização precisa é a que o aparelho informou, e um aparelho pode informar outra.']
      : []),
    ...(reached.revoked !== undefined
      ? [
          'A empresa revogou a verificação: o endereço não vale mais como verificado, mesmo que o código tenha sido confirmado antes.',
        ]
      : []),
  ];
}
