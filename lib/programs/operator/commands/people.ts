import { LONGEST_PERSON_NAME, roles } from '../../../core/domain/people.ts';
import { addPerson } from '../../../operations/people/add-person.ts';
import { signOutEverywhere, unlinkPerson } from '../../../operations/people/browser-sessions.ts';
import { changeRole, listPeople, removePerson } from '../../../operations/people/change-people.ts';
import { endingOf } from '../../../operations/people/made-by.ts';
import { choice, required, text } from '../../command-line/options.ts';
import { table } from '../../command-line/text.ts';
import { command, repeatable } from '../command.ts';
import { shortText } from '../options.ts';
import { moment } from '../text.ts';

/** What a person made works on without them, until somebody revokes it. */
const shownKept = (kept: readonly string[]) =>
  kept.length === 0 ? '' : ` Made by this person and still working: ${kept.join(', ')}.`;

const role = required(choice('what the person may do', roles, '<role>'));

export const peopleCommands = [
  command({
    words: 'people add',
    summary: 'Give a person access to the dashboard of an account, by e-mail address.',
    about: 'Use it to add the first owner of an account; owners add other people in the dashboard.',
    arguments: ['account'],
    options: {
      email: required(text('the address that the person signs in with', '<address>', 254)),
      role,
      name: shortText('name of the person', LONGEST_PERSON_NAME),
    },
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --email ana@empresa.com.br --role owner --name Ana --stage prod'],
    unsure: 'Repeat it: a person is never added twice.',
    run: ({ services }, { arguments: { account }, options: { email, role, name } }) =>
      addPerson(services, account, { email, role, name: name ?? null }),
    show: ({ id, email, role, state }) => `${id} is ${role}: ${email}, ${state}.`,
  }),
  command({
    words: 'people list',
    summary: 'List the people of an account.',
    arguments: ['account'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
    run: ({ services }, { arguments: { account } }) => listPeople(services, account),
    show: (people, screenWidth) =>
      table(
        people,
        [
          { heading: 'PERSON', cell: ({ id }) => id },
          { heading: 'E-MAIL', cell: ({ email }) => email },
          { heading: 'NAME', cell: ({ name }) => name },
          { heading: 'ROLE', cell: ({ role }) => role },
          { heading: 'STATE', cell: ({ state }) => state },
          { heading: 'ADDED', cell: ({ created_at }) => moment(created_at) },
        ],
        'The account has no people: add the first one with operator people add.',
        screenWidth,
      ),
  }),
  command({
    words: 'people role',
    summary: 'Give a person another role in an account.',
    arguments: ['account', 'person'],
    options: { role },
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b usr_01jd2t0c5m9n3p7q1s4v6x8y0z --role viewer --stage prod'],
    unsure: repeatable.change,
    run: ({ services }, { arguments: { account, person }, options: { role } }) =>
      changeRole(services, account, person, role, {
        endsBesides: () => endingOf(services, account, person, []),
      }),
    show: ({ id, email, role, kept }) => `${id} is ${role}: ${email}.${shownKept(kept)}`,
  }),
  command({
    words: 'people sign-out',
    summary: 'End all sessions of a person, in every browser, immediately.',
    about:
      'They can sign in again with what the provider demands. Reset their password or disable them at the provider first, if somebody else may know it.',
    arguments: ['account', 'person'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b usr_01jd2t0c5m9n3p7q1s4v6x8y0z --stage prod'],
    unsure: 'Repeat it: it ends what is left.',
    run: ({ services }, { arguments: { account, person } }) => signOutEverywhere(services, account, person),
    show: ({ id, email }) => `${id} is signed out everywhere: ${email}.`,
  }),
  command({
    words: 'people unlink',
    summary: 'Let a person who has lost their second factor sign in anew, with the same e-mail address.',
    about: 'It ends their sessions. Be certain who asks, and delete their user at the provider first.',
    arguments: ['account', 'person'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b usr_01jd2t0c5m9n3p7q1s4v6x8y0z --stage prod'],
    unsure: repeatable.change,
    run: async ({ services, confirm }, { arguments: { account, person } }) => {
      await confirm(`Let whoever receives mail at the address of ${person} sign in as them?`);
      return unlinkPerson(services.people, account, person);
    },
    show: ({ id, email }) => `The next sign-in with ${email} is the first of ${id}.`,
  }),
  command({
    words: 'people remove',
    summary: 'Remove a person from an account, immediately.',
    arguments: ['account', 'person'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b usr_01jd2t0c5m9n3p7q1s4v6x8y0z --stage prod'],
    unsure: 'Check people list, and repeat it if the person is still there.',
    run: async ({ services, confirm }, { arguments: { account, person } }) => {
      await confirm(`Remove ${person} from ${account}?`);
      return removePerson(services, account, person, {
        endsBesides: () => endingOf(services, account, person, []),
      });
    },
    show: ({ id, kept }) => `${id} is removed.${shownKept(kept)}`,
  }),
];
