import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { readSettings, STAGES } from '../../../lib/infra/settings.ts';

const nodeWith = (context: Record<string, unknown>) => new App({ context }).node;

describe('settings', () => {
  test('are those of production unless a stage is given', () => {
    expect(readSettings(nodeWith({}))).toMatchObject({ stage: 'prod', dataProtected: true });
    expect(readSettings(nodeWith({ stage: 'dev' }), STAGES)).toMatchObject({ stage: 'dev', dataProtected: false });
  });

  test('can each be given on the command line, where every value is text', () => {
    const context = { docsUrl: 'https://docs.malote.test', chargeConcurrency: '7', dataProtected: 'false' };
    expect(readSettings(nodeWith(context))).toMatchObject({
      docsUrl: 'https://docs.malote.test',
      chargeConcurrency: 7,
      dataProtected: false,
    });
  });

  test('reject a Pix receiver that nobody could pay', () => {
    const pix = { pixKey: '11222333000181', pixName: 'Malote', pixCity: 'São Paulo' };
    expect(readSettings(nodeWith(pix))).toMatchObject(pix);
    expect(() => readSettings(nodeWith({ ...pix, pixKey: '11.222.333/0001-81' }))).toThrow(
      'pixCity: the key is no CNPJ',
    );
    expect(() => readSettings(nodeWith({ ...pix, pixCity: '' }))).toThrow('pixKey needs pixName and pixCity');
    expect(() => readSettings(nodeWith({ ...pix, pixCity: 'Santana de Parnaíba' }))).toThrow('1 to 15 characters');
    expect(() => readSettings(nodeWith({ pixName: 'Malote' }))).toThrow('pixName needs pixKey and pixCity');
  });

  test('reject an unknown stage', () => {
    expect(() => readSettings(nodeWith({ stage: 'production' }), STAGES)).toThrow(
      /no stage "production"; there are: prod, dev\b.*stages\/production\.json/,
    );
    expect(() => readSettings(nodeWith({ stage: '../prod' }), STAGES)).toThrow('1 to 16 lower-case letters');
  });

  test('link errors to the documentation of the stack by default', () => {
    const docsOrigin = 'https://docs.malote.test';
    expect(readSettings(nodeWith({ docsOrigin })).docsUrl).toBe('https://docs.malote.test/erros');
    const docsUrl = 'https://elsewhere.malote.test/errors';
    expect(readSettings(nodeWith({ docsOrigin, docsUrl })).docsUrl).toBe(docsUrl);
    const docsCertificateArn = 'arn:aws:acm:us-east-1:444455556666:certificate/a';
    expect(() => readSettings(nodeWith({ docsCertificateArn }))).toThrow('docsCertificateArn needs docsOrigin');
  });

  test('reject a certificate without its domain', () => {
    expect(() =>
      readSettings(nodeWith({ confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/a' })),
    ).toThrow('confirmationPageCertificateArn needs confirmationPageBase');
    const hosts = {
      confirmationPageHosts: 'confirme.ipe.example',
      confirmationPageBase: 'https://confirmar.example',
      confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/a',
    };
    expect(readSettings(nodeWith(hosts)).confirmationPageHosts).toBe('confirme.ipe.example');
    for (const lacking of [
      { confirmationPageCertificateArn: '' },
      { confirmationPageBase: 'https://confirmar.example/c' },
    ])
      expect(() => readSettings(nodeWith({ ...hosts, ...lacking }))).toThrow('Setting confirmationPageHosts needs');
  });

  test.each([
    { apiDomain: 'api.malote.test' },
    { apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b' },
  ])('reject a domain of the API without its certificate, and the reverse', (context) => {
    expect(() => readSettings(nodeWith(context))).toThrow('needs api');
  });

  test('check the region of what must be in the region of the stack, which the CDK names', () => {
    const api = {
      apiDomain: 'api.malote.test',
      apiCertificateArn: 'arn:aws:acm:us-east-1:444455556666:certificate/b',
    };
    const { CDK_DEFAULT_REGION: before } = process.env;
    try {
      process.env.CDK_DEFAULT_REGION = 'us-east-1';
      expect(readSettings(nodeWith(api)).apiDomain).toBe('api.malote.test');
      process.env.CDK_DEFAULT_REGION = 'sa-east-1';
      expect(() => readSettings(nodeWith(api))).toThrow(
        'apiCertificateArn must be in sa-east-1, the region of the stack; it is in us-east-1',
      );
    } finally {
      if (before === undefined) delete process.env.CDK_DEFAULT_REGION;
      else process.env.CDK_DEFAULT_REGION = before;
    }
  });

  test('accept a time stamping authority only over HTTPS', () => {
    const timestampAuthority = 'https://timestamp.example.com/tsr';
    expect(readSettings(nodeWith({ timestampAuthority })).timestampAuthority).toBe(timestampAuthority);
    for (const wrong of ['http://timestamp.example.com/tsr', 'timestamp.example.com', 'https:///tsr'])
      expect(() => readSettings(nodeWith({ timestampAuthority: wrong }))).toThrow('timestampAuthority');
  });
});

/** What deployments were given and was ignored, or failed minutes later in CloudFormation, with the sentence that mends it. */
const refused: [name: string, value: unknown, sentence: string][] = [
  ['alarmemail', 'ops@company.com.br', 'There is no setting alarmemail; the nearest is alarmEmail'],
  ['printHouseAccountID', '111122223333', 'the nearest is printHouseAccountId'],
  ['confirmationpageBase', 'https://confirmar.company.com.br', 'the nearest is confirmationPageBase'],
  ['alarm-email', 'ops@company.com.br', 'the nearest is alarmEmail'],
  ['Stage', 'dev', 'the nearest is stage'],
  ['constructor', 'x', 'There is no setting constructor'],
  ['logRetentionDays', 100, 'logRetentionDays must be a number of days that CloudWatch Logs offers: 1, 3, 5, 7,'],
  ['accessLogRetentionDays', 8, 'accessLogRetentionDays must be a number of days that CloudWatch Logs offers'],
  ['uploadRetentionDays', 1, 'uploadRetentionDays must be a whole number of 2 or more'],
  ['oldVersionRetentionDays', 0, 'oldVersionRetentionDays must be a whole number of 1 or more'],
  ['printBatchSchedule', 'banana', 'printBatchSchedule must be a cron expression of EventBridge Scheduler'],
  ['printBatchSchedule', 'cron(0 9 * * MON-FRI *)', 'one of the two for days being ?'],
  ['printBatchSchedule', 'cron(0 9 ? * MON-FRI)', 'with six fields'],
  ['printCutoffMinutes', -1, 'printCutoffMinutes must be a whole number of minutes from 0 to 1440'],
  ['apiDomain', 'https://api.x', 'apiDomain must be a host alone, such as api.company.com.br; it is "https://api.x"'],
  ['apiDomain', 'api.company.com.br/v1', 'must be a host alone'],
  ['apiCertificateArn', 'certificate/b', 'must be the ARN of a certificate in the region of the stack'],
  ['confirmationPageBase', 'confirmar.company.com.br', 'must be an https:// URL without a slash at the end'],
  ['confirmationPageBase', 'http://confirmar.company.com.br', 'must be an https:// URL'],
  ['confirmationPageBase', 'https://confirmar.company.com.br/', 'without a slash at the end'],
  ['confirmationPageHosts', 'a.company.com.br, b.company.com.br', 'must be hosts separated by commas'],
  [
    'confirmationPageCertificateArn',
    'arn:aws:acm:sa-east-1:444455556666:certificate/a',
    'must be the ARN of a certificate in us-east-1, where CloudFront looks for it',
  ],
  ['docsCertificateArn', 'arn:aws:acm:us-east-1:1:certificate/a', 'must be the ARN of a certificate in us-east-1'],
  ['dashboardCertificateArn', 'arn:aws:acm:us-east-1:444455556666:certificate/…', 'must be the ARN of a certificate'],
  ['docsOrigin', 'docs.x.com', 'docsOrigin must be https:// and a host'],
  ['dashboardOrigin', 'https://painel.company.com.br/', 'without a path or a slash at the end'],
  ['docsUrl', 'https://docs.company.com.br/erros/', 'without a slash at the end'],
  ['securityContact', 'seguranca@company.com.br', 'must be a URI with mailto:'],
  ['openIdIssuer', 'login.company.com.br', 'openIdIssuer must be an https:// URL'],
  ['openIdClientSecretName', 'a secret', 'must be the name of a secret in Secrets Manager'],
  ['signInDomainPrefix', 'malote-aws', 'neither aws, amazon nor cognito'],
  ['signInDomainPrefix', 'Malote', 'lower-case'],
  ['mailSender', 'foo', 'mailSender must be an e-mail address alone, such as ops@company.com.br; it is "foo"'],
  ['alarmEmail', 'Ops <ops@company.com.br>', 'alarmEmail must be an e-mail address alone'],
  ['ticketEmail', 'ops@localhost', 'ticketEmail must be an e-mail address alone'],
  ['printHouseAccountId', '123', 'printHouseAccountId must be the 12 digits of an AWS account'],
  ['printHouseAccountId', 111122223333, 'in quotes'],
  ['printHouseExternalId', 'two words', 'printHouseExternalId must have 2 to 1224'],
  ['linkKeySerial', 0, 'linkKeySerial must be a whole number of 1 or more; it is 0'],
  ['evidenceKeyGeneration', 1.5, 'evidenceKeyGeneration must be a whole number'],
  ['formerEvidenceKeyIds', 'alias/evidence', 'must be ids of KMS keys separated by commas'],
  ['chargeConcurrency', 1, 'chargeConcurrency must be a whole number from 2 to 1000, as SQS accepts it'],
  ['slowDeliveryConcurrency', 1001, 'from 2 to 1000'],
  ['chargeConcurrency', 'many', 'chargeConcurrency must be a whole number'],
  ['fixedWebhookAddresses', 3, 'fixedWebhookAddresses must be 0, 1 or 2'],
  ['fixedWebhookAddresses', -1, 'must be 0, 1 or 2'],
  ['fixedWebhookAddresses', 1.5, 'must be 0, 1 or 2'],
  ['warmWriteUnits', -1, 'warmWriteUnits must be 0, or more than 4000 and at most 40000'],
  ['warmWriteUnits', 4_000, 'warmWriteUnits must be 0, or more'],
  ['warmWriteUnits', 40_001, 'warmWriteUnits must be 0, or more'],
  ['warmWriteUnits', '"8000"', 'warmWriteUnits must be 0, or more'],
  ['rollout', 'CodeDeployDefault.OneAtATime', 'rollout must be a deployment configuration of CodeDeploy for Lambda'],
  ['rollout', 'CodeDeployDefault.LambdaCanary20Percent5Minutes', 'rollout must be a deployment configuration'],
  ['dataProtected', 'yes', 'dataProtected must be true or false'],
  ['restoredTable', 'arn:aws:dynamodb:sa-east-1:444455556666:table/a', 'must be the name of a table'],
  ['restoredTableStreamArn', 'arn:aws:dynamodb:sa-east-1:444455556666:table/a', 'must be the ARN of a stream'],
];

describe('a wrong setting is named, with what it must be', () => {
  test.each(refused)('on the command line: %s=%s', (name, value, sentence) => {
    expect(() => readSettings(nodeWith({ [name]: String(value) }))).toThrow(
      // On the command line, each value is a text.
      name === 'printHouseAccountId' && value === 111122223333 ? 'needs printHouseExternalId' : sentence,
    );
  });

  let folder: string | undefined;
  const inFile = (text: string) => {
    folder = mkdtempSync(join(tmpdir(), 'malote-stages-'));
    writeFileSync(join(folder, 'prod.json'), text);
    return readSettings(nodeWith({}), folder);
  };
  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true });
    folder = undefined;
  });

  test.each(refused)("in a stage's file: %s: %j", (name, value, sentence) => {
    expect(() => inFile(JSON.stringify({ [name]: value }))).toThrow(/prod\.json is not taken:\n {2}/);
    expect(() => inFile(JSON.stringify({ [name]: value }))).toThrow(sentence);
  });

  test('together with the others', () => {
    const three = { alarmemail: 'ops@company.com.br', mailSender: 'foo', linkKeySerial: 0 };
    expect(() => inFile(JSON.stringify(three))).toThrow(/alarmEmail\n.*mailSender must[^]*linkKeySerial must/);
  });

  test.each([
    ['{"docs": false', 'prod.json is no JSON'],
    ['["docs"]', 'It must be an object'],
    ['{"stage": "dev"}', 'There is no setting stage'],
  ])('in a file with %s', (text, sentence) => {
    expect(() => inFile(text)).toThrow(sentence);
  });

  test('but a right file is taken, and the command line precedes it', () => {
    const text = JSON.stringify({ docs: false, printHouseAccountId: '000022223333', printHouseExternalId: 'ipe' });
    expect(inFile(text)).toMatchObject({ docs: false, printHouseAccountId: '000022223333', dashboard: true });
    expect(readSettings(nodeWith({ docs: 'true' }), folder)).toMatchObject({ docs: true });
  });

  test("and the CDK's own names are none of ours", () => {
    const context = {
      'aws:cdk:enable-path-metadata': true,
      '@aws-cdk/core:x': true,
      'availability-zones:account=1:region=sa-east-1': ['sa-east-1a'],
      'acknowledged-issue-numbers': [32775],
    };
    expect(readSettings(nodeWith(context)).stage).toBe('prod');
  });
});
