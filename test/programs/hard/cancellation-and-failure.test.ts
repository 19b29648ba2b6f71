/** See letter-to-posted.test.ts. */
process.env.HARDNESS = 'hard';

await import('../../service/journeys/cancellation-and-failure.test.ts');
