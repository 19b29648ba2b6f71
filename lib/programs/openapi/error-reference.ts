import { fill } from '../../adapters/http/error-reply.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { detailTexts, problems, type Texts } from '../../texts/errors/error-catalogue.ts';
import { detailRemedies, remedies } from './error-remedies.ts';

/** Some detail codes are also error codes, so anchors of details have a prefix. */
export const detailAnchor = (code: string) => `detail-${code}`;

const languages: readonly [Locale, string][] = [
  ['en', 'English'],
  ['pt-BR', 'Português'],
];

/** The page of all errors in the repository: every code with its status, its texts and what to do (rule ERR-2). */
export function errorReference(): string {
  return `# Errors

Every error has the same body. Decide by \`code\`, and by \`type\` when you do not know the code; \`message\` is for people, in the language of \`Accept-Language\`.

\`\`\`json
{
  "error": {
    "type": "validation_error",
    "code": "invalid_parameters",
    "message": "…",
    "request_id": "req_…",
    "doc_url": "…/invalid_parameters",
    "details": [{ "param": "to.postal_code", "code": "required", "message": "…" }]
  }
}
\`\`\`

When there is an error, nothing was created or charged. Only where the service got no answer of its own table in time, or was stopped before it answered, it cannot know: then the \`message\` of the 500 or 503 says that the request may have taken effect, and repeating it with the same \`Idempotency-Key\` tells.

\`request_id\` is the \`Request-Id\` header. The gateway before the service answers a few requests itself: bodies over some 4.7 MB, more requests than all accounts together may make, a service that does not answer. Its answers have this body and these headers too, with two differences that Amazon API Gateway leaves no way around ([what was considered](decisions/gateway-answers.md)):

- \`Request-Id\` is the gateway's own id, a UUID, and \`request_id\` is \`req_\` and that id, hyphens included. A header of such an answer is [one variable or one text](https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.gatewayResponse.html), never both joined, and no variable of the gateway is an id without punctuation.
- \`message\` is in Portuguese and English, whatever \`Accept-Language\` says: a template of such an answer [is not processed by a template language](https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-gateway-responses.responseTemplates.html), so it cannot choose.

Show either id to support: both find the request.

This page is generated from the catalogue of the service.

| \`error.code\` | HTTP | \`error.type\` |
|---|---|---|
${rows(problems, (code, { status, type }) => `| [\`${code}\`](#${code}) | ${status} | \`${type}\` |`)}

## Codes of errors

${rows(problems, (code, { status, type, texts }) => entry(code, code, `HTTP ${status}, \`${type}\``, texts, remedies[code]), '\n')}
## Codes of details

A \`validation_error\` (HTTP 422) lists everything that is wrong in \`details\`, each with the field in \`param\` and one of these codes.

${rows(detailTexts, (code, texts) => entry(detailAnchor(code), code, 'In a 422', texts, detailRemedies[code]), '\n')}`;
}

function rows<Code extends string, Entry>(
  table: Readonly<Record<Code, Entry>>,
  row: (code: Code, entry: Entry) => string,
  separator = '\n',
): string {
  return (Object.entries(table) as [Code, Entry][]).map(([code, each]) => row(code, each)).join(separator);
}

function entry(anchor: string, code: string, kind: string, texts: Texts, remedy: Texts): string {
  const lines = languages.map(([locale, language]) => `- **${language}.** ${fill(texts, locale)} _${remedy[locale]}_`);
  return `<a id="${anchor}"></a>\n\n### \`${code}\`\n\n${kind}.\n\n${lines.join('\n')}\n`;
}
