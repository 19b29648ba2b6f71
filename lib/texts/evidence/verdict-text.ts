import type { EvidenceStatus, PersonalPart } from '../../core/domain/evidence.ts';
import type { LetterEvidenceStatus, LetterPart } from '../../core/domain/letter-evidence.ts';
import { isSandbox } from '../../core/domain/sandbox.ts';
import type { EvidenceFault, EvidenceVerdict } from '../../core/evidence/check.ts';
import type { LetterVerdict } from '../../core/evidence/check-letter.ts';
import type { TimestampVerdict } from '../../core/evidence/timestamp-token.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';

/** The text for each fault, in Portuguese, the language of those who receive evidence. */
const faults: Readonly<Record<EvidenceFault, string>> = {
  not_evidence: 'O arquivo não é uma evidência, ou está incompleto.',
  key_unknown: 'A assinatura é de uma chave que o serviço não publica.',
  signature_invalid: 'A assinatura não é válida.',
  statement_changed: 'A declaração foi alterada depois de assinada.',
  disclosure_changed: 'Um dado pessoal foi alterado depois de assinado.',
  history_broken: 'O histórico não está inteiro.',
  timestamp_invalid: 'O carimbo do tempo não é desta assinatura, ou está danificado.',
  timestamp_untrusted: 'O carimbo do tempo não é de nenhuma das autoridades informadas.',
};

const parts: Readonly<Record<PersonalPart | LetterPart, string>> = {
  recipient: 'destinatário e endereço',
  order: 'pedido',
  confirmer: 'quem confirmou',
  networks: 'sal das redes',
  sender: 'remetente',
  pages: 'hash do que cada página mostra',
  posting: 'código de rastreio e relatórios da gráfica',
};

/** The meaning of each final state of a letter. */
const letterStatuses: Readonly<Record<LetterEvidenceStatus, string>> = {
  posted: 'postada, segundo a gráfica',
  canceled: 'cancelada antes da produção',
  failed: 'não postada: a produção falhou',
};

/** The meaning of each final state of a verification. */
const statuses: Readonly<Record<EvidenceStatus, string>> = {
  verified: 'verificado: o código impresso na carta foi informado',
  failed: 'não verificado: cinco códigos errados',
  expired: 'não verificado: o prazo terminou sem confirmação',
  canceled: 'cancelado antes da postagem',
  revoked: 'revogado pela empresa: não vale como verificado',
};

export interface VerdictText {
  heading: string;
  /** Name and value. */
  facts: [string, string][];
  notes: string[];
}

/** Without specified authorities, the text must not suggest that the named one is trusted. */
function stampText({ at, authority, trusted }: TimestampVerdict): string {
  const text = `${timestamp(at)}, por ${authority}`;
  return trusted ? text : `${text} (esta autoridade não foi conferida: use --timestamp-ca, ou openssl ts)`;
}

/** Whether a PDF is the letter. */
export const letterTexts: Readonly<Record<LetterVerdict, string>> = {
  same: 'É A CARTA: este PDF é, byte a byte, o arquivo que foi impresso.',
  other: 'NÃO É A CARTA: este PDF não é, byte a byte, o arquivo que foi impresso.',
  not_of_a_letter: 'NÃO DÁ PARA CONFERIR: a evidência não é de uma carta, e sim de uma verificação.',
  unknown: 'NÃO DÁ PARA CONFERIR: a carta foi apagada a pedido antes de a evidência ser emitida.',
};

/** Every text about a test says that it is a test. */
export function resultOf(statement: AnyEvidence['statement']): string {
  const result = 'letter_id' in statement ? letterStatuses[statement.status] : statuses[statement.status];
  return isSandbox(statement.company.account_id) ? `${result} (teste: nada foi impresso)` : result;
}

/** What it is about, and the facts of this kind alone. */
const ownFacts = (statement: AnyEvidence['statement']): { subject: [string, string]; end: [string, string] } =>
  'letter_id' in statement
    ? {
        subject: ['Carta', statement.letter_id],
        end: ['SHA-256 do arquivo impresso', statement.letter.printed_sha256 ?? 'apagado a pedido'],
      }
    : {
        subject: ['Verificação', statement.verification_id],
        end: ['Confirmada em', statement.confirmation?.confirmed_at ?? 'não confirmada'],
      };

/** The text of a verdict. */
export function verdictText(verdict: EvidenceVerdict): VerdictText {
  if (!verdict.ok) return { heading: 'NÃO É VÁLIDA', facts: [], notes: [faults[verdict.fault]] };
  const { statement, kid, erased, timestamp: stamp } = verdict;
  const { company } = statement;
  const { subject, end } = ownFacts(statement);
  return {
    heading: 'VÁLIDA: emitida pelo serviço e não alterada',
    facts: [
      subject,
      ['Resultado', resultOf(statement)],
      ['Pedida por', `${company.legal_name}, CNPJ ${company.cnpj}`],
      ['Emitida em', `${statement.issued_at}, edição ${statement.edition}`],
      end,
      ['Chave', kid],
      ...(stamp ? [['Carimbo do tempo', stampText(stamp)] as [string, string]] : []),
      ...(erased.length > 0 ? [['Apagado', erased.map((part) => parts[part]).join(', ')] as [string, string]] : []),
    ],
    notes: statement.does_not_prove,
  };
}
