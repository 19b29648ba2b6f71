import { describe, expect, test } from '@jest/globals';
import { en } from '../../dashboard/src/language/en.ts';
import { formats, postalCode, postalCodeDigits } from '../../dashboard/src/language/formats.ts';
import { explaining } from '../../dashboard/src/language/problems.ts';
import { pt } from '../../dashboard/src/language/pt.ts';
import { dashboardOperations } from '../../lib/core/domain/dashboard-operations.ts';
import { ATTEMPTS, retryDelaysSeconds } from '../../lib/core/domain/delivery-schedule.ts';
import { EVENT_DAYS } from '../../lib/core/domain/events.ts';
import { roles } from '../../lib/core/domain/people.ts';
import { DELIVERY_DAYS } from '../../lib/core/domain/webhooks.ts';
import { dashboardProblems, detailTexts, problems } from '../../lib/texts/errors/error-catalogue.ts';

const inWords = {
  pt: { eight: 'oito', keys: /chaves/, requests: /requisições/, webhooks: /webhooks/, reads: /leitura/i },
  en: { eight: 'eight', keys: /keys/, requests: /requests/, webhooks: /webhooks/, reads: /\bread\b/i },
};

describe.each([
  ['pt', pt],
  ['en', en],
] as const)('texts of the dashboard: %s', (language, t) => {
  const words = inWords[language];

  test('the role names what else the person may see, or what not (rule DASH-2)', () => {
    for (const role of roles) {
      if (role === 'owner') continue;
      const { hint } = t.roles[role];
      for (const [operation, word] of [
        ['api-keys-list', words.keys],
        ['requests-list', words.requests],
        ['webhook-endpoints-list', words.webhooks],
      ] as const) {
        const mayRead = (dashboardOperations[operation].roles as readonly string[]).includes(role);
        expect(hint).toMatch(word);
        expect([role, /menos|all but/.test(hint)]).toEqual([role, !mayRead]);
      }
    }
  });

  test('no status says that the recipient got a letter, which nobody knows', () => {
    const statuses = [t.letterStatus, t.verificationStatus, t.webhooks.deliveryStates, t.events.names];
    const texts = [...statuses, t.verifications.means].flatMap((each) => Object.values<string>(each));
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => /entreg|recebid|deliver|received/i.test(text))).toEqual([]);
  });

  test('whoever may not send is told nothing of the role of readers: developers do not send either', () => {
    expect(t.roles.cannotSend).not.toMatch(words.reads);
  });

  test('deliveries and events are kept for as long as the service keeps them', () => {
    for (const text of [t.webhooks.noDeliveries, t.webhooks.noDeliveriesOf])
      expect(text).toContain(` ${DELIVERY_DAYS} `);
    expect(t.events.gone).toContain(` ${EVENT_DAYS} `);
  });

  test('a message is sent as often, and for as long, as the schedule of its attempts says', () => {
    expect(ATTEMPTS).toBe(8);
    const minutes = Math.floor(retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0) / 60);
    expect(t.webhooks.failing).toContain(words.eight);
    expect(t.webhooks.failing).toMatch(new RegExp(`${Math.floor(minutes / 60)} .*${minutes % 60} min`));
  });
});

/** What a person in the dashboard cannot follow: names, values and objects of the API. */
const OF_THE_API =
  /requisição|request\b|\bid\b|cursor|endpoint|cabeçalho|header|Idempotency|details|upload_|_url\b|address_placement|variables|postal_services|\d{4}-\d{2}-\d{2}|scheduled|received/i;

describe.each([
  ['pt-BR', pt],
  ['en', en],
] as const)('problems, in words for people: %s', (language, t) => {
  const explain = explaining(t, formats(language));
  const problem = (param: string, code: string, message = '') =>
    ({ param, code, message }) as Parameters<typeof explain.problem>[0];

  test('there is a text, or the decision for the text of the service, for every code of the service', () => {
    expect(Object.keys(t.problems.details).sort()).toEqual(Object.keys(detailTexts).sort());
    const codes = [...Object.keys(problems), ...Object.keys(dashboardProblems)];
    expect(Object.keys(t.problems.errors).sort()).toEqual(codes.sort());
  });

  test('no text speaks of the API, neither ours nor one of the service that is shown as it is', () => {
    const ours = Object.values({ ...t.problems.details, ...t.problems.errors, ...t.problems.fields });
    const theirs = [
      ...Object.entries(detailTexts).map(([code, texts]) => [t.problems.details[code], texts[language]]),
      ...Object.entries({ ...problems, ...dashboardProblems }).map(([code, { texts }]) => [
        (t.problems.errors as Record<string, string | null>)[code],
        texts[language],
      ]),
    ].flatMap(([shown, text]) => (shown === null ? [text!.replaceAll(/\{[^}]*\}/g, '')] : []));
    expect([...ours, ...theirs].filter((text) => text && OF_THE_API.test(text))).toEqual([]);
  });

  test('names the field, and writes days as people do', () => {
    const day = problem('send_date', 'out_of_range', 'vai de 2027-01-31 a 2027-07-29');
    expect(explain.problem(day)).toBe(
      language === 'en' ? 'vai de 31 Jan 2027 a 29 Jul 2027' : 'vai de 31/01/2027 a 29/07/2027',
    );
    expect(explain.named(problem('to.street', 'address_incomplete'))).toBe(
      language === 'en'
        ? 'Street: The postal code does not supply this. Fill in the field.'
        : 'Logradouro: O CEP não traz este dado. Preencha o campo.',
    );
    expect(explain.named(problem('from.name', 'too_short'))).toMatch(/^(Nome do remetente|Sender, name): /);
    expect(explain.named(problem('document.variables.valor', 'variable_missing'))).toMatch(/^\{\{valor\}\}: /);
    expect(explain.named(problem('postal_services[1]', 'requires_registered'))).toMatch(
      /^(Serviço postal|Postal service)/,
    );
    expect(explain.problem(problem('x', 'a_code_of_tomorrow', 'Do serviço.'))).toBe('Do serviço.');
  });
});

describe('fields', () => {
  test.each([
    ['05.010-000', '05010-000'],
    [' 05010 000 ', '05010-000'],
    ['CEP 05010-000', '05010-000'],
    ['cep: 05010000', '05010-000'],
    ['05010–000', '05010-000'],
    ['05010', '05010'],
    ['050100', '05010-0'],
    // Nothing is cut, and nothing is left out: the field says what is wrong.
    ['05010-0001', '05010-0001'],
    ['05010-00a', '05010-00a'],
  ])('a pasted postal code %j becomes %j', (pasted, written) => {
    expect(postalCode(pasted)).toBe(written);
    expect(postalCodeDigits(pasted)).toBe(written === '05010-000' ? '05010000' : undefined);
  });
});
