import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { readSettings } from '../../../lib/infra/settings.ts';
import type { Settings } from '../../../lib/infra/settings-schema.ts';
import { checks } from '../../../lib/programs/preflight/checks.ts';
import type { Name } from '../../../lib/programs/preflight/facts.ts';
import { preflight, report } from '../../../lib/programs/preflight/preflight.ts';
import { type SimulatedAws, startAws, type World } from './simulated-aws.ts';

/** An account in which everything is right; then each mistake, which must be the one that is named. */

const account = '444455556666';
const certificate = (region: string, id: string, owner = account) => `arn:aws:acm:${region}:${owner}:certificate/${id}`;
const stream = (time: string) => `arn:aws:dynamodb:sa-east-1:${account}:table/Malote-restored/stream/${time}`;

const given: Partial<Settings> = {
  alarmEmail: 'ops@company.com.br',
  mailSender: 'malote@company.com.br',
  apiDomain: 'api.company.com.br',
  apiCertificateArn: certificate('sa-east-1', 'api'),
  dashboardOrigin: 'https://painel.company.com.br',
  dashboardCertificateArn: certificate('us-east-1', 'pages'),
  confirmationPageBase: 'https://confirmar.company.com.br',
  confirmationPageCertificateArn: certificate('us-east-1', 'pages'),
  restoredTable: 'Malote-restored',
  restoredTableStreamArn: stream('2026-11-22T13:00:00.000'),
  openIdClientSecretName: 'malote/sign-in',
  fixedWebhookAddresses: 2,
};

const issued = { Status: 'ISSUED', DomainName: '*.company.com.br', SubjectAlternativeNames: ['*.company.com.br'] };
const table = {
  TableName: 'Malote-restored',
  TableStatus: 'ACTIVE',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  LatestStreamArn: given.restoredTableStreamArn,
  DeletionProtectionEnabled: true,
};
const outputs: Record<string, string> = {
  Stage: 'prod',
  DataTable: 'Malote-restored',
  ApiDomainTarget: 'd-api.execute-api.sa-east-1.amazonaws.com',
  DashboardHost: 'd1.cloudfront.net',
  ConfirmationPageHost: 'd2.cloudfront.net',
  PageTopicArn: `arn:aws:sns:sa-east-1:${account}:Pages`,
  TicketTopicArn: `arn:aws:sns:sa-east-1:${account}:Tickets`,
};
const stackWith = (changes: object = {}, ...others: [string, string][]) => ({
  Stacks: [
    {
      StackName: 'Malote',
      StackStatus: 'UPDATE_COMPLETE',
      Outputs: Object.entries({ ...outputs, ...Object.fromEntries(others) }).map(([OutputKey, OutputValue]) => ({
        OutputKey,
        OutputValue,
      })),
      ...changes,
    },
  ],
});
const distribution = (DomainName: string, alias: string) => ({
  DomainName,
  Aliases: { Quantity: 1, Items: { CNAME: alias } },
});
/** CloudFront repeats the name of a list's items. */
const distributions = (...all: object[]) => ({
  Items: Object.fromEntries(all.map((each) => ['DistributionSummary', each])),
});
const subscribed = (SubscriptionArn: string) => ({
  Subscriptions: [{ SubscriptionArn, Endpoint: 'ops@company.com.br' }],
});

const mayMail = { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' };

const right: World = {
  GetCallerIdentity: { Account: account },
  GetAccountSettings: { AccountLimit: { ConcurrentExecutions: 1000 } },
  ListServiceQuotas: {
    Quotas: [
      { QuotaName: 'StateTransition throttle token refill rate per second', Value: 800 },
      { QuotaName: 'EC2-VPC Elastic IPs', Value: 5 },
    ],
  },
  GetAccount: mayMail,
  GetEmailIdentity: ({ EmailIdentity }) =>
    EmailIdentity === 'company.com.br' ? { VerifiedForSendingStatus: true, VerificationStatus: 'SUCCESS' } : undefined,
  DescribeCertificate: { Certificate: issued },
  GetParameter: { Parameter: { Value: '28' } },
  DescribeStacks: stackWith(),
  DescribeTable: { Table: table },
  ListTables: { TableNames: ['Malote-StorageTableB43FDCE7-1ABCDEFGHIJ2', 'orders'] },
  DescribeContinuousBackups: {
    ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' } },
  },
  DescribeSecret: { Name: 'malote/sign-in' },
  ListSubscriptionsByTopic: subscribed('arn:aws:sns:sa-east-1:444455556666:Pages:1'),
  ListDistributions: distributions(distribution('d1.cloudfront.net', 'painel.company.com.br')),
};

const names: Record<string, Name> = {
  'api.company.com.br': { cname: outputs.ApiDomainTarget, hasAddress: true },
  'painel.company.com.br': { cname: outputs.DashboardHost, hasAddress: true },
  // An alias of Route 53.
  'confirmar.company.com.br': { cname: undefined, hasAddress: true },
};

interface Seed {
  world?: World;
  settings?: Partial<Settings>;
  names?: Record<string, Name>;
}

let aws: SimulatedAws | undefined;
const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_MAX_ATTEMPTS: '1' };
beforeEach(() => void Object.assign(process.env, credentials));
afterEach(() => {
  aws?.stop();
  for (const name of Object.keys(credentials)) delete process.env[name];
});

async function problemsOf({ world, settings, names: others }: Seed) {
  aws = await startAws({ ...right, ...world });
  return preflight(
    { ...readSettings(new App().node), ...given, ...settings },
    {
      region: 'sa-east-1',
      endpoint: aws.endpoint,
      lookUp: (host) => Promise.resolve({ ...names, ...others }[host] ?? { cname: undefined, hasAddress: false }),
    },
  );
}

/** A mistake of each kind, by the check that must name it. */
const seeds: Record<string, Seed> = {
  'lambda-executions': { world: { GetAccountSettings: { AccountLimit: { ConcurrentExecutions: 10 } } } },
  'step-functions-transitions': {
    world: {
      ListServiceQuotas: {
        Quotas: [{ QuotaName: 'StateTransition throttle token refill rate per second', Value: 50 }],
      },
    },
  },
  'elastic-addresses': { settings: { fixedWebhookAddresses: 6 } },
  'bootstrap-missing': { world: { GetParameter: undefined } },
  'bootstrap-old': { world: { GetParameter: { Parameter: { Value: '5' } } } },
  'cloudfront-unproven': { world: { ListDistributions: { Quantity: 0 } } },
  'mail-sender-placeholder': { settings: { mailSender: 'nao-responda@malote.example' } },
  'mail-identity-missing': { world: { GetEmailIdentity: undefined } },
  'mail-identity-unverified': {
    world: { GetEmailIdentity: { VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' } },
  },
  'mail-sandbox': { world: { GetAccount: { ...mayMail, ProductionAccessEnabled: false } } },
  'mail-paused': { world: { GetAccount: { ...mayMail, EnforcementStatus: 'SHUTDOWN' } } },
  'certificate-region': { settings: { dashboardCertificateArn: certificate('sa-east-1', 'pages') } },
  'certificate-account': { settings: { apiCertificateArn: certificate('sa-east-1', 'api', '111122223333') } },
  'certificate-missing': {
    world: {
      DescribeCertificate: ({ CertificateArn }) =>
        String(CertificateArn).endsWith('/api') ? undefined : { Certificate: issued },
    },
  },
  'certificate-not-issued': {
    world: { DescribeCertificate: { Certificate: { ...issued, Status: 'PENDING_VALIDATION' } } },
  },
  'certificate-host': {
    world: {
      DescribeCertificate: {
        Certificate: { ...issued, DomainName: 'company.com.br', SubjectAlternativeNames: ['company.com.br'] },
      },
    },
  },
  'certificate-expires': {
    world: {
      DescribeCertificate: {
        Certificate: { ...issued, RenewalEligibility: 'INELIGIBLE', NotAfter: Date.now() / 1000 + 86_400 },
      },
    },
  },
  'host-taken': {
    world: { ListDistributions: distributions(distribution('d9.cloudfront.net', 'confirmar.company.com.br')) },
  },
  'dns-elsewhere': { names: { 'painel.company.com.br': { cname: 'old.company.com.br', hasAddress: true } } },
  'other-stage': { world: { DescribeStacks: stackWith({}, ['Stage', 'dev']) } },
  'other-table': { world: { DescribeStacks: stackWith({}, ['DataTable', 'own']) } },
  'stack-state': { world: { DescribeStacks: stackWith({ StackStatus: 'UPDATE_ROLLBACK_FAILED' }) } },
  'table-missing': { world: { DescribeTable: undefined } },
  'table-stream': { settings: { restoredTableStreamArn: stream('2026-10-01T00:00:00.000') } },
  'table-unprotected': { world: { DescribeTable: { Table: { ...table, DeletionProtectionEnabled: false } } } },
  'table-left': {
    world: {
      DescribeStacks: undefined,
      ListDistributions: distributions(distribution('d7.cloudfront.net', 'www.company.com.br')),
    },
  },
  'secret-missing': { world: { DescribeSecret: undefined } },
  'alarm-email-missing': { settings: { alarmEmail: '' } },
  'subscription-unconfirmed': { world: { ListSubscriptionsByTopic: subscribed('PendingConfirmation') } },
};

describe('before a deployment', () => {
  test('nothing is named where everything is right', async () => {
    const problems = await problemsOf({});
    expect(problems).toEqual([]);
    expect(report('prod', problems)).toBe('Nothing stands in the way of prod.\n');
  });

  test('each check has a mistake that it names', () => {
    expect(Object.keys(seeds).sort()).toEqual(checks.map(({ name }) => name).sort());
  });

  test.each(Object.keys(seeds))('%s is named alone, with a sentence', async (name) => {
    const problems = await problemsOf(seeds[name]!);
    expect([...new Set(problems.map(({ check }) => check))]).toEqual([name]);
    for (const { sentence, effect } of problems) {
      expect(sentence).toMatch(/^\S.{30,}\.$/);
      expect(sentence).not.toMatch(/undefined|\[object/);
      expect(effect).toBe(checks.find((each) => each.name === name)!.effect);
    }
  });

  test('a first deployment, without a stack, is not asked for its DNS', async () => {
    const others = distributions(distribution('d7.cloudfront.net', 'www.company.com.br'));
    const world = { DescribeStacks: undefined, ListDistributions: others, ListTables: { TableNames: ['orders'] } };
    expect(
      await problemsOf({ world, names: { 'api.company.com.br': { cname: undefined, hasAddress: false } } }),
    ).toEqual([]);
  });

  test('a state of the stack is named with the way out of it', async () => {
    const problems = await problemsOf({ world: { DescribeStacks: stackWith({ StackStatus: 'ROLLBACK_COMPLETE' }) } });
    expect(report('prod', problems)).toMatch(/would fail:\n {2}stack-state: .*delete the stack/);
  });

  test('what the credentials may not ask is named with the checks that are left out', async () => {
    const problems = await problemsOf({ world: { ListDistributions: 'denied' } });
    expect(problems).toEqual([
      { check: 'distributions', effect: 'unknown', sentence: expect.stringMatching(/cloudfront-unproven, host-taken/) },
    ]);
    expect(report('prod', problems)).toMatch(/^Could not be asked:\n {2}distributions: AWS did not say it/);
  });

  test('the documented policy allows what is asked, and nothing else', () => {
    const policy = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../../../docs/preflight-policy.json'), 'utf8'),
    ) as {
      Statement: { Action: string[] }[];
    };
    const allowed = policy.Statement.flatMap(({ Action }) => Action);
    expect(allowed.map((action) => action.split(':')[1]).sort()).toEqual(Object.keys(right).sort());
  });
});
