import { expect, test } from '@jest/globals';
import { billOfMaterials, licenceList } from '../../../lib/infra/bill-of-materials.ts';

const NPM_MS = 120_000;

test(
  'a bill of materials has exactly the packages of the files, each with hash and licence',
  async () => {
    const inputs = [
      'lib/core/once.ts',
      'node_modules/ajv/dist/ajv.js',
      'node_modules/ajv/dist/core.js',
      'node_modules/@middy/core/index.js',
      // An alias of @cantoo/pdf-lib.
      'node_modules/pdf-lib/es/index.js',
    ];
    const bill = await billOfMaterials('malote-functions', inputs);
    expect(bill.metadata.component.name).toBe('malote-functions');
    expect(
      licenceList(bill)
        .replaceAll(/@[\d.]+ .*/g, '')
        .split('\n'),
    ).toEqual(['@cantoo/pdf-lib', '@middy/core', 'ajv', '']);
    for (const { hashes } of bill.components)
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).join()).not.toContain('jest');
    expect(licenceList(bill)).toMatch(/^(?:\S+@[\d.]+ {2}MIT\n){3}$/);
  },
  NPM_MS,
);
