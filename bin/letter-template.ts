import { makeLetterTemplate } from '../lib/programs/site/letter-template.ts';

/** `npm run site:letter-template`: makes the template of a letter that the site offers, after a change of its parts. */
await makeLetterTemplate();
