import { expect, test } from '@jest/globals';
import { run } from './tools.ts';
import { CODE, letters, PAGE_URL, printed } from './verification-letters.ts';

/** What an independent reader finds on the letter as an office scanner sees it: 150 dpi in gray. */
async function read(name: string): Promise<string> {
  const scan = run('pdftoppm', await printed(letters[name]!), ['-r', '150', '-gray', '-png', '-singlefile', 'FILE']);
  const { output, errors, status } = run('tesseract', scan.output, ['FILE', 'stdout', '-l', 'por']);
  expect({ status, errors: status === 0 ? '' : errors }).toEqual({ status: 0, errors: '' });
  return output.toString().replace(/\s+/g, ' ');
}

const code = `${CODE.slice(0, 3)} ${CODE.slice(3)}`;

test('the service’s own letter says who asks, what to do, and until when', async () => {
  const text = await read('default-texts');
  const shown = ['Ana Souza', 'Rua Caiubi, 123', '05010-000', 'Banco Ipê S.A.', '12.ABC.345/01DE-35'];
  for (const part of [...shown, `que vale até 20 de janeiro de 2027 ${code}`, '1 Aponte', '2 Digite', '3 Toque'])
    expect(text).toContain(part);
  expect(joined(text)).toContain(joined(PAGE_URL));
});

test('the letter whose code comes back through the company names no page', async () => {
  const text = await read('code-by-api');
  expect(text).toContain(code);
  expect(text).toContain('12.ABC.345/01DE-35');
  expect(joined(text)).not.toContain(new URL(PAGE_URL).host);
});

test('the letter by the texts of a company is read word for word', async () => {
  const text = (await read('own-texts')).toLowerCase();
  const { texts, instructions } = letters['own-texts']!;
  for (const part of [
    code,
    texts!.title!,
    ...texts!.body!.split(/\n+/),
    texts!.footer!.split(' · ')[0]!,
    instructions!,
  ])
    expect(text).toContain(part.toLowerCase());
});

test('the letter with the longest texts is read, down to its smallest type', async () => {
  const text = await read('longest-texts');
  expect(text).toContain(code);
  expect(text).toContain('Cooperativa de Crédito dos Produtores Rurais');
  expect(joined(text)).toContain(joined(PAGE_URL));
});

/** The reader takes an underscore for a space, and sees spaces around dots. */
const joined = (text: string) => text.replace(/[ _]/g, '');
