import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ResourceType } from '../service.ts';
import type { CreatedStack, Template } from '../template.ts';
import { createResources, loadAssembly } from '../template.ts';
import { temporaryDirectory, writeAssembly } from './support/assembly.ts';

const environment = { region: 'sa-east-1', accountId: '123456789012', stackName: 'Malote' };

/** A resource type that records its properties, in order of creation. */
function recorder() {
  const created: [logicalId: string, properties: Record<string, unknown>][] = [];
  const thing: ResourceType = {
    honors: ['Value', 'Other'],
    ignores: { Ignored: 'it is a test' },
    create: (properties, { logicalId }) => {
      if (properties.Value === 'fails') throw new Error('on purpose');
      created.push([logicalId, properties]);
      return { ref: `ref-${logicalId}`, attributes: { Arn: `arn-${logicalId}`, 'Nested.Name': 'nested' } };
    },
  };
  return { created, types: { 'Test::Thing': thing } };
}

async function createAll(template: Omit<Template, 'Resources'> & { Resources: object }): Promise<{
  created: [string, Record<string, unknown>][];
  stack: CreatedStack;
}> {
  const { created, types } = recorder();
  const stack = await createResources(template as Template, types, environment);
  return { created, stack };
}

const thing = (properties: Record<string, unknown> = {}, attributes: Record<string, unknown> = {}) => ({
  Type: 'Test::Thing',
  Properties: properties,
  ...attributes,
});

/** The result of an intrinsic function, with other resources to refer to. */
async function resolved(value: unknown, template: Partial<Template> = {}): Promise<unknown> {
  const { created } = await createAll({ ...template, Resources: { Subject: thing({ Value: value }), A: thing() } });
  return created.find(([logicalId]) => logicalId === 'Subject')![1].Value;
}

describe('intrinsic functions', () => {
  test.each([
    ['Ref of a resource', { Ref: 'A' }, 'ref-A'],
    ['Ref of a pseudo parameter', { Ref: 'AWS::AccountId' }, '123456789012'],
    ['Fn::GetAtt', { 'Fn::GetAtt': ['A', 'Arn'] }, 'arn-A'],
    ['Fn::GetAtt as text, of an attribute with a dot', { 'Fn::GetAtt': 'A.Nested.Name' }, 'nested'],
    ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'A' }, { Ref: 'AWS::Region' }]] }, 'a-ref-A-sa-east-1'],
    ['Fn::Sub', { 'Fn::Sub': '${A}/${A.Arn}/${AWS::Region}/${!Kept}' }, 'ref-A/arn-A/sa-east-1/${Kept}'],
    ['Fn::Sub with variables', { 'Fn::Sub': ['${x}${A}', { x: { Ref: 'A' } }] }, 'ref-Aref-A'],
    ['Fn::Select and Fn::Split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['values inside lists and objects', { list: [{ Ref: 'A' }, 2, null, true] }, { list: ['ref-A', 2, null, true] }],
    ['AWS::NoValue', { kept: 1, left: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
  ])('%s', async (_, value, expected) => {
    expect(await resolved(value)).toEqual(expected);
  });

  test('parameters by their default', async () => {
    expect(await resolved({ Ref: 'Stage' }, { Parameters: { Stage: { Default: 'prod' } } })).toBe('prod');
    await expect(resolved({ Ref: 'Stage' }, { Parameters: { Stage: {} } })).rejects.toThrow(
      'Subject (Test::Thing): parameter Stage has no default',
    );
  });

  test('mappings', async () => {
    const Mappings = { Sizes: { 'sa-east-1': { memory: 512 } } };
    const lookup = (entry: string) => ({ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, entry] });
    expect(await resolved(lookup('memory'), { Mappings })).toBe(512);
    await expect(resolved(lookup('disk'), { Mappings })).rejects.toThrow('mapping Sizes.sa-east-1.disk is not known');
  });

  test.each([
    ['Fn::Equals', { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'sa-east-1'] }, 'yes'],
    ['Fn::Not', { 'Fn::Not': [{ Condition: 'Always' }] }, 'no'],
    ['Fn::And', { 'Fn::And': [{ Condition: 'Always' }, { 'Fn::Equals': [1, 2] }] }, 'no'],
    ['Fn::Or', { 'Fn::Or': [{ 'Fn::Equals': [1, 2] }, { Condition: 'Always' }] }, 'yes'],
  ])('Fn::If by a condition with %s', async (_, condition, expected) => {
    const Conditions = { Subject: condition, Always: { 'Fn::Equals': ['a', 'a'] } };
    expect(await resolved({ 'Fn::If': ['Subject', 'yes', 'no'] }, { Conditions })).toBe(expected);
  });

  test.each([
    ['an unknown function', { 'Fn::Cidr': [] }, 'intrinsic function Fn::Cidr is not known'],
    ['an unknown attribute', { 'Fn::GetAtt': ['A', 'Name'] }, 'attribute A.Name is not known'],
    ['an unknown name', { Ref: 'Nobody' }, 'Nobody is referred to, but is no resource of this template'],
  ])('stop the start at %s, naming the resource', async (_, value, message) => {
    await expect(resolved(value)).rejects.toThrow(`Subject (Test::Thing): ${message}`);
  });
});

describe('resources', () => {
  test('are created after the resources they refer to or depend on', async () => {
    const { created } = await createAll({
      Resources: {
        First: thing({ Value: { 'Fn::Sub': '${Third.Arn}' } }, { DependsOn: 'Second' }),
        Second: thing({ Value: { deep: [{ 'Fn::Join': ['', [{ Ref: 'Third' }]] }] } }),
        Third: thing({}, { DependsOn: ['Fourth'] }),
        Fourth: thing(),
      },
    });
    expect(created.map(([logicalId]) => logicalId)).toEqual(['Fourth', 'Third', 'Second', 'First']);
  });

  test('with circular references stop the start', async () => {
    const Resources = { A: thing({ Value: { Ref: 'B' } }), B: thing({ Value: { Ref: 'A' } }) };
    await expect(createAll({ Resources })).rejects.toThrow('Circular reference: A → B → A');
  });

  test('with a false condition are not created', async () => {
    const { created } = await createAll({
      Conditions: { Never: { 'Fn::Equals': [1, 2] } },
      Resources: { A: thing({}, { Condition: 'Never' }), B: thing() },
    });
    expect(created.map(([logicalId]) => logicalId)).toEqual(['B']);
  });

  test('without behavior still have a name and an ARN', async () => {
    const { stack } = await createAll({
      Resources: { Topic: { Type: 'AWS::SNS::Topic', Properties: { AnythingAtAll: 1 } } },
      Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Topic', 'Arn'] } } },
    });
    expect(stack.outputs).toEqual({ Arn: 'arn:aws:sns:sa-east-1:123456789012:Topic' });
  });

  test('unknown to the local cloud are all named at once, and nothing is created', async () => {
    const { created, types } = recorder();
    const Resources = {
      Known: thing(),
      Queue: { Type: 'AWS::MQ::Broker' },
      Odd: thing({ Value: 1, Surprise: 2, Ignored: 3 }),
      Strange: thing({}, { CreationPolicy: {} }),
    };
    await expect(createResources({ Resources }, types, environment)).rejects.toThrow(
      [
        'The local cloud does not know:',
        '  Queue (AWS::MQ::Broker): type',
        '  Odd (Test::Thing): property Surprise',
        '  Strange (Test::Thing): attribute CreationPolicy',
      ].join('\n'),
    );
    expect(created).toEqual([]);
  });

  test('that fail are named with the reason', async () => {
    await expect(createAll({ Resources: { A: thing({ Value: 'fails' }) } })).rejects.toThrow(
      'A (Test::Thing): on purpose',
    );
  });
});

describe('an assembly', () => {
  test('contains the template, the stack name and the folder of each asset', () => {
    const { template, stackName, assets } = loadAssembly(writeAssembly({ Resources: { A: thing() } }));
    expect(stackName).toBe('Test');
    expect(template.Resources).toHaveProperty('A');
    expect(assets.get('functions.zip')).toMatch(/test\/functions$/);
  });

  test('with two stacks is rejected', () => {
    const directory = temporaryDirectory();
    const stack = { type: 'aws:cloudformation:stack', properties: {} };
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts: { A: stack, B: stack } }));
    expect(() => loadAssembly(directory)).toThrow('runs one stack');
  });
});
