import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { tableSchema } from '../../../lib/adapters/data/table/schema.ts';
import type { PageSet } from '../../../lib/infra/published-pages.ts';
import { readSettings, STAGES } from '../../../lib/infra/settings.ts';
import { needs, type SettingName, type Settings } from '../../../lib/infra/settings-schema.ts';
import { synthesize } from '../../../lib/infra/synth.ts';
import { someOf } from '../../support/cases.ts';
import { samplePages, SYNTHESIS_MS, Template } from './synthesized.ts';

const README = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');

let outdir: string;
beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), 'malote-cdk-'));
});
afterAll(() => rmSync(outdir, { recursive: true }));

type Context = Record<string, string>;

/**
 * Synthesizes with every check, as `cdk deploy -c name=value` does: the command line passes the values in
 * `CDK_CONTEXT_JSON`. One process does all, to load the CDK and bundle the functions once.
 */
async function synthesizeWith(context: Context, stages = STAGES): Promise<Template> {
  process.env.CDK_CONTEXT_JSON = JSON.stringify(context);
  try {
    const builtPages = (set: PageSet) => Promise.resolve(join(samplePages, set));
    const directory = await synthesize({ outdir, stages, validation: true, builtPages });
    return new Template(readFileSync(join(directory, 'Malote.template.json'), 'utf8'));
  } finally {
    delete process.env.CDK_CONTEXT_JSON;
  }
}

interface RawTemplate {
  Parameters: Record<string, unknown>;
  Outputs: Record<string, unknown>;
}

/** What the CDK's command line reads beside the template. */
function deployed(): { terminationProtection: boolean | undefined; warnings: string } {
  const { artifacts } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as Manifest;
  const { properties, metadata, additionalMetadataFile: file } = artifacts.Malote!;
  const { terminationProtection } = properties;
  return {
    terminationProtection,
    warnings: file ? readFileSync(join(outdir, file), 'utf8') : JSON.stringify(metadata),
  };
}

interface Manifest {
  artifacts: Record<
    string,
    { properties: { terminationProtection?: boolean }; metadata?: unknown; additionalMetadataFile?: string }
  >;
}

/** README's deploy command, and the stage's file that it shows. */
function readmeDeployment(): { context: Context; file: string } {
  const [file, ...otherFiles] = [...README.matchAll(/`stages\/prod\.json`[^`]*```json\n([^`]*)```/g)];
  const [command, ...otherCommands] = [...README.matchAll(/```sh\n(npx cdk deploy [^`]*)```/g)];
  if (!file || !command || otherFiles.length + otherCommands.length > 0)
    throw new Error('README does not show one file of a stage and one deploy command');
  const [, , , option, pair, ...more] = command[1]!.trim().split(/\s+/);
  if (option !== '-c' || !pair || more.length > 0) throw new Error(`not one -c: ${command[1]}`);
  return { context: Object.fromEntries([pair.split('=', 2) as [string, string]]), file: file[1]! };
}

/**
 * A value that differs from that of `prod` for each text, and for each number that cannot be doubled, as on the command
 * line.
 */
const texts: Partial<Record<keyof Settings, string>> = {
  stage: 'dev',
  alarmEmail: 'ops@company.com.br',
  ticketEmail: 'tickets@company.com.br',
  confirmationPageBase: 'https://confirm.company.com.br',
  confirmationPageHosts: 'confirme.ipe.com.br',
  confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/a',
  apiDomain: 'api.company.com.br',
  apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b',
  rollout: '',
  backupCopyVaultArn: 'arn:aws:backup:sa-east-1:777788889999:backup-vault:copies',
  docsUrl: 'https://docs.company.com.br/errors',
  securityContact: 'https://company.com.br/seguranca',
  docsOrigin: 'https://docs.company.com.br',
  docsCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/c',
  dashboardOrigin: 'https://painel.company.com.br',
  dashboardCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/d',
  openIdIssuer: 'https://login.company.com.br',
  openIdClientId: 'malote',
  openIdClientSecretName: 'malote/sign-in',
  signInDomainPrefix: 'malote-company',
  mailSender: 'malote@company.com.br',
  pixKey: '11222333000181',
  pixName: 'Malote',
  pixCity: 'São Paulo',
  formerEvidenceKeyIds: '1234abcd-12ab-34cd-56ef-1234567890ab',
  timestampAuthority: 'https://tsa.company.com.br',
  printCutoffMinutes: '30',
  fixedWebhookAddresses: '2',
  warmWriteUnits: '8000',
  printHouseAccountId: '111122223333',
  printHouseExternalId: 'print-house',
  printBatchSchedule: 'cron(0 10 ? * MON-FRI *)',
  restoredTable: 'Malote-restored',
  restoredTableStreamArn:
    'arn:aws:dynamodb:sa-east-1:444455556666:table/Malote-restored/stream/2026-11-22T13:00:00.000',
};
const production = readSettings(new App().node);
const settings = Object.keys(production) as (keyof Settings)[];

function other(name: keyof Settings): string {
  const value = production[name];
  const text = texts[name];
  if (text !== undefined) return text;
  if (typeof value === 'boolean') return String(!value);
  if (!value || typeof value === 'string') throw new Error(`${name} has no other value here`);
  // CloudWatch Logs accepts only certain numbers of days.
  return String(name.startsWith('log') || name.startsWith('accessLog') ? 90 : 2 * value);
}

const only = (names: readonly (keyof Settings)[]): Context =>
  Object.fromEntries(names.map((name) => [name, other(name)]));

describe('the template passes every check', () => {
  test(
    "by README's deploy command, word for word",
    async () => {
      const { context, file } = readmeDeployment();
      const stages = join(outdir, 'stages');
      mkdirSync(stages);
      writeFileSync(join(stages, 'prod.json'), file);
      const given = JSON.parse(file) as Record<string, string>;
      expect(context).toEqual({ stage: 'prod' });
      const template = await synthesizeWith(context, stages);
      for (const value of [
        given.alarmEmail,
        given.ticketEmail,
        given.apiDomain,
        given.apiCertificateArn,
        `${given.docsOrigin}/erros`,
        new URL(given.confirmationPageBase!).host,
        given.confirmationPageCertificateArn,
        given.printHouseAccountId,
        given.printHouseExternalId,
      ])
        expect(template.text).toContain(value);
      const { Parameters, Outputs } = JSON.parse(template.text) as RawTemplate;
      // A deployment keeps these values, so CloudFormation refuses the template of another stage, or of a lost table.
      expect(Parameters).toMatchObject({
        RecordedStage: { Default: 'prod', AllowedValues: ['prod'] },
        RecordedTable: { Default: 'own', AllowedValues: ['own'] },
      });
      // The deployment itself puts the pages there.
      expect(README).not.toMatch(/aws (?:s3 sync|cloudfront create-invalidation)/);
      const named = [...README.matchAll(/`Malote\.(\w+)`/g)].map(([, name]) => name!);
      expect(named).toEqual(expect.arrayContaining(['DashboardHost', 'DocsHost']));
      expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(named));
      const { terminationProtection, warnings } = deployed();
      expect(terminationProtection).toBe(true);
      expect(warnings).not.toMatch(/of this deployment|Cognito sends/);
    },
    SYNTHESIS_MS,
  );

  test(
    'by the stage dev, which is not protected and is told what it lacks',
    async () => {
      const { Parameters } = JSON.parse((await synthesizeWith({ stage: 'dev' })).text) as RawTemplate;
      expect(Parameters.RecordedStage).toMatchObject({ Default: 'dev', AllowedValues: ['dev'] });
      const { terminationProtection, warnings } = deployed();
      expect(terminationProtection).not.toBe(true);
      expect(warnings).toMatch(/Give mailSender of this deployment[^]*Cognito sends codes to at most 50 people a day/);
    },
    SYNTHESIS_MS,
  );

  const structural = settings.filter((name) => typeof production[name] !== 'number' || production[name] === 0);
  test.each(someOf(structural, 8))(
    'with only %s',
    async (name) => {
      const template = await synthesizeWith(only([name, ...(needs[name as SettingName] ?? [])]));
      expect(template.types.length).toBeGreaterThan(200);
    },
    SYNTHESIS_MS,
  );

  test(
    'with a table and indexes that are warm for more writes',
    async () => {
      const template = await synthesizeWith(only(['warmWriteUnits']));
      const units = { WarmThroughput: { WriteUnitsPerSecond: 8_000 } };
      expect(template.all('AWS::DynamoDB::Table').map(({ properties }) => properties)).toEqual([
        expect.objectContaining({
          ...units,
          GlobalSecondaryIndexes: tableSchema.indexes.map(() => expect.objectContaining(units)),
        }),
      ]);
    },
    SYNTHESIS_MS,
  );

  // The next link key is stored next to the previous one.
  const numbers = settings.filter(
    (name) => typeof production[name] === 'number' && !structural.includes(name) && name !== 'linkKeySerial',
  );
  test(
    'with every number changed',
    async () => {
      // A number changes only values, not resources: a problem with one setting shows up in the combined template.
      const [plain, changed] = [await synthesizeWith({}), await synthesizeWith(only(numbers))];
      expect(changed.types).toEqual(plain.types);
      expect(changed.text).not.toBe(plain.text);
    },
    2 * SYNTHESIS_MS,
  );

  test(
    'with the next key for links, next to the previous one',
    async () => {
      const [plain, changed] = [await synthesizeWith({}), await synthesizeWith(only(['linkKeySerial']))];
      const more = changed.types.filter(
        (type) => !plain.types.includes(type) || /::(User|AccessKey|Secret)$/.test(type),
      );
      expect(changed.types.length).toBe(plain.types.length + 3);
      expect(more.sort()).toEqual([
        'AWS::IAM::AccessKey',
        'AWS::IAM::AccessKey',
        'AWS::IAM::User',
        'AWS::IAM::User',
        'AWS::SecretsManager::Secret',
        'AWS::SecretsManager::Secret',
        'AWS::SecretsManager::Secret',
      ]);
    },
    2 * SYNTHESIS_MS,
  );

  test(
    'with all of them together',
    async () => {
      const template = await synthesizeWith(only(settings));
      expect(template.types.length).toBeGreaterThan(200);
    },
    SYNTHESIS_MS,
  );
});
