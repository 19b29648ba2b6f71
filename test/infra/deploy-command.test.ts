import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { tableSchema } from '../../lib/adapters/data/table/schema.ts';
import { readSettings, type Settings } from '../../lib/infra/settings.ts';
import { synthesize } from '../../lib/infra/synth.ts';
import { someOf } from '../support/cases.ts';
import { SYNTHESIS_MS, Template } from './synthesized.ts';

const README = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');

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
async function synthesizeWith(context: Context): Promise<Template> {
  process.env.CDK_CONTEXT_JSON = JSON.stringify(context);
  try {
    const directory = await synthesize({ outdir, validation: true });
    return new Template(readFileSync(join(directory, 'Malote.template.json'), 'utf8'));
  } finally {
    delete process.env.CDK_CONTEXT_JSON;
  }
}

/** The values in the README's deploy command. */
function readmeContext(): Context {
  const blocks = [...README.matchAll(/```sh\n(npx cdk deploy [^`]*)```/g)].map(([, block]) => block!);
  if (blocks.length !== 1) throw new Error(`README shows ${blocks.length} deploy commands`);
  const words = blocks[0]!.replaceAll('\\\n', ' ').trim().split(/\s+/);
  const given = words.slice(3);
  if (given.some((word, index) => (word === '-c') !== (index % 2 === 0)))
    throw new Error(`not only -c: ${words.join(' ')}`);
  return Object.fromEntries(
    given.filter((word) => word !== '-c').map((pair) => pair.split('=', 2) as [string, string]),
  );
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
  securityContact: 'mailto:security@company.com.br',
  docsUrl: 'https://docs.company.com.br/errors',
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
/** Settings that are rejected alone are given with these. */
const companions: Partial<Record<keyof Settings, (keyof Settings)[]>> = {
  confirmationPageHosts: ['confirmationPageCertificateArn', 'confirmationPageBase'],
  confirmationPageCertificateArn: ['confirmationPageBase'],
  apiDomain: ['apiCertificateArn'],
  apiCertificateArn: ['apiDomain'],
  docsCertificateArn: ['docsOrigin'],
  dashboardCertificateArn: ['dashboardOrigin'],
  openIdIssuer: ['openIdClientId', 'openIdClientSecretName'],
  openIdClientId: ['openIdIssuer', 'openIdClientSecretName'],
  openIdClientSecretName: ['openIdIssuer', 'openIdClientId'],
  pixKey: ['pixName', 'pixCity'],
  pixName: ['pixKey', 'pixCity'],
  pixCity: ['pixKey', 'pixName'],
  printHouseAccountId: ['printHouseExternalId'],
  printHouseExternalId: ['printHouseAccountId'],
  restoredTable: ['restoredTableStreamArn'],
  restoredTableStreamArn: ['restoredTable'],
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
      const context = readmeContext();
      expect(Object.keys(context)).toContain('alarmEmail');
      // A name that is no setting would be silently ignored.
      expect(Object.keys(context).filter((name) => !(name in production))).toEqual([]);
      const template = await synthesizeWith(context);
      for (const value of [
        context.alarmEmail,
        context.apiDomain,
        context.apiCertificateArn,
        `${context.docsOrigin}/erros`,
        new URL(context.confirmationPageBase!).host,
        context.confirmationPageCertificateArn,
        context.printHouseAccountId,
        context.printHouseExternalId,
      ])
        expect(template.text).toContain(value);
    },
    SYNTHESIS_MS,
  );

  const structural = settings.filter((name) => typeof production[name] !== 'number' || production[name] === 0);
  test.each(someOf(structural, 8))(
    'with only %s',
    async (name) => {
      const template = await synthesizeWith(only([name, ...(companions[name] ?? [])]));
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
