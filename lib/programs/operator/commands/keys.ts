import { Problem } from '../../../core/domain/problems.ts';
import { apiKeyResource } from '../../../core/resources/api-key.ts';
import { issueApiKey } from '../../../operations/accounts/issue-api-key.ts';
import { listApiKeys } from '../../../operations/accounts/list-api-keys.ts';
import { revokeApiKey } from '../../../operations/accounts/revoke-api-key.ts';
import { flag } from '../../command-line/options.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command } from '../command.ts';
import { shortText } from '../options.ts';
import { moment } from '../text.ts';

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
    },
    examples: [
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --reference produção --stage prod',
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod --json',
    ],
    unsure:
      'Check keys list, and revoke a key whose secret nobody saw. Repeating it with the same --reference creates no second key.',
    run: async ({ services }, input) => {
      const { account } = input.arguments;
      const labels = { reference: input.options.reference ?? null };
      const { secret, apiKey } = await issueApiKey(services, account, labels, input.options.test ? 'test' : 'live');
      return { ...apiKeyResource(apiKey), secret };
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
      return (await listApiKeys(services, account)).map(apiKeyResource);
    },
    show: (keys, screenWidth) =>
      table(
        keys,
        [
          { heading: 'KEY', cell: ({ id }) => id },
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'REFERENCE', cell: ({ reference }) => reference },
          { heading: 'NAME', cell: ({ name }) => name },
          { heading: 'MADE', cell: ({ created_at }) => moment(created_at) },
          { heading: 'REVOKED', cell: ({ revoked_at }) => moment(revoked_at) },
        ],
        'The account has no API keys.',
        screenWidth,
      ),
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
      return apiKeyResource(await revokeApiKey(services, account, key));
    },
    show: ({ id }) => `${id} is revoked.`,
  }),
];
