import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Command } from '../../../lib/programs/command-line/command.ts';
import { commandHelp, overview } from '../../../lib/programs/command-line/help.ts';
import { findCommand, parseCommand } from '../../../lib/programs/command-line/parse.ts';
import { EXIT } from '../../../lib/programs/command-line/run.ts';
import type { Context } from '../../../lib/programs/operator/command.ts';
import { operator } from '../../../lib/programs/operator/program.ts';
import { inProcess } from './support/operator.ts';

const { commands, topics, argumentHelp } = operator;
const before = process.cwd();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  for (const name of ['logo.png', 'carta.pdf', 'report.jsonl', 'cartao.json'])
    writeFileSync(join(folder, name), 'file');
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const operating = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
const named = commands.map((command) => [command.words, command] as const);

describe('every command', () => {
  test('has its own words', () => {
    expect(new Set(commands.map(({ words }) => words)).size).toBe(commands.length);
  });

  test.each(named)('%s is listed under a topic of the overview', (words) => {
    expect(Object.keys(topics!)).toContain(words.split(' ')[0]);
    expect(overview(operator, Infinity)).toContain(words);
  });

  test.each(named)('%s is named in the operating manual', (words) => {
    expect(operating).toContain(`\`${words}\``);
  });

  test.each(named)('%s explains its arguments and options', (_words, command) => {
    const help = stripVTControlCharacters(commandHelp(operator, command, Infinity)).replaceAll(/\s+/g, ' ');
    for (const name of command.arguments) expect(help).toContain(argumentHelp[name]);
    for (const [name, option] of Object.entries(command.options)) {
      expect(help).toContain(`--${name}`);
      expect(help).toContain(option.help);
    }
  });

  test.each(named)('%s has examples that can be parsed', (words, command) => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const line = shellWords(`${words} ${example}`);
      const parsed = parseCommand(operator, findCommand(commands, line)!, line.slice(words.split(' ').length));
      expect(parsed.command).toBe(command);
      expect(parsed.common.local || parsed.common.stage !== undefined || command.isOffline(parsed)).toBe(true);
    }
  });
});

describe('the operating manual', () => {
  const row = (name: string) => operating.split('\n').find((line) => line.startsWith(`| ${name} |`))!;

  test.each(Object.keys(topics!))('lists exactly the commands of %s', (topic) => {
    const own = commands.map(({ words }) => words).filter((words) => words.split(' ')[0] === topic);
    const listed = operating.split('\n').find((line) => line.startsWith(`| [${topic}](#`)) ?? '';
    expect(Array.from(listed.matchAll(/`([^`]+)`/g), ([, words]) => words).sort()).toEqual(own.sort());
  });

  test('names every command that can have a negative result, at the exit code of those', () => {
    const negative = commands.filter((command) => 'isBadNews' in command).map(({ words }) => words);
    expect(negative).toContain('find');
    for (const words of negative) expect(row('1')).toContain(`\`${words}\``);
  });

  test('explains every exit code', () => {
    for (const code of Object.values(EXIT)) expect(row(String(code))).toBeDefined();
  });
});

describe('a line', () => {
  const parse = (...rest: string[]) => parseCommand(operator, find('balance top-up'), rest);
  const whole = ['acc_1', '--amount', '150,00', '--payment', 'E1', '--reason', 'Pix'];

  test('becomes arguments, options and common options', () => {
    expect(parse(...whole, '--stage', 'prod', '-y')).toMatchObject({
      arguments: { account: 'acc_1' },
      options: { amount: 15_000, payment: 'E1', reason: 'Pix' },
      common: { stage: 'prod', local: false, json: false, yes: true },
    });
  });

  test('reports every problem at once', () => {
    expect(() => parse('acc_1', 'more', '--amount', '150')).toThrow(
      [
        'Unexpected argument "more".',
        "--amount must be an amount like 150,00 or 'R$ 1.500,00'.",
        '--payment is missing.',
        '--reason is missing.',
      ].join('\n'),
    );
    expect(() => parseCommand(operator, find('balance credit'), [])).toThrow('<account> is missing.');
  });

  test('with an unknown option is rejected', () => {
    expect(() => parse(...whole, '--force')).toThrow("Unknown option '--force'.");
  });

  test('with --help needs nothing else', () => {
    expect(parse('--help').common.help).toBe(true);
  });

  test('may omit an optional argument', () => {
    const audit = find('ledger audit');
    expect(parseCommand(operator, audit, []).arguments).toEqual({});
    expect(parseCommand(operator, audit, ['acc_1']).arguments).toEqual({ account: 'acc_1' });
  });

  test('repeats repeatable options', () => {
    const line = ['acc_1', '--url', 'https://a.example', '--event', 'letter.posted', '--event', 'letter.failed'];
    expect(parseCommand(operator, find('webhooks add'), line).options.event).toEqual([
      'letter.posted',
      'letter.failed',
    ]);
    expect(() => parseCommand(operator, find('webhooks add'), [...line, '--event', 'letter.lost'])).toThrow(
      '--event must be one of',
    );
  });
});

describe('a line without a command', () => {
  const run = (...line: string[]) => inProcess(line, {});

  test.each([[['accounts']], [['accounts', '--help']], [['help', 'accounts']]])('%j shows the topic', async (line) => {
    const { exit, output, messages } = await run(...line);
    expect({ exit, messages }).toEqual({ exit: 0, messages: '' });
    expect(output).toContain('accounts create');
    expect(output).not.toContain('keys create');
  });

  test.each([
    [['acounts', 'list'], 'There is no command "acounts list".', 'verifications  their address verifications'],
    [['help', 'acounts'], 'There is no command "acounts".', 'verifications  their address verifications'],
    [['accounts', 'creat', 'x', '--plan', 'x'], 'There is no command "accounts creat".', 'accounts create'],
  ])('%j is rejected, with the list of choices', async (line, refusal, help) => {
    const { exit, output, messages } = await run(...line);
    expect({ exit, output }).toEqual({ exit: 2, output: '' });
    expect(messages).toContain(refusal);
    expect(messages).toContain(help);
    const json = JSON.parse((await run(...line, '--json')).messages);
    expect(json.error).toMatchObject({ code: 'usage', message: expect.stringContaining(refusal) });
  });
});

test('options of every command may come before it', async () => {
  const { exit, messages } = await inProcess(['--json', '--stage', 'prod', 'find', ' '], {});
  expect(exit).toBe(2);
  expect(JSON.parse(messages).error.message).toBe('<text> is empty.');
});

test('help fits a narrow screen, and no word of it is lost', () => {
  const flat = (help: string) => help.replaceAll(/\s+/g, ' ');
  for (const command of commands) {
    const narrow = stripVTControlCharacters(commandHelp(operator, command, 80));
    // Examples are not wrapped: they are there to be copied.
    const prose = narrow.slice(0, narrow.indexOf('\nExamples')).split('\n');
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    expect(flat(narrow)).toBe(flat(stripVTControlCharacters(commandHelp(operator, command, Infinity))));
  }
});

function find(words: string): Command<Context> {
  return findCommand(commands, words.split(' '))!;
}

/** Words as a shell would split them; single quotes keep spaces together. */
function shellWords(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''));
}
