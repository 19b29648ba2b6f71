import { writeFileSync } from 'node:fs';
import { commandsIn, type Program } from '../../../lib/programs/command-line/command.ts';
import {
  flag,
  integer,
  option,
  type Options,
  repeated,
  required,
  text,
} from '../../../lib/programs/command-line/options.ts';
import { Interruption, Refusal, UsageError } from '../../../lib/programs/command-line/refusals.ts';
import { run as runLine } from '../../../lib/programs/command-line/run.ts';
import { showProgress, type Terminal } from '../../../lib/programs/command-line/terminal.ts';
import { checks, untestable } from './plan.ts';
import { asJunit, asText, type Report } from './report.ts';
import { readRules, type Rule } from './rules.ts';
import { type Outcome, run } from './runner.ts';
import { World } from './world.ts';

interface ProgramContext {
  terminal: Terminal;
  environment: Readonly<Record<string, string | undefined>>;
  /** Ends the run after the current check, and cleans up. */
  signal: AbortSignal;
}

const LONGEST_PATH = 4_096;
const LONGEST_URL = 2_048;
const MINUTE_MS = 60_000;

const url = (help: string) =>
  option(help, '<url>', (given) => {
    if (given.length > LONGEST_URL || !/^https?:\/\//.test(given) || !URL.canParse(given))
      throw new UsageError('is no URL');
    return given.replace(/\/$/, '');
  });

/** Reais with a comma or a point before the centavos. */
const amount = (help: string) =>
  option(help, '<reais>', (given) => {
    const [, reais, centavos = '00'] = /^(\d{1,7})(?:[.,](\d{2}))?$/.exec(given) ?? [];
    if (reais === undefined) throw new UsageError('is no amount in reais, like 25 or 12,50');
    return Number(reais) * 100 + Number(centavos);
  });

const options = {
  'base-url': required(url('of the API, with its version: https://…/v1')),
  'api-key': text('of the account; the environment variable MALOTE_API_KEY unless given', '<key>'),
  'spend-at-most': amount('reais in orders at a time with a live key; 0 asks only what costs nothing'),
  'control-url': url(
    'of the local service: an operator opens accounts, winds the clock and reports for the print house',
  ),
  'leave-clock': flag('do not wind the clock of the local service'),
  only: repeated(text('ask after this rule alone', '<rule>')),
  patience: integer('minutes to wait for the simulated print house (10)', '<minutes>', 0, 60),
  junit: text('write the result as JUnit', '<file>', LONGEST_PATH),
  json: text('write the result as JSON', '<file>', LONGEST_PATH),
} satisfies Options;

const command = commandsIn<ProgramContext>()({
  words: '',
  summary: 'Ask a deployment after every rule of the service.',
  arguments: [],
  options,
  examples: [
    '--base-url https://api.example.com/v1 --spend-at-most 0',
    '--base-url http://127.0.0.1:4010/v1 --only LTR-10',
  ],
  run: async ({ terminal, environment, signal }, { options: given }): Promise<Report> => {
    const key = given['api-key'] ?? environment.MALOTE_API_KEY;
    if (!key) throw new UsageError('--api-key is missing, and MALOTE_API_KEY is not set.');
    const isSandbox = key.startsWith('malote_test_');
    if (!isSandbox && given['spend-at-most'] === undefined)
      throw new Refusal(
        'This is a live key: say with --spend-at-most how much money may be in orders at a time. Nothing was asked.',
      );
    const rules = chosen(given.only);
    const begun = performance.now();
    const world = new World({
      baseUrl: given['base-url'],
      key,
      controlUrl: given['control-url'],
      winds: !given['leave-clock'],
      mostSpent: isSandbox ? Infinity : given['spend-at-most']!,
      patience: (given.patience ?? 10) * MINUTE_MS,
    });
    await world.open();
    const asked = checks.filter(({ rule }) => rules.some(({ id }) => id === rule));
    const begins = (done: number, total: number) => showProgress(terminal, done, total, 'questions');
    const plan = { rules, checks: asked, untestable };
    const results = await run(world, plan, { begins, signal, redact: (reason) => redacted(reason, world) });
    showProgress(terminal, 1, 1, 'questions');
    const left_behind = await world.clean();
    if (signal.aborted) throw new Interruption('Interrupted. What was made is canceled or removed.');
    const counts: Record<Outcome, number> = { pass: 0, fail: 0, 'not testable': 0 };
    for (const { outcome } of results) counts[outcome]++;
    const seconds = (performance.now() - begun) / 1_000;
    const report: Report = {
      base_url: given['base-url'],
      mode: isSandbox ? 'test' : 'live',
      seconds,
      counts,
      left_behind,
      rules: results,
    };
    if (given.junit !== undefined) write(given.junit, asJunit(report));
    if (given.json !== undefined) write(given.json, `${JSON.stringify(report, null, 2)}\n`);
    return report;
  },
  show: asText,
  isBadNews: ({ counts }) => counts.fail > 0,
});

const program: Program<ProgramContext> = {
  name: 'npm run conformance --',
  summary: 'Asks a deployment of Malote after every rule of docs/rules, over HTTP alone, and cleans up what it made.',
  commands: [command],
  options: {},
  argumentHelp: {},
  exitCodes: '0 every rule holds · 1 a rule fails, or refused · 2 wrong usage · 3 unexpected error · 130 interrupted',
};

/**
 * Runs one line of the command.
 * @param line the words after `conformance`
 * @returns the exit code
 */
export function main(line: readonly string[], context: ProgramContext): Promise<number> {
  const { output, messages } = context.terminal;
  return runLine(program, line, { output, messages, open: () => context });
}

function chosen(only: readonly string[]): Rule[] {
  const rules = readRules();
  const unknown = only.filter((id) => !rules.some((rule) => rule.id === id));
  if (unknown.length > 0) throw new UsageError(`There is no rule ${unknown.join(', ')}.`);
  return only.length === 0 ? rules : rules.filter(({ id }) => only.includes(id));
}

/** Keeps keys, secrets and signed links out of the output, wherever they come from. */
function redacted(reason: string, { observations }: World): string {
  const known = [...observations.keys].reduce((text, key) => text.replaceAll(key, '…'), reason);
  return known
    .replace(/malote_[\w-]{20,}|whsec_[A-Za-z0-9+/=]+/g, '…')
    .replace(/(https?:\/\/[^\s"?#]+)[?#][^\s"]*/g, '$1?…')
    .replace(/(?<!\d)\d{3}[ -–]?\d{3}(?!\d)/g, '……');
}

function write(path: string, content: string): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw new Refusal(`${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}
