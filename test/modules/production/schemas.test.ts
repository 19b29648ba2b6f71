import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { renderManifest } from '../../../lib/adapters/production/manifest.ts';
import { parseReport } from '../../../lib/adapters/production/print-report.ts';
import { failureReasons } from '../../../lib/core/domain/letter-statuses.ts';
import { type Layout, sheetsOf, sidesOf } from '../../../lib/core/domain/sheets.ts';
import { useTable } from '../../support/dynamodb.ts';
import { BUCKETS, printHouse } from './support/print-house.ts';
import { batchOfAllKinds, linesOf } from './support/scenario.ts';

const folder = resolve(import.meta.dirname, '../../../data/print-house');
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
const schemaOf = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8'));
const validatorOf = (name: string) => ajv.compile(schemaOf(name));
const [manifestLine, postalLine, reportLine, resultLine] = ['manifest', 'postal', 'report', 'result'].map(validatorOf);

const table = useTable();
let house: ReturnType<typeof printHouse>;

beforeEach(() => {
  house = printHouse(table);
});

describe('the files exchanged with the print house', () => {
  test('match their schemas', async () => {
    const all = await batchOfAllKinds(house, await house.openAccount());
    house.drop('inbox/report.jsonl', linesOf(all));
    await house.apply('inbox/report.jsonl');
    const lines = Object.values(house.manifests()).flat();
    expect(lines).toHaveLength(4);
    for (const line of lines) expect([manifestLine!(line), manifestLine!.errors]).toEqual([true, null]);
    for (const line of linesOf(all).filter((each) => typeof each === 'object'))
      expect([reportLine!(line), reportLine!.errors]).toEqual([true, null]);
    const results = house.results('results/report.jsonl');
    expect(results).toHaveLength(6);
    for (const line of results) expect([resultLine!(line), resultLine!.errors]).toEqual([true, null]);
  });

  test('are in the contract as their schemas describe them', () => {
    const contract = readFileSync(join(folder, '../../docs/print-house.md'), 'utf8');
    const examples = [...contract.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, lines]) =>
      lines!.trimEnd().split('\n'),
    );
    expect(examples.map(({ length }) => length)).toEqual([3, 2, 5, 5]);
    for (const [index, validate] of [manifestLine, postalLine, reportLine, resultLine].entries())
      for (const line of examples[index]!)
        expect([validate!(JSON.parse(line)), validate!.errors]).toEqual([true, null]);
    for (const reason of schemaOf('result').properties.reason.enum) expect(contract).toContain(`\`${reason}\``);
  });

  test('a line of a report is accepted exactly if it matches its schema, except for the check digit', () => {
    const wrong = fc.oneof(fc.constant(undefined), fc.constant(null), fc.integer(), fc.string());
    const line = fc.record(
      {
        id: fc.oneof(fc.constant('ltr_1'), wrong),
        status: fc.oneof(fc.constantFrom('printed', 'posted', 'failed'), wrong),
        at: fc.oneof(fc.constantFrom('2026-11-20T12:00:00Z', '2026-11-20T09:00:00-03:00'), wrong),
        tracking_code: fc.oneof(
          fc.constantFrom('AA123456785BR', 'AA123456789BR', 'aa123456785br', 'AA123456785US'),
          wrong,
        ),
        failure_reason: fc.oneof(fc.constantFrom(...failureReasons), wrong),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(line, (given) => {
        const text = JSON.stringify(given);
        const [parsed] = parseReport(text);
        const isRead = parsed!.refusal === undefined || parsed!.refusal === 'tracking_code_check_digit';
        expect({ text, isRead }).toEqual({ text, isRead: reportLine!(JSON.parse(text)) });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a manifest', () => {
  const orderOf = (layout: Layout) => ({
    id: 'ltr_00000000000000000000000000',
    account_id: 'acc_1',
    batch_id: 'bat_1',
    order: {
      file: { key: 'letters/a,"b".pdf', sha256: '0'.repeat(64), size: 1 },
      pages: layout.pages,
      sheets: sheetsOf(layout),
      color: true,
      double_sided: layout.doubleSided,
      address_placement: layout.addressPlacement,
      postal_services: ['registered' as const, 'return_receipt' as const],
    },
  });

  test.each<[number, boolean, Layout['addressPlacement'], object]>([
    [3, false, 'first_page', { pages: 3, sheets: 3, double_sided: false, address_page: 1 }],
    [3, true, 'first_page', { pages: 3, sheets: 2, double_sided: true, address_page: 1 }],
    [1, false, 'extra_page', { pages: 2, sheets: 1, double_sided: true, address_page: 2 }],
    [3, true, 'extra_page', { pages: 4, sheets: 2, double_sided: true, address_page: 4 }],
    [2, true, 'extra_page', { pages: 4, sheets: 2, double_sided: true, address_page: 1 }],
  ])(
    'describes how %i pages, double-sided %s, address on %s are printed',
    (...[pages, doubleSided, placement, expected]) => {
      const layout: Layout = { pages, doubleSided, addressPlacement: placement };
      const { jsonl } = renderManifest([orderOf(layout)], BUCKETS);
      const line = JSON.parse(jsonl);
      expect(line).toMatchObject(expected);
      expect(line.pages).toBe(sidesOf(layout).length);
    },
  );

  test('has the same values in both forms', () => {
    const layout: Layout = { pages: 2, doubleSided: false, addressPlacement: 'first_page' };
    const { jsonl, csv, manifest } = renderManifest([orderOf(layout), orderOf(layout)], BUCKETS);
    const [head, first, second, end] = csv.split('\r\n');
    expect(head!.split(',')).toEqual(Object.keys(JSON.parse(jsonl.split('\n')[0]!)));
    expect(first).toBe(
      `1,ltr_00000000000000000000000000,letter,documents,"letters/a,""b"".pdf",${'0'.repeat(64)},1,2,2,true,false,1,registered return_receipt,dl_window,105 210`,
    );
    expect([second!.slice(0, 2), end]).toEqual(['2,', '']);
    expect(manifest).toMatchObject({ mailings: 2, sheets: 4 });
  });
});
