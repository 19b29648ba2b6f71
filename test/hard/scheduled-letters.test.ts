/** See letter-to-posted.test.ts. */
process.env.HARDNESS = 'hard';

await import('../journeys/scheduled-letters.test.ts');
