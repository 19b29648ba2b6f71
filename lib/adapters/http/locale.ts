import type { Locale } from '../../core/domain/locale.ts';

interface Range {
  language: string;
  quality: number;
}

/**
 * English if Accept-Language prefers it to Portuguese by its quality values (RFC 9110 §12.5.4), otherwise Portuguese.
 * For equal values, the first language wins.
 */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const ranges = (acceptLanguage ?? '')
    .split(',')
    .map(parseRange)
    .filter(({ quality }) => quality > 0);
  ranges.sort((a, b) => b.quality - a.quality);
  return ranges.find(({ language }) => ['pt', 'en', '*'].includes(language))?.language === 'en' ? 'en' : 'pt-BR';
}

/** One `language;q=value`. Region and script are ignored, and an unreadable value counts as not acceptable. */
function parseRange(text: string): Range {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return {
    language: tag.split('-')[0]!,
    quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  };
}
