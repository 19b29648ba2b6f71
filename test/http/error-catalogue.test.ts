import { describe, expect, test } from '@jest/globals';
import { detailTexts, problems } from '../../lib/adapters/http/error-catalogue.ts';
import { errorReply, fill } from '../../lib/adapters/http/error-reply.ts';
import type { Exchange } from '../../lib/adapters/http/exchange.ts';
import { type DetailCode, Problem } from '../../lib/core/domain/problems.ts';

const exchange = { requestId: 'req_1', locale: 'en', rateRemaining: 7 } as Exchange;

function envelope(problem: Problem) {
  return JSON.parse(errorReply(exchange, problem, 'https://docs.example/errors').body) as {
    error: Record<string, unknown> & { details: { param: string; message: string }[] };
  };
}

describe('error catalogue', () => {
  test('every type stands under its status (rule ERR-3)', () => {
    const statuses: Record<string, number[]> = {
      invalid_request_error: [400, 413],
      authentication_error: [401],
      billing_error: [402],
      permission_error: [403],
      not_found_error: [404],
      conflict_error: [409],
      validation_error: [422],
      rate_limit_error: [429],
      api_error: [500, 503],
    };
    for (const { type, status } of Object.values(problems)) expect(statuses[type]).toContain(status);
    expect(Object.keys(problems)).toHaveLength(21);
    expect(Object.keys(detailTexts)).toHaveLength(26);
  });

  test('Retry-After goes with 429 and 503 alone (rule REQ-9)', () => {
    const withRetry = Object.values(problems).filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
    expect(withRetry.map(({ status }) => status)).toEqual([429, 503]);
  });

  test.each(Object.entries(detailTexts))('the texts of %s take the same values in both languages', (_, texts) => {
    const names = (text: string) => Array.from(text.matchAll(/(?<!\{)\{(\w+)\}/g), ([, name]) => name).sort();
    expect(names(texts['pt-BR'])).toEqual(names(texts.en));
  });

  test.each(Object.entries(detailTexts))('the texts of %s read well without values', (_, texts) => {
    for (const locale of ['pt-BR', 'en'] as const) expect(fill(texts, locale)).toMatch(/^\p{Lu}[^[\]]*[^ :,;][.]$/u);
  });

  test('a text takes the values given and drops the parts of the others', () => {
    expect(fill(detailTexts.too_long, 'en', { maximum: 100 })).toBe(
      'Above the maximum length: at most 100 characters.',
    );
    expect(fill(detailTexts.too_long, 'pt-BR', { max_items: 3 })).toBe(
      'Acima do tamanho máximo: são no máximo 3 itens.',
    );
    const page = { page: 1, width_mm: 215.9, height_mm: 1279.4 };
    expect(fill(detailTexts.document_page_size, 'pt-BR', page)).toContain('215,9 x 1279,4 mm');
    expect(fill(detailTexts.document_page_size, 'en', page)).toContain('215.9 x 1279.4 mm');
    expect(fill(detailTexts.otp_code_missing, 'en')).toContain('{{OTP_CODE}}');
    expect(fill({ 'pt-BR': 'A [{constructor}]b', en: '' }, 'pt-BR')).toBe('A b');
  });
});

describe('error envelope', () => {
  test('has every field, and details for a validation error alone', () => {
    expect(envelope(new Problem('insufficient_balance')).error).toEqual({
      type: 'billing_error',
      code: 'insufficient_balance',
      message: problems.insufficient_balance.texts.en,
      request_id: 'req_1',
      doc_url: 'https://docs.example/errors#insufficient_balance',
      details: null,
    });
    expect(envelope(Problem.invalid([{ param: 'to.name', code: 'required' }])).error.details).toEqual([
      { param: 'to.name', code: 'required', message: 'This field is required.' },
    ]);
  });

  test('cuts names that the customer made up, and lists without end', () => {
    const code: DetailCode = 'unknown_parameter';
    const details = Array.from({ length: 1_500 }, (_, index) => ({ param: `${index}`.padEnd(5_000, 'x'), code }));
    const listed = envelope(Problem.invalid(details)).error.details;
    expect(listed).toHaveLength(1_000);
    expect(listed[0]!.param).toHaveLength(257);
  });
});
