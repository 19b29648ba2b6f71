import { readFileSync } from 'node:fs';
import type { Address } from '../../../lib/core/domain/addresses.ts';
import type * as Bundled from './pdf-functions/prepare-letter/handler.ts';

/**
 * A fresh process that imports a bundle (first argument), prints a letter (second argument) from it, and says how long that
 * took and how much memory the process holds.
 */
const [bundle, path] = process.argv.slice(2) as [string, string];
const bytes = readFileSync(path);
const address: Address = {
  name: 'Ana Souza',
  street: 'Rua Caiubi',
  number: '123',
  complement: null,
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05010-000',
};
const request = { placement: 'first_page', doubleSided: true, param: 'file', to: address, from: address } as const;
const variables = { nome: 'Zuleide Conceição', OTP_CODE: '123 456' };

const started = performance.now();
const { prepareLetter } = (await import(bundle)) as typeof Bundled;
const prepared = await prepareLetter(bytes, { ...request, variables });
const milliseconds = performance.now() - started;
if (!prepared.ok) throw new Error(JSON.stringify(prepared.details));
process.stdout.write(JSON.stringify({ milliseconds, megabytes: process.memoryUsage.rss() / 2 ** 20 }));
process.exit();
