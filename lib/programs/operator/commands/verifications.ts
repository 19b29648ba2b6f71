import { Problem } from '../../../core/domain/problems.ts';
import { verificationStatuses } from '../../../core/domain/verification-statuses.ts';
import { type Verification, verificationRules } from '../../../core/domain/verifications.ts';
import { showMailing } from '../../../operations/mailings/show-mailing.ts';
import { cancelVerification } from '../../../operations/verifications/cancel-verification.ts';
import { flag } from '../../command-line/options.ts';
import { command, type Context, repeatable } from '../command.ts';
import { listCommand } from '../mailing-list.ts';
import { describeMailing } from '../mailing-text.ts';
import { amount, asWords } from '../text.ts';

const ids = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b ver_01jd2y1a5c9e3g7j1m5p9r3t7v';

async function verificationOf({ services }: Context, accountId: string, verificationId: string) {
  const found = await services.verifications.find(accountId, verificationId);
  if (!found) throw new Problem('resource_not_found');
  return found.mailing;
}

/** Says what ending a verification does; undefined when it would change nothing. */
function questionBefore(trigger: 'cancel' | 'give_up', { id, status, price }: Verification): string | undefined {
  const becomes = verificationRules[trigger][status];
  if (becomes === undefined) return undefined;
  const what = `${id}, a verification that is ${asWords(status)}`;
  return becomes === 'canceled'
    ? `Cancel ${what}? ${amount(price.total)} are refunded.`
    : `Revoke ${what}? Its code stops working, and ${amount(price.total)} are not refunded.`;
}

export const verificationCommands = [
  listCommand('verification', verificationStatuses, ({ verifications }) => verifications),
  command({
    words: 'verifications show',
    summary: 'Show a verification, with a link to its copy without the code.',
    arguments: ['account', 'verification'],
    options: {},
    examples: [`${ids} --stage prod`],
    run: async (context, { arguments: { account, verification } }) =>
      showMailing(context.services.links, await verificationOf(context, account, verification)),
    show: describeMailing,
  }),
  command({
    words: 'verifications cancel',
    summary: 'End a verification.',
    about:
      'Before production it is canceled and refunded; afterwards it is revoked without a refund. With --cannot-be-produced the ' +
      'service cancels it, with a refund, until the letter is posted.',
    arguments: ['account', 'verification'],
    options: { 'cannot-be-produced': flag('the service cancels, because the letter cannot be produced') },
    examples: [`${ids} --stage prod`, `${ids} --cannot-be-produced --stage prod`],
    unsure: repeatable.cancel,
    run: async (context, { arguments: { account, verification }, options }) => {
      const trigger = options['cannot-be-produced'] ? 'give_up' : 'cancel';
      const question = questionBefore(trigger, await verificationOf(context, account, verification));
      if (question !== undefined) await context.confirm(question);
      return (await cancelVerification(context.services, account, verification, trigger)).resource;
    },
    show: describeMailing,
  }),
];
