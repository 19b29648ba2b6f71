import { styleText } from 'node:util';
import { argumentHelp, type Command, commonOptions } from './command.ts';
import { wrapped } from './text.ts';
import { topics } from './topics.ts';

const bold = (text: string) => styleText('bold', text);

/** Prose is hard to read in longer lines, and pipes and files have no width of their own. */
const WIDEST = 100;

/** Everything there is, by topic. */
export function overview(commands: readonly Command[], screenWidth: number): string {
  const lists = Object.keys(topics).map((topic) => topicHelp(topic, commands, screenWidth));
  const text = (words: string) => wrapped(words, Math.min(screenWidth, WIDEST));
  return [
    text('Runs the service from a terminal: accounts and their money, letters and webhooks.'),
    `Usage: operator <command> --local | --stage <name> [options]\n       operator help <command>`,
    ...lists,
    commonHelp(screenWidth),
    text(
      'Exit codes: 0 done · 1 refused, or bad news: the audit found differences, nothing was found · 2 not understood · 3 the service could not be reached · 130 interrupted',
    ),
  ].join('\n\n');
}

/** The topics, one line each. */
export function topicList(screenWidth: number): string {
  return aligned(Object.entries(topics), screenWidth);
}

/** The commands of one topic; undefined when there is no such topic. */
export function topicHelp(topic: string, commands: readonly Command[], screenWidth: number): string | undefined {
  const own = commands.filter(({ words }) => words.split(' ')[0] === topic);
  const list = own.map(
    (command) => [[command.words, ...command.arguments.map(bracketed)].join(' '), command.summary] as const,
  );
  return own.length === 0 ? undefined : `${bold(`${topic}: ${topics[topic]}`)}\n${aligned(list, screenWidth)}`;
}

/** What one command does, takes, and looks like in use. */
export function commandHelp(command: Command, screenWidth: number): string {
  const { words, summary, about, examples } = command;
  const arguments_ = command.arguments.map((name) => [bracketed(name), argumentHelp[name] ?? ''] as const);
  const options = Object.entries(command.options).map(([name, { placeholder, help, required, kind }]) => {
    const remark = required ? ' (required)' : kind === 'list' ? ' (may be repeated)' : '';
    return [`--${name} ${placeholder}`.trimEnd(), help + remark] as const;
  });
  return [
    wrapped(summary, Math.min(screenWidth, WIDEST)),
    wrapped(`Usage: operator ${usageOf(command)}`, screenWidth, '       '),
    ...(about ? [wrapped(about, Math.min(screenWidth, WIDEST))] : []),
    ...(arguments_.length > 0 ? [`${bold('Arguments')}\n${aligned(arguments_, screenWidth)}`] : []),
    ...(options.length > 0 ? [`${bold('Options')}\n${aligned(options, screenWidth)}`] : []),
    commonHelp(screenWidth),
    `${bold('Examples')}\n${examples.map((example) => `  operator ${words} ${example}`.trimEnd()).join('\n')}`,
  ].join('\n\n');
}

/** The line that says how a command is called. */
export function usageOf(command: Command): string {
  const required = Object.entries(command.options)
    .filter(([, option]) => option.required)
    .map(([name, { placeholder }]) => `--${name} ${placeholder}`);
  const hasMore = Object.keys(command.options).length > required.length;
  return [command.words, ...command.arguments.map(bracketed), ...required, ...(hasMore ? ['[options]'] : [])].join(' ');
}

function commonHelp(screenWidth: number): string {
  const options = Object.entries(commonOptions).map(([name, option]) => {
    const value = option.type === 'string' ? ' <name>' : '';
    const short = 'short' in option ? ` (-${option.short})` : '';
    return [`--${name}${value}${short}`, option.help] as const;
  });
  return `${bold('Options of every command')}\n${aligned(options, screenWidth)}`;
}

function bracketed(name: string): string {
  return name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`;
}

/** No explanation is squeezed into less. */
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
