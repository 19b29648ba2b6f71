import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { detailMessage, fill } from '../../adapters/http/error-reply.ts';
import type { AddressInput } from '../../core/domain/addresses.ts';
import { type DocumentWarning, withAddressWarnings } from '../../core/domain/document-warnings.ts';
import { examplePageUrl, LONG_PAGE_BASE, qrCodeTarget } from '../../core/domain/hosted-page.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import type { Locale } from '../../core/domain/locale.ts';
import type { Detail } from '../../core/domain/problems.ts';
import type { AddressPlacement } from '../../core/domain/sheets.ts';
import { HIDDEN_CODE } from '../../core/domain/verification-codes.ts';
import { type Inspected, inspectLetter, type Prepared, prepareLetter, type Refused } from '../../pdf/letter-file.ts';
import type { Addresses } from '../../pdf/print/address-letters.ts';
import { letterProof, verificationProof } from '../../pdf/proof-file.ts';
import { inspectVerification, prepareVerification } from '../../pdf/verification-file.ts';
import { commandsIn } from '../command-line/command.ts';
import { reasonOf } from '../command-line/files.ts';
import {
  assignment,
  flag,
  option,
  type Options,
  repeated,
  required,
  shortened,
  text,
  type ValuesOf,
} from '../command-line/options.ts';
import { UnusableFile, UsageError } from '../command-line/refusals.ts';
import { FILE, judge } from './order.ts';

const command = commandsIn<undefined>();

/** Longest path that Linux allows. */
const LONGEST_PATH = 4_096;

/** One of a few values. */
const oneOf = <const Value extends string>(help: string, placeholder: string, values: readonly Value[]) =>
  option(help, placeholder, (given) => {
    const found = values.find((value) => value === given);
    if (found === undefined) throw new UsageError(`must be one of: ${values.join(', ')}`);
    return found;
  });

const checkOptions = {
  var: repeated(assignment('the value of a marker {{name}}; without --var, markers are printed unchanged')),
  'extra-page': flag('print the address on a separate side, not on the first page'),
  'double-sided': flag('print on both sides'),
  verification: flag(
    'treat the PDF as the letter of a verification; the preview shows zeros for the code and a box for the QR code',
  ),
  method: oneOf('method of the verification: hosted_page (default), code', '<method>', ['hosted_page', 'code']),
  language: oneOf('language of messages: pt-BR (default), en', '<tag>', ['pt-BR', 'en']),
} satisfies Options;

const previewOptions = {
  ...checkOptions,
  to: required(
    text(
      'JSON file with the recipient: name, postal_code, number, and the parts that the postal code does not give',
      '<file>',
      LONGEST_PATH,
    ),
  ),
  from: text('JSON file with the sender; an example sender if omitted', '<file>', LONGEST_PATH),
  output: shortened('o', required(text('the PDF to write', '<file>', LONGEST_PATH))),
  'show-areas': flag('draw the address window (blue) and the problems (red), even if the PDF is refused'),
} satisfies Options;

const ONE_FILE = 'Name one PDF file.';

export const commands = [
  command({
    words: 'check',
    summary: 'Check whether a PDF can be printed.',
    arguments: ['file'],
    argumentsRule: ONE_FILE,
    options: checkOptions,
    examples: ['file.pdf', "file.pdf --var nome='Ana Souza' --double-sided"],
    run: async (_, { arguments: { file: path }, options }) =>
      report(path, options, await check(path, sendingOf(options))),
    show: lines,
    isBadNews: ({ details }) => details.length > 0,
  }),
  command({
    words: 'preview',
    summary: 'Write the PDF as it would be printed.',
    arguments: ['file'],
    argumentsRule: ONE_FILE,
    options: previewOptions,
    examples: ['file.pdf --to to.json -o out.pdf', 'file.pdf --to to.json -o areas.pdf --show-areas'],
    run: async (_, { arguments: { file: path }, options }) =>
      report(path, options, await preview(path, sendingOf(options), options)),
    show: lines,
    isBadNews: ({ details }) => details.length > 0,
  }),
];

type Given = ValuesOf<typeof checkOptions>;

/** The sending options of the document. */
interface Sending {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Values of markers; null if none are given, and markers then print unchanged. */
  variables: Record<string, string> | null;
  /** How a verification is confirmed; undefined for a letter. */
  verification: 'hosted_page' | 'code' | undefined;
}

/** @throws UsageError */
function sendingOf({ var: variables, verification, method, ...options }: Given): Sending {
  if (!verification && method !== undefined) throw new UsageError('--method belongs to --verification.');
  return {
    placement: options['extra-page'] ? 'extra_page' : 'first_page',
    doubleSided: options['double-sided'],
    variables: variables.length > 0 ? Object.fromEntries(variables) : null,
    verification: verification ? (method ?? 'hosted_page') : undefined,
  };
}

/** Stands in for the account's default sender. */
const EXAMPLE_SENDER: AddressInput = { name: 'Remetente de Exemplo', postal_code: '01001-000', number: '100' };

interface Verdict {
  /** Empty when the document can be printed. */
  details: Detail[];
  pages?: number;
  sheets?: number;
  warnings?: DocumentWarning[];
  /** Path of the file that was written. */
  written?: string;
}

async function check(path: string, sending: Sending): Promise<Verdict> {
  const bytes = readBytes(path);
  let inspected: Inspected | Refused | undefined;
  const { details } = await judge(orderOf(sending), bytes, async () => (inspected = await inspect(bytes, sending)));
  return details.length > 0 || !inspected?.ok ? { details } : { details, ...sizeOf(inspected) };
}

async function preview(
  path: string,
  sending: Sending,
  { to, from, output, 'show-areas': showAreas }: ValuesOf<typeof previewOptions>,
): Promise<Verdict> {
  const bytes = readBytes(path);
  const order = { ...orderOf(sending), to: readAddress(to), from: from ? readAddress(from) : EXAMPLE_SENDER };
  refuseToReplace([path, to, ...(from === undefined ? [] : [from])], output);
  const judged = await judge(order, bytes, () => inspect(bytes, sending));
  if (!judged.to || !judged.from) return { details: judged.details };
  const addresses = { to: judged.to, from: judged.from };
  const prepared = judged.details.length > 0 ? undefined : await prepare(bytes, sending, addresses);
  const details = prepared?.ok === false ? prepared.details : judged.details;
  const file = showAreas ? await prove(bytes, sending, addresses) : prepared?.ok && prepared.file;
  if (file) write(output, file);
  if (!prepared?.ok) return { details, ...(file && { written: output }) };
  const warnings = withAddressWarnings(judged.warnings, prepared.warnings);
  return { details, ...(file && { written: output }), ...sizeOf(prepared), warnings };
}

const orderOf = ({ variables }: Sending) => (variables ? { variables } : {});
const sizeOf = ({ pages, sheets, warnings }: Inspected) => ({ pages, sheets, warnings });

/** Not random, so that each preview of a file is the same. */
const sameBytes: RandomBytes = (size) => Buffer.alloc(size, 'malote');
/** As in the quote of a verification, for an account and a service that are not known here. */
const EXAMPLE_PAGE = examplePageUrl({ id: createId('account', 0, sameBytes) }, LONG_PAGE_BASE, sameBytes);
const exampleSecrets = (method: 'hosted_page' | 'code') => {
  const url = method === 'hosted_page' ? EXAMPLE_PAGE : null;
  return { code: HIDDEN_CODE, hostedPageUrl: url, qrCodeUrl: url && qrCodeTarget(url, HIDDEN_CODE) };
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

const WARNINGS: Readonly<Record<DocumentWarning['code'], Readonly<Record<Locale, string>>>> = {
  font_not_embedded: {
    'pt-BR': 'página {page}: a fonte {font} não está incorporada; a gráfica usa outra no lugar',
    en: 'page {page}: the font {font} is not embedded; the printer uses another',
  },
  image_low_resolution: {
    'pt-BR': 'página {page}: há uma imagem com menos de 150 dpi',
    en: 'page {page}: an image has less than 150 dpi',
  },
  image_incomplete: {
    'pt-BR': 'página {page}: os dados de uma imagem terminam antes da hora; uma parte dela não é impressa',
    en: 'page {page}: the data of an image end early; a part of it does not print',
  },
  ink_near_edge: {
    'pt-BR': 'página {page}: há impressão a menos de 5 mm da borda do papel',
    en: 'page {page}: something prints less than 5 mm from the edge of the paper',
  },
  value_off_paper: {
    'pt-BR': 'página {page}: o valor de {name} ultrapassa a borda do papel',
    en: 'page {page}: the value of {name} runs off the paper',
  },
  value_over_text: {
    'pt-BR': 'página {page}: o valor de {name} fica por cima de outro texto',
    en: 'page {page}: the value of {name} prints over other text',
  },
  value_too_wide: {
    'pt-BR': 'página {page}: o valor de {name} passa {over_mm} mm do espaço que tem',
    en: 'page {page}: the value of {name} extends {over_mm} mm beyond its room',
  },
  hairline: {
    'pt-BR': 'página {page}: há uma linha com menos de 0,25 ponto',
    en: 'page {page}: a line is thinner than 0.25 points',
  },
  marker_unfilled: {
    'pt-BR': 'página {page}: o marcador {{{name}}} não tem valor e sai impresso como está',
    en: 'page {page}: the marker {{{name}}} has no value and prints as it is',
  },
  authenticity_number_not_printed: {
    'pt-BR': 'nenhuma página tem o pé ou o alto em branco; o número de autenticidade não sai impresso',
    en: 'no page is blank at its foot or head; the authenticity number is not printed',
  },
  city_is_neighborhood: {
    'pt-BR': 'a cidade de "{name}" é o bairro deste CEP; sai impressa a cidade a que ele pertence',
    en: 'the city of "{name}" is the neighborhood of its postal code; the city that it belongs to is printed',
  },
  address_too_long_for_carrier: {
    'pt-BR': 'o endereço de "{name}" não cabe inteiro nos sistemas dos Correios; no papel ele sai inteiro',
    en: 'the address of "{name}" does not fit whole into the systems of the carrier; it prints whole',
  },
  number_outside_range: {
    'pt-BR': 'o CEP de "{name}" é de outros números da rua',
    en: 'the postal code of "{name}" is that of other numbers of the street',
  },
};

const WARNING: Readonly<Record<Locale, string>> = { 'pt-BR': 'aviso', en: 'warning' };

/** The output of `--json`: details as in the API's responses, with the values of their texts. */
function report(
  path: string,
  { language: locale = 'pt-BR' }: Given,
  { details, pages, sheets, warnings = [], written }: Verdict,
) {
  return {
    file: path,
    pages: pages ?? null,
    sheets: sheets ?? null,
    warnings: warnings.map((warning) => ({
      ...warning,
      message: fill(WARNINGS[warning.code], locale, { font: '', name: '', ...warning }),
    })),
    written: written ?? null,
    details: details.map((detail) => ({
      ...detail,
      message: detailMessage(detail, locale),
    })),
    language: locale,
  };
}

function lines({ file: path, language, details, pages, sheets, warnings, written }: ReturnType<typeof report>): string {
  return [
    ...details.map(({ param, message, code }) => `${param}: ${message} [${code}]`),
    ...warnings.map(({ message, code }) => `${WARNING[language]}: ${message} [${code}]`),
    ...(pages !== null && sheets !== null ? [`${path} ${fill(READY, language, { pages, sheets })}`] : []),
    ...(written === null ? [] : [`→ ${written}`]),
  ].join('\n');
}

function readBytes(path: string): Buffer {
  return touching(path, 'read', () => readFileSync(path));
}

/** `judge` later checks the shape of the address, with everything else. */
function readAddress(path: string): AddressInput {
  const text = readBytes(path).toString();
  try {
    return JSON.parse(text) as AddressInput;
  } catch {
    throw new UsageError(`${path} is not valid JSON.`);
  }
}

/**
 * The output must not be a file that was read, under whatever name: compared by what the file system has, so that links
 * and other spellings of a path count.
 * @throws UnusableFile
 */
function refuseToReplace(read: readonly string[], output: string): void {
  const fileAt = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });
  const target = touching(output, 'written', () => fileAt(output));
  if (!target?.isFile()) return;
  const isTarget = (path: string) => {
    const file = touching(path, 'read', () => fileAt(path));
    return file?.dev === target.dev && file.ino === target.ino;
  };
  const replaced = read.find(isTarget);
  if (replaced !== undefined)
    throw new UnusableFile(
      `-o ${output} would replace ${replaced}, which it reads. Name another file; nothing was written.`,
    );
}

function write(path: string, file: Uint8Array): void {
  touching(path, 'written', () => writeFileSync(path, file));
}

/** @throws UnusableFile */
function touching<T>(path: string, how: 'read' | 'written', act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UnusableFile(`${path} cannot be ${how}: ${reasonOf(error)}.`);
  }
}
