import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Node } from 'constructs';
import leven from 'leven';
import { createAjv } from '../adapters/json-schema/ajv-options.ts';
import { receiverProblem } from '../core/domain/pix.ts';
import { needs, type SettingName, type Settings, settingsSchema } from './settings-schema.ts';

/** Memory in MB (Lambda gives CPU in proportion: 1,769 MB is one core) and time limit in seconds of one function. */
export interface FunctionSettings {
  memory: number;
  timeout: number;
  /** Reserved concurrency, which is also the maximum. Default: none; the function shares the account's pool. */
  reservedConcurrency?: number;
}

/** The repository's stages, one file each. */
export const STAGES = resolve(import.meta.dirname, '../../stages');

/**
 * The settings of the stage named by the context (`-c stage=dev`, `prod` unless given): those of `<stages>/<stage>.json`,
 * single values overridden by context of the same name.
 * @param stages folder of the files. Default: none, which leaves `prod` with its defaults
 * @throws Error naming a stage without a file, and every unknown name and every value that its deployment would not work with
 */
export function readSettings(node: Node, stages?: string): Settings {
  const { stage = 'prod', ...context } = ownContext(node);
  const ofStage = stageFile(String(stage), stages);
  const given = Object.entries(context).map(([name, value]) => [name, typed(name, value)] as const);
  const ofContext = known('The command line or cdk.json', Object.fromEntries(given));
  return checked({ ...defaults, stage: String(stage), ...ofStage, ...ofContext });
}

const defaults = Object.fromEntries(
  Object.entries(settingsSchema.properties).map(([name, { default: value }]) => [name, value]),
) as Omit<Settings, 'stage'>;

/** Names of the CDK itself have a colon or a slash, except for these. */
const namesOfTheCdk = /[:/]|^(?:acknowledged-issue-numbers|cdk-migrate)$/;

function ownContext(node: Node): Record<string, unknown> {
  const all = Object.entries(node.getAllContext() as Record<string, unknown>);
  return Object.fromEntries(all.filter(([name]) => !namesOfTheCdk.test(name)));
}

function stageFile(stage: string, stages: string | undefined): Partial<Settings> {
  // Names of resources contain it.
  if (!/^[a-z][a-z0-9]{0,15}$/.test(stage))
    throw new Error(`A stage has 1 to 16 lower-case letters and digits, and "${stage}" has others`);
  const path = stages && join(stages, `${stage}.json`);
  if (path && existsSync(path)) {
    try {
      return known(path, JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      throw error instanceof SyntaxError ? new Error(`${path} is no JSON: ${error.message}`) : error;
    }
  }
  if (stage === 'prod') return {};
  const found = stages ? readdirSync(stages).flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? []) : [];
  const others = [...new Set(['prod', ...found])].join(', ');
  throw new Error(`There is no stage "${stage}"; there are: ${others}. Another one is a file: stages/${stage}.json`);
}

const isSettings = createAjv().addVocabulary(['must']).compile<Partial<Settings>>(settingsSchema);

/** @throws Error with a sentence for each value that must be another one */
function known(source: string, values: unknown): Partial<Settings> {
  if (isSettings(values)) return values;
  const sentences = isSettings.errors!.map(({ instancePath, keyword, params }) => {
    if (keyword === 'additionalProperties') return unknownSetting(params.additionalProperty as string);
    const name = instancePath.slice(1) as SettingName;
    if (!name) return 'It must be an object: {"alarmEmail": "ops@company.com.br"}';
    const { must } = settingsSchema.properties[name];
    return `Setting ${name} must ${must}; it is ${JSON.stringify((values as Partial<Settings>)[name])}`;
  });
  throw new Error([`${source} is not taken:`, ...new Set(sentences)].join('\n  '));
}

function unknownSetting(name: string): string {
  const distance = (candidate: string) => leven(candidate.toLowerCase(), name.toLowerCase());
  const names = ['stage', ...Object.keys(settingsSchema.properties)];
  const nearest = names.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best));
  return `There is no setting ${name}; the nearest is ${nearest}`;
}

/** Values on the command line are texts. */
function typed(name: string, value: unknown): unknown {
  const type = Object.hasOwn(settingsSchema.properties, name) && settingsSchema.properties[name as SettingName].type;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'integer' && /^-?\d+$/.test(String(value))) return Number(value);
  return value;
}

/** What no value alone can tell. */
function checked(settings: Settings): Settings {
  for (const [name, others] of Object.entries(needs) as [SettingName, readonly SettingName[]][])
    if (settings[name] && others.some((other) => !settings[other]))
      throw new Error(`Setting ${name} needs ${others.join(' and ')}`);
  // The pages are at the root of customers' hosts, so the base must be at the root too.
  if (settings.confirmationPageHosts && new URL(settings.confirmationPageBase).pathname !== '/')
    throw new Error('Setting confirmationPageHosts needs a confirmationPageBase without a path');
  const { pixKey: key, pixName: name, pixCity: city } = settings;
  const unpayable = key ? receiverProblem({ key, name, city }) : undefined;
  if (unpayable) throw new Error(`Settings pixKey, pixName and pixCity: ${unpayable}`);
  // With the wrong stream, events would never be published, without any error.
  if (!settings.restoredTableStreamArn.includes(settings.restoredTable && `:table/${settings.restoredTable}/stream/`))
    throw new Error('Setting restoredTableStreamArn must be the ARN of a stream of restoredTable');
  refuseOtherRegions(settings);
  const docsUrl =
    settings.docsOrigin && settings.docsUrl === defaults.docsUrl ? `${settings.docsOrigin}/erros` : settings.docsUrl;
  return { ...settings, docsUrl };
}

/** The CDK's command line names the region to which it would deploy. */
function refuseOtherRegions(settings: Settings): void {
  const { CDK_DEFAULT_REGION: region } = process.env;
  for (const name of ['apiCertificateArn', 'restoredTableStreamArn'] as const) {
    const [, , , own] = settings[name].split(':');
    if (region && own && own !== region)
      throw new Error(`Setting ${name} must be in ${region}, the region of the stack; it is in ${own}`);
  }
}

/** Whether a value is still the one that stands for the deployment's own. */
export function isPlaceholder(value: string): boolean {
  return value.includes('.example');
}

/**
 * API functions end before the gateway gives up: it must not return 503 for a letter that is created a moment later.
 * Its 29 s include the cold start, which a function's own timeout does not. They also end before the 60 s after which
 * an unfinished Idempotency-Key is taken over. Rendering a letter is processor work, so it gets a whole core.
 */
const byKind = {
  api: { memory: 512, timeout: 15 },
  rendering: { memory: 1769, timeout: 26 },
  page: { memory: 512, timeout: 15 },
  worker: { memory: 512, timeout: 30 },
} satisfies Record<string, FunctionSettings>;

export type FunctionKind = keyof typeof byKind;

const byName: Record<string, FunctionSettings> = {
  'endpoint-not-found': { memory: 256, timeout: 5 },
  // 500 addresses of the costliest words take 10 s of a whole core, ordinary ones 0.2 s.
  'addresses-check': { memory: 1769, timeout: 15 },
  // The receiver has 15 s to respond (rule HOOK-5).
  'webhook-endpoints-test': { memory: 512, timeout: 26 },
  // The pages with codes of 10,000 mailings take 770 MB while they are drawn, and 23 s of a processor.
  'form-print-batch': { memory: 2048, timeout: 900 },
  'apply-print-report': { memory: 1024, timeout: 300 },
  // Starts calls for 25 s; each takes at most 15 s (lib/core/domain/delivery-settings.ts).
  'deliver-webhooks': { memory: 512, timeout: 45 },
  // Moves 1,284 rows a second per core (`npm run bench webhooks`), for three quarters of each minute. This is one core.
  'sweep-deliveries': { memory: 1769, timeout: 60 },
  // Holds an account's entries and mailings in memory: 3 KB per mailing, for 500,000 mailings.
  'audit-ledger': { memory: 2048, timeout: 900 },
  // Describes executions that may be lost; Step Functions allows 250 calls at once and then 10 a second in sa-east-1
  // (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html).
  'reconcile-lifecycles': { memory: 1024, timeout: 900 },
  'reconcile-reports': { memory: 512, timeout: 300 },
  'remove-stray-files': { memory: 512, timeout: 300 },
  // 100 rows at about eight a second; rows left after 90 s go back to the queue.
  'send-mail-merges': { memory: 1769, timeout: 120 },
  // Uploads some 1,000 files of the documentation, 32 at once.
  'publish-pages': { memory: 512, timeout: 300 },
  'relay-events': { memory: 512, timeout: 60 },
  // Searches the responses that an account got in a day: 1 MB per query, about 25 MB a second.
  'erase-mailings': { memory: 512, timeout: 900 },
};

/** Size of a function: its own if there is one, otherwise that of its kind. */
export function functionSettings(name: string, kind: FunctionKind): FunctionSettings {
  return byName[name] ?? byKind[kind];
}
