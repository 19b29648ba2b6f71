import { ProfileTooLarge } from '../../../adapters/data/mailings/carrier-profiles.ts';
import { findMailings } from '../../../adapters/data/mailings/mailings.ts';
import { compileValidator } from '../../../adapters/json-schema/compile-validator.ts';
import { LAST_LABEL } from '../../../core/domain/carrier-labels.ts';
import { type CarrierProfileVersion, profileFaults } from '../../../core/domain/carrier-profiles.ts';
import { trackingCodeFault } from '../../../core/domain/tracking-codes.ts';
import { timestamp } from '../../../core/resources/timestamps.ts';
import { type CarrierProfile, carrierProfileSchema } from '../../../core/schemas/carrier-profile.ts';
import { addLabels, LabelsNotPossible, voidLabels } from '../../../operations/production/change-labels.ts';
import { findLabel } from '../../../operations/production/find-label.ts';
import { labelStocks } from '../../../operations/production/label-stocks.ts';
import { file, integer, required } from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command, repeatable } from '../command.ts';
import { date, shortText } from '../options.ts';
import { amount, asWords, moment } from '../text.ts';

const validator = compileValidator(carrierProfileSchema);

const profileOption = required(file('the profile, JSON'));
const numberOption = (help: string) => required(integer(help, '<number>', 0, LAST_LABEL));

export const carrierCommands = [
  command({
    words: 'carrier check',
    summary: "Check a carrier profile: a posting card's contract, services, prices, weights and plan of sorting.",
    about:
      'Names every field that is missing, wrong or unknown, and every contradiction. data/carrier/training-profile.json is a ' +
      'complete example. Ends with exit code 1 when anything is wrong.',
    arguments: [],
    options: { profile: profileOption },
    examples: ['--profile cartao.json'],
    isOffline: () => true,
    run: async (_context, { options: { profile } }) => ({ faults: readProfile(profile).faults }),
    isBadNews: ({ faults }) => faults.length > 0,
    show: ({ faults }) => (faults.length === 0 ? 'The profile is right.' : faults.join('\n')),
  }),
  command({
    words: 'carrier set',
    summary: 'Use a carrier profile from the next print batch on.',
    about:
      'Stores it as the next version of its posting card. Batches that have begun keep the version that they began with. A ' +
      'profile that is in use already is not stored again.',
    arguments: [],
    options: { profile: profileOption },
    examples: ['--profile cartao.json --stage prod'],
    unsure: repeatable.change,
    run: async ({ services, confirm }, { options: { profile: given } }) => {
      const { profile, faults } = readProfile(given);
      if (!profile || faults.length > 0) throw new Refusal(['The profile is not stored.', ...faults].join('\n'));
      await confirm(`Use this profile of card ${profile.card} from the next print batch on?`);
      try {
        return summary(await services.profiles.set(profile, services.now()));
      } catch (error) {
        if (error instanceof ProfileTooLarge) throw new Refusal(`The profile is not stored: ${error.message}.`);
        throw error;
      }
    },
    show: (profile) => section('Carrier profile in use', fields(profileFields(profile))),
  }),
  command({
    words: 'carrier show',
    summary: 'Show the carrier profile in use; --json gives all of it.',
    arguments: [],
    options: {},
    examples: ['--stage prod', '--json --stage prod'],
    run: async ({ services }) => {
      const found = await services.profiles.current();
      return found ? { ...summary(found), profile: found.profile } : null;
    },
    show: (found, screenWidth) =>
      found === null
        ? 'No carrier profile is in use: batches have a manifest alone.'
        : [
            section('Carrier profile in use', fields(profileFields(found))),
            table(
              found.profile.offers,
              [
                { heading: 'WAY', cell: ({ way }) => asWords(way) },
                { heading: 'REGISTERED', cell: ({ registered }) => (registered ? 'yes' : 'no') },
                { heading: 'SERVICE', cell: ({ service_codes }) => Object.values(service_codes).join(' ') },
                { heading: 'PREFIX', cell: ({ label_prefix }) => label_prefix },
                { heading: 'FROM', cell: ({ tariff }) => amount(tariff[0]!.local), right: true },
              ],
              '',
              screenWidth,
            ),
          ].join('\n\n'),
  }),
  command({
    words: 'carrier withdraw',
    summary: 'Use no carrier profile from the next print batch on.',
    about: 'New batches then have a manifest alone. Versions stay for the batches that used them.',
    arguments: [],
    options: {},
    examples: ['--stage prod'],
    unsure: repeatable.change,
    run: async ({ services, confirm }) => {
      const found = await services.profiles.current();
      if (!found) return { withdrawn: null };
      await confirm(`Use card ${found.card} no more? The print house then gets no postal file.`);
      await services.profiles.withdraw();
      return { withdrawn: found.card };
    },
    show: ({ withdrawn }) =>
      withdrawn === null ? 'No carrier profile was in use.' : `Card ${withdrawn} is no longer in use.`,
  }),
  command({
    words: 'carrier labels add',
    summary: 'Add object numbers that the carrier granted.',
    about:
      'Numbers are the eight digits without prefix and check digit, both ends included. None may have been in a range before: ' +
      'a number is used once.',
    arguments: ['prefix'],
    options: {
      first: numberOption('first number, eight digits'),
      last: numberOption('last number'),
      source: required(shortText('where they come from, e.g. the order at the carrier', 100)),
      'valid-until': date('last day on which the carrier accepts them'),
    },
    examples: ["TE --first 95024522 --last 95025021 --source 'pedido 123' --stage prod"],
    unsure: 'Repeat it: if the numbers were added, the second run is refused.',
    run: async ({ services }, { arguments: { prefix }, options }) => {
      const { first, last, source, 'valid-until': valid_until = null } = options;
      if (!/^[A-Z]{2}$/.test(prefix)) throw new UsageError('The prefix has two capital letters.');
      if (last < first) throw new UsageError('--last is below --first.');
      return addLabels(services, { prefix, first, last, source, valid_until }).catch(refuseLabels);
    },
    show: ({ prefix, first, last }) => `${last - first + 1} object numbers of ${prefix} are added.`,
  }),
  command({
    words: 'carrier labels list',
    summary: 'List the stock of object numbers, and how long it lasts.',
    about: 'Ends with exit code 1 when a prefix of the profile in use has too few.',
    arguments: [],
    options: {},
    examples: ['--stage prod'],
    run: ({ services }) => labelStocks(services),
    isBadNews: (stocks) => stocks.some(({ is_low }) => is_low),
    show: (stocks, screenWidth) =>
      table(
        stocks,
        [
          { heading: 'PREFIX', cell: ({ prefix }) => prefix },
          { heading: 'FREE', cell: ({ free }) => free, right: true },
          { heading: 'DAYS', cell: ({ days }) => days, right: true },
          { heading: 'RANGES', cell: ({ ranges }) => ranges.length, right: true },
          { heading: '', cell: ({ is_low }) => (is_low ? 'too few' : null) },
        ],
        'There is no object number. carrier labels add adds a range.',
        screenWidth,
      ),
  }),
  command({
    words: 'carrier labels void',
    summary: 'Withdraw object numbers that no batch has taken, e.g. of labels that were damaged.',
    arguments: ['prefix'],
    options: {
      first: numberOption('first number, eight digits'),
      last: numberOption('last number'),
      reason: required(shortText('why', 100)),
    },
    examples: ["TE --first 95024530 --last 95024539 --reason 'rolo danificado' --stage prod"],
    unsure: 'Repeat it: numbers that are void stay void.',
    run: async ({ services, confirm }, { arguments: { prefix }, options: { first, last, reason } }) => {
      if (last < first) throw new UsageError('--last is below --first.');
      await confirm(`Withdraw ${last - first + 1} object numbers of ${prefix}? They are never used.`);
      return voidLabels(services, { prefix, first, last, reason }).catch(refuseLabels);
    },
    show: ({ prefix, voids }) => {
      const { first, last } = voids.at(-1)!;
      return `${last - first + 1} object numbers of ${prefix} are void.`;
    },
  }),
  command({
    words: 'carrier labels find',
    summary: 'Show what became of an object number: free, printed, posted or void.',
    arguments: ['number'],
    options: {},
    examples: ['TE000000019BR --stage prod'],
    run: async ({ services }, { arguments: { number } }) => {
      if (trackingCodeFault(number))
        throw new UsageError(`${number} is no object number, or its check digit is wrong.`);
      const people = (rows: Parameters<typeof findMailings>[1]) => findMailings(services.table, rows);
      const found = await findLabel({ ...services, people }, number);
      if (!found) throw new Refusal(`No range has ${number}. carrier labels list shows the ranges.`);
      return found;
    },
    show: ({ object, state, reason, batch_id, mailing_id }) =>
      section(
        `Object number ${object}`,
        fields([
          ['State', state],
          ['Reason', reason],
          ['Batch', batch_id],
          ['Mailing', mailing_id],
        ]),
      ),
  }),
];

/** The profile, if its form is right, and a sentence for each fault. */
function readProfile(bytes: Uint8Array): { profile?: CarrierProfile; faults: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    return { faults: [`The file is not JSON: ${(error as Error).message}.`] };
  }
  const errors = validator.errors(value);
  if (errors.length > 0) return { faults: errors.map((error) => `${placeOf(error)}${error.message}.`) };
  const profile = value as CarrierProfile;
  return { profile, faults: profileFaults(profile) };
}

function placeOf({ instancePath, params }: { instancePath: string; params: Record<string, unknown> }): string {
  const unknown = params.additionalProperty as string | undefined;
  const place = [...instancePath.split('/').slice(1), ...(unknown === undefined ? [] : [unknown])].join('.');
  return place === '' ? '' : `${place}: `;
}

const summary = ({ card, version, set_at, profile }: CarrierProfileVersion) => ({
  card,
  version,
  set_at: timestamp(set_at),
  generation: profile.generation,
  triage_plan: profile.triage_plan.version,
});

function profileFields({ card, version, set_at, generation, triage_plan }: ReturnType<typeof summary>) {
  return [
    ['Posting card', card],
    ['Version', version],
    ['Set', moment(set_at)],
    ['FAC files', generation],
    ['Plan of sorting', triage_plan],
  ] as const;
}

function refuseLabels(error: unknown): never {
  if (!(error instanceof LabelsNotPossible)) throw error;
  const { reason, range } = error;
  const numbers = range && `${range.prefix} ${range.first} to ${range.last}`;
  if (reason === 'known')
    throw new Refusal(`The range ${numbers} has some of these numbers already. Nothing was changed.`);
  throw new Refusal(
    range
      ? `Of the range ${numbers}, all below ${range.next} are taken. Nothing was changed.`
      : 'No range has all of these numbers. Nothing was changed.',
  );
}
