import { instance } from '@viz-js/viz';
import { type LetterMove, letterRules } from '../../core/domain/letters.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { type VerificationMove, verificationRules } from '../../core/domain/verifications.ts';

interface Edge {
  from: string;
  to: string;
  label: string;
}

type Words = Readonly<Record<Locale, string>>;

const letterWords: Readonly<Record<LetterMove['trigger'], Words>> = {
  charge: { 'pt-BR': '6h do dia marcado,\ncobrada', en: '06:00 of its day,\ncharged' },
  cancel: { 'pt-BR': 'cancelamento', en: 'cancel' },
  batch: { 'pt-BR': 'entra em um lote', en: 'joins a batch' },
  print: { 'pt-BR': 'impressa e envelopada', en: 'printed and enveloped' },
  post: { 'pt-BR': 'entregue aos Correios', en: 'handed to the carrier' },
  fail: { 'pt-BR': 'problema,\nestorno', en: 'problem,\nrefund' },
};

/** Labels of triggers. Triggers without a label never change the status. */
const verificationWords: Readonly<Partial<Record<VerificationMove['trigger'], Words>>> = {
  cancel: { 'pt-BR': 'cancelamento', en: 'cancel' },
  give_up: { 'pt-BR': 'não pode ser produzida,\nestorno', en: 'cannot be produced,\nrefund' },
  batch: { 'pt-BR': 'entra em um lote', en: 'joins a batch' },
  post: { 'pt-BR': 'entregue aos Correios', en: 'handed to the carrier' },
  confirm: { 'pt-BR': 'código certo', en: 'right code' },
  expire: { 'pt-BR': '60 dias', en: '60 days' },
};

const starts: Readonly<Record<'immediate' | 'scheduled' | 'created' | 'fifth', Words>> = {
  immediate: { 'pt-BR': 'criada e cobrada', en: 'created and charged' },
  scheduled: { 'pt-BR': 'criada com send_date', en: 'created with send_date' },
  created: { 'pt-BR': 'criada e cobrada', en: 'created and charged' },
  fifth: { 'pt-BR': 'quinto código errado', en: 'fifth wrong code' },
};

const START = 'start';

function letterEdges(locale: Locale): Edge[] {
  const moves = Object.entries(letterRules) as [LetterMove['trigger'], (typeof letterRules)['charge']][];
  return [
    { from: START, to: 'scheduled', label: starts.scheduled[locale] },
    { from: START, to: 'received', label: starts.immediate[locale] },
    ...moves.flatMap(([trigger, { from, to }]) =>
      from.map((each) => ({ from: each, to, label: letterWords[trigger][locale] })),
    ),
  ];
}

function verificationEdges(locale: Locale): Edge[] {
  const moves = Object.entries(verificationRules) as [VerificationMove['trigger'], Record<string, string>][];
  return [
    { from: START, to: 'received', label: starts.created[locale] },
    ...moves.flatMap(([trigger, ways]) =>
      Object.entries(ways)
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => ({ from, to, label: verificationWords[trigger]?.[locale] ?? trigger })),
    ),
    { from: 'awaiting_code', to: 'failed', label: starts.fifth[locale] },
  ];
}

/** The state tables as drawings (rules LTR-9 and VER-10), by file name; they use the color of the surrounding text. */
export async function stateDiagrams(): Promise<Map<string, string>> {
  const viz = await instance();
  const draw = (edges: readonly Edge[]) => {
    const lines = edges.map(({ from, to, label }) => `"${from}" -> "${to}" [label="${padded(label)}"]`);
    const dot = `digraph {
      bgcolor="transparent"; nodesep=0.35; ranksep=0.5;
      node [shape=box, style=rounded, fontname="Arial", fontsize=13, margin="0.15,0.08"];
      edge [fontname="Arial", fontsize=11, arrowsize=0.7];
      ${START} [shape=circle, style=filled, fillcolor=black, label="", width=0.15, fixedsize=true];
      ${lines.join('\n')}
    }`;
    return viz
      .renderString(dot, { format: 'svg' })
      .replace(/^.*?(?=<svg)/s, '')
      .replace(/<!--.*?-->\n?|<title>.*?<\/title>\n?/gs, '')
      .replace(/(stroke|fill)="black"/g, '$1="currentColor"')
      .replace(/font-family="Arial"/g, 'font-family="Arial, Helvetica, sans-serif"')
      .replace(/<text /g, '<text fill="currentColor" ');
  };
  const locales = Object.keys(letterWords.cancel) as Locale[];
  return new Map(
    locales.flatMap((locale): [string, string][] => [
      [`letter-${locale}.svg`, draw(letterEdges(locale))],
      [`verification-${locale}.svg`, draw(verificationEdges(locale))],
    ]),
  );
}

/** Adds space for fonts that are wider than the one that Graphviz measures with. */
function padded(label: string): string {
  return label
    .split('\n')
    .map((line) => `  ${line}  `)
    .join('\\n');
}
