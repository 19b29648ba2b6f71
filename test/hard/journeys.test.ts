/**
 * Whole journeys on a cloud that is harder than AWS: half of each quota, four times the latency of the table, and so
 * transactions that overlap and conflict. What passes there leaves room for a bad hour.
 */
process.env.HARDNESS = 'hard';

const journeys = [
  'cancellation-and-failure',
  'letter-to-posted',
  'scheduled-letters',
  'verification-by-api',
  'webhook-deliveries',
];

for (const journey of journeys) {
  // Another address than the journey's own: a module that was loaded before would give no tests again.
  await import(new URL(`../journeys/${journey}.test.ts?hard`, import.meta.url).href);
}
