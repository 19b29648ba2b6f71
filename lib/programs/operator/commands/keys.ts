import { normalizePostalCode } from '../../../core/domain/addresses.ts';
import { keyPermissionNames } from '../../../core/domain/key-permissions.ts';
import { restrictionsOf, unusedKey } from '../../../core/domain/key-restrictions.ts';
import { formatMoney } from '../../../core/domain/money.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { apiKeyResource } from '../../../core/resources/api-key.ts';
import type { KeyRestrictions } from '../../../core/schemas/api-key.ts';
import { issueApiKey } from '../../../operations/accounts/issue-api-key.ts';
import { listApiKeys } from '../../../operations/accounts/list-api-keys.ts';
import { restrictApiKey } from '../../../operations/accounts/restrict-api-key.ts';
import { revokeApiKey } from '../../../operations/accounts/revoke-api-key.ts';
import { choice, flag, option, repeated, type ValuesOf } from '../../command-line/options.ts';
import { UsageError } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command, repeatable } from '../command.ts';
import { instant, money, shortText } from '../options.ts';
import { moment } from '../text.ts';

/** Both ends belong to the range; a single postal code is one. */
const postalCodes = (help: string) =>
  option(help, '<CEP..CEP>', (given) => {
    const [from = '', to = from, ...more] = given.split('..');
    if (more.length > 0 || [from, to].some((text) => normalizePostalCode(text) === undefined))
      throw new UsageError('must be a CEP or a range like 01000-000..05999-999');
    return { from, to };
  });

const restrictionOptions = {
  allow: repeated(choice('all that the key may do', keyPermissionNames, '<permission>')),
  'max-price': money('the most that one mailing may cost'),
  'daily-limit': money('the most that the key may order in a day of UTC'),
  'total-limit': money('the most that the key may order in all'),
  'postal-codes': repeated(postalCodes('all the postal codes to which its mailings may go')),
  'expires-at': instant('when the key stops working'),
};

const orNull = <Item>(items: Item[]) => (items.length > 0 ? items : null);

const givenRestrictions = (given: ValuesOf<typeof restrictionOptions>): KeyRestrictions | null =>
  restrictionsOf({
    operations: orNull(given.allow),
    max_price: given['max-price'] ?? null,
    daily_limit: given['daily-limit'] ?? null,
    total_limit: given['total-limit'] ?? null,
    postal_codes: orNull(given['postal-codes']),
    expires_at: given['expires-at'] === undefined ? null : new Date(given['expires-at']).toISOString(),
  });

type ShownRestrictions = Pick<ReturnType<typeof apiKeyResource>, 'restrictions' | 'spending'>;

/** What a key is restricted to, in one cell. */
function shownRestrictions({ restrictions, spending }: ShownRestrictions): string | null {
  if (!restrictions) return null;
  const { operations, max_price, daily_limit, total_limit, postal_codes, expires_at } = restrictions;
  const spent = (amount: number, limit: number) => `${formatMoney(amount)} of ${formatMoney(limit)}`;
  return [
    operations?.join(', '),
    max_price !== null && `at most ${formatMoney(max_price)} each`,
    daily_limit !== null && `today ${spent(spending?.today ?? 0, daily_limit)}`,
    total_limit !== null && `in all ${spent(spending?.total ?? 0, total_limit)}`,
    postal_codes && `to ${postal_codes.map(({ from, to }) => (from === to ? from : `${from}..${to}`)).join(', ')}`,
    expires_at && `until ${moment(expires_at)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

export const keyCommands = [
  command({
    words: 'keys create',
    summary: 'Create an API key. It is shown once.',
    about:
      'Only the SHA-256 of the key is stored: nobody can read it again. Hand it over through a secure channel, and do not ' +
      'leave it in the scrollback of a shared terminal. With --json it can go straight into a password manager.',
    arguments: ['account'],
    options: {
      reference: shortText('your own name for it; an account has one key per reference', 100),
      test: flag('a key for the sandbox: play money, and nothing is printed'),
      ...restrictionOptions,
    },
    examples: [
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --reference produção --stage prod',
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod --json',
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --allow quote --allow create_letters --max-price 20,00 --daily-limit 500,00 --stage prod',
    ],
    unsure:
      'Check keys list, and revoke a key whose secret nobody saw. Repeating it with the same --reference creates no second key.',
    run: async ({ services }, input) => {
      const { account } = input.arguments;
      const { reference = null } = input.options;
      const labels = { reference, restrictions: givenRestrictions(input.options) };
      const { secret, apiKey } = await issueApiKey(services, account, labels, input.options.test ? 'test' : 'live');
      return { ...apiKeyResource(unusedKey(apiKey), services.now()), secret };
    },
    show: ({ id, secret }) =>
      `${section(`API key ${id}`, fields([['Secret', secret]]))}\n\n  The secret is shown only now and stored nowhere.`,
  }),
  command({
    words: 'keys list',
    summary: 'List the API keys of an account and of its sandbox, including revoked ones, oldest first.',
    about: 'REFERENCE is what the operator called a key, NAME what the customer called it in the dashboard.',
    arguments: ['account'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
    run: async ({ services }, { arguments: { account } }) => {
      return (await listApiKeys(services, account)).map((key) => apiKeyResource(key, services.now()));
    },
    show: (keys, screenWidth) =>
      table(
        keys,
        [
          { heading: 'KEY', cell: ({ id }) => id },
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'REFERENCE', cell: ({ reference }) => reference },
          { heading: 'NAME', cell: ({ name }) => name },
          { heading: 'RESTRICTED TO', cell: shownRestrictions },
          { heading: 'MADE', cell: ({ created_at }) => moment(created_at) },
          { heading: 'REVOKED', cell: ({ revoked_at }) => moment(revoked_at) },
        ],
        'The account has no API keys.',
        screenWidth,
      ),
  }),
  command({
    words: 'keys restrict',
    summary: 'Restrict an API key anew, immediately: the options replace all its restrictions.',
    about:
      'Without any restriction the key may do everything again. What it has ordered since it was first restricted stays ' +
      'counted: a higher limit leaves the difference.',
    arguments: ['account', 'key'],
    options: restrictionOptions,
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b key_01jd2t0c5m9n3p7q1s4v6x8y0z --total-limit 2.000,00 --stage prod'],
    unsure: repeatable.change,
    run: async ({ services, confirm }, { arguments: { account, key }, options }) => {
      const restrictions = givenRestrictions(options);
      const known = (await listApiKeys(services, account)).find(({ id }) => id === key);
      if (!known) throw new Problem('resource_not_found');
      if (!restrictions) await confirm(`Let ${key} do everything, without any limit?`);
      const restricted = await restrictApiKey(services, account, key, restrictions);
      return apiKeyResource(restricted, services.now());
    },
    show: (key) =>
      key.restrictions ? `${key.id} is restricted: ${shownRestrictions(key)}.` : `${key.id} may do everything.`,
  }),
  command({
    words: 'keys revoke',
    summary: 'Revoke an API key, immediately and permanently.',
    arguments: ['account', 'key'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b key_01jd2t0c5m9n3p7q1s4v6x8y0z --stage prod'],
    unsure: 'Repeat it: a revoked key stays revoked.',
    run: async ({ services, confirm }, { arguments: { account, key } }) => {
      const known = (await listApiKeys(services, account)).some(({ id }) => id === key);
      if (!known) throw new Problem('resource_not_found');
      await confirm(`Revoke ${key}? Requests with it will get 401 from now on.`);
      return apiKeyResource(await revokeApiKey(services, account, key), services.now());
    },
    show: ({ id }) => `${id} is revoked.`,
  }),
];
