/**
 * A whole journey on a cloud that is harder than AWS: half of each quota, four times the latency of the table, and so
 * more transactions that overlap and conflict. Success there leaves a margin for bad hours. A file for each journey,
 * since they take minutes and run in parallel.
 */
process.env.HARDNESS = 'hard';

await import('../../service/journeys/letter-to-posted.test.ts');
