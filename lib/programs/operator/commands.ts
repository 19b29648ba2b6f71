import type { Command } from './command.ts';
import { accountCommands } from './commands/accounts.ts';
import { balanceCommands } from './commands/balance.ts';
import { findCommands } from './commands/find.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { letterCommands } from './commands/letters.ts';
import { privacyCommands } from './commands/privacy.ts';
import { productionCommands } from './commands/production.ts';
import { verificationCommands } from './commands/verifications.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** Every command there is. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...balanceCommands,
  ...findCommands,
  ...letterCommands,
  ...verificationCommands,
  ...productionCommands,
  ...webhookCommands,
  ...ledgerCommands,
  ...privacyCommands,
];
