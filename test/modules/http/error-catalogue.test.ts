import { describe, expect, test } from '@jest/globals';
import { detailMessage, errorReply, fill, problemMessage } from '../../../lib/adapters/http/error-reply.ts';
import type { Exchange } from '../../../lib/adapters/http/exchange.ts';
import { type Flaw, Problem, unreadable } from '../../../lib/core/domain/problems.ts';
import { contracts } from '../../../lib/programs/openapi/contracts.ts';
import {
  bodyFlaws,
  complexityLimits,
  detailTexts,
  documentFlaws,
  downloadFlaws,
  formatNames,
  problems,
  valueFlaws,
} from '../../../lib/texts/errors/error-catalogue.ts';

const exchange = { requestId: 'req_1', locale: 'en', rateRemaining: 7 } as Exchange;

function envelope(problem: Problem) {
  return JSON.parse(errorReply(exchange, problem, 'https://docs.example/errors').body) as {
    error: Record<string, unknown> & { details: { param: string; message: string }[] };
  };
}

describe('error catalogue', () => {
  test('every type has one status (rule ERR-3)', () => {
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
    expect(Object.keys(problems)).toHaveLength(30);
    expect(Object.keys(detailTexts)).toHaveLength(29);
  });

  test('Retry-After is only for 429 and 503 (rule REQ-9)', () => {
    const withRetry = Object.values(problems).filter(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
    expect(withRetry.map(({ status }) => status)).toEqual([429, 429, 503]);
  });

  const everyText = Object.entries({
    ...detailTexts,
    ...documentFlaws,
    ...downloadFlaws,
    ...bodyFlaws,
    ...valueFlaws,
    ...complexityLimits,
    ...formatNames,
    ...Object.fromEntries(Object.entries(problems).map(([code, { texts }]) => [code, texts])),
  });

  test.each(everyText)('the texts of %s take the same values in both languages', (_, texts) => {
    const names = (text: string) =>
      Array.from(text.matchAll(/(?<!\{)\{(\w+)(?:\|[^{}]*)?\}/g), ([, name]) => name).sort();
    expect(names(texts['pt-BR'])).toEqual(names(texts.en));
  });

  test.each(Object.entries(detailTexts))('the texts of %s read well without values', (_, texts) => {
    for (const locale of ['pt-BR', 'en'] as const) expect(fill(texts, locale)).toMatch(/^\p{Lu}[^[\]]*[^ :,;][.]$/u);
  });

  test('a text fills in the given values and drops the parts without one', () => {
    expect(fill(detailTexts.too_long, 'en', { maximum: 100 })).toBe(
      'Above the maximum length: at most 100 characters.',
    );
    expect(fill(detailTexts.too_long, 'pt-BR', { max_items: 3 })).toBe(
      'Acima do tamanho máximo: o máximo é de 3 itens.',
    );
    const page = { page: 1, width_mm: 215.9, height_mm: 1279.4 };
    expect(fill(detailTexts.document_page_size, 'pt-BR', page)).toContain('215,9 x 1279,4 mm');
    expect(fill(detailTexts.document_page_size, 'en', page)).toContain('215.9 x 1279.4 mm');
    expect(fill(detailTexts.otp_code_missing, 'en')).toContain('{{OTP_CODE}}');
    expect(fill({ 'pt-BR': 'A [{constructor}]b', en: '' }, 'pt-BR')).toBe('A b');
  });
});

describe('the text of a detail', () => {
  test.each<[Flaw['code'], Record<string, string | number>, string, string]>([
    ['too_short', { minimum: 1 }, 'Abaixo do tamanho mínimo: envie pelo menos 1 caractere.', 'at least 1 character.'],
    ['too_short', { minimum: 2 }, 'Abaixo do tamanho mínimo: envie pelo menos 2 caracteres.', 'at least 2 characters.'],
    ['invalid_type', { type: 'string, null' }, 'Tipo incorreto: envie um texto ou null.', 'a string or null.'],
    [
      'invalid_type',
      { single: 'application/pdf' },
      'Tipo incorreto: envie um arquivo PDF (application/pdf), uma só vez.',
      'send a PDF file (application/pdf), once.',
    ],
    [
      'invalid_value',
      { allowed: 'url, upload, base64' },
      'Valor não permitido: use url, upload ou base64.',
      'not allowed: use url, upload, or base64.',
    ],
    [
      'invalid_value',
      { character: '\u200b' },
      'Valor não permitido: o caractere U+200B (invisível) não pode ser impresso.',
      'the character U+200B (invisible) cannot be printed.',
    ],
    [
      'invalid_value',
      { character: '中' },
      'Valor não permitido: o caractere “中” (U+4E2D) não pode ser impresso.',
      'the character “中” (U+4E2D) cannot be printed.',
    ],
    [
      'unknown_parameter',
      { fields: 'type, data, variables' },
      'Este campo não existe aqui: os campos são type, data e variables.',
      'the fields are type, data, and variables.',
    ],
    [
      'too_long',
      { name_maximum: 40 },
      'Acima do tamanho máximo: o nome da chave tem no máximo 40 caracteres.',
      'the name of a key has at most 40 characters.',
    ],
    [
      'out_of_range',
      { minimum: 1, maximum: 100 },
      'Fora do intervalo permitido: vai de 1 a 100.',
      'Outside the allowed range: from 1 to 100.',
    ],
    [
      'variable_not_found',
      { reserved: 'OTP_CODE' },
      'O PDF não tem lugar para esta variável: o próprio serviço preenche o marcador OTP_CODE.',
      'the service fills the marker OTP_CODE itself.',
    ],
    [
      'too_long',
      { lines: 40, maximum_lines: 21 },
      'Acima do tamanho máximo: mesmo na menor letra, ocupa 40 linhas, e na folha cabem 21.',
      'even in the smallest type it needs 40 lines, and the sheet has room for 21.',
    ],
    [
      'out_of_range',
      { rows: 1 },
      'Fora do intervalo permitido: o arquivo deve ter exatamente 1 linha.',
      'exactly 1 row.',
    ],
    [
      'address_incomplete',
      { city: 'Paulínia', state: 'SP' },
      'O CEP, de Paulínia/SP, não informa este campo do endereço. Envie-o na requisição.',
      'The postal code, in Paulínia/SP, does not give this part of the address.',
    ],
    [
      'document_unreachable',
      { reason: 'answered', http_status: 403 },
      'Não foi possível baixar o PDF desta URL. O servidor respondeu 403: confira se o link ainda vale e não pede senha.',
      'The server answered 403',
    ],
    [
      'document_unreachable',
      { reason: 'too_slow', seconds: 10 },
      'Não foi possível baixar o PDF desta URL. O arquivo não chegou inteiro em 10 segundos.',
      'did not arrive within 10 seconds.',
    ],
    [
      'invalid_format',
      { format: 'date-time' },
      'Formato inválido: envie data e hora com fuso, como 2026-11-20T12:00:00Z.',
      'like 2026-11-20T12:00:00Z.',
    ],
    [
      'invalid_format',
      { format: 'NNNNN-NNN' },
      'Formato inválido: envie um CEP de oito dígitos, como 05010-000.',
      'of eight digits, like 05010-000.',
    ],
    [
      'invalid_value',
      { reason: 'city_of_postal_code', city: 'Campinas', state: 'SP' },
      'Este CEP é de Campinas/SP. Corrija o CEP ou a cidade, ou não envie city.',
      'This postal code is in Campinas/SP.',
    ],
  ])('%s with %j is in the words of its reader', (code, values, portuguese, english) => {
    expect(detailMessage({ code, values } as Flaw, 'pt-BR')).toBe(portuguese);
    expect(detailMessage({ code, values } as Flaw, 'en')).toContain(english);
  });
});

test('every number of a request has both bounds, which the message names', () => {
  const open: unknown[] = [];
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('minimum' in part !== 'maximum' in part) open.push(part);
    Object.values(part).forEach(collect);
  };
  for (const { request, form } of contracts) collect([request, form]);
  expect(open).toEqual([]);
});

test('every pattern and format of a request has a name in both languages', () => {
  const wanted = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [keyword, value] of Object.entries(part)) {
      if ((keyword === 'pattern' || keyword === 'format') && typeof value === 'string') wanted.add(value);
      else collect(value);
    }
  };
  for (const { request, form } of contracts) collect([request, form]);
  expect(wanted.size).toBeGreaterThan(3);
  expect([...wanted].filter((name) => !(name in formatNames))).toEqual([]);
});

test.each<[Problem, string, string]>([
  [
    unreadable({ reason: 'repeated_name', name: 'to' }),
    'válido em UTF-8. O nome “to” aparece duas vezes no mesmo objeto.',
    'in UTF-8. The name “to” appears twice in one object.',
  ],
  [unreadable({ reason: 'too_deep', maximum: 32 }), 'Ele tem mais de 32 níveis.', 'It is more than 32 levels deep.'],
  [
    new Problem('unsupported_content_type', { values: { accepted: 'application/json, multipart/form-data' } }),
    'enviado: envie application/json ou multipart/form-data.',
    'sent: send application/json or multipart/form-data.',
  ],
  [
    new Problem('letter_not_cancelable', { values: { status: 'posted' } }),
    'cancelada: o status dela é posted. Só cartas em scheduled ou received podem.',
    'canceled: its status is posted. Only letters in scheduled or received can.',
  ],
  [
    new Problem('insufficient_balance', { values: { balance: 100, price: 690 } }),
    'O saldo da conta (R$ 1,00) não cobre o preço (R$ 6,90). Adicione',
    'The account balance (BRL 1.00) does not cover the price (BRL 6.90).',
  ],
])('a problem states its reason: %s', (problem, portuguese, english) => {
  expect(problemMessage(problem, 'pt-BR')).toContain(portuguese);
  expect(problemMessage(problem, 'en')).toContain(english);
});

describe('error envelope', () => {
  test('has every field, and details only for a validation error', () => {
    expect(envelope(new Problem('insufficient_balance')).error).toEqual({
      type: 'billing_error',
      code: 'insufficient_balance',
      message: 'The account balance does not cover the price. Top up and repeat the request.',
      request_id: 'req_1',
      doc_url: 'https://docs.example/errors/insufficient_balance',
      details: null,
    });
    expect(envelope(Problem.invalid([{ param: 'to.name', code: 'required' }])).error.details).toEqual([
      { param: 'to.name', code: 'required', message: 'This field is required.' },
    ]);
  });

  test('shortens long names and long lists from the request', () => {
    const code = 'unknown_parameter' as const;
    const details = Array.from({ length: 1_500 }, (_, index) => ({ param: `${index}`.padEnd(5_000, 'x'), code }));
    const listed = envelope(Problem.invalid(details)).error.details;
    expect(listed).toHaveLength(1_000);
    expect(listed[0]!.param).toHaveLength(257);
  });
});
