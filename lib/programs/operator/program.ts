import type { Program } from '../command-line/command.ts';
import { flag, option, shortened } from '../command-line/options.ts';
import type { Context } from './command.ts';
import { accountCommands } from './commands/accounts.ts';
import { balanceCommands } from './commands/balance.ts';
import { carrierCommands } from './commands/carrier.ts';
import { findCommands } from './commands/find.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { letterCommands } from './commands/letters.ts';
import { peopleCommands } from './commands/people.ts';
import { privacyCommands } from './commands/privacy.ts';
import { productionCommands } from './commands/production.ts';
import { stackTraceCommands } from './commands/stack-trace.ts';
import { tableCommands } from './commands/table.ts';
import { traceCommands } from './commands/trace.ts';
import { verificationCommands } from './commands/verifications.ts';
import { webhookCommands } from './commands/webhooks.ts';

const options = {
  local: flag('the service that npm start runs on this machine'),
  stage: option('a deployed stage, e.g. prod; AWS credentials and region come from the environment', '<name>', String),
  yes: shortened('y', flag('do not ask for confirmation')),
};

/** `npm run operator`. */
export const operator: Program<Context, typeof options> = {
  name: 'operator',
  summary: 'Operates the service from a terminal: accounts and their money, letters and webhooks.',
  usage: '--local | --stage <name>',
  topics: {
    accounts: 'the companies that send',
    keys: 'their API keys',
    people: 'who may use their dashboard',
    balance: 'their prepaid money',
    find: 'find the account of a letter',
    trace: 'the history of a letter',
    letters: 'their letters, until production',
    verifications: 'their address verifications',
    carrier: 'its contract, prices, plan of sorting and object numbers',
    production: 'print batches, reports of the print house, and late mailings',
    webhooks: 'receivers of events, and their deliveries',
    ledger: 'the audit of all money',
    table: 'reconcile it after a restore',
    privacy: 'erase personal data',
    'stack-trace': 'resolve it to the source',
  },
  commands: [
    ...accountCommands,
    ...keyCommands,
    ...peopleCommands,
    ...balanceCommands,
    ...findCommands,
    ...traceCommands,
    ...letterCommands,
    ...verificationCommands,
    ...carrierCommands,
    ...productionCommands,
    ...webhookCommands,
    ...ledgerCommands,
    ...tableCommands,
    ...privacyCommands,
    ...stackTraceCommands,
  ],
  options,
  argumentHelp: {
    account: 'id of the account, acc_…',
    'account?': 'id of the account, acc_…; without it, every account',
    key: 'id of the API key, key_…',
    person: 'id of the person, usr_…',
    endpoint: 'id of the webhook endpoint, whe_…',
    event: 'id of the event, evt_…',
    letter: 'id of the letter, ltr_…',
    verification: 'id of the verification, ver_…',
    batch: 'id of the print batch, bat_…',
    number: 'object number, e.g. TE000000019BR',
    prefix: 'prefix of the object numbers, two letters',
    mailing: 'id of the letter or verification, ltr_… or ver_…',
    file: 'the text; - reads standard input',
    text: 'an id, a tracking code or a reference',
  },
  exitCodes:
    '0 done · 1 refused, or a negative result (such as differences found) · 2 wrong usage · 3 the service could not be reached · 130 interrupted',
};
