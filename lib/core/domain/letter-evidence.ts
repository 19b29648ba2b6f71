import type { Address } from './addresses.ts';
import { isTracked } from './carrier-services.ts';
import type { EventType } from './events.ts';
import { entryOf, type HistoryEntry, SIGNATURE_LIMIT } from './evidence.ts';
import type { LetterStatus } from './letter-statuses.ts';
import { finalLetterStatuses, type Letter, type PrintHouseReport } from './letters.ts';
import { isSandbox } from './sandbox.ts';

/** Version of the format of a letter's evidence. A reader that does not know it must not guess. */
export const LETTER_EVIDENCE_FORMAT = 'malote-letter-evidence-1';

/** Statuses at which the evidence of a letter is frozen. */
export const letterEvidenceStatuses = ['posted', 'canceled', 'failed'] as const satisfies LetterStatus[];
export type LetterEvidenceStatus = (typeof letterEvidenceStatuses)[number];

/** Events at which it is frozen. */
export const LETTER_EVIDENCE_EVENTS: readonly EventType[] = letterEvidenceStatuses.map(
  (status): EventType => `letter.${status}`,
);

export const letterHistorySteps = [
  'created',
  'edited',
  'charged',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
] as const;
export type LetterHistoryStep = (typeof letterHistorySteps)[number];

/** Personal data and what could be guessed from a hash: only the salted hash is signed. */
export interface LetterPersonalParts {
  /** `as_sent` is null for letters of earlier releases. */
  recipient: { as_sent: object | null; as_printed: Address };
  /** `as_sent` is null for the account's default sender, too. */
  sender: { as_sent: object | null; as_printed: Address };
  order: {
    document: Letter['document'];
    document_sha256: string | null;
    reference: string | null;
    metadata: Record<string, string>;
  };
  /** Null if the pages were not drawn. */
  pages: NonNullable<Letter['shown_pages']> | null;
  /** What the print house reported. */
  posting: { tracking_code: string | null; reports: PrintHouseReport[] };
}

export const letterParts = [
  'recipient',
  'sender',
  'order',
  'pages',
  'posting',
] as const satisfies (keyof LetterPersonalParts)[];
export type LetterPart = (typeof letterParts)[number];

export function isLetterEvidenceStatus(status: LetterStatus): status is LetterEvidenceStatus {
  return finalLetterStatuses.includes(status);
}

/** The history of a letter, oldest entry first. */
export function letterHistoryOf({ reached, created_at, edited_at }: Letter): HistoryEntry<LetterHistoryStep>[] {
  const history: HistoryEntry<LetterHistoryStep>[] = [
    ...entryOf('created', created_at),
    ...entryOf('edited', edited_at),
    ...entryOf('charged', reached.received),
    ...entryOf('in_production', reached.in_production),
    ...entryOf('printed', reached.printed),
    ...entryOf('posted', reached.posted),
    ...entryOf('canceled', reached.canceled),
    ...entryOf('failed', reached.failed),
  ];
  return history.sort((one, other) => one.at - other.at);
}

/** What the evidence of a letter does not prove, in the language of the courts that read it. */
export function letterLimitsOf({ account_id, status, postal_services, edited_at, shown_pages }: Letter): string[] {
  const delivery = isTracked(postal_services)
    ? 'A postagem é a que a gráfica informou. A entrega é registrada pelos Correios, com o código de rastreio: o serviço não a viu.'
    : 'A carta é simples e não tem rastreamento: a postagem é a que a gráfica informou, e o serviço não viu a entrega.';
  const states: Readonly<Partial<Record<LetterStatus, string>>> = {
    canceled: 'A carta foi cancelada antes da produção: não foi impressa nem postada.',
    failed: 'A produção da carta falhou: ela não foi postada.',
    posted: delivery,
  };
  return [
    ...(isSandbox(account_id)
      ? ['É um teste, feito no ambiente de testes da conta: nenhuma carta foi impressa nem postada. Não prova nada.']
      : []),
    'Não prova que o destinatário recebeu, abriu ou leu a carta, nem que mora no endereço.',
    states[status]!,
    'Prova qual arquivo de impressão o serviço fez para a gráfica. Não prova, por si só, o que a gráfica pôs no envelope.',
    'Um papel digitalizado ou fotografado não pode ser conferido: só o próprio arquivo de impressão, byte a byte.',
    ...(shown_pages === undefined
      ? ['Não há hash do que cada página mostra: só o do arquivo de impressão inteiro.']
      : []),
    ...(edited_at === undefined
      ? []
      : [
          'O pedido foi alterado antes da produção. Os endereços como foram enviados são os do primeiro pedido; os impressos são os da última alteração.',
        ]),
    SIGNATURE_LIMIT,
  ];
}
