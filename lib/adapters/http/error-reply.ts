import type { Locale } from '../../core/domain/locale.ts';
import { formatMoney } from '../../core/domain/money.ts';
import type { ComplexityLimit, Detail, DocumentFlaw, Flaw, Problem, ValueFlaw } from '../../core/domain/problems.ts';
import {
  complexityLimits,
  dashboardProblems,
  detailTexts,
  documentFlaws,
  formatNames,
  problems,
  type Texts,
  typeNames,
  valueFlaws,
} from './error-catalogue.ts';
import type { ErrorResource } from './error-schema.ts';
import type { ApiResult, Exchange } from './exchange.ts';
import { reply } from './reply.ts';

/** Maximum number of details; the answer must fit the response size of a function. */
const MAX_DETAILS = 1_000;
/** A name the customer made up comes back in `param`; longer ones are cut. */
const MAX_PARAM_CHARACTERS = 256;

const catalogue = { ...problems, ...dashboardProblems };

/** The error envelope of a problem (rule ERR-2). */
export function errorReply(exchange: Exchange, problem: Problem, docsUrl: string): ApiResult {
  const { status, type } = catalogue[problem.code];
  const error: ErrorResource['error'] = {
    type,
    code: problem.code,
    message: problemMessage(problem, exchange.locale),
    request_id: exchange.requestId,
    doc_url: `${docsUrl}/${problem.code}`,
    details:
      type === 'validation_error'
        ? (problem.details ?? []).slice(0, MAX_DETAILS).map((detail) => detailResource(detail, exchange.locale))
        : null,
  };
  return reply(exchange, { status, body: JSON.stringify({ error }) }, retryAfter(exchange, problem));
}

/** While the failed call still holds its key, a retry would only be told that the key is in use (rule IDEM-6). */
function retryAfter({ keyFreeInSeconds = 0 }: Exchange, { code }: Problem): Record<string, string> {
  const { retryAfterSeconds } = catalogue[code];
  if (retryAfterSeconds === undefined) return {};
  return { 'Retry-After': String(Math.max(retryAfterSeconds, keyFreeInSeconds)) };
}

/** The message of a problem; its values are amounts of money, in centavos. */
export function problemMessage({ code, values = {} }: Problem, locale: Locale): string {
  const amounts = Object.entries(values).map(
    ([name, centavos]) => [name, formatMoney(Number(centavos), locale)] as const,
  );
  return fill(catalogue[code].texts, locale, Object.fromEntries(amounts));
}

function detailResource({ param, ...flaw }: Detail, locale: Locale) {
  return {
    param: param.length > MAX_PARAM_CHARACTERS ? `${param.slice(0, MAX_PARAM_CHARACTERS)}…` : param,
    code: flaw.code,
    message: detailMessage(flaw, locale),
  };
}

/** The message of a detail: why its value is not allowed, or the text of its code and, for an invalid PDF, the reason. */
export function detailMessage({ code, values }: Flaw, locale: Locale): string {
  const reason = code === 'invalid_value' && valueFlaws[values['reason'] as ValueFlaw['reason']];
  if (reason) return fill(reason, locale, values);
  const words = values && inWords(values, locale);
  const text = fill(detailTexts[code], locale, words);
  const flaw = code === 'document_invalid' && documentFlaws[values?.['reason'] as DocumentFlaw['reason']];
  return flaw ? `${text} ${fill(flaw, locale, words)}` : text;
}

/** The values with human-readable names of types and formats; several types are alternatives. */
function inWords(values: NonNullable<Detail['values']>, locale: Locale): NonNullable<Detail['values']> {
  const { type, format, limit } = values;
  const or = locale === 'en' ? ' or ' : ' ou ';
  const types = typeof type === 'string' ? type.split(', ').map((name) => typeNames[name]?.[locale] ?? name) : [];
  return {
    ...values,
    ...(types.length > 0 && { type: types.join(or) }),
    ...(typeof format === 'string' && { format: formatNames[format]?.[locale] ?? format }),
    ...(limit !== undefined && { limit: fill(complexityLimits[limit as ComplexityLimit], locale, values) }),
  };
}

/**
 * Fills `{name}` from the values, numbers as the language writes them; a part in brackets goes when a value of it is not given.
 */
export function fill(texts: Texts, locale: Locale, values: Readonly<Record<string, string | number>> = {}): string {
  const given = (name: string) => Object.hasOwn(values, name);
  const written = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toLocaleString(locale, { useGrouping: false }) : String(value);
  const whole = texts[locale].replace(/\[([^[\]]*)\]/g, (_, part: string) =>
    placeholders(part).every(given) ? part : '',
  );
  return whole.replace(PLACEHOLDER, (braced, name: string, one?: string, many?: string) => {
    if (!given(name)) return braced;
    return one === undefined ? written(values[name]) : `${written(values[name])} ${values[name] === 1 ? one : many}`;
  });
}

const PLACEHOLDER = /\{(\w+)(?:\|([^|{}]+)\|([^|{}]+))?\}/g;

function placeholders(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name!);
}
