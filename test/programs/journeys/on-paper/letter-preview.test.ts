import { expect, test } from '@jest/globals';
import { letterBody, pdfFixture } from '../../../support/letters.ts';
import { useTarget } from '../../../support/target.ts';
import { run } from '../../pdf/tools.ts';

const target = useTarget();

/** The envelope window in millimeters from the top left corner: 90 x 45 at 20, 45 (rule DOC-6). */
const WINDOW = { x: 20, y: 45, width: 90, height: 45 };

test.each(['libreoffice-letter-2', 'chromium-letter-2'])(
  'the preview shows the recipient inside the envelope window (%s)',
  async (pdf) => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody({}, pdf));
    const response = await fetch(letter.preview_url);
    expect(response.status).toBe(200);
    const inWindow = textInside(Buffer.from(await response.arrayBuffer()), WINDOW);
    for (const text of ['Maria da Conceição', 'Rua Caiubi, 100', 'Perdizes', '05010-000 São Paulo - SP'])
      expect(inWindow).toContain(text);
    // The letter itself has no text there: every word in the window is the address.
    expect(textInside(pdfFixture(pdf), WINDOW).trim()).toBe('');
  },
);

/** What poppler reads inside a box of the first page, at 254 dpi so that ten pixels are a millimeter. */
function textInside(pdf: Buffer, { x, y, width, height }: typeof WINDOW): string {
  const box = ['-x', x * 10, '-y', y * 10, '-W', width * 10, '-H', height * 10].map(String);
  const args = ['-f', '1', '-l', '1', '-r', '254', ...box, '-layout', 'FILE', '-'];
  return run('pdftotext', pdf, args).output.toString();
}
