import { describe, expect, test } from '@jest/globals';
import { inspectLetter, prepareLetter } from '../../lib/adapters/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';
import { fileOf, handmade } from './handmade.ts';
import { rasterOf } from './tools.ts';

const detailsOf = async (bytes: Uint8Array) => {
  const result = await inspectLetter(bytes, REQUEST);
  return result.ok ? [] : result.details;
};

describe('a page with bleed prints its TrimBox', () => {
  const A4_TRIM = '/TrimBox [14.17 14.17 609.45 856.06]';
  const content = '0 g 100 700 200 30 re f 0.5 g 0 0 14 870.23 re f';
  const unbled = handmade({ content: '1 0 0 1 -14.17 -14.17 cm 0 g 100 700 200 30 re f' });

  test.each([
    ['upright', '/MediaBox [0 0 623.62 870.23]', content],
    ['turned', '/MediaBox [0 0 623.62 870.23] /Rotate 180', `-1 0 0 -1 623.62 870.23 cm ${content}`],
  ])('%s', async (_, boxes, drawn) => {
    const result = await prepareLetter(handmade({ content: drawn, page: `${boxes} ${A4_TRIM}` }), REQUEST);
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    expect(rasterOf(result.file, 1).pixels.equals(rasterOf(unbled, 1).pixels)).toBe(true);
  });

  test('unless a CropBox says what is shown', async () => {
    const page = `/MediaBox [0 0 623.62 870.23] /CropBox [0 0 623.62 870.23] ${A4_TRIM}`;
    expect((await detailsOf(handmade({ content, page }))).map(({ code }) => code)).toEqual(['document_page_size']);
  });

  test('nor a TrimBox of another size', async () => {
    const page = '/MediaBox [0 0 623.62 870.23] /TrimBox [10 10 400 600]';
    expect((await detailsOf(handmade({ content, page }))).map(({ code }) => code)).toEqual(['document_page_size']);
  });
});

describe('a file that is refused is refused for what it is', () => {
  const refused = (reason: string) => [{ param: 'document.data', code: 'document_invalid', values: { reason } }];

  test('a dynamic form, whose page only says "Please wait"', async () => {
    const catalog = '/NeedsRendering true /AcroForm << /XFA [(template) 10 0 R] /Fields [] >>';
    const file = handmade({
      content: 'BT /F1 12 Tf 100 400 Td (Please wait...) Tj ET',
      catalog,
      objects: [['', '<xdp/>']],
    });
    expect(await detailsOf(file)).toEqual(refused('dynamic_form'));
  });

  test('a form with XFA beside its own pages is printed', async () => {
    const catalog = '/AcroForm << /XFA [(template) 10 0 R] /Fields [] >>';
    expect(await detailsOf(handmade({ content: 'q Q', catalog, objects: [['', '<xdp/>']] }))).toEqual([]);
  });

  test('a portfolio, whose page only says what opens it', async () => {
    expect(await detailsOf(handmade({ content: 'q Q', catalog: '/Collection << /View /D >>' }))).toEqual(
      refused('portfolio'),
    );
  });

  test('a file encrypted for the holders of certificates', async () => {
    const encrypt =
      '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128 /CF << /DefaultCryptFilter << /CFM /AESV2 /Recipients [<00>] >> >> /StmF /DefaultCryptFilter /StrF /DefaultCryptFilter >>';
    const sound = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.28 841.89] >>'],
      [9, encrypt],
    ]);
    const file = Buffer.from(sound.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1');
    expect(await detailsOf(file)).toEqual([{ param: 'document.data', code: 'document_encrypted' }]);
  });
});
