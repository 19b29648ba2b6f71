import { beforeAll, describe, expect, test } from '@jest/globals';
import { neededBy } from './control-plane.ts';
import lasting from './lasting.json' with { type: 'json' };
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

const certificate = 'arn:aws:acm:us-east-1:444455556666:certificate/a';

/** Every setting that adds resources, in the stage that has most of them. */
const everything = {
  stage: 'prod',
  fixedWebhookAddresses: '2',
  apiDomain: 'api.malote.test',
  apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b',
  confirmationPageBase: 'https://c.malote.test',
  confirmationPageHosts: 'confirme.banco.test',
  confirmationPageCertificateArn: certificate,
  dashboardOrigin: 'https://painel.malote.test',
  dashboardCertificateArn: certificate,
  docsOrigin: 'https://docs.malote.test',
  docsCertificateArn: certificate,
  mailSender: 'avisos@malote.test',
  printHouseAccountId: '111122223333',
  printHouseExternalId: 'print-house',
  alarmEmail: 'alarms@malote.test',
  ticketEmail: 'tickets@malote.test',
};

/** What holds data, work or an address that others know: made anew, it would be empty or elsewhere. */
const LASTING = [
  'Backup::BackupVault',
  'ApiGateway::DomainName',
  'ApiGateway::RestApi',
  'CloudFront::Distribution',
  'Cognito::UserPool',
  'Cognito::UserPoolClient',
  'Cognito::UserPoolDomain',
  'DynamoDB::Table',
  'EC2::EIP',
  'Events::EventBus',
  'IAM::AccessKey',
  'IAM::User',
  'KMS::Key',
  'S3::Bucket',
  'SNS::Topic',
  'SQS::Queue',
  'SecretsManager::Secret',
  'StepFunctions::StateMachine',
];

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp({ context: everything });
}, SYNTHESIS_MS);

describe('with every setting on', () => {
  test('no stack has more than 350 of the 500 resources that it may have', () => {
    expect(template.stacks.length).toBeGreaterThan(10);
    for (const { path, resources } of template.stacks)
      expect([path, Object.keys(resources).length > 350]).toEqual([path, false]);
  });

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  test('every stack is within the quotas of parameters, outputs and size, and all together within one operation', () => {
    for (const { path, parameters, outputs, bytes } of template.stacks)
      expect([path, parameters > 150, outputs > 150, bytes > 750_000]).toEqual([path, false, false, false]);
    expect(template.types.length).toBeLessThan(2_500);
  });

  test('what holds data, work or an address stays in its stack under its logical id', () => {
    const types = new Set(LASTING.map((type) => `AWS::${type}`));
    const found = template.stacks.flatMap(({ path, resources }) =>
      Object.entries(resources)
        .filter(([, { Type }]) => types.has(Type))
        .map(([id, { Type }]) => `${Type.slice('AWS::'.length)} ${path}${id}`),
    );
    // A line that is missing in the template is data that an installed stack would lose; add new ones to the list.
    expect(found.sort()).toEqual(lasting);
  });

  test('no stack has circular dependencies, whatever the order in which functions wait for one another', () => {
    for (const { path, resources } of template.stacks) {
      let waiting = Object.entries(resources).map(([id, resource]) => ({ id, needs: neededBy(resource) }));
      for (let before = Infinity; waiting.length < before;) {
        before = waiting.length;
        const left = new Set(waiting.map(({ id }) => id));
        waiting = waiting.filter(({ id, needs }) => needs.some((other) => other !== id && left.has(other)));
      }
      expect([path, waiting.map(({ id }) => id)]).toEqual([path, []]);
    }
  });

  test('what moves to another stack collides with no name, since both exist until the move is done', () => {
    const named = template.stacks
      .filter(({ path }) => path !== '')
      .flatMap(({ resources }) => Object.values(resources))
      .filter(({ Type, Properties = {} }) =>
        [`${Type.split('::')[2]}Name`, 'Name', 'RoleName', 'AlarmName', 'LogGroupName', 'PolicyName'].some(
          (property) =>
            property in Properties &&
            // Names within another resource that moves too, or the name of another resource.
            ![
              'AWS::Lambda::Alias',
              'AWS::IAM::Policy',
              'AWS::Logs::SubscriptionFilter',
              'AWS::Logs::MetricFilter',
            ].includes(Type),
        ),
      )
      .map(({ Type }) => Type);
    // They stay (above) or belong to what stays; the CDK derives a composite alarm's name from its path.
    expect([...new Set(named)].sort()).toEqual([
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGateway::Stage',
      'AWS::CloudFront::Function',
      'AWS::CloudWatch::CompositeAlarm',
      'AWS::Cognito::UserPool',
    ]);
  });
});
