/** See letter-to-posted.test.ts. */
process.env.HARDNESS = 'hard';

await import('../../service/journeys/verification-by-api.test.ts');
