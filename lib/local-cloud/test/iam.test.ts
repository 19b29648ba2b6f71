import { expect, test } from '@jest/globals';
import { IamService } from '../iam/iam.ts';
import type { PolicyDocument } from '../iam/policy.ts';
import type { Need } from '../service.ts';

type Statements = PolicyDocument['Statement'];

const TABLE = 'arn:aws:dynamodb:sa-east-1:000000000000:table/letters';
const KEY = 'arn:aws:kms:sa-east-1:000000000000:key/1';

/** Checks a need of the role `writer` with these statements: undefined if allowed, otherwise the reason. */
async function judge(Statement: Statements, need: Need, resourceStatements?: Statements): Promise<string | undefined> {
  const iam = new IamService({ region: 'sa-east-1', accountId: '000000000000' });
  const AssumeRolePolicyDocument = { Statement: { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } } };
  const { attributes } = await iam.resourceTypes['AWS::IAM::Role']!.create(
    { RoleName: 'writer', AssumeRolePolicyDocument, Policies: [{ PolicyDocument: { Statement } }] },
    { logicalId: 'Writer' },
  );
  if (resourceStatements) iam.addToResource(need.resource.split('/*')[0]!, { Statement: resourceStatements });
  try {
    iam.principal({ roleArn: attributes!.Arn as string, session: 'fn' }).require([need]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const allow = (more: object = {}) => ({
  Effect: 'Allow' as const,
  Action: 'dynamodb:PutItem',
  Resource: TABLE,
  ...more,
});
const keyed = (...keys: string[]): Need => ({
  action: 'dynamodb:PutItem',
  resource: TABLE,
  context: (key) => (key === 'dynamodb:leadingkeys' ? keys : undefined),
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
test.each<[string, Statements, boolean]>([
  ['an action on a resource', allow(), true],
  ['an action in another case', allow({ Action: 'dynamodb:putitem' }), true],
  ['wildcards', allow({ Action: 'dynamodb:P?t*', Resource: '*' }), true],
  ['another action', allow({ Action: ['dynamodb:UpdateItem', 'dynamodb:Put'] }), false],
  ['another resource', allow({ Resource: `${TABLE}/index/a` }), false],
  ['all actions except another', allow({ Action: undefined, NotAction: 'dynamodb:Delete*' }), true],
  ['all actions except this one', allow({ Action: undefined, NotAction: 'dynamodb:Put*' }), false],
  ['all resources except this one', allow({ Resource: undefined, NotResource: TABLE }), false],
  ['a permission and a denial', [allow(), allow({ Effect: 'Deny' })], false],
  [
    'a denial whose condition does not match',
    [allow(), allow({ Effect: 'Deny', Condition: { StringLike: { 'dynamodb:LeadingKeys': 'B#*' } } })],
    true,
  ],
  ['nothing', [], false],
])('%s', async (_, statements, isAllowed) => {
  expect((await judge(statements, keyed('A#1'))) === undefined).toBe(isAllowed);
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
test.each<[string, Record<string, unknown>, string[], boolean]>([
  ['ForAllValues:StringLike', { 'dynamodb:LeadingKeys': ['A#*', 'B'] }, ['A#1', 'B'], true],
  ['ForAllValues:StringLike', { 'dynamodb:LeadingKeys': ['A#*'] }, ['A#1', 'B'], false],
  // "ForAllValues … returns true if there are no context keys in the request"
  ['ForAllValues:StringLike', { 'dynamodb:LeadingKeys': ['A#*'] }, [], true],
  ['ForAnyValue:StringLike', { 'dynamodb:LeadingKeys': ['A#*'] }, ['A#1', 'B'], true],
  ['ForAnyValue:StringLike', { 'dynamodb:LeadingKeys': ['A#*'] }, [], false],
  ['ForAllValues:StringNotLike', { 'dynamodb:LeadingKeys': ['A#*#*'] }, ['A#1'], true],
  ['ForAllValues:StringNotLike', { 'dynamodb:LeadingKeys': ['A#*#*'] }, ['A#1', 'A#1#LEDGER'], false],
  ['StringEquals', { 'dynamodb:leadingkeys': 'A' }, ['A'], true],
  ['StringEquals', { 'dynamodb:LeadingKeys': 'A' }, ['a'], false],
  ['StringEqualsIgnoreCase', { 'dynamodb:LeadingKeys': 'A' }, ['a'], true],
  ['StringEquals', { 'dynamodb:LeadingKeys': 'A' }, [], false],
  ['StringEqualsIfExists', { 'dynamodb:LeadingKeys': 'A' }, [], true],
  ['StringNotEquals', { 'dynamodb:LeadingKeys': 'A' }, [], true],
  ['Bool', { 'aws:SecureTransport': 'false' }, ['A'], false],
  ['NumericLessThan', { 's3:TlsVersion': 1.2 }, ['A'], false],
  ['Null', { 's3:prefix': 'true' }, ['A'], true],
  ['ArnEquals', { 'aws:PrincipalArn': 'arn:aws:iam::*:role/w*' }, ['A'], true],
  // Each part of an ARN is compared separately.
  ['ArnLike', { 'aws:PrincipalArn': 'arn:*:role/writer' }, ['A'], false],
  ['ArnNotEquals', { 'aws:PrincipalArn': ['arn:aws:iam::000000000000:role/writer'] }, ['A'], false],
])('%s %j for %j: %s', async (operator, keys, values, isAllowed) => {
  const statements = allow({ Condition: { [operator]: keys } });
  expect((await judge(statements, keyed(...values))) === undefined).toBe(isAllowed);
});

test.each([
  ['a condition key', { Condition: { StringEquals: { 'aws:RequestedRegion': 'x' } } }],
  ['a condition operator', { Condition: { DateLessThan: { 's3:prefix': 'x' } } }],
  ['a policy variable', { Resource: 'arn:aws:s3:::b/${aws:username}' }],
  ['an element', { NotPrincipal: '*' }],
])('%s that the local cloud does not know stops the start', async (_, element) => {
  await expect(judge(allow(element), keyed('A'))).rejects.toThrow('is not known');
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
test('a denial names the caller, the action, the resource and the reason', async () => {
  const who = 'User: arn:aws:sts::000000000000:assumed-role/writer/fn is not authorized to perform: dynamodb:PutItem';
  expect(await judge([], keyed('A'))).toBe(
    `${who} on resource: ${TABLE} because no identity-based policy allows the dynamodb:PutItem action`,
  );
  expect(await judge(allow({ Effect: 'Deny' }), keyed('A'))).toBe(
    `${who} on resource: ${TABLE} with an explicit deny in an identity-based policy`,
  );
});

const root = { AWS: 'arn:aws:iam::000000000000:root' };
const writer = { AWS: 'arn:aws:iam::000000000000:role/writer' };
const decrypt: Need = { action: 'kms:Decrypt', resource: KEY };
const ofKey = (Effect: 'Allow' | 'Deny', Principal: Record<string, string>) => ({
  Effect,
  Principal,
  Action: 'kms:*',
  Resource: '*',
});
const mayDecrypt = allow({ Action: 'kms:Decrypt', Resource: KEY });

// https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html
test.each<[string, Statements, Statements, string | undefined]>([
  ['a key that delegates to the account', mayDecrypt, ofKey('Allow', root), undefined],
  ['a key that delegates to an account without such a policy', [], ofKey('Allow', root), 'no identity-based policy'],
  [
    'a key whose policy does not mention the account',
    mayDecrypt,
    ofKey('Allow', { AWS: 'arn:aws:iam::000000000000:role/x' }),
    'no resource-based policy',
  ],
  ['a key that names the role', [], ofKey('Allow', writer), undefined],
  [
    'a key that denies everyone',
    mayDecrypt,
    [ofKey('Allow', root), ofKey('Deny', { AWS: '*' })],
    'an explicit deny in a resource-based policy',
  ],
])('%s', async (_, own, ofResource, refusal) => {
  const reason = await judge(own, decrypt, ofResource);
  if (refusal === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(refusal);
});

test('AWS services reach the resources whose policies allow them, for the source that the policy names', () => {
  const iam = new IamService({ region: 'sa-east-1', accountId: '000000000000' });
  const queue = 'arn:aws:sqs:sa-east-1:000000000000:q';
  const rule = 'arn:aws:events:sa-east-1:000000000000:rule/a';
  iam.addToResource(queue, {
    Statement: {
      Effect: 'Allow',
      Action: 'sqs:SendMessage',
      Principal: { Service: 'events.amazonaws.com' },
      Resource: queue,
      Condition: { ArnEquals: { 'aws:SourceArn': rule } },
    },
  });
  const send: Need = { action: 'sqs:SendMessage', resource: queue };
  const may = (service: string, sourceArn: string) => iam.principal({ service, sourceArn }).allows(send);
  expect(may('events.amazonaws.com', rule)).toBe(true);
  expect(may('events.amazonaws.com', `${rule}b`)).toBe(false);
  expect(may('apigateway.amazonaws.com', rule)).toBe(false);
});
