import { errorReply, fill } from '../../adapters/http/error-reply.ts';
import type { Exchange } from '../../adapters/http/exchange.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { type ApiProblemCode, type Detail, Problem } from '../../core/domain/problems.ts';
import { type CatalogueEntry, detailTexts, problems, type Texts } from '../../texts/errors/error-catalogue.ts';
import { detailAnchor } from '../openapi/error-reference.ts';
import { detailRemedies, remedies } from '../openapi/error-remedies.ts';

/** Folder of the pages; `error.doc_url` links to the page of its code. */
export const ERRORS_FOLDER = 'erros';

const DOCS_URL = `https://docs.malote.example/${ERRORS_FOLDER}`;

const EXAMPLE_DETAILS: readonly Detail[] = [{ param: 'to.postal_code', code: 'required' }];

type Entries<Code extends string, Entry> = [Code, Entry][];

const words = {
  'pt-BR': {
    title: 'Erros e detalhes',
    description: 'Todos os erros da API, com o que significam e o que fazer.',
    intro:
      'Todo erro tem o mesmo corpo. Decida pelo `code` e, se não o conhecer, pelo `type`; a `message` é para pessoas, no idioma de `Accept-Language`. **Quando há erro, nada foi criado nem cobrado.** Só uma falha no meio do caminho pode esconder o que houve: então a `message` do 500 ou 503 diz que a requisição pode ter tido efeito, e repeti-la com a mesma `Idempotency-Key` o confirma.',
    support: 'Guarde o `request_id` (também no cabeçalho `Request-Id`): com ele o suporte encontra a chamada.',
    errors: 'Códigos de erro',
    columns: 'Código | HTTP | Tipo',
    details: 'Códigos de detalhe',
    detailIntro:
      'Um erro 422 lista em `details` tudo o que está errado, de uma vez: o campo em `param` e um destes códigos.',
    meaning: 'O que significa',
    remedy: 'O que fazer',
    body: 'Exemplo de resposta',
  },
  en: {
    title: 'Errors and details',
    description: 'Every error of the API, what it means and what to do.',
    intro:
      'Every error has the same body. Decide by `code`, and by `type` when you do not know the code; `message` is for people, in the language of `Accept-Language`. **When there is an error, nothing was created or charged.** Only a failure halfway can hide what happened: then the `message` of the 500 or 503 says that the request may have taken effect, and repeating it with the same `Idempotency-Key` tells.',
    support: 'Keep the `request_id` (also in the header `Request-Id`): support finds the call by it.',
    errors: 'Codes of errors',
    columns: 'Code | HTTP | Type',
    details: 'Codes of details',
    detailIntro:
      'A 422 lists everything that is wrong in `details`, all at once: the field in `param`, and one of these codes.',
    meaning: 'What it means',
    remedy: 'What to do',
    body: 'Example of an answer',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/**
 * The pages of all errors in one language, by path, from the catalogue (rule ERR-2): one per error code, and one that
 * lists them and the detail codes.
 */
export function errorPages(locale: Locale): Map<string, string> {
  const text = words[locale];
  const listed = Object.entries(problems) as Entries<ApiProblemCode, CatalogueEntry>;
  const details = Object.entries(detailTexts) as Entries<keyof typeof detailTexts, Texts>;
  const overview = page(
    { title: text.title, description: text.description, order: 0 },
    `${text.intro}

${example('invalid_parameters', locale)}
${text.support}

## ${text.errors}

| ${text.columns} |
|---|---|---|
${listed.map(([code, { status, type }]) => `| [\`${code}\`](${locale === 'en' ? '/en' : ''}/${ERRORS_FOLDER}/${code}/) | ${status} | \`${type}\` |`).join('\n')}

## ${text.details}

${text.detailIntro}

${details
  .map(
    ([code, texts]) =>
      `<h3 id="${detailAnchor(code)}"><code>${code}</code></h3>\n\n${plain(fill(texts, locale))}\n\n${detailRemedies[code][locale]}\n`,
  )
  .join('\n')}`,
  );
  const single = listed.map(([code, { status, type, texts }], index): [string, string] => [
    `${ERRORS_FOLDER}/${code}.md`,
    page(
      { title: code, description: fill(texts, locale), order: index + 1 },
      `**HTTP ${status}** · \`${type}\`

## ${text.meaning}

${plain(fill(texts, locale))}

## ${text.remedy}

${remedies[code][locale]}

## ${text.body}

${example(code, locale)}`,
    ),
  ]);
  return new Map([[`${ERRORS_FOLDER}/index.md`, overview], ...single]);
}

function page({ order, ...front }: { title: string; description: string; order: number }, body: string): string {
  const fields = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${fields.join('\n')}\nsidebar: { order: ${order} }\n---\n\n${body}\n`;
}

/** Texts of the catalogue are not Markdown: `<your key>` and `{{name}}` must be shown literally. */
function plain(text: string): string {
  return text.replace(/[<>*_[\]\\`]/g, (character) => `\\${character}`);
}

function example(code: ApiProblemCode, locale: Locale): string {
  const exchange = { requestId: 'req_01m7wjmnx8j35h0ce2kmq14caw', locale, rateRemaining: 49 } as Exchange;
  const problem = code === 'invalid_parameters' ? Problem.invalid(EXAMPLE_DETAILS) : new Problem(code);
  const body = JSON.stringify(JSON.parse(errorReply(exchange, problem, DOCS_URL).body), null, 2);
  return `\`\`\`json frame="none"\n${body}\n\`\`\`\n`;
}
