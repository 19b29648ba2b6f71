import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Face } from '../../../lib/core/domain/faces.ts';
import { Problem } from '../../../lib/core/domain/problems.ts';
import { previewFace } from '../../../lib/operations/accounts/preview-face.ts';
import { accountSample } from '../../support/samples.ts';
import { discPng } from '../pdf/template.ts';
import { textOf } from '../pdf/tools.ts';

const logo = { content_type: 'image/png', width: 320, height: 320, sha256: 'a' } as const;
const account = accountSample({ trade_name: 'Banco Ipê', logo, face: { support_contact: '0800 123 4567' } });
/** It only reads: these dependencies cannot save anything. */
const deps = {
  accounts: { find: async () => account, logo: async () => ({ ...logo, bytes: discPng(320) }) },
  confirmationPageBase: 'https://confirmar.malote.example',
  now: () => Date.parse('2026-11-22T12:00:00Z'),
  randomBytes,
};

const preview = async (changes: Partial<Face>) => {
  const files = await previewFace(deps, account.id, changes);
  return {
    names: files.map(({ name }) => name),
    letters: files.filter(({ name }) => name.endsWith('.pdf')).map(({ bytes }) => textOf(bytes, 1)),
    pages: files.filter(({ name }) => name.endsWith('.html')).map(({ bytes }) => Buffer.from(bytes).toString()),
  };
};

test('shows letter and page in every state with the unsaved values, next to the saved ones', async () => {
  const { names, letters, pages } = await preview({ accent_color: '#7a1fa2', page_host: 'confirme.ipe.example' });
  expect(names).toHaveLength(24);
  expect(new Set(names).size).toBe(24);
  expect(letters).toHaveLength(4);
  for (const text of letters) {
    expect(text).toContain('0800 123 4567');
    expect(text).toContain('000 000');
    expect(text).not.toContain('confirmar.malote.example');
  }
  expect(letters.filter((text) => text.includes(`confirme.ipe.example/${account.id}/`))).toHaveLength(2);
  for (const html of pages) {
    expect(html).toContain('--accent: #7a1fa2;');
    expect(html).toContain('0800 123 4567');
    expect(html).toContain('src="data:image/png;base64,');
  }
  expect(new Set(pages).size).toBe(20);
});

test('rejects the values that saving would reject', async () => {
  await expect(preview({ accent_color: '#ffcc00' })).rejects.toThrow(Problem);
});
