import { operator } from '../../../lib/programs/operator/program.ts';

/** Whoever has one of the duties may run these: they show or save what they read, and change nothing. */
const reads = [
  'accounts export',
  'accounts list',
  'accounts preview',
  'accounts show',
  'balance show',
  'balance statement',
  'carrier check',
  'carrier labels find',
  'carrier labels list',
  'carrier show',
  'find',
  'keys list',
  'ledger audit',
  'letters list',
  'letters show',
  'people list',
  'production batches',
  'production late',
  'production proof',
  'production show',
  'stack-trace',
  'trace',
  'verifications list',
  'verifications show',
  'webhooks attempts',
  'webhooks deliveries',
  'webhooks list',
];

/** The operator's commands by duty; each has a policy, `docs/<duty>-policy.json`, that allows no other. */
export const commandsOf = {
  operator: operator.commands.map(({ words }) => words),
  support: reads,
  money: [...reads, 'balance adjust', 'balance credit', 'balance top-up'],
  // Both write copies of events.
  erasure: [...reads, 'privacy erase', 'webhooks send-again'],
};
