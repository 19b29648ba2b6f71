import { beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { idIn, SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

/** All but those that CloudFormation calls while it deploys: they must be the new ones at once. */
function functionIds(of: Template): string[] {
  const called = of.all('Custom::PublishedPages').map(({ properties }) => idIn(properties.ServiceToken));
  return of.all('AWS::Lambda::Function').flatMap(({ id }) => (called.includes(id) ? [] : [id]));
}

test('every caller of a function calls its alias', () => {
  const called = [
    ...template.all('AWS::ApiGateway::Method').map(({ properties }) => {
      const [, alias] = /functions\/",\{"Ref":"(\w+)"\}/.exec(JSON.stringify(properties.Integration.Uri))!;
      return alias!;
    }),
    ...template.all('AWS::Lambda::EventSourceMapping').map(({ properties }) => idIn(properties.FunctionName)),
    ...template.all('AWS::Lambda::Permission').map(({ properties }) => idIn(properties.FunctionName)),
    ...template.all('AWS::Scheduler::Schedule').map(({ properties }) => idIn(properties.Target.Arn)),
  ];
  const behind = called.map((Ref) => template.functionBehind({ Ref }).id);
  expect([...new Set(behind)].sort()).toEqual(functionIds(template).sort());
});

test(
  'an alias points to the version of the deployed code and settings',
  async () => {
    const other = await synthesizeApp({ context: { docsUrl: 'https://docs.company.com.br/errors' } });
    const versions = (of: Template) =>
      new Map(
        of.all('AWS::Lambda::Alias').map(({ properties }) => {
          const version = of.at('AWS::Lambda::Version', properties.FunctionVersion);
          expect(idIn(version.properties.FunctionName)).toBe(idIn(properties.FunctionName));
          expect(properties.Name).toBe('live');
          return [idIn(properties.FunctionName), version.id];
        }),
      );
    const [before, after] = [versions(template), versions(other)];
    expect([...before.keys()].sort()).toEqual(functionIds(template).sort());
    const moved = [...before].filter(([fn, version]) => after.get(fn) !== version).map(([fn]) => fn);
    const linking = template
      .all('AWS::Lambda::Function')
      .filter(({ properties }) => 'DOCS_URL' in properties.Environment.Variables);
    expect(linking.length).toBeGreaterThan(endpoints.length);
    expect(moved.sort()).toEqual(linking.map(({ id }) => id).sort());
  },
  SYNTHESIS_MS,
);

test('each alias has its own deployment group, which rolls it back on an alarm', () => {
  const groups = template.all('AWS::Lambda::Alias').map(({ updatePolicy }) => {
    const { CodeDeployLambdaAliasUpdate: update } = updatePolicy as Record<string, Record<string, unknown>>;
    return template.at('AWS::CodeDeploy::DeploymentGroup', update!.DeploymentGroupName);
  });
  // CodeDeploy rejects two concurrent deployments of one group
  // (https://docs.aws.amazon.com/codedeploy/latest/userguide/limits.html).
  expect(new Set(groups.map(({ id }) => id)).size).toBe(functionIds(template).length);
  for (const { properties } of groups) {
    expect(properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    expect(properties.AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    expect(properties.AlarmConfiguration.Enabled).toBe(true);
    const [{ Name } = { Name: undefined }] = properties.AlarmConfiguration.Alarms;
    expect(template.at('AWS::CloudWatch::Alarm', Name).properties.TreatMissingData).toBe('notBreaching');
  }
});

test('a function of the API is judged by the responses of its own route', () => {
  for (const { function: name, method, path } of endpoints) {
    const fn = template
      .all('AWS::Lambda::Function')
      .find(({ properties }) => properties.Environment.Variables.POWERTOOLS_SERVICE_NAME === name)!;
    const alarm = template
      .all('AWS::CloudWatch::Alarm')
      .find(({ id }) => id.startsWith(`${fn.id.slice(0, -8)}TakenBack`));
    expect([name, alarm?.properties.MetricName, alarm?.properties.Dimensions]).toEqual([
      name,
      '5XXError',
      expect.arrayContaining([
        { Name: 'Method', Value: method },
        { Name: 'Resource', Value: path },
        { Name: 'Stage', Value: 'v1' },
      ]),
    ]);
  }
});

test(
  'without a deployment configuration, aliases move immediately, and there is no CodeDeploy',
  async () => {
    const dev = await synthesizeApp({ context: { stage: 'dev' } });
    expect(dev.types.filter((type) => type.startsWith('AWS::CodeDeploy'))).toEqual([]);
    const aliases = dev.all('AWS::Lambda::Alias');
    expect(aliases).toHaveLength(functionIds(dev).length);
    for (const { updatePolicy } of aliases) expect(updatePolicy).toBeUndefined();
  },
  SYNTHESIS_MS,
);
