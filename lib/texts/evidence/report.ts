import { printedLines } from '../../core/domain/addresses.ts';
import type { HistoryStep, PersonalParts } from '../../core/domain/evidence.ts';
import type { Report, ReportSection } from '../../core/domain/report.ts';
import type { EvidenceResource, EvidenceStatement } from '../../core/schemas/evidence.ts';
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

const stepNames: Readonly<Record<HistoryStep, string>> = {
  created: 'Pedido recebido',
  in_production: 'Carta em produção',
  posted: 'Postagem registrada',
  code_refused: 'Código errado informado',
  code_accepted: 'Código certo informado',
  location_shared: 'Localização enviada, com consentimento',
  failed: 'Encerrada: cinco códigos errados',
  expired: 'Encerrada: prazo terminado',
  canceled: 'Cancelada',
  revoked: 'Revogada pela empresa',
};

const entries = { api: 'pela API', qr_code: 'na página, pelo QR code', typed: 'na página, digitado' } as const;

/**
 * Evidence as a document in Portuguese, for printing (rule EVI-7). It has the content of the JSON and proves nothing by
 * itself: it contains the hash of the JSON.
 * @param json the response of the API, byte for byte
 * @param checkUrl the page that checks the JSON
 */
export function evidenceReport(json: string, checkUrl: string): Report {
  const evidence = JSON.parse(json) as EvidenceResource;
  const { statement } = evidence;
  const fileHash = sha256(json);
  return {
    title: 'Evidência de verificação de endereço',
    result: `Resultado: ${resultOf(statement)}`,
    footer: `${statement.verification_id} · edição ${statement.edition} · SHA-256 do JSON: ${fileHash}`,
    sections: [
      aboutSection(evidence, ['Verificação', statement.verification_id], { fileHash, checkUrl }),
      requesterSection(statement),
      order(evidence),
      address(evidence),
      letter(statement),
      attempts(evidence),
      confirmation(evidence),
      historySection(statement.history, stepNames),
      limitsSection(statement),
    ],
  };
}

function requesterSection({
  company,
  requested_by,
  method,
  source,
  previous_verification_id,
}: EvidenceStatement): ReportSection {
  return {
    heading: 'Quem pediu',
    facts: [
      ...requesterFacts({ company, requested_by }),
      ['Origem', source === 'api' ? 'API' : 'painel'],
      ['Forma de confirmar', method === 'hosted_page' ? 'página de confirmação' : 'código enviado à empresa'],
      ['Verificação anterior', previous_verification_id ?? NONE],
    ],
  };
}

function order({ disclosures }: EvidenceResource): ReportSection {
  const heading = 'Pedido';
  const asked = valueOf<PersonalParts['order']>(disclosures.order);
  if (!asked) return { heading, paragraphs: [ERASED] };
  return {
    heading,
    facts: [
      ['Documento', named(asked.document)],
      ['Instruções', asked.instructions ?? NONE],
      ['Endereço de retorno', asked.return_url ?? NONE],
      ['Referência da empresa', asked.reference ?? NONE],
      ['Metadados', named(asked.metadata)],
    ],
  };
}

function address({ statement, disclosures }: EvidenceResource): ReportSection {
  const recipient = valueOf<PersonalParts['recipient']>(disclosures.recipient);
  const sent = recipient?.as_sent && lines(recipient.as_sent);
  return {
    heading: 'Endereço',
    facts: [
      ['Como foi impresso', recipient ? printedLines(recipient.as_printed).join('\n') : ERASED],
      ['Como a empresa enviou', recipient ? (sent ?? 'não registrado') : ERASED],
      ['Base de CEP', statement.postal_code_directory ?? 'não registrada'],
    ],
  };
}

function letter({ letter: { pages, sheets, ...files }, production }: EvidenceStatement): ReportSection {
  return {
    heading: 'Carta',
    facts: [
      ['Páginas e folhas', `${pages} e ${sheets}`],
      ['SHA-256 do arquivo impresso', files.printed_sha256 ?? NONE],
      ['SHA-256 da cópia sem o código', files.preview_sha256 ?? NONE],
      ['Lote de impressão', production.batch_id ?? NONE],
      ['SHA-256 do manifesto do lote', production.manifest_sha256 ?? NONE],
      ['SHA-256 da linha do manifesto', hashed(production.manifest_line)],
      ['Postagem, segundo a gráfica', production.reported_posted_at ?? NONE],
      ['SHA-256 da linha do relatório', hashed(production.reported_line)],
      ['Postagem registrada em', instant(production.posted_at)],
      ['Prazo para confirmar', instant(production.expires_at)],
    ],
  };
}

function attempts({ statement: { attempts: tried }, disclosures }: EvidenceResource): ReportSection {
  const networks = valueOf<PersonalParts['networks']>(disclosures.networks);
  if (tried.length === 0) return { heading: 'Tentativas', paragraphs: ['Nenhum código foi informado.'] };
  return {
    heading: 'Tentativas',
    facts: [
      ...tried.map(({ number, at, entry, correct, network_hash }): [string, string] => [
        `${number}ª, ${correct ? 'código certo' : 'código errado'}`,
        `${instant(at)}, ${entries[entry]}${network_hash ? `\nHash da rede: ${network_hash}` : ''}`,
      ]),
      ['Sal dos hashes de rede', disclosures.networks ? (networks?.salt ?? NONE) : ERASED],
    ],
  };
}

function confirmation({ statement, disclosures }: EvidenceResource): ReportSection {
  const { confirmation: given, location_shared_at, location_consent: consent, revoked_at } = statement;
  const heading = 'Confirmação';
  if (!given) return { heading, paragraphs: ['O endereço não foi confirmado.'] };
  const confirmer = valueOf<NonNullable<PersonalParts['confirmer']>>(disclosures.confirmer);
  const orErased = (value: string | null | undefined) => (confirmer ? (value ?? NONE) : ERASED);
  const place = confirmer?.precise_location;
  return {
    heading,
    facts: [
      ['Confirmada em', instant(given.confirmed_at)],
      ['Como', given.method === 'api' ? 'o servidor da empresa enviou o código' : 'na página de confirmação'],
      ['Endereço IP', orErased(confirmer?.ip)],
      ['Localização aproximada, pela rede', orErased(confirmer?.location && joined(confirmer.location))],
      ['Aparelho', orErased(confirmer?.device && joined(confirmer.device))],
      ['Navegador', orErased(confirmer?.client && joined(confirmer.client))],
      ['Identificação do navegador', orErased(confirmer?.user_agent)],
      ['Localização exata', orErased(place && `${place.latitude}, ${place.longitude} (± ${place.accuracy_meters} m)`)],
      ['Localização enviada em', instant(location_shared_at)],
      ...(consent
        ? ([
            ['Consentimento', consent.text],
            ['Versão do consentimento', `${consent.version}, em ${consent.language}`],
          ] as const)
        : []),
      ['Revogada em', instant(revoked_at)],
    ],
  };
}

/** The known values of an object, in one line. */
const joined = (given: object): string | null =>
  Object.values(given)
    .filter((value) => value !== null)
    .join(', ') || null;
