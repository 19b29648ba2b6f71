import { styleText } from 'node:util';
import type { Command, Program } from './command.ts';
import type { Options } from './options.ts';
import { callWords, standardOptions, standardOptionsOf } from './parse.ts';
import { wrapped } from './text.ts';

const bold = (text: string) => styleText('bold', text);

/** Limit on the width of prose: longer lines are hard to read, and pipes and files have no width. */
const WIDEST = 100;

const prose = (words: string, screenWidth: number) => wrapped(words, Math.min(screenWidth, WIDEST));

/** Help for the whole program: its topics, or everything if it has none. */
export function overview(program: Program<never>, screenWidth: number): string {
  const { summary, exitCodes } = program;
  const body = program.topics ? topicsPage(program, screenWidth) : onePage(program, screenWidth);
  return [prose(summary, screenWidth), ...body, prose(`Exit codes: ${exitCodes}`, screenWidth)].join('\n\n');
}

function topicsPage(program: Program<never>, screenWidth: number): string[] {
  const { name, usage, topics } = program;
  return [
    `Usage: ${[name, '<command>', usage, '[options]'].filter(Boolean).join(' ')}\n       ${name} help <command>`,
    ...Object.keys(topics!).map((topic) => topicHelp(program, topic, screenWidth)!),
    commonHelp(program, screenWidth),
  ];
}

/** Help on one page; common options are listed once. */
function onePage(program: Program<never>, screenWidth: number): string[] {
  const { name, commands, options } = program;
  const isShared = (option: string) => commands.every((command) => option in command.options);
  const shared = entriesOf(commands[0]!.options).filter(([option]) => isShared(option));
  const usages = commands.map((command) => wrapped(`  ${name} ${usageOf(command)}`, screenWidth, '    '));
  const examples = commands.map((command) => examplesOf(program, command));
  return [
    usages.join('\n'),
    titled(
      'Options',
      optionList({ ...Object.fromEntries(shared), ...options, ...onePageStandards(program) }, screenWidth),
    ),
    ...commands.flatMap((command) => {
      const own = entriesOf(command.options).filter(([option]) => !isShared(option));
      return own.length === 0
        ? []
        : [titled(`Options of ${command.words}`, optionList(Object.fromEntries(own), screenWidth))];
    }),
    titled('Examples', examples.join('\n')),
  ];
}

/** The standard options, except those that a single command defines itself. */
const onePageStandards = ({ commands }: Program<never>): Options =>
  commands.length === 1 ? standardOptionsOf(commands[0]!) : standardOptions;

/** The topics, one line each. */
export function topicList({ topics = {} }: Program<never>, screenWidth: number): string {
  return aligned(Object.entries(topics), screenWidth);
}

/** The commands of one topic; undefined when the program has no such topic. */
export function topicHelp(program: Program<never>, topic: string, screenWidth: number): string | undefined {
  const own = program.commands.filter(({ words }) => words.split(' ')[0] === topic);
  const about = program.topics?.[topic];
  if (own.length === 0 || about === undefined) return undefined;
  const list = own.map((command) => [callOf(command).join(' '), command.summary] as const);
  return titled(`${topic}: ${about}`, aligned(list, screenWidth));
}

/** What one command does, its arguments and options, and examples. */
export function commandHelp(program: Program<never>, command: Command<never>, screenWidth: number): string {
  const { summary, about, options } = command;
  const arguments_ = command.arguments.map((name) => [bracketed(name), program.argumentHelp[name] ?? ''] as const);
  return [
    prose(summary, screenWidth),
    wrapped(`Usage: ${program.name} ${usageOf(command)}`, screenWidth, '       '),
    ...(about ? [prose(about, screenWidth)] : []),
    ...(arguments_.length > 0 ? [titled('Arguments', aligned(arguments_, screenWidth))] : []),
    ...(entriesOf(options).length > 0 ? [titled('Options', optionList(options, screenWidth))] : []),
    commonHelp(program, screenWidth, command),
    titled('Examples', examplesOf(program, command)),
  ].join('\n\n');
}

/** The command with its arguments and required options. */
export function usageOf(command: Command<never>): string {
  const options = entriesOf(command.options);
  const required = options.filter(([, option]) => option.required);
  const shown = required.map(([name, { placeholder }]) => `--${name} ${placeholder}`);
  return [...callOf(command), ...shown, ...(options.length > required.length ? ['[options]'] : [])].join(' ');
}

const entriesOf = (options: Options) => Object.entries(options);
const titled = (title: string, body: string) => `${bold(title)}\n${body}`;
const callOf = (command: Command<never>) => [...callWords(command), ...command.arguments.map(bracketed)];
const bracketed = (name: string) => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`);

function commonHelp({ options }: Program<never>, screenWidth: number, command?: Command<never>): string {
  const standard = command ? standardOptionsOf(command) : standardOptions;
  return titled('Options of every command', optionList({ ...options, ...standard }, screenWidth));
}

function examplesOf({ name }: Program<never>, command: Command<never>): string {
  return command.examples
    .map((example) => `  ${[name, ...callWords(command), example].join(' ')}`.trimEnd())
    .join('\n');
}

function optionList(options: Options, screenWidth: number): string {
  const list = entriesOf(options).map(([name, { placeholder, help, required, kind, short }]) => {
    const remark = required ? ' (required)' : kind === 'list' ? ' (may be repeated)' : '';
    return [`${short ? `-${short}, ` : ''}--${name} ${placeholder}`.trimEnd(), help + remark] as const;
  });
  return aligned(list, screenWidth);
}

/** An explanation column is never narrower. */
const NARROWEST = 30;

/** Names with their explanations beside them. */
function aligned(entries: readonly (readonly [string, string])[], screenWidth: number): string {
  const indent = Math.max(...entries.map(([name]) => name.length)) + 4;
  const room = Math.max(Math.min(screenWidth, WIDEST) - indent, NARROWEST);
  return entries
    .map(([name, help]) => {
      const lines = wrapped(help, room).replaceAll('\n', `\n${' '.repeat(indent)}`);
      return `  ${name}`.padEnd(indent) + lines;
    })
    .join('\n');
}
