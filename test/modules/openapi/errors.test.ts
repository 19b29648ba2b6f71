import { describe, expect, test } from '@jest/globals';
import { errorReply } from '../../../lib/adapters/http/error-reply.ts';
import type { Exchange } from '../../../lib/adapters/http/exchange.ts';
import { Problem, type ProblemCode } from '../../../lib/core/domain/problems.ts';
import { detailAnchor, errorReference } from '../../../lib/programs/openapi/error-reference.ts';
import { ERRORS_FILE } from '../../../lib/programs/openapi/files.ts';
import { detailTexts, problems } from '../../../lib/texts/errors/error-catalogue.ts';
import { description, readPage } from './description.ts';

const page = readPage(ERRORS_FILE);
const anchors = Array.from(page.matchAll(/<a id="([^"]+)">/g), ([, id]) => id!);

describe(ERRORS_FILE, () => {
  test('is up to date with the catalogue; otherwise run npm run docs:generate', () => {
    expect(page).toBe(errorReference());
  });

  test('has one anchor for each code of errors and of details', () => {
    expect([...anchors].sort()).toEqual(
      [...Object.keys(problems), ...Object.keys(detailTexts).map(detailAnchor)].sort(),
    );
  });

  test.each(Object.keys(problems) as ProblemCode[])(
    'the doc_url of %s ends with the code, and the page has its anchor',
    (code) => {
      const exchange = { requestId: 'req_1', locale: 'en', rateRemaining: 1 } as Exchange;
      const { error } = JSON.parse(errorReply(exchange, new Problem(code), 'https://docs.example').body) as {
        error: { doc_url: string };
      };
      expect(error.doc_url).toBe(`https://docs.example/${code}`);
      expect(anchors).toContain(code);
    },
  );

  test('every doc_url in the description is in one folder and has an anchor in this page', () => {
    const urls = Object.values(description.components.examples).map(({ value }) => new URL(value.error.doc_url));
    expect(new Set(urls.map((url) => new URL('.', url).href)).size).toBe(1);
    for (const { pathname } of urls) expect(anchors).toContain(pathname.split('/').at(-1));
  });

  test('every link within the page has a target', () => {
    const links = Array.from(page.matchAll(/\]\(#([^)]+)\)/g), ([, target]) => target);
    expect(links).toHaveLength(Object.keys(problems).length);
    expect(anchors).toEqual(expect.arrayContaining(links));
  });
});
