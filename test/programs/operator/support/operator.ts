import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { main } from '../../../../lib/programs/operator/main.ts';

const repository = resolve(import.meta.dirname, '../../../..');

/** The result of a run of the command. */
export interface Ended {
  exit: number;
  output: string;
  messages: string;
  /** The output as JSON, for runs with `--json`. */
  readonly data: any;
}

/**
 * Runs the operator's command in its own process, without a terminal.
 * @param meanwhile what happens to the process
 */
export async function operator(
  line: readonly string[],
  environment: Record<string, string>,
  meanwhile: (pid: number) => Promise<void> = async () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(repository, 'bin/operator.ts'), ...line], {
    cwd: repository,
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[exit], output, messages] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
    meanwhile(child.pid!),
  ]);
  return ended(exit as number | null, output, messages);
}

/** Runs the operator's command in this process, without a terminal: it takes a tenth of the time. */
export async function inProcess(
  line: readonly string[],
  environment: Record<string, string>,
  interruption = new AbortController().signal,
): Promise<Ended> {
  const [input, output, messages] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const exit = await main(line, { input, output, messages }, environment, interruption);
  return ended(exit, await text(output.end()), await text(messages.end()));
}

function ended(exit: number | null, output: string, messages: string): Ended {
  return {
    exit: exit ?? -1,
    output: stripVTControlCharacters(output),
    messages: stripVTControlCharacters(messages),
    get data() {
      return JSON.parse(output);
    },
  };
}

/** The operator of a local service: `run` shows text for people, `json` returns data; both skip the confirmation. */
export function operatorOf(controlUrl: string) {
  const environment = { MALOTE_CONTROL_URL: controlUrl };
  const run = (...line: string[]) => inProcess([...line, '--local'], environment);
  return {
    run,
    /** @throws Error with the output if the command failed */
    json: async (...line: string[]): Promise<any> => {
      const ended = await run(...line, '--json', '--yes');
      if (ended.exit !== 0) throw new Error(`operator ${line.join(' ')}: exit ${ended.exit}\n${ended.messages}`);
      return ended.data;
    },
    /** The error that a rejected command reports to programs. */
    refusal: async (...line: string[]): Promise<{ exit: number; error: any }> => {
      const ended = await run(...line, '--json', '--yes');
      return { exit: ended.exit, error: JSON.parse(ended.messages).error };
    },
  };
}

/** Opens an account with the command. */
export async function openAccount({ json }: ReturnType<typeof operatorOf>): Promise<string> {
  const company = [
    '--legal-name',
    'Padaria Estrela Ltda.',
    '--cnpj',
    '12.ABC.345/01DE-35',
    '--plan',
    'essential',
    '--allow-second-account',
  ];
  const sender = ['--sender-name', 'Padaria Estrela', '--sender-postal-code', '01001-000', '--sender-number', '100'];
  return (await json('accounts', 'create', ...company, ...sender)).id;
}
