import type { Locale } from '../../core/domain/locale.ts';
import { formatMoney } from '../../core/domain/money.ts';
import { isInvisible } from '../../core/domain/printable-text.ts';
import {
  type BodyFlaw,
  type ComplexityLimit,
  type Detail,
  type DocumentFlaw,
  type DownloadFlaw,
  type Flaw,
  type Problem,
  shownParam,
  type ValueFlaw,
  type Values,
} from '../../core/domain/problems.ts';
import {
  bodyFlaws,
  complexityLimits,
  dashboardProblems,
  detailTexts,
  documentFlaws,
  downloadFlaws,
  formatNames,
  problems,
  type Texts,
  typeNames,
  unknownEffect,
  valueFlaws,
} from '../../texts/errors/error-catalogue.ts';
import type { ErrorResource } from './error-schema.ts';
import type { ApiResult, Exchange } from './exchange.ts';
import { reply } from './reply.ts';

/** Maximum number of details; the response must fit the response size of a function. */
const MAX_DETAILS = 1_000;

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

/**
 * While the failed call still holds its key, a retry would only be rejected because the key is in use (rule IDEM-6).
 */
function retryAfter({ keyFreeInSeconds = 0 }: Exchange, { code, values }: Problem): Record<string, string> {
  const { retryAfterSeconds } = catalogue[code];
  if (retryAfterSeconds === undefined) return {};
  const own = typeof values?.seconds === 'number' ? values.seconds : 0;
  return { 'Retry-After': String(Math.max(retryAfterSeconds, keyFreeInSeconds, own)) };
}

/** The message of a problem: the text of its code and, for an unreadable body or an unknown effect, what else is known. */
export function problemMessage({ code, values = {} }: Problem, locale: Locale): string {
  const { texts } = catalogue[code];
  const flaw = bodyFlaws[values['reason'] as BodyFlaw['reason']];
  if (flaw) return `${fill(texts, locale)} ${fill(flaw, locale, inWords(values, locale))}`;
  if (values['reason'] === 'may_have_taken_effect') return `${fill(texts, locale)} ${fill(unknownEffect, locale)}`;
  const amounts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'number' ? formatMoney(value, locale) : value] as const,
  );
  return fill(texts, locale, inWords(Object.fromEntries(amounts), locale));
}

function detailResource({ param, ...flaw }: Detail, locale: Locale) {
  return {
    param: shownParam(param),
    code: flaw.code,
    message: detailMessage(flaw, locale),
  };
}

/** The message of a detail: why its value is not allowed, or the text of its code and, for a document, the reason. */
export function detailMessage({ code, values = {} }: Flaw, locale: Locale): string {
  const words = inWords(values, locale);
  const reason = code === 'invalid_value' && valueFlaws[values['reason'] as ValueFlaw['reason']];
  if (reason) return fill(reason, locale, words);
  const text = fill(detailTexts[code], locale, words);
  const flaw =
    (code === 'document_invalid' && documentFlaws[values['reason'] as DocumentFlaw['reason']]) ||
    (code === 'document_unreachable' && downloadFlaws[values['reason'] as DownloadFlaw['reason']]);
  return flaw ? `${text} ${fill(flaw, locale, words)}` : text;
}

/** The values in words: names of types and formats, lists, and characters that may be invisible. */
function inWords(values: Values, locale: Locale): Values {
  const limit = values['limit'] as ComplexityLimit | undefined;
  const worded = Object.entries(values).map(([name, value]) => {
    const say = typeof value === 'string' ? wordings[name] : undefined;
    return [name, say ? say(value as string, locale) : value] as const;
  });
  return {
    ...Object.fromEntries(worded),
    ...(limit && { limit: fill(complexityLimits[limit], locale, values) }),
  };
}

/** How text values are worded, by name of the value. */
const wordings: Readonly<Record<string, (text: string, locale: Locale) => string>> = {
  type: typesInWords,
  single: typesInWords,
  format: (format, locale) => formatNames[format]?.[locale] ?? format,
  allowed: (texts, locale) => listed(texts.split(', '), locale, 'disjunction'),
  accepted: (texts, locale) => listed(texts.split(', '), locale, 'disjunction'),
  fields: (names, locale) => listed(names.split(', '), locale, 'conjunction'),
  character: (character, locale) =>
    isInvisible(character)
      ? `${codePoint(character)} (${locale === 'en' ? 'invisible' : 'invisível'})`
      : `“${character}” (${codePoint(character)})`,
};

function typesInWords(types: string, locale: Locale): string {
  const names = types.split(', ').map((name) => typeNames[name]?.[locale] ?? name);
  return listed(names, locale, 'disjunction');
}

function listed(texts: readonly string[], locale: Locale, type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(locale, { type }).format(texts);
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Fills `{name}` with the values, with numbers in the language's format; omits a part in brackets if one of its values
 * is missing.
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
