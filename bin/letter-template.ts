import { makeLetterTemplate } from '../lib/programs/site/letter-template.ts';

/** `npm run site:letter-template`: rebuilds the letter template that the site offers, after a change to its parts. */
await makeLetterTemplate();
