import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import training from '../../data/carrier/training-profile.json' with { type: 'json' };
import { compileValidator } from '../../lib/adapters/json-schema/compile-validator.ts';
import { cifOf } from '../../lib/core/domain/carrier-cif.ts';
import { profileFaults } from '../../lib/core/domain/carrier-profiles.ts';
import {
  carrierRules,
  compareRouted,
  destinationOf,
  type RoutedMailing,
  routeOf,
} from '../../lib/core/domain/carrier-routes.ts';
import { weightOf } from '../../lib/core/domain/carrier-weight.ts';
import { readTriagePlan } from '../../lib/core/domain/triage-plan.ts';
import { type CarrierProfile, carrierProfileSchema, carrierWays } from '../../lib/core/schemas/carrier-profile.ts';

const profile = training as CarrierProfile;
const validator = compileValidator(carrierProfileSchema);

const simple: RoutedMailing = {
  kind: 'letter',
  sheets: 1,
  color: false,
  postal_services: [],
  postal_code: '01001000',
  state: 'SP',
};

const mailings = fc.record({
  kind: fc.constantFrom('letter', 'verification'),
  sheets: fc.integer({ min: 1, max: 6 }),
  color: fc.boolean(),
  postal_services: fc.constantFrom<RoutedMailing['postal_services']>(
    [],
    ['registered'],
    ['registered', 'return_receipt'],
    ['registered', 'restricted_delivery'],
    ['registered', 'return_receipt', 'restricted_delivery'],
  ),
  postal_code: fc.integer({ min: 1_000_000, max: 99_999_999 }).map((code) => String(code).padStart(8, '0')),
  state: fc.constant('SP'),
}) as fc.Arbitrary<RoutedMailing>;

/** Profiles with other prices, steps, weights and offers. */
const profiles: fc.Arbitrary<CarrierProfile> = fc
  .record({
    prices: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 60, maxLength: 60 }),
    ways: fc.subarray(['fac_simple', 'fac_registered', 'ppn', 'e_carta'] as const),
    paper: fc.integer({ min: 60, max: 120 }),
    envelope: fc.integer({ min: 100, max: 1500 }),
    limit: fc.integer({ min: 1000, max: 9000 }),
    sheet: fc.integer({ min: 0, max: 60 }),
    color: fc.boolean(),
    most: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ prices, ways, paper, envelope, limit, sheet, color, most }) => {
    let next = 0;
    const price = () => prices[next++ % prices.length]!;
    const priced = (steps: readonly number[]) =>
      steps.map((up_to) => ({ up_to, local: price(), state: price(), national: price() }));
    const eCarta = { ...profile.offers[3]!, way: 'e_carta' as const };
    return {
      ...profile,
      weights: { ...profile.weights, paper, envelope },
      production: { envelope: 10, sheet },
      e_carta: { folder: '/e-carta/', matrices: [{ up_to_sheets: most, number: '1' }], color },
      offers: [...profile.offers, eCarta]
        .filter(({ way }) => way === 'single_letter' || (ways as readonly string[]).includes(way))
        .map((offer) => ({
          ...offer,
          tariff: priced(offer.way === 'single_letter' ? [2000, 5000, 50_000] : [2000, 2000 + limit]),
        })),
    };
  });

describe('a carrier profile', () => {
  test('for training is complete and free of contradictions', () => {
    expect(validator.errors(profile)).toEqual([]);
    expect(profileFaults(profile)).toEqual([]);
    expect(new Set(profile.offers.flatMap(({ label_prefix }) => label_prefix ?? []))).toEqual(new Set(['TE']));
  });

  test('needs every field, and takes no other', () => {
    for (const name of Object.keys(profile)) {
      const { [name as keyof CarrierProfile]: _removed, ...others } = profile;
      expect(validator.errors(others)).toMatchObject([{ keyword: 'required', params: { missingProperty: name } }]);
    }
    expect(validator.errors({ ...profile, prefix: 'TE' })).toMatchObject([{ keyword: 'additionalProperties' }]);
  });

  test.each<[string, Partial<CarrierProfile>, RegExp]>([
    ['no single letter', { offers: profile.offers.slice(0, 3) }, /no single_letter that is not registered/],
    ['an offer twice', { offers: [...profile.offers, profile.offers[0]!] }, /fac_simple comes twice/],
    ['a register without its price', { offers: changed(1, { additional: {} }) }, /no additional\.registered/],
    ['services without a register', { offers: changed(0, { label_prefix: 'TE' }) }, /need a register/],
    ['FAC simple with a register', { offers: changed(0, { registered: true }) }, /fac_simple has no register/],
    ['PPN without one', { offers: changed(2, { registered: false }) }, /ppn is always registered/],
    ['steps that fall', { offers: changed(0, { tariff: [...profile.offers[0]!.tariff].reverse() }) }, /do not ascend/],
    [
      'a single letter that is too light',
      { offers: changed(3, { tariff: profile.offers[3]!.tariff.slice(0, 1) }) },
      /heaviest mailing, 3307/,
    ],
    [
      'ranges that overlap',
      { triage_plan: { version: '1', rows: [...profile.triage_plan.rows, { ...profile.triage_plan.rows[0]! }] } },
      /overlap/,
    ],
    [
      'a range that ends before it begins',
      { destinations: { local: [{ first: '02000000', last: '01000000' }], state: [] } },
      /is after/,
    ],
    [
      'e-Carta without its data',
      { offers: [...profile.offers, { ...profile.offers[3]!, way: 'e_carta' }] },
      /e_carta is null/,
    ],
  ])('with %s is refused', (_fault, change, sentence) => {
    expect(profileFaults({ ...profile, ...change }).join(' ')).toMatch(sentence);
  });
});

describe('the weight', () => {
  test.each([
    [75, [968, 1436, 1903, 2371, 2839, 3307]],
    [90, [1061, 1623, 2184, 2745, 3307, 3868]],
  ])('of 1 to 6 sheets of %i g paper in an envelope of 5 g', (paper, expected) => {
    const weights = { ...profile.weights, paper };
    expect([1, 2, 3, 4, 5, 6].map((sheets) => weightOf(weights, { sheets, hasReceipt: false }))).toEqual(expected);
  });

  test('has the form of a receipt, which lifts three sheets to the next step', () => {
    expect(weightOf(profile.weights, { sheets: 3, hasReceipt: true })).toBe(2103);
    const step = (postal_services: RoutedMailing['postal_services']) =>
      routeOf(carrierRules(profile), { ...simple, sheets: 3, postal_services })?.weight_step;
    expect([step(['registered']), step(['registered', 'return_receipt'])]).toEqual([1, 2]);
  });

  test('little below a step is told', () => {
    const near = (envelope: number) =>
      routeOf(carrierRules({ ...profile, weights: { ...profile.weights, envelope } }), simple)?.near_step;
    expect([near(1482), near(1483), near(1532), near(1533)]).toEqual([false, true, true, false]);
  });
});

describe('the way', () => {
  test('is the cheapest that services, weight and profile permit: equal to trying all of them', () => {
    fc.assert(
      fc.property(profiles, mailings, (given, mailing) => {
        const route = routeOf(carrierRules(given), mailing);
        const inPlan = given.triage_plan.rows.find(
          ({ first, last }) =>
            Number(first) <= Number(mailing.postal_code) && Number(mailing.postal_code) <= Number(last),
        );
        if (!inPlan) return expect(route).toBeUndefined();
        const weight = weightOf(given.weights, {
          sheets: mailing.sheets,
          hasReceipt: mailing.postal_services.includes('return_receipt'),
        });
        const costs: [number, number][] = [];
        for (const offer of given.offers) {
          const { way, registered, additional } = offer;
          if (registered !== mailing.postal_services.length > 0) continue;
          if (!mailing.postal_services.every((service) => Object.keys(additional).includes(service))) continue;
          if (way === 'e_carta') {
            if (mailing.kind === 'verification' || (mailing.color && !given.e_carta!.color)) continue;
            if (mailing.sheets > given.e_carta!.matrices[0]!.up_to_sheets) continue;
          }
          const step = offer.tariff.filter(({ up_to }) => up_to < weight).length;
          if (step === offer.tariff.length) continue;
          let cost = offer.tariff[step]![destinationOf(given, mailing.postal_code)];
          for (const service of mailing.postal_services) cost += additional[service]!.price;
          if (way !== 'e_carta') cost += given.production.envelope + given.production.sheet * mailing.sheets;
          costs.push([cost, carrierWays.indexOf(way)]);
        }
        const [[, way] = []] = costs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(route?.way).toBe(carrierWays[way!]);
        expect(route?.triage.sequence).toBe(inPlan.sequence);
      }),
      { numRuns: 5_000 },
    );
  });

  test('of training letters: franked, with the right codes', () => {
    const rules = carrierRules(profile);
    expect(routeOf(rules, simple)).toMatchObject({
      way: 'fac_simple',
      service: '84107',
      additional: [],
      destination: 'local',
      postage: 227,
      single_letter_postage: 255,
      triage: { plan: 'treino-1', sequence: 1, label: 'CDD TREINO CENTRO' },
    });
    const receipt = routeOf(rules, {
      ...simple,
      postal_code: '69915901',
      postal_services: ['registered', 'return_receipt'],
    });
    expect(receipt).toMatchObject({ way: 'fac_registered', service: '84018', additional: ['001', '025'] });
    const own = routeOf(rules, { ...simple, postal_services: ['registered', 'restricted_delivery'] });
    expect(own).toMatchObject({ way: 'ppn', service: '12556', additional: ['002', '025'], label_prefix: 'TE' });
  });

  test('is none for a postal code that the plan does not know', () => {
    expect(routeOf(carrierRules(profile), { ...simple, postal_code: '10000000' })).toBeUndefined();
  });
});

describe('the order of a batch', () => {
  test('is way, weight step, triage sequence, postal code, id: equal to a comparison of all pairs', () => {
    const rules = carrierRules(profile);
    const many = fc.array(fc.record({ id: fc.stringMatching(/^[a-c]{1,3}$/), mailing: mailings }), { maxLength: 40 });
    fc.assert(
      fc.property(many, (given) => {
        const routed = given.flatMap(({ id, mailing }) => {
          const route = routeOf(rules, mailing);
          return route ? [{ id, route }] : [];
        });
        const keyOf = ({ id, route }: (typeof routed)[number]) => [
          carrierWays.indexOf(route.way),
          route.weight_step,
          route.triage.sequence,
          Number(route.postal_code),
          id,
        ];
        const sorted = [...routed].sort(compareRouted).map(keyOf);
        for (const [index, key] of sorted.entries()) {
          for (const later of sorted.slice(index + 1)) {
            const place = key.findIndex((value, at) => value !== later[at]);
            if (place >= 0) expect(key[place]! < later[place]!).toBe(true);
          }
        }
        expect(sorted.map(String).sort()).toEqual(routed.map(keyOf).map(String).sort());
      }),
      { numRuns: 300 },
    );
  });

  test('finds the row of a postal code like a search through all rows', () => {
    const rows = fc
      .uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 20 })
      .map((ends) => ends.sort((a, b) => a - b))
      .map((ends) =>
        ends.flatMap((end, index) =>
          index % 2 === 1
            ? [{ first: text(ends[index - 1]!), last: text(end), cdd: '', ctc: 'CTC', sequence: index }]
            : [],
        ),
      );
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 210 }), (given, code) => {
        const plan = readTriagePlan({ version: '1', rows: [...given].reverse() });
        const found = given.find(({ first, last }) => Number(first) <= code && code <= Number(last));
        expect(plan.rowOf(text(code))).toEqual(found);
      }),
    );
  });
});

test('the identification of a franked mailing has 34 digits in both generations', () => {
  const card = { ...profile, card: '0067599079', administrative_code: '12345678', directorate: '72' };
  const mailing = { lot: 42, lot_sequence: 1, destination: 'local', posting_date: '2026-12-15' } as const;
  expect(cifOf(card, mailing)).toBe('0067599079000420000000000110151226');
  expect(cifOf({ ...card, generation: 'cif_web' }, mailing)).toBe('7212345678000420000000000110151226');
});

function changed(index: number, change: Partial<CarrierProfile['offers'][number]>): CarrierProfile['offers'] {
  return profile.offers.map((offer, at) => (at === index ? { ...offer, ...change } : offer));
}

function text(code: number): string {
  return String(code).padStart(8, '0');
}
