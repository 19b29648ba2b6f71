import { readFileSync, writeFileSync } from 'node:fs';
import { detailTexts } from '../../adapters/http/error-catalogue.ts';
import { fill } from '../../adapters/http/error-reply.ts';
import type { Locale } from '../../adapters/http/locale.ts';
import type { Addresses } from '../../adapters/pdf/address-side.ts';
import {
  type Inspected,
  inspectLetter,
  type Prepared,
  prepareLetter,
  type Refused,
} from '../../adapters/pdf/letter-file.ts';
import { letterProof, verificationProof } from '../../adapters/pdf/proof-file.ts';
import { inspectVerification, prepareVerification } from '../../adapters/pdf/verification-file.ts';
import type { AddressInput } from '../../core/domain/addresses.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { HELP } from './help.ts';
import { type Command, type Common, type Preview, readCommand, type Sending, UsageError } from './options.ts';
import { FILE, judge } from './order.ts';

/** Documented in docs/letters.md. */
const EXIT = { printable: 0, refused: 1, usage: 2 } as const;

/** Stands for the account's default sender, which no file here knows. */
const EXAMPLE_SENDER: AddressInput = { name: 'Remetente de Exemplo', postal_code: '01001-000', number: '100' };

type Output = Pick<NodeJS.WritableStream, 'write'>;

/**
 * Runs one line of the command.
 * @param line the words after `letter`
 * @returns the exit code
 */
export async function main(line: readonly string[], output: Output, messages: Output): Promise<number> {
  try {
    const command = readCommand(line);
    if (command === 'help') {
      output.write(HELP);
      return EXIT.printable;
    }
    const verdict = await (command.preview ? preview(command, command.preview) : check(command));
    output.write(command.json ? asJson(command, verdict) : asText(command, verdict));
    return verdict.details.length > 0 ? EXIT.refused : EXIT.printable;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    messages.write(`${error.message}\n\n${HELP}`);
    return EXIT.usage;
  }
}

type Run = Exclude<Command, 'help'>;

interface Verdict {
  /** Empty when the document can be printed. */
  details: Detail[];
  pages?: number;
  sheets?: number;
  /** The file that was written. */
  written?: string;
}

async function check({ path, sending }: Common): Promise<Verdict> {
  const bytes = readBytes(path);
  let inspected: Inspected | Refused | undefined;
  const { details } = await judge(orderOf(sending), bytes, async () => (inspected = await inspect(bytes, sending)));
  return details.length > 0 || !inspected?.ok ? { details } : { details, ...sizeOf(inspected) };
}

async function preview({ path, sending }: Common, { to, from, output, showAreas }: Preview): Promise<Verdict> {
  const bytes = readBytes(path);
  const order = { ...orderOf(sending), to: readAddress(to), from: from ? readAddress(from) : EXAMPLE_SENDER };
  const judged = await judge(order, bytes, () => inspect(bytes, sending));
  if (!judged.to || !judged.from) return { details: judged.details };
  const addresses = { to: judged.to, from: judged.from };
  const prepared = judged.details.length > 0 ? undefined : await prepare(bytes, sending, addresses);
  const details = prepared?.ok === false ? prepared.details : judged.details;
  const file = showAreas ? await prove(bytes, sending, addresses) : prepared?.ok && prepared.file;
  if (file) write(output, file);
  return { details, ...(file && { written: output }), ...(prepared?.ok && sizeOf(prepared)) };
}

const orderOf = ({ variables }: Sending) => (variables ? { variables } : {});
const sizeOf = ({ pages, sheets }: Inspected) => ({ pages, sheets });

/** A page that leads nowhere, as long as those that are printed. */
const EXAMPLE_PAGE = 'https://example.com/acc_01jd2x8m4n6p8q0r2s4t6v8w0y/01jd2x8m4n6p8q0r2s4t6v8w0y';
const exampleSecrets = (method: 'hosted_page' | 'code') => {
  const url = method === 'hosted_page' ? EXAMPLE_PAGE : null;
  return { code: '000000', hostedPageUrl: url, qrCodeUrl: url };
};

function inspect(bytes: Uint8Array, { verification, ...sending }: Sending): Promise<Inspected | Refused> {
  const document = { ...sending, param: FILE };
  return verification
    ? inspectVerification(bytes, { ...document, method: verification })
    : inspectLetter(bytes, document);
}

async function prepare(bytes: Uint8Array, sending: Sending, addresses: Addresses): Promise<Prepared | Refused> {
  const { verification: method, ...document } = sending;
  if (!method) return prepareLetter(bytes, { ...document, ...addresses, param: FILE });
  const request = { ...document, ...addresses, ...exampleSecrets(method), method, param: FILE };
  const prepared = await prepareVerification(bytes, request);
  return prepared.ok ? { ...prepared, file: prepared.preview } : prepared;
}

function prove(bytes: Uint8Array, sending: Sending, addresses: Addresses): Promise<Uint8Array | undefined> {
  const { verification: method, ...document } = sending;
  const request = { ...document, ...addresses, param: FILE };
  return method
    ? verificationProof(bytes, { ...request, ...exampleSecrets(method), method })
    : letterProof(bytes, request);
}

const READY: Readonly<Record<Locale, string>> = {
  'pt-BR': 'pode ser impresso. Páginas: {pages}; folhas no envelope: {sheets}.',
  en: 'can be printed. Pages: {pages}; sheets in the envelope: {sheets}.',
};

function asText({ path, locale }: Run, { details, pages, sheets, written }: Verdict): string {
  const lines = [
    ...details.map((detail) => `${detail.param}: ${messageOf(detail, locale)} [${detail.code}]`),
    ...(pages !== undefined && sheets !== undefined ? [`${path} ${fill(READY, locale, { pages, sheets })}`] : []),
    ...(written === undefined ? [] : [`→ ${written}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Details as the API gives them, with the values of their texts. */
function asJson({ path, locale }: Run, { details, pages, sheets, written }: Verdict): string {
  const told = details.map((detail) => ({ ...detail, message: messageOf(detail, locale) }));
  const answer = { file: path, pages: pages ?? null, sheets: sheets ?? null, written: written ?? null, details: told };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

const messageOf = ({ code, values }: Detail, locale: Locale) => fill(detailTexts[code], locale, values);

function readBytes(path: string): Buffer {
  return touching(path, () => readFileSync(path));
}

/** The shape of the address is judged later, with everything else. */
function readAddress(path: string): AddressInput {
  const text = readBytes(path).toString();
  try {
    return JSON.parse(text) as AddressInput;
  } catch {
    throw new UsageError(`${path} is no JSON.`);
  }
}

function write(path: string, file: Uint8Array): void {
  touching(path, () => writeFileSync(path, file));
}

/** @throws UsageError naming the file when the system refuses it */
function touching<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(`${path}: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}
