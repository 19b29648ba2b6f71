import { clients } from './clients.ts';

/** `npm run clients:generate [language…]`: makes the generated part of each client from `docs/api/openapi.json`. */
const words = process.argv.slice(2);
for (const { language, generate } of clients)
  if (words.length === 0 || words.includes(language)) {
    await generate();
    process.stdout.write(`clients/${language}\n`);
  }
