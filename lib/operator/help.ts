import { styleText } from 'node:util';
import { argumentHelp, commonOptions, type Command } from './command.ts';
import { topics } from './topics.ts';

const bold = (text: string) => styleText('bold', text);

/** Everything there is, by topic. */
export function overview(commands: readonly Command[]): string {
  const lists = Object.entries(topics).map(([topic, about]) => {
    const own = commands.filter((command) => topicOf(command) === topic);
    return `${bold(`${topic}: ${about}`)}\n${list(own)}`;
  });
  return [
    'Runs the service from a terminal: accounts and their money, letters and webhooks.',
    `Usage: operator <command> --local | --stage <name> [options]\n       operator help <command>`,
    ...lists,
    `${bold('Options of every command')}\n${commonHelp()}`,
    'Exit codes: 0 done · 1 refused, or the audit found differences · 2 not understood · 3 the service could not be reached',
  ].join('\n\n');
}

/** The commands of one topic. */
export function topicHelp(topic: string, commands: readonly Command[]): string | undefined {
  const own = commands.filter((command) => topicOf(command) === topic);
  return own.length === 0 ? undefined : `${bold(`${topic}: ${topics[topic]}`)}\n${list(own)}`;
}

/** What one command does, takes, and looks like in use. */
export function commandHelp(command: Command): string {
  const { words, summary, about, examples } = command;
  const arguments_ = command.arguments.map((name) => [bracketed(name), argumentHelp[name] ?? ''] as const);
  const options = Object.entries(command.options).map(([name, { placeholder, help, required, kind }]) => {
    const remark = required ? ' (required)' : kind === 'list' ? ' (may be repeated)' : '';
    return [`--${name} ${placeholder}`.trimEnd(), help + remark] as const;
  });
  return [
    summary,
    `Usage: operator ${usageOf(command)}`,
    ...(about ? [about] : []),
    ...(arguments_.length > 0 ? [`${bold('Arguments')}\n${aligned(arguments_)}`] : []),
    ...(options.length > 0 ? [`${bold('Options')}\n${aligned(options)}`] : []),
    `${bold('Options of every command')}\n${commonHelp()}`,
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

function topicOf(command: Command): string {
  return command.words.split(' ')[0]!;
}

function list(commands: readonly Command[]): string {
  return aligned(
    commands.map((command) => [[command.words, ...command.arguments.map(bracketed)].join(' '), command.summary]),
  );
}

function commonHelp(): string {
  return aligned(
    Object.entries(commonOptions).map(([name, option]) => [
      [
        `--${name}`,
        ...(option.type === 'string' ? ['<name>'] : []),
        ...('short' in option ? [`(-${option.short})`] : []),
      ].join(' '),
      option.help,
    ]),
  );
}

function bracketed(name: string): string {
  return name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`;
}

function aligned(entries: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, help]) => `  ${name.padEnd(widest)}  ${help}`.trimEnd()).join('\n');
}
