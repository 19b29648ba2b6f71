import { describe, expect, jest, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { A4_BOX, handmade } from './handmade.ts';
import { HOSTILE, LINE_OF_6_000_MARKERS, shuffledLetters } from './hostile.ts';

/** Outcomes other than `document_invalid`; `printed` for odd but harmless files. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'a cross-reference stream of two billion entries': 'printed',
  'an object stream whose strings lie in one another': 'printed',
  'an object stream of one array many times': 'printed',
  'a length that leads back': 'printed',
  'objects that never end': 'printed',
  'one dictionary for many streams': 'printed',
  'a letter that draws itself': 'printed',
  'a page tree that doubles at each of 30 levels': 'too_many_sheets',
  'the same page half a million times': 'too_many_sheets',
  'a page count that lies': 'printed',
  'a length that is itself': 'printed',
  'half a million operators': 'printed',
  'a character map of codes too long to count': 'printed',
  '100,000 clips within one another': 'printed',
  '200,000 path segments': 'printed',
  'a line of tiny dashes': 'address_area_not_blank',
  'no box': 'document_page_size',
  'a box of no numbers': 'document_page_size',
  'an endless box': 'document_page_size',
  'a looping script': 'printed',
  'a matrix of nothing': 'printed',
  'huge numbers': 'printed',
};

/** Tests share the processor. */
const PATIENCE_MS = 120_000;
const onBusyHost = () => ({ ...newTimeBudget(), waitMs: PATIENCE_MS });
jest.setTimeout(PATIENCE_MS);

// Some of them kill PDFium's thread: the following ones also show that the next thread works.
describe('a hostile file comes to its end', () => {
  test.each(Object.entries(HOSTILE))('%s', async (name, make) => {
    const request = {
      placement: 'first_page',
      doubleSided: false,
      param: 'file',
      variables: {},
      to: RECIPIENT,
      from: SENDER,
    } as const;
    const result = await prepareLetter(make(), request, onBusyHost());
    expect(result.ok ? 'printed' : result.details[0]!.code).toBe(OUTCOMES[name] ?? 'document_invalid');
  });

  test('6,000 markers on one line', async () => {
    const request = {
      placement: 'extra_page',
      doubleSided: false,
      param: 'file',
      variables: { nome: 'Maria' },
    } as const;
    const result = await inspectLetter(LINE_OF_6_000_MARKERS(), request, onBusyHost());
    expect(result).toEqual({
      ok: false,
      details: [
        {
          param: 'file',
          code: 'document_invalid',
          values: { reason: 'too_complex', limit: 'comparisons', maximum: 30_000_000 },
        },
      ],
    });
  });

  test('48,000 letters that are drawn one by one and in no order are lines of text', async () => {
    const request = {
      placement: 'first_page',
      doubleSided: false,
      param: 'file',
      variables: { nome: 'Maria' },
    } as const;
    // Whether it fits into the time that a letter has depends on the processor; the bench shows it.
    const time = { ...onBusyHost(), remainingMs: PATIENCE_MS, allowedMs: PATIENCE_MS };
    expect(await inspectLetter(shuffledLetters(6), request, time)).toMatchObject({ ok: true, pages: 6 });
  });

  test('the print file has no scripts, attachments or actions', async () => {
    const request = {
      placement: 'extra_page',
      doubleSided: false,
      param: 'file',
      to: RECIPIENT,
      from: SENDER,
    } as const;
    const launch = '<< /S /Launch /F (a) >>';
    const source = handmade({
      page: `${A4_BOX} /AA << /O ${launch} >> /Annots [<< /Type /Annot /Subtype /Link /Rect [9 9 99 99] /A ${launch} >>]`,
      catalog: `/OpenAction << /S /JavaScript /JS (0) >> /AA << /WP ${launch} >> /Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>`,
      objects: ['<< /Type /Filespec /F (a) /EF << /F 11 0 R >> >>', ['/Type /EmbeddedFile', 'a']],
    });
    const ACTIVE = /JavaScript|OpenAction|\/AA|EmbeddedFile|Launch/g;
    expect(new Set(source.toString('latin1').match(ACTIVE)).size).toBe(5);
    const result = await prepareLetter(source, request);
    if (!result.ok) throw new Error('refused');
    expect(Buffer.from(result.file).toString('latin1').match(ACTIVE)).toBeNull();
  });
});
