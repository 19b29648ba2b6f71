import { postalServices } from '../../../core/domain/carrier-services.ts';
import { fieldsOf, type LetterEdit } from '../../../core/domain/letter-edits.ts';
import { letterStatuses } from '../../../core/domain/letter-statuses.ts';
import { canMove, isCharged, type Letter } from '../../../core/domain/letters.ts';
import { addressPlacements } from '../../../core/domain/mailing-fields.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { cancelLetter } from '../../../operations/letters/cancel-letter.ts';
import { sendLetterNow } from '../../../operations/letters/send-letter-now.ts';
import { showMailing } from '../../../operations/mailings/show-mailing.ts';
import {
  assignment,
  choice,
  emptyableText,
  file,
  flag,
  forField,
  type Options,
  repeated,
  type ValuesOf,
  yesOrNo,
} from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { command, type Context, repeatable } from '../command.ts';
import { listCommand } from '../mailing-list.ts';
import { describeMailing } from '../mailing-text.ts';
import { addressOptions, date, givenAddress, shortText } from '../options.ts';
import { amount, asWords } from '../text.ts';

const LOOK_FIRST = 'Look at letters show before you repeat it.';
const ids = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b ltr_01jd2w8z4b6d0f3h7k9m1p5r7t';

async function letterOf({ services }: Context, accountId: string, letterId: string): Promise<Letter> {
  const found = await services.letters.find(accountId, letterId);
  if (!found) throw new Problem('resource_not_found');
  return found.mailing;
}

const editOptions = {
  ...addressOptions('to'),
  ...addressOptions('from'),
  file: forField('document', file('another document, a PDF of at most 10 MB')),
  filename: shortText('name of the document, as the customer sees it', 255),
  variable: forField('variables', repeated(assignment('the value of a marker in the new document'))),
  color: yesOrNo('print in color'),
  'double-sided': yesOrNo('print on both sides'),
  'address-placement': choice('where the address stands', addressPlacements, '<placement>'),
  'postal-service': repeated(choice('replaces the postal services', postalServices, '<service>')),
  'simple-letter': flag('remove all postal services'),
  'send-date': date('another day, from tomorrow to 180 days ahead'),
  reference: emptyableText("at most 100 characters; '' for none", 100),
  metadata: repeated(assignment('replaces all metadata')),
  'no-metadata': flag('remove all metadata'),
} satisfies Options;

/** The edit from the options, checked by the API's validators, which only this command loads. */
async function editOf(options: ValuesOf<typeof editOptions>): Promise<LetterEdit> {
  const { checkedNames } = await import('../values.ts');
  const { to, from } = { to: givenAddress(options, 'to'), from: givenAddress(options, 'from') };
  const { file: bytes, filename = 'carta.pdf', reference } = options;
  const services = options['postal-service'];
  const variables = options.variable.length > 0 ? checkedNames('variable', options.variable) : null;
  const isGiven = ([, value]: [string, unknown]) => value !== undefined;
  const fields = {
    color: options.color,
    double_sided: options['double-sided'],
    address_placement: options['address-placement'],
    send_date: options['send-date'],
    reference: reference === '' ? null : reference,
    postal_services: services.length > 0 || options['simple-letter'] ? services : undefined,
    metadata:
      options.metadata.length > 0 || options['no-metadata'] ? checkedNames('metadata', options.metadata) : undefined,
    to: Object.keys(to).length > 0 ? to : undefined,
    from: Object.keys(from).length > 0 ? from : undefined,
    document: bytes && { bytes, filename, variables },
  };
  return Object.fromEntries(Object.entries(fields).filter(isGiven));
}

export const letterCommands = [
  listCommand('letter', letterStatuses, ({ letters }) => letters),
  command({
    words: 'letters show',
    summary: 'Show a letter, with a link to its preview that works for an hour.',
    about: 'The letter itself is under secrecy of correspondence: open the preview only when the customer asks for it.',
    arguments: ['account', 'letter'],
    options: {},
    examples: [`${ids} --stage prod`],
    run: async (context, { arguments: { account, letter } }) =>
      showMailing(context.services.links, await letterOf(context, account, letter)),
    show: describeMailing,
  }),
  command({
    words: 'letters edit',
    summary: 'Change a letter before its production.',
    about:
      'Every field of a scheduled letter can be changed, and the letter is priced again; a received letter can only get another ' +
      'recipient or reference. Omitted fields keep their value, parts of an address too unless its postal code changes. The print ' +
      'file is made again, and letter.updated notifies webhook endpoints. Marker values go with a new document; in the current one they stay as printed.',
    arguments: ['account', 'letter'],
    options: editOptions,
    examples: [
      `${ids} --to-number 102 --stage prod`,
      `${ids} --file carta.pdf --variable nome='Ana Souza' --color yes --stage prod`,
      `${ids} --send-date 2026-12-01 --reference 'pedido 4471' --stage prod`,
    ],
    unsure: LOOK_FIRST,
    run: async ({ services }, { arguments: { account, letter }, options }) => {
      if (!options.file && (options.variable.length > 0 || options.filename !== undefined))
        throw new UsageError('--variable and --filename need --file.');
      if (options['simple-letter'] && options['postal-service'].length > 0)
        throw new UsageError('Give either --postal-service or --simple-letter.');
      if (options['no-metadata'] && options.metadata.length > 0)
        throw new UsageError('Give either --metadata or --no-metadata.');
      const edit = await editOf(options);
      if (fieldsOf(edit).length === 0) throw new UsageError('Give at least one option to change.');
      // Loaded on demand: rendering takes longest to load.
      const { editLetter } = await import('../../../operations/letters/edit-letter.ts');
      return editLetter(services, account, letter, edit);
    },
    show: describeMailing,
  }),
  command({
    words: 'letters send-now',
    summary: 'Send a scheduled letter without waiting for its date. It is charged immediately.',
    arguments: ['account', 'letter'],
    options: {},
    examples: [`${ids} --stage prod`],
    unsure: LOOK_FIRST,
    run: async (context, { arguments: { account, letter } }) => {
      const { price, status } = await letterOf(context, account, letter);
      if (status !== 'scheduled')
        throw new Refusal(`${letter} is ${asWords(status)}: only a scheduled letter can be sent now.`);
      await context.confirm(`Send ${letter} now and charge about ${amount(price.total)}?`);
      return sendLetterNow(context.services, account, letter);
    },
    show: describeMailing,
  }),
  command({
    words: 'letters cancel',
    summary: 'Cancel a letter before production; the charge is refunded.',
    arguments: ['account', 'letter'],
    options: {},
    examples: [`${ids} --stage prod`],
    unsure: repeatable.cancel,
    run: async (context, { arguments: { account, letter } }) => {
      const found = await letterOf(context, account, letter);
      const refund = isCharged(found) ? ` ${amount(found.price.total)} are refunded.` : '';
      // In any other status nothing would change, so no question is needed.
      if (canMove(found.status, 'cancel'))
        await context.confirm(`Cancel ${letter}, a ${found.status} letter?${refund}`);
      return (await cancelLetter(context.services, account, letter)).resource;
    },
    show: describeMailing,
  }),
];
