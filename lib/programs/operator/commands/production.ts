import type { FormedBatches } from '../../../adapters/production/formed-batches.ts';
import { manifestForms, manifestKey } from '../../../adapters/production/outbox.ts';
import { parseReport, type ReportResult } from '../../../adapters/production/print-report.ts';
import type { Address } from '../../../core/domain/addresses.ts';
import type { HeldReason } from '../../../core/domain/carrier-routes.ts';
import { printBatchResource } from '../../../core/resources/print-batch.ts';
import type { CarrierSummary, PrintBatchResource } from '../../../core/schemas/print-batch.ts';
import { findLateMailings } from '../../../operations/mailings/find-late-mailings.ts';
import { findMailings } from '../../../operations/mailings/find-mailings.ts';
import { issueManifest } from '../../../operations/production/issue-manifest.ts';
import { readPrintBatch } from '../../../operations/production/read-print-batch.ts';
import { submitReport } from '../../../operations/production/submit-report.ts';
import { addressSideProof } from '../../../pdf/proof-file.ts';
import { writeNewFile } from '../../command-line/files.ts';
import { choice, file, integer, required, text } from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command, type Context } from '../command.ts';
import { id } from '../options.ts';
import { amount, asWords, counted, moment } from '../text.ts';

const exampleBatch = 'bat_01jd3c5e7g9j1m3p5r7t9v1x3z';

/** A mailing is late when it waits longer than the alarm of the stage allows (`productionDeadlineHours`). */
const LATE_HOURS = 120;
/** Mailings shown on one screen. */
const MOST_SHOWN = 50;
/** Forming a batch takes seconds or minutes; the interval between two progress reports. */
const LOOK_EVERY_MS = 1000;

export const productionCommands = [
  command({
    words: 'production form',
    summary: 'Form a print batch of all waiting mailings now, ahead of the schedule.',
    about:
      'For an extra batch, on a holiday, or after a run that failed. What a killed run left half-way is completed first. A ' +
      'mailing whose file is missing or not the one that was stored fails, and its price goes back.',
    arguments: [],
    options: {},
    examples: ['--stage prod'],
    unsure: 'The run continues by itself: production batches shows its result.',
    run: async (context) => {
      const waiting = await context.services.countToPrint();
      await context.confirm(
        `Put ${counted(waiting, 'waiting mailing')} into production? They can no longer be changed, and customers cannot cancel them.`,
      );
      return formed(context, waiting);
    },
    isBadNews: ({ held = {}, without_numbers = [] }) => Object.keys(held).length > 0 || without_numbers.length > 0,
    show: (run, screenWidth) =>
      [
        table(
          run.batches,
          [
            { heading: 'BATCH', cell: ({ id }) => id },
            { heading: 'MAILINGS', cell: ({ mailings }) => mailings.length, right: true },
          ],
          'No print batch was formed.',
          screenWidth,
        ),
        ...(run.more ? ['The rest is being put into further batches.'] : []),
        ...waitingForCarrier(run),
      ].join('\n'),
  }),
  command({
    words: 'production batches',
    summary: 'List print batches, newest first.',
    arguments: [],
    options: { limit: integer('how many at most; 20 unless given', '<number>', 1, 1000) },
    examples: ['--stage prod', '--limit 100 --stage prod'],
    run: async ({ services: { batches } }, { options: { limit = 20 } }) => {
      const forming = await batches.inState('forming', limit, 'newest');
      const done = await batches.inState('formed', limit, 'newest');
      return [...forming, ...done].slice(0, limit).map(printBatchResource);
    },
    show: (batches, screenWidth) =>
      table(
        batches,
        [
          { heading: 'BATCH', cell: ({ id }) => id },
          { heading: 'STATUS', cell: ({ status }) => status },
          { heading: 'CREATED', cell: ({ created_at }) => moment(created_at) },
          { heading: 'MAILINGS', cell: ({ mailings }) => mailings, right: true },
          { heading: 'SHEETS', cell: ({ sheets }) => sheets, right: true },
        ],
        'There is no print batch yet.',
        screenWidth,
      ),
  }),
  command({
    words: 'production show',
    summary: 'Show a print batch and its progress at the print house.',
    arguments: ['batch'],
    options: {},
    examples: [`${exampleBatch} --stage prod`, `${exampleBatch} --json --stage prod`],
    run: async ({ services, progress }, { arguments: { batch: batchId } }) => {
      const found = await readPrintBatch(services, batchId, (done, total) => progress(done, total, 'mailings'));
      if (!found) throw noBatch(batchId);
      const statuses: Record<string, number> = {};
      for (const { status } of found.mailings) statuses[status] = (statuses[status] ?? 0) + 1;
      return { ...found.batch, statuses, in_batch: found.mailings };
    },
    show: ({ statuses, in_batch, ...batch }, screenWidth) => {
      const counts = Object.entries(statuses).map(([status, count]) => [asWords(status), count] as const);
      const all = table(
        in_batch,
        [
          { heading: 'MAILING', cell: ({ id }) => id },
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'STATUS', cell: ({ status }) => status },
          { heading: 'SINCE', cell: ({ since }) => moment(since) },
        ],
        'No mailing has joined it yet.',
        screenWidth,
      );
      return [
        section(`Print batch ${batch.id}: ${batch.status}`, fields([...batchFields(batch), ...counts])),
        in_batch.length <= MOST_SHOWN ? all : '--json lists its mailings.',
      ].join('\n\n');
    },
  }),
  command({
    words: 'production manifest',
    summary: 'Put the manifest of a batch into the outbox again, byte for byte the same.',
    about:
      'For a manifest that was lost or damaged at the print house. It is made of what was claimed for the batch, whatever ' +
      'became of the mailings since: the print house must not produce them a second time.',
    arguments: ['batch'],
    options: {
      to: text('write a copy into this new file', '<file>', 4096),
      form: choice('form of the copy', manifestForms, '<form>'),
    },
    examples: [`${exampleBatch} --stage prod`, `${exampleBatch} --to lote.csv --form csv --stage prod`],
    unsure: 'Repeat it: the manifest is byte for byte the same.',
    run: async ({ services }, { arguments: { batch: batchId }, options: { to, form } }) => {
      if (form !== undefined && to === undefined) throw new UsageError('--form needs --to.');
      const batch = await services.batches.find(batchId);
      if (!batch) throw noBatch(batchId);
      if (!batch.manifest) throw new Refusal(`${batchId} is still forming: its manifest comes when it is complete.`);
      const issued = await issueManifest(services, batch);
      if (JSON.stringify(issued?.manifest.sha256) !== JSON.stringify(batch.manifest.sha256))
        throw new Error(`the manifest of ${batchId} is not what it was`);
      if (to !== undefined)
        await writeNewFile(to, (await services.outbox.readManifest(batchId, form ?? 'jsonl')) ?? '');
      const files = manifestForms.map((each) => manifestKey(batchId, each));
      return { ...printBatchResource(batch), files, copy: to ?? null };
    },
    show: ({ files, copy, ...batch }) =>
      section(
        `Manifest of ${batch.id}`,
        fields([
          ...batchFields(batch),
          ['In the outbox', files.join('\n')],
          ['SHA-256', hashes(batch)],
          ['Copy', copy ?? undefined],
        ]),
      ),
  }),
  command({
    words: 'production late',
    summary: 'List mailings that are late on their way to the carrier.',
    about:
      'Received ones wait for a print batch; ask the print house for those in production or printed. Ends with exit code 1 ' +
      'when there is any.',
    arguments: [],
    options: { hours: integer(`how long is too long; ${LATE_HOURS} unless given`, '<hours>', 0, 8760) },
    examples: ['--stage prod', '--hours 48 --stage prod'],
    run: ({ services }, { options: { hours = LATE_HOURS } }) => findLateMailings(services, hours),
    isBadNews: (late) => late.length > 0,
    show: (late, screenWidth) =>
      table(
        late,
        [
          { heading: 'MAILING', cell: ({ id }) => id },
          { heading: 'ACCOUNT', cell: ({ account_id }) => account_id },
          { heading: 'BATCH', cell: ({ batch_id }) => batch_id },
          { heading: 'STATUS', cell: ({ status }) => status },
          { heading: 'SINCE', cell: ({ since }) => moment(since) },
        ],
        'Nothing is late.',
        screenWidth,
      ),
  }),
  command({
    words: 'production apply',
    summary: 'Apply a report of the print house, as if it were in the inbox.',
    about:
      'The file is JSON lines (docs/print-house.md). Each line has its result; a line that comes again changes nothing. Ends ' +
      'with exit code 1 when a line was refused. Stop waiting when you like: the report is applied all the same.',
    arguments: [],
    options: { report: required(file('the report, JSON lines')) },
    examples: ['--report report.jsonl --stage prod'],
    unsure: 'The report is in the inbox and will be applied. Repeat it to see the result: no line is applied twice.',
    run: async ({ services, confirm, progress }, { options: { report } }) => {
      const { length } = parseReport(Buffer.from(report).toString('utf8'));
      if (length === 0) throw new UsageError('--report has no line.');
      await confirm(
        `Apply ${counted(length, 'line')}? What was posted or failed stays so, and what failed is paid back.`,
      );
      progress(0, Infinity, 'lines');
      const { name, result } = await submitReport(services, report);
      progress(length, length, 'lines');
      if (result === undefined)
        throw new Refusal(
          `${name} is still being applied. Its result will be results/${name} in the production bucket.`,
        );
      const results = result.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ReportResult]));
      return { report: name, results };
    },
    isBadNews: ({ results }) => results.some(({ result }) => result === 'refused'),
    show: ({ report, results }, screenWidth) => {
      const count = (wanted: ReportResult['result']) => results.filter(({ result }) => result === wanted).length;
      const refusals = results.filter(({ result }) => result === 'refused');
      return [
        section(
          `Report ${report}`,
          fields([
            ['Applied', count('applied')],
            ['Already applied', count('already_applied')],
            ['Refused', refusals.length],
          ]),
        ),
        ...(refusals.length === 0
          ? []
          : [
              table(
                refusals,
                [
                  { heading: 'LINE', cell: ({ line }) => line, right: true },
                  { heading: 'MAILING', cell: ({ id }) => id },
                  { heading: 'REASON', cell: ({ reason }) => reason ?? null },
                ],
                '',
                screenWidth,
              ),
            ]),
      ].join('\n\n');
    },
  }),
  command({
    words: 'production proof',
    summary: 'Write a PDF page that shows address, window and folds, to set up printer and envelopes.',
    about:
      'A page to print at 100 %, fold at the marks and put into an envelope: nothing but the address may show, however the ' +
      'page moves. Without a letter the address is a made-up one that fills the window.',
    arguments: [],
    options: {
      to: required(text('the new file', '<file>', 4096)),
      letter: id('letter', 'with sender and recipient of this letter'),
    },
    examples: ['--to prova.pdf', '--to prova.pdf --letter ltr_01jd2w8z4b6d0f3h7k9m1p5r7t --stage prod'],
    isOffline: ({ options: { letter } }) => letter === undefined,
    run: async (context, { options: { to, letter } }) => {
      const addresses = letter === undefined ? SPECIMEN : await addressesOf(context, letter);
      await writeNewFile(to, await addressSideProof(addresses));
      return { written: to };
    },
    show: ({ written }) => `${written} is written. Print it at 100 %, without fitting it to the page.`,
  }),
];

/** Forms batches, and meanwhile reports how many mailings have joined. */
async function formed({ services, progress }: Context, waiting: number) {
  const look = setInterval(() => {
    // A failed progress report is skipped; the next one follows.
    services.countToPrint().then(
      (left) => progress(Math.max(0, waiting - left), waiting, 'mailings'),
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  try {
    return await services.formBatches();
  } finally {
    clearInterval(look);
    progress(waiting, waiting, 'mailings');
  }
}

const HELD: Record<HeldReason, string> = {
  postal_code_not_in_triage_plan: 'held: the plan of sorting does not know the postal code',
  no_object_number: 'held: no object number is left',
  fields_do_not_fit: "held: the carrier's fields cannot hold them",
};

/** Sentences about what waits for the operator. */
function waitingForCarrier(formed: FormedBatches): string[] {
  const { held = {}, unfit = [], without_numbers = [], without_codes = [] } = formed;
  return [
    ...(Object.entries(held) as [HeldReason, number][]).map(
      ([reason, count]) => `${counted(count, 'mailing')} ${HELD[reason]}.`,
    ),
    ...unfit.map(({ id, fields }) => `${id} is held: ${fields.join('; ')}.`),
    ...without_codes.map(
      ({ id, mailings }) => `${id}: ${counted(mailings, 'mailing')} without codes in the window; sort by hand.`,
    ),
    ...without_numbers.map(
      ({ id, prefix }) => `${id} waits for object numbers of ${prefix}: carrier labels add, then production form.`,
    ),
  ];
}

async function addressesOf({ services }: Context, letterId: string): Promise<{ to: Address; from: Address }> {
  const letter = (await findMailings(services, letterId)).find((mailing) => mailing.kind === 'letter');
  if (!letter) throw new Refusal(`There is no letter ${letterId}.`);
  return letter;
}

/** Long enough to fill the window in every direction. */
const SPECIMEN: { to: Address; from: Address } = {
  to: {
    name: 'Associação Beneficente dos Moradores da Vila Esperança',
    street: 'Avenida Presidente Castelo Branco',
    number: '12345',
    complement: 'Bloco 12, apartamento 1504',
    neighborhood: 'Jardim Nossa Senhora Aparecida',
    city: 'São José do Vale do Rio Preto',
    state: 'RJ',
    postal_code: '25780-000',
  },
  from: {
    name: 'Remetente de Exemplo Ltda.',
    street: 'Praça da Sé',
    number: '100',
    complement: null,
    neighborhood: 'Sé',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01001-000',
  },
};

const noBatch = (batchId: string) =>
  new Refusal(`There is no print batch ${batchId}. operator production batches lists them.`);

function batchFields(batch: PrintBatchResource): (readonly [string, string | number | null])[] {
  const { carrier } = batch;
  const profile = carrier && [['Carrier profile', `${carrier.card}, version ${carrier.version}`] as const];
  return [
    ['Created', moment(batch.created_at)],
    ['Formed', moment(batch.formed_at)],
    ['Mailings', batch.mailings],
    ['Sheets', batch.sheets],
    ...(profile ?? []),
    ...(carrier?.summary ? carrierFields(carrier.summary) : []),
  ];
}

const grams = (hundredths: number) => `${(hundredths / 100).toFixed(2).replace('.', ',')} g`;

function carrierFields({
  postage,
  saved,
  weight,
  near_step,
  ways,
}: CarrierSummary): (readonly [string, string | number])[] {
  return [
    ['Weight', grams(weight)],
    ['Postage', `${amount(postage)}, ${amount(saved)} less than single letters`],
    ...ways.map(
      (way) =>
        [
          `By ${asWords(way.way)}${way.registered ? ', registered' : ''}`,
          `${counted(way.mailings, 'mailing')}, ${grams(way.weight)}, ${amount(way.postage)}, saved ${amount(way.saved)}`,
        ] as const,
    ),
    ...(near_step > 0
      ? [['Close to a step', `${counted(near_step, 'mailing')}: weigh paper and envelopes before posting`] as const]
      : []),
  ];
}

function hashes({ manifest_sha256: sha256 }: PrintBatchResource): string | null {
  return sha256 && manifestForms.map((form) => `${sha256[form]}  ${form}`).join('\n');
}
