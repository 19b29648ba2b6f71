/** See letter-to-posted.test.ts. */
process.env.HARDNESS = 'hard';

await import('../journeys/webhook-deliveries.test.ts');
