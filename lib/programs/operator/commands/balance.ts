import { brasiliaInstant } from '../../../core/domain/brasilia.ts';
import { type LedgerEntry, ledgerTypes } from '../../../core/domain/ledger.ts';
import { balanceResource, balanceTransactionResource } from '../../../core/resources/balance.ts';
import { listResource } from '../../../core/resources/list.ts';
import { requireAccount } from '../../../operations/accounts/require-account.ts';
import { correctBalance } from '../../../operations/money/correct-balance.ts';
import { topUp } from '../../../operations/money/top-up.ts';
import { choice, integer, required, text } from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { table } from '../../command-line/text.ts';
import { command, type Context } from '../command.ts';
import { date, id, money } from '../options.ts';
import { amount, moment } from '../text.ts';

const reason = required(text('why; the customer reads it in the statement', '<text>', 200));
const LOOK_FIRST = 'Look at balance statement before you repeat it.';
const account = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b';

/** Names the company: a wrong id is noticed before money moves. */
async function confirmMove({ services, confirm }: Context, accountId: string, move: string): Promise<void> {
  const { trade_name, legal_name } = await requireAccount(services.accounts, accountId);
  await confirm(`${move} ${trade_name ?? legal_name}, ${accountId}?`);
}

/** Names where the payment went: it may be what somebody is looking for. */
async function bookedBefore({ services }: Context, paymentId: string): Promise<Refusal> {
  const { account_id, booked_at } = (await services.payments.find(paymentId))!;
  const when = moment(new Date(booked_at).toISOString());
  return new Refusal(`Payment ${paymentId} was booked before, to ${account_id} on ${when}. Nothing was changed.`);
}

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
      'Each payment is booked once, on whatever account: repeat the command after a lost answer without fear. Amounts are ' +
      "written as in Brazil, with a comma and two digits: 150,00 or 'R$ 1.500,00'. Anything else is refused.",
    arguments: ['account'],
    options: {
      amount: required(money('what was paid')),
      payment: required(text('what the bank calls the payment, e.g. the end-to-end id of a Pix', '<id>', 100)),
      reason,
    },
    examples: [`${account} --amount 'R$ 1.500,00' --payment E1823612020261120 --reason 'Pix de 20/11' --stage prod`],
    unsure: 'Repeat it: a payment is booked once.',
    run: async (context, { arguments: { account: accountId }, options }) => {
      await confirmMove(context, accountId, `Add ${amount(options.amount)} to the balance of`);
      const payment = { id: options.payment, amount: options.amount, reason: options.reason };
      const entry = await topUp(context.services, accountId, payment);
      if (!entry) throw await bookedBefore(context, options.payment);
      return balanceTransactionResource(entry);
    },
    show: showEntry,
  }),
  command({
    words: 'balance credit',
    summary: 'Give a customer money, e.g. for trouble we caused.',
    arguments: ['account'],
    options: { amount: required(money('what is given')), reason },
    examples: [`${account} --amount 25,00 --reason 'Cortesia pelo atraso' --stage prod`],
    unsure: LOOK_FIRST,
    run: async (context, { arguments: { account: accountId }, options }) => {
      await confirmMove(context, accountId, `Give ${amount(options.amount)} to`);
      const correction = { type: 'credit' as const, amount: options.amount, reason: options.reason };
      return balanceTransactionResource(await correctBalance(context.services, accountId, correction));
    },
    show: showEntry,
  }),
  command({
    words: 'balance adjust',
    summary: 'Set right what was booked wrongly.',
    about:
      'Entries are never changed or deleted: an adjustment makes up for them. It may leave the balance below zero.',
    arguments: ['account'],
    options: { add: money('what is added'), take: money('what is taken away'), reason },
    examples: [`${account} --take 150,00 --reason 'Pix E18236120 lançado em dobro' --stage prod`],
    unsure: LOOK_FIRST,
    run: async (context, { arguments: { account: accountId }, options: { add, take, reason: why } }) => {
      if ((add === undefined) === (take === undefined)) throw new UsageError('Give either --add or --take.');
      const by = add ?? -take!;
      const move = by > 0 ? `Add ${amount(by)} to the balance of` : `Take ${amount(-by)} from the balance of`;
      await confirmMove(context, accountId, move);
      const correction = { type: 'adjustment' as const, amount: by, reason: why };
      return balanceTransactionResource(await correctBalance(context.services, accountId, correction));
    },
    show: showEntry,
  }),
  command({
    words: 'balance statement',
    summary: 'List the entries of the ledger, newest first.',
    arguments: ['account'],
    options: {
      type: choice('only entries of this type', ledgerTypes, '<type>'),
      from: date('only entries of this day in Brasília and later'),
      until: date('only entries before this day in Brasília'),
      limit: integer('entries to show, 50 unless given', '<n>', 1, 1_000),
      after: id('balance_transaction', 'the last entry of the page before'),
    },
    examples: [`${account} --stage prod`, `${account} --type refund --from 2026-11-01 --until 2026-12-01 --stage prod`],
    run: async ({ services }, { arguments: { account: accountId }, options }) => {
      const { type, from, until, limit = 50, after } = options;
      const page = {
        limit,
        ...(after !== undefined && { after }),
        ...(from !== undefined && { createdAfter: brasiliaInstant(from, '00:00') }),
        ...(until !== undefined && { createdBefore: brasiliaInstant(until, '00:00') }),
      };
      const { rows, next } = await services.ledger.list(accountId, page, type);
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
        'There are no such entries.',
        screenWidth,
      );
      return next_cursor === null ? shown : `${shown}\n\nThere are more: --after ${next_cursor}`;
    },
  }),
];
