import { printedLines } from '../../core/domain/addresses.ts';
import type { PostalService } from '../../core/domain/carrier-services.ts';
import type { LetterHistoryStep, LetterPersonalParts } from '../../core/domain/letter-evidence.ts';
import type { CancellationReason, FailureReason } from '../../core/domain/letter-statuses.ts';
import type { Report, ReportSection } from '../../core/domain/report.ts';
import type { LetterEvidenceResource, LetterEvidenceStatement } from '../../core/schemas/letter-evidence.ts';
import { sha256 } from '../../core/sha256.ts';
import {
  aboutSection,
  ERASED,
  hashed,
  historySection,
  instant,
  limitsSection,
  lines,
  named,
  NONE,
  requesterFacts,
  valueOf,
} from './report-parts.ts';
import { resultOf } from './verdict-text.ts';

const stepNames: Readonly<Record<LetterHistoryStep, string>> = {
  created: 'Pedido recebido',
  edited: 'Pedido alterado pela última vez',
  charged: 'Preço cobrado',
  in_production: 'Carta em produção',
  printed: 'Impressão registrada',
  posted: 'Postagem registrada',
  canceled: 'Cancelada',
  failed: 'Produção falhou',
};

const services: Readonly<Record<PostalService, string>> = {
  registered: 'registrada',
  return_receipt: 'com aviso de recebimento',
  restricted_delivery: 'em mãos próprias',
};

const reasons: Readonly<Record<CancellationReason | FailureReason, string>> = {
  requested: 'a pedido da empresa',
  insufficient_balance: 'saldo insuficiente no dia do envio',
  unprintable_document: 'o arquivo não pôde ser impresso',
  damaged_in_production: 'danificada na produção',
  refused_by_carrier: 'recusada pelos Correios',
  other: 'outro motivo',
};

/**
 * Evidence of a letter as a document in Portuguese, for printing (rule EVI-7).
 * @param json the response of the API, byte for byte
 * @param checkUrl the page that checks the JSON
 */
export function letterEvidenceReport(json: string, checkUrl: string): Report {
  const evidence = JSON.parse(json) as LetterEvidenceResource;
  const { statement } = evidence;
  const fileHash = sha256(json);
  return {
    title: 'Evidência de carta',
    result: `Resultado: ${resultOf(statement)}`,
    footer: `${statement.letter_id} · edição ${statement.edition} · SHA-256 do JSON: ${fileHash}`,
    sections: [
      aboutSection(evidence, ['Carta', statement.letter_id], { fileHash, checkUrl }),
      {
        heading: 'Quem pediu',
        facts: requesterFacts(statement),
      },
      order(evidence),
      addresses(evidence),
      letter(statement),
      pages(evidence),
      production(evidence),
      historySection(statement.history, stepNames),
      limitsSection(statement),
    ],
  };
}

function order({ statement, disclosures }: LetterEvidenceResource): ReportSection {
  const asked = valueOf<LetterPersonalParts['order']>(disclosures.order);
  const shown = (value: string | null | undefined) => (asked ? (value ?? NONE) : ERASED);
  return {
    heading: 'Pedido',
    facts: [
      ['Documento', shown(asked && named(asked.document))],
      ['SHA-256 do PDF recebido', shown(asked?.document_sha256)],
      ['Referência da empresa', shown(asked?.reference)],
      ['Metadados', shown(asked && named(asked.metadata))],
      ['Data de envio pedida', statement.send_date ?? 'imediata'],
      ['Preço', money(statement.price.total)],
    ],
  };
}

const money = (centavos: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(centavos / 100);

function addresses({ statement, disclosures }: LetterEvidenceResource): ReportSection {
  const of = (part: 'recipient' | 'sender', otherwise: string): readonly [string, string] => {
    const address = valueOf<LetterPersonalParts['recipient']>(disclosures[part]);
    if (!address) return [ERASED, ERASED];
    return [printedLines(address.as_printed).join('\n'), address.as_sent ? lines(address.as_sent) : otherwise];
  };
  const [to, toSent] = of('recipient', 'não registrado');
  const [from, fromSent] = of('sender', 'o remetente padrão da conta, ou não registrado');
  return {
    heading: 'Endereços',
    facts: [
      ['Destinatário, como foi impresso', to],
      ['Como a empresa enviou', toSent],
      ['Remetente, como foi impresso', from],
      ['Como a empresa enviou', fromSent],
      ['Base de CEP', statement.postal_code_directory ?? 'não registrada'],
    ],
  };
}

function letter({ letter: printed }: LetterEvidenceStatement): ReportSection {
  const { postal_services } = printed;
  return {
    heading: 'Carta',
    facts: [
      ['SHA-256 do arquivo impresso', printed.printed_sha256 ?? ERASED],
      ['Tamanho do arquivo', printed.printed_bytes === null ? ERASED : `${printed.printed_bytes} bytes`],
      ['Páginas e folhas', `${printed.pages} e ${printed.sheets}`],
      [
        'Impressão',
        `${printed.color ? 'em cores' : 'em preto'}, ${printed.double_sided ? 'frente e verso' : 'só frente'}, endereço ${printed.address_placement === 'first_page' ? 'na primeira página' : 'em página própria'}`,
      ],
      ['Postagem pedida', postal_services.map((service) => services[service]).join(', ') || 'simples'],
    ],
  };
}

function pages({ statement, disclosures }: LetterEvidenceResource): ReportSection {
  const heading = 'O que cada página mostra';
  const shown = valueOf<NonNullable<LetterPersonalParts['pages']>>(disclosures.pages);
  if (!shown) return { heading, paragraphs: [statement.personal.pages === null ? NONE : ERASED] };
  return {
    heading,
    paragraphs: [
      `SHA-256 do desenho de cada página do arquivo impresso, a 100 pontos por polegada, como arquivo PPM (P6), por ${shown.renderer}.`,
    ],
    facts: shown.sha256.map((hash, index) => [`Página ${index + 1}`, hash] as const),
  };
}

function production({ statement, disclosures }: LetterEvidenceResource): ReportSection {
  const { production: made, cancellation_reason, failure_reason } = statement;
  const posting = valueOf<LetterPersonalParts['posting']>(disclosures.posting);
  const reason = cancellation_reason ?? failure_reason;
  return {
    heading: 'Produção e postagem',
    facts: [
      ...(reason ? [['Motivo', reasons[reason]] as const] : []),
      ['Lote de impressão', made.batch_id ?? NONE],
      ['SHA-256 do manifesto do lote', made.manifest_sha256 ?? NONE],
      ['SHA-256 da linha do manifesto', hashed(made.manifest_line)],
      ['Impressão registrada em', instant(made.printed_at)],
      ['Postagem registrada em', instant(made.posted_at)],
      ['Código de rastreio', posting ? (posting.tracking_code ?? NONE) : ERASED],
      ...(posting?.reports ?? []).map(
        ({ status, at, line }) =>
          [`Relatório da gráfica: ${reported[status]}`, `${at}\nSHA-256 da linha: ${hashed(line)}`] as const,
      ),
    ],
  };
}

const reported = { printed: 'impressa', posted: 'postada', failed: 'falhou' } as const;
