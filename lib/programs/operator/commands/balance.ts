import { companyNameOf } from '../../../core/domain/accounts.ts';
import { type LedgerEntry, ledgerTypes } from '../../../core/domain/ledger.ts';
import { accountIdOfTxid } from '../../../core/domain/pix.ts';
import { balanceResource, balanceTransactionResource } from '../../../core/resources/balance.ts';
import { listResource } from '../../../core/resources/list.ts';
import { requireAccount } from '../../../operations/accounts/require-account.ts';
import { correctBalance, type Correction } from '../../../operations/money/correct-balance.ts';
import { topUp } from '../../../operations/money/top-up.ts';
import { choice, required, text } from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { table } from '../../command-line/text.ts';
import { command, type Context } from '../command.ts';
import { pageOf, pageOptions, withNextPage } from '../mailing-list.ts';
import { money } from '../options.ts';
import { amount, moment } from '../text.ts';

const reason = required(text('the reason, which the customer sees in the statement', '<text>', 200));
const ONCE =
  'A repeated correction counts once. It is recognized by --reference or, without one, by amount and reason within 24 hours.';
const reference = text('your own name for it, e.g. a ticket number; unique in the account', '<text>', 100);
const account = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b';

/** Shows the company's name, so that a wrong id is noticed before money moves. */
async function confirmMove({ services, confirm }: Context, accountId: string, move: string): Promise<void> {
  const company = companyNameOf(await requireAccount(services.accounts, accountId));
  await confirm(`${move} ${company}, ${accountId}?`);
}

/**
 * The account of a payment, by its id or by the identifier that came with the Pix (rule MON-11).
 * @throws UsageError unless one of them is given · Refusal when no account has the identifier
 */
async function payingAccount(
  { services }: Context,
  given: string | undefined,
  txid: string | undefined,
): Promise<string> {
  if ((given === undefined) === (txid === undefined)) throw new UsageError('Give either <account> or --txid.');
  if (txid === undefined) return given!;
  const id = accountIdOfTxid(txid);
  if (id === undefined || !(await services.accounts.find(id)))
    throw new Refusal(`No account has the txid ${txid}. Nothing was changed.`);
  return id;
}

/** Makes a correction, or reports that it was already made. */
async function correct({ services }: Context, accountId: string, correction: Correction) {
  const { entry, alreadyDone } = await correctBalance(services, accountId, correction);
  return { ...balanceTransactionResource(entry), already_done: alreadyDone };
}

const alreadyDone = ({ id, created_at, ...entry }: ReturnType<typeof balanceTransactionResource>) =>
  `Already done: ${id}, ${amount(entry.amount)}, ${moment(created_at)}. Nothing was changed.`;

const showCorrection = ({ already_done, ...entry }: Awaited<ReturnType<typeof correct>>) =>
  already_done ? `${alreadyDone(entry)} To make the correction again, give a different --reference.` : showEntry(entry);

const showEntry = (entry: ReturnType<typeof balanceTransactionResource>) =>
  `${entry.id}: ${amount(entry.amount)}, the balance is ${amount(entry.balance_after)} now.`;

export const balanceCommands = [
  command({
    words: 'balance show',
    summary: 'Show the balance of an account.',
    arguments: ['account'],
    options: {},
    examples: [`${account} --stage prod`],
    run: async ({ services }, input) => {
      return balanceResource(await services.ledger.balance(input.arguments.account));
    },
    show: (balance) => amount(balance.amount),
  }),
  command({
    words: 'balance top-up',
    summary: 'Book a payment of the customer.',
    about:
      'A payment is booked once across all accounts, so the command is safe to repeat: it then says "Already done". The txid of a ' +
      'Pix that the dashboard created identifies its account. Amounts use the Brazilian format, ' +
      "with a comma and two decimals: 150,00 or 'R$ 1.500,00'. Any other format is refused.",
    arguments: ['account?'],
    options: {
      txid: text('instead of the account: the txid of the Pix, as the bank shows it', '<txid>', 35),
      amount: required(money('the amount paid')),
      payment: required(text("the bank's id of the payment, e.g. the end-to-end id of a Pix", '<id>', 100)),
      reason,
    },
    examples: [
      `${account} --amount 'R$ 1.500,00' --payment E1823612020261120 --reason 'Pix de 20/11' --stage prod`,
      `--txid 1JD2S7W8K3Q9V5X0R4T6Y8Z2B --amount 150,00 --payment E1823612020261121 --reason 'Pix de 21/11' --stage prod`,
    ],
    unsure: 'Repeat it: a payment is booked once.',
    run: async (context, { arguments: { account: given }, options }) => {
      const accountId = await payingAccount(context, given, options.txid);
      await confirmMove(context, accountId, `Add ${amount(options.amount)} to the balance of`);
      const payment = { id: options.payment, amount: options.amount, reason: options.reason };
      const { entry, alreadyDone } = await topUp(context.services, accountId, payment);
      return { ...balanceTransactionResource(entry), already_done: alreadyDone };
    },
    show: ({ already_done, ...entry }) => (already_done ? alreadyDone(entry) : showEntry(entry)),
  }),
  command({
    words: 'balance credit',
    summary: 'Give a customer money, e.g. for trouble we caused.',
    about: ONCE,
    arguments: ['account'],
    options: { amount: required(money('the amount to give')), reason, reference },
    examples: [`${account} --amount 25,00 --reason 'Cortesia pelo atraso' --reference 'chamado 812' --stage prod`],
    unsure: 'Repeat it: the same credit counts once.',
    run: async (context, { arguments: { account: accountId }, options }) => {
      await confirmMove(context, accountId, `Give ${amount(options.amount)} to`);
      return correct(context, accountId, {
        type: 'credit',
        amount: options.amount,
        reason: options.reason,
        reference: options.reference ?? null,
      });
    },
    show: showCorrection,
  }),
  command({
    words: 'balance adjust',
    summary: 'Correct a wrong entry of the ledger.',
    about: `Entries are never changed or deleted: an adjustment corrects them. It may leave the balance below zero. ${ONCE}`,
    arguments: ['account'],
    options: { add: money('the amount to add'), take: money('the amount to take away'), reason, reference },
    examples: [`${account} --take 150,00 --reason 'Pix E18236120 lançado em dobro' --stage prod`],
    unsure: 'Repeat it: the same adjustment counts once.',
    run: async (context, { arguments: { account: accountId }, options: { add, take, ...options } }) => {
      if ((add === undefined) === (take === undefined)) throw new UsageError('Give either --add or --take.');
      const by = add ?? -take!;
      const move = by > 0 ? `Add ${amount(by)} to the balance of` : `Take ${amount(-by)} from the balance of`;
      await confirmMove(context, accountId, move);
      return correct(context, accountId, {
        type: 'adjustment',
        amount: by,
        reason: options.reason,
        reference: options.reference ?? null,
      });
    },
    show: showCorrection,
  }),
  command({
    words: 'balance statement',
    summary: 'List the entries of the ledger, newest first.',
    arguments: ['account'],
    options: {
      type: choice('only entries of this type', ledgerTypes, '<type>'),
      ...pageOptions('balance_transaction', 'entries'),
    },
    examples: [`${account} --stage prod`, `${account} --type refund --from 2026-11-01 --until 2026-12-01 --stage prod`],
    run: async ({ services }, { arguments: { account: accountId }, options }) => {
      const { rows, next } = await services.ledger.list(accountId, pageOf(options), options.type);
      return listResource(
        rows.map((entry: LedgerEntry) => balanceTransactionResource(entry)),
        next,
        (id) => id,
      );
    },
    show: ({ data, next_cursor }, screenWidth) => {
      const shown = table(
        data,
        [
          { heading: 'WHEN', cell: ({ created_at }) => moment(created_at) },
          { heading: 'ENTRY', cell: ({ id }) => id },
          { heading: 'TYPE', cell: ({ type }) => type },
          { heading: 'AMOUNT', cell: (entry) => amount(entry.amount), right: true },
          { heading: 'BALANCE', cell: ({ balance_after }) => amount(balance_after), right: true },
          { heading: 'FOR', cell: ({ source_id }) => source_id },
          { heading: 'REASON', cell: ({ description }) => description },
        ],
        'No entries match.',
        screenWidth,
      );
      return withNextPage(shown, next_cursor);
    },
  }),
];
