import type { ReportSection } from '../../core/domain/report.ts';
import { openedClaims } from '../../core/evidence/jws.ts';
import { checkTimestamp } from '../../core/evidence/timestamp-token.ts';
import { timestamp as toTimestamp } from '../../core/resources/timestamps.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';
import { sha256 } from '../../core/sha256.ts';

/** Shown for missing values. */
export const NONE = 'não há';
export const ERASED = 'apagado a pedido';

/** What the document is, and how to check it. */
export function aboutSection(
  evidence: AnyEvidence,
  subject: [string, string],
  { fileHash, checkUrl }: { fileHash: string; checkUrl: string },
): ReportSection {
  const { statement, signature } = evidence;
  const { kid, claims } = openedClaims(signature);
  return {
    heading: 'Este documento',
    paragraphs: [
      'É a leitura em português de um arquivo JSON assinado. Quem prova é o JSON, não este PDF: peça o JSON, confira que o SHA-256 dele é o que está aqui, e confira a assinatura.',
    ],
    facts: [
      subject,
      ['Edição', `${statement.edition}${statement.previous ? `, depois da de SHA-256 ${statement.previous}` : ''}`],
      ['Emitida em', instant(statement.issued_at)],
      ['SHA-256 do JSON', fileHash],
      ['SHA-256 da declaração assinada', claims.statement_sha256],
      ['Chave da assinatura', kid],
      ['Carimbo do tempo da assinatura', stamped(evidence)],
      ['Onde conferir', `${checkUrl}, ou sem rede: npx malote-evidence`],
    ],
  };
}

function stamped({ timestamp, signature }: AnyEvidence): string {
  const stamp = timestamp === null ? undefined : checkTimestamp(Buffer.from(timestamp, 'base64'), signature);
  return stamp ? `${instant(toTimestamp(stamp.at))}\n${stamp.authority}` : NONE;
}

type Facts = NonNullable<ReportSection['facts']>[number][];

/** Company, account, and person or key. */
export function requesterFacts({
  company,
  requested_by,
}: Pick<AnyEvidence['statement'], 'company' | 'requested_by'>): Facts {
  return [
    ['Empresa', company.legal_name],
    ['Nome fantasia', company.trade_name ?? NONE],
    ['CNPJ', company.cnpj],
    ['Conta', company.account_id],
    requested_by?.type === 'person'
      ? ['Pessoa, no painel', requested_by.id]
      : ['Chave de API', requested_by?.id ?? 'não registrada'],
  ];
}

export function historySection<Step extends string>(
  history: readonly { at: string; what: Step }[],
  names: Readonly<Record<Step, string>>,
): ReportSection {
  return { heading: 'Histórico', facts: history.map(({ at, what }) => [names[what], instant(at)] as const) };
}

export function limitsSection({ does_not_prove }: AnyEvidence['statement']): ReportSection {
  return { heading: 'O que esta evidência não prova', paragraphs: does_not_prove };
}

/** Fields by their names in the JSON, one per line. */
export function named(given: object): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return (
    Object.entries(given)
      .map(([name, value]) => `${name}: ${text(value)}`)
      .join('\n') || NONE
  );
}

/** A line for machines, which the JSON has verbatim. It names buckets and keys that mean nothing to a reader. */
export const hashed = (line: string | null | undefined) => (line ? sha256(line) : NONE);

export function valueOf<Value>(disclosure: { value: object } | null): Value | null {
  return disclosure && (disclosure.value as Value);
}

/** An address as it was given, one field per line. */
export function lines(given: object): string {
  const { name, street, number, complement, neighborhood, city, state, postal_code } = given as Record<
    string,
    string | null | undefined
  >;
  const line = (...parts: (string | null | undefined)[]) =>
    parts.filter((part) => part !== undefined && part !== null && part !== '');
  return [
    line(name),
    line(street, number, complement),
    line(neighborhood),
    line(city, state),
    line(postal_code && `CEP ${postal_code}`),
  ]
    .filter((parts) => parts.length > 0)
    .map((parts) => parts.join(', '))
    .join('\n');
}

const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** In Brasília time, followed by the instant as in the JSON. */
export function instant(at: string | null): string {
  if (at === null) return NONE;
  const [date, time] = clock.format(Date.parse(at)).split(', ');
  return `${date} às ${time}, horário de Brasília (${at})`;
}
