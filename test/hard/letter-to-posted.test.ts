/**
 * A whole journey on a cloud that is harder than AWS: half of each quota, four times the latency of the table, and so
 * transactions that overlap and conflict. What passes there leaves room for a bad hour. A file for each journey, since they take
 * minutes and run side by side.
 */
process.env.HARDNESS = 'hard';

await import('../journeys/letter-to-posted.test.ts');
