import { join } from 'node:path';
import { companyNameOf, evidenceYears, letterTextLimits, plans } from '../../../core/domain/accounts.ts';
import type { AddressInput } from '../../../core/domain/addresses.ts';
import { type Face, faceFields, faceLimits } from '../../../core/domain/faces.ts';
import { logoLimits } from '../../../core/domain/logos.ts';
import { type OperatedAccountResource, operatedAccountResource } from '../../../core/resources/operated-account.ts';
import { changeAccount } from '../../../operations/accounts/change-account.ts';
import { changeFace } from '../../../operations/accounts/change-face.ts';
import { exportAccount } from '../../../operations/accounts/export-account.ts';
import { openAccount } from '../../../operations/accounts/open-account.ts';
import { previewFace } from '../../../operations/accounts/preview-face.ts';
import { listAccounts, readAccount } from '../../../operations/accounts/read-account.ts';
import { removeLogo } from '../../../operations/accounts/remove-logo.ts';
import { setDefaultSender } from '../../../operations/accounts/set-default-sender.ts';
import { setLogo } from '../../../operations/accounts/set-logo.ts';
import { makeNewFolder, writeNewFile, writeNewLines } from '../../command-line/files.ts';
import {
  choice,
  emptyableText,
  file,
  flag,
  forField,
  integer,
  required,
  text,
  yesOrNo,
} from '../../command-line/options.ts';
import { UsageError } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command, type Context, repeatable } from '../command.ts';
import { givenAddress, wholeAddressOptions } from '../options.ts';
import { address, amount, moment } from '../text.ts';

const LONGEST_NAME = 150;
const LONGEST_PATH = 1_000;

/** Complete enough for an address, because the options for fields that no postal code provides are required. */
const sender = (options: Readonly<Record<string, unknown>>) => givenAddress(options, 'sender') as AddressInput;

async function shownAccount({ services }: Context, accountId: string): Promise<OperatedAccountResource> {
  const { account, balance } = await readAccount(services, accountId);
  return operatedAccountResource(account, balance);
}

export function describeAccount(account: OperatedAccountResource): string {
  const { logo, face, default_letter: letter } = account;
  const texts = Object.entries(letter).filter(([, value]) => value !== null);
  const chosen = Object.entries(face).filter(([, value]) => value !== null);
  return section(
    `${companyNameOf(account)} (${account.id})`,
    fields([
      ['Legal name', account.legal_name],
      ['Trade name', account.trade_name],
      ['CNPJ', account.cnpj],
      ['Plan', account.plan],
      ['Standing', account.suspended ? 'SUSPENDED' : 'active'],
      ['Balance', amount(account.balance)],
      ['Default sender', address(account.default_sender)],
      ['Logo', logo && `${logo.content_type}, ${logo.width} x ${logo.height} pixels`],
      ['Default letter', texts.map(([name, value]) => `${name}: ${String(value)}`).join('\n') || null],
      ['Evidence kept', `${account.evidence_years} years`],
      ['Face', chosen.map(([name, value]) => `${name}: ${value}`).join('\n') || null],
      ['Opened', moment(account.created_at)],
    ]),
  );
}

const faceOptions = {
  'accent-color': emptyableText('#rrggbb, for buttons, marks and edges of the page', 7),
  'privacy-notice': emptyableText('a sentence about personal data, on the page', faceLimits.privacy_notice),
  'privacy-url': emptyableText('https:// address of the full privacy notice', faceLimits.privacy_url),
  'support-contact': emptyableText('printed on letters and shown on the page', faceLimits.support_contact),
  'page-host': emptyableText('host name of the company for the page', faceLimits.page_host),
};

/** The given fields of a face; an empty text resets a field. */
function givenFace(options: Readonly<Record<string, unknown>>): Partial<Face> {
  const given = faceFields.flatMap((field) => {
    const value = options[field.replaceAll('_', '-')] as string | undefined;
    return value === undefined ? [] : [[field, value === '' ? null : value] as const];
  });
  return Object.fromEntries(given);
}

export const accountCommands = [
  command({
    words: 'accounts create',
    summary: 'Open an account for a company.',
    about:
      'The check digits of the CNPJ are verified; it may have letters. The sender is printed on letters without their own; its street, ' +
      'city and state come from the postal code. A company gets one account. It starts with an empty balance and ' +
      'without a key: see keys create and balance top-up.',
    arguments: [],
    options: {
      'legal-name': required(text('razão social', '<text>', LONGEST_NAME)),
      'trade-name': text('nome fantasia, shown on verification letters', '<text>', LONGEST_NAME),
      cnpj: required(text('with or without punctuation', '<cnpj>')),
      plan: required(choice('decides the prices', plans, '<plan>')),
      ...wholeAddressOptions('sender'),
      'allow-second-account': flag('even if the company already has an account'),
    },
    examples: [
      "--local --legal-name 'Padaria Estrela Ltda.' --cnpj 12.ABC.345/01DE-35 --plan essential --sender-name 'Padaria Estrela' --sender-postal-code 01001-000 --sender-number 100",
    ],
    unsure: 'Repeat it without --allow-second-account: a company gets one account.',
    run: async ({ services }, { options }) => {
      const order = {
        legal_name: options['legal-name'],
        trade_name: options['trade-name'] ?? null,
        cnpj: options.cnpj,
        plan: options.plan,
        default_sender: sender(options),
      };
      const account = await openAccount(services, order, { secondOfCnpj: options['allow-second-account'] });
      return operatedAccountResource(account, 0);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts list',
    summary: 'List the accounts, oldest first.',
    arguments: [],
    options: { suspended: flag('only suspended ones') },
    examples: ['--local', '--stage prod --suspended'],
    run: async ({ services }, { options }) => {
      const all = await listAccounts(services);
      const data = all.filter(({ account }) => account.suspended || !options.suspended);
      return data.map(({ account, balance }) => operatedAccountResource(account, balance));
    },
    show: (accounts, screenWidth) =>
      table(
        accounts,
        [
          { heading: 'ACCOUNT', cell: ({ id }) => id },
          { heading: 'NAME', cell: companyNameOf },
          { heading: 'CNPJ', cell: ({ cnpj }) => cnpj },
          { heading: 'PLAN', cell: ({ plan }) => plan },
          { heading: 'STANDING', cell: ({ suspended }) => (suspended ? 'SUSPENDED' : 'active') },
          { heading: 'BALANCE', cell: ({ balance }) => amount(balance), right: true },
        ],
        'There are no accounts.',
        screenWidth,
      ),
  }),
  command({
    words: 'accounts show',
    summary: 'Show an account, its balance and its settings.',
    arguments: ['account'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
    run: (context, input) => shownAccount(context, input.arguments.account),
    show: describeAccount,
  }),
  ...([true, false] as const).map((suspended) =>
    command({
      words: suspended ? 'accounts suspend' : 'accounts reinstate',
      summary: suspended ? 'Stop an account from creating anything.' : 'Let a suspended account create again.',
      about: suspended
        ? 'Reading, quoting, checking codes and canceling still work. Scheduled letters wait, uncharged, and are tried again every day at 06:00 Brasília time. Mailings already received are printed.'
        : 'Scheduled letters whose day has passed are charged at 06:00 Brasília time on the next day.',
      arguments: ['account'],
      options: {},
      examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
      unsure: repeatable.change,
      run: async (context, input) => {
        await changeAccount(context.services.accounts, input.arguments.account, { suspended });
        return shownAccount(context, input.arguments.account);
      },
      show: describeAccount,
    }),
  ),
  command({
    words: 'accounts evidence',
    summary: 'Set how long the evidence of an account is kept.',
    about: 'Applies to evidence frozen from now on; evidence already frozen keeps its term. The default is ten years.',
    arguments: ['account'],
    options: {
      years: required(integer('years from each edition', '<years>', evidenceYears.minimum, evidenceYears.maximum)),
    },
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --years 20 --stage prod'],
    unsure: repeatable.change,
    run: async (context, input) => {
      const { account } = input.arguments;
      await changeAccount(context.services.accounts, account, { evidence_years: input.options.years });
      return shownAccount(context, account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts plan',
    summary: 'Change the plan of an account.',
    about: 'Every charge from now on uses the prices of the new plan, including letters already scheduled.',
    arguments: ['account'],
    options: { plan: required(choice('decides the prices', plans, '<plan>')) },
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --plan scale --stage prod'],
    unsure: repeatable.change,
    run: async (context, input) => {
      await changeAccount(context.services.accounts, input.arguments.account, { plan: input.options.plan });
      return shownAccount(context, input.arguments.account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts sender',
    summary: 'Set the default sender of an account.',
    about: 'Used for new letters without their own sender; existing letters keep theirs.',
    arguments: ['account'],
    options: wholeAddressOptions('sender'),
    examples: [
      "acc_01jd2s7w8k3q9v5x0r4t6y8z2b --sender-name 'Padaria Estrela' --sender-postal-code 01001-000 --sender-number 100 --stage prod",
    ],
    unsure: repeatable.change,
    run: async (context, input) => {
      await setDefaultSender(context.services, input.arguments.account, sender(input.options));
      return shownAccount(context, input.arguments.account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts logo',
    summary: 'Set or remove the logo on verification letters and on the confirmation page.',
    about: `A PNG or JPEG of at most ${logoLimits.bytes / 1024} KB, from ${logoLimits.pixels.minimum} to ${logoLimits.pixels.maximum} pixels on each side.`,
    arguments: ['account'],
    options: { file: forField('logo', file('the image')), remove: flag('remove the logo') },
    examples: [
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --file logo.png --stage prod',
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --remove --stage prod',
    ],
    unsure: repeatable.change,
    run: async (context, { arguments: { account }, options }) => {
      if (options.remove === (options.file !== undefined)) throw new UsageError('Give either --file or --remove.');
      const { accounts } = context.services;
      await (options.file ? setLogo(accounts, account, options.file) : removeLogo(accounts, account));
      return shownAccount(context, account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts letter',
    summary: 'Set the default texts of the verification letters of an account.',
    about: 'Omitting an option resets its text to the default of the service; --reset resets all of them.',
    arguments: ['account'],
    options: {
      title: text('1 to 120 characters', '<text>', letterTextLimits.title.maximum),
      body: text('1 to 1500 characters, line breaks are kept', '<text>', letterTextLimits.body.maximum),
      footer: emptyableText("up to 300 characters; '' for none", letterTextLimits.footer.maximum),
      'qr-code': yesOrNo('print the QR code'),
      'page-url': yesOrNo('print the address of the confirmation page'),
      reset: flag('reset every text to the default of the service'),
    },
    examples: ["acc_01jd2s7w8k3q9v5x0r4t6y8z2b --title 'Confirme seu endereço' --page-url no --stage prod"],
    unsure: repeatable.change,
    run: async (context, { arguments: { account }, options }) => {
      const { title, body, footer, 'qr-code': include_qr_code, 'page-url': include_page_url } = options;
      const all = Object.entries({ title, body, footer, include_qr_code, include_page_url });
      const given = all.filter(([, value]) => value !== undefined);
      if (options.reset === given.length > 0)
        throw new UsageError('Give at least one text or switch, or --reset alone.');
      await changeAccount(context.services.accounts, account, { default_letter: Object.fromEntries(given) });
      return shownAccount(context, account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts face',
    summary: 'Set the branding of letters and confirmation pages, apart from the logo.',
    about:
      "An omitted option is left unchanged; '' resets it to the default of the service. The color needs a contrast of 4.5 to 1 with the " +
      'background of the page. The host is a CNAME that the company points at the distribution, and is listed in the setting ' +
      'confirmationPageHosts. New letters link to it, and it belongs to the account forever, because links are printed.',
    arguments: ['account'],
    options: faceOptions,
    examples: [
      "acc_01jd2s7w8k3q9v5x0r4t6y8z2b --accent-color '#7a1fa2' --support-contact '0800 123 4567' --stage prod",
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --page-host confirme.banco.com.br --stage prod',
    ],
    unsure: repeatable.change,
    run: async (context, { arguments: { account }, options }) => {
      const changes = givenFace(options);
      if (Object.keys(changes).length === 0) throw new UsageError('Give at least one option.');
      await changeFace(context.services, account, changes);
      return shownAccount(context, account);
    },
    show: describeAccount,
  }),
  command({
    words: 'accounts preview',
    summary:
      'Write the letters and confirmation pages of an account in every state, with branding that is not saved yet.',
    about:
      'Takes the options of accounts face and saves nothing. The letters are PDFs addressed to the default sender, with six zeros for the code; ' +
      'the pages are HTML files in Portuguese and English. The host need not be served yet.',
    arguments: ['account'],
    options: { ...faceOptions, to: required(text('the new folder to write', '<folder>', LONGEST_PATH)) },
    examples: ["acc_01jd2s7w8k3q9v5x0r4t6y8z2b --accent-color '#7a1fa2' --to preview --stage prod"],
    run: async ({ services }, { arguments: { account }, options }) => {
      const files = await previewFace(services, account, givenFace(options));
      await makeNewFolder(options.to);
      for (const { name, bytes } of files) await writeNewFile(join(options.to, name), bytes);
      return { folder: options.to, files: files.map(({ name }) => name) };
    },
    show: ({ folder, files }) => section(`Written to ${folder}`, files.join('\n')),
  }),
  command({
    words: 'accounts export',
    summary: 'Export the data of an account to a file, one JSON object per line.',
    about:
      'The account, its keys and webhook endpoints without their secrets, its ledger, letters, verifications, and the events of ' +
      'the last 30 days, each as the API documents it. The file contains personal data: store and share it accordingly.',
    arguments: ['account'],
    options: { to: required(text('the new file to write', '<file>', LONGEST_PATH)) },
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --to padaria-estrela.jsonl --stage prod'],
    unsure: 'The file was removed: export again.',
    run: async ({ services, progress, interruption }, { arguments: { account }, options }) => {
      const counts: Record<string, number> = {};
      let written = 0;
      await writeNewLines(
        options.to,
        counted(exportAccount(services, account), ({ object }) => {
          counts[object] = (counts[object] ?? 0) + 1;
          progress(++written, Infinity, 'objects');
        }),
        interruption,
      );
      progress(written, written, 'objects');
      return { file: options.to, objects: counts };
    },
    show: ({ file: path, objects }) => section(`Written to ${path}`, fields(Object.entries(objects))),
  }),
];

/** Passes the objects on, calling `count` for each. */
async function* counted<Item>(items: AsyncIterable<Item>, count: (item: Item) => void): AsyncGenerator<Item> {
  for await (const item of items) {
    count(item);
    yield item;
  }
}
