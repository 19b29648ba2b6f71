import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import {
  accountKey,
  activitiesPartition,
  apiKeyKey,
  apiKeysPartition,
  apiKeySpendingsPartition,
  apiKeyUsesPartition,
  apiRequestsPartition,
  authenticityNumberKey,
  balanceKey,
  callKey,
  CARRIER_LABELS_PARTITION,
  carrierLotKey,
  cnpjKey,
  correctionKey,
  deliveryKey,
  eventsPartition,
  evidencePartition,
  groupLeaderKey,
  idempotencyKey,
  invitationsPartition,
  ledgerPartition,
  letterBatchLettersPartition,
  letterBatchSlicesPartition,
  mailingPartition,
  mailMergeRowsPartition,
  mailMergesPartition,
  mailOptOutKey,
  mailOptOutLinkKey,
  mailsOfAccountKey,
  mailsToAddressKey,
  pageKey,
  pageTriesKey,
  pendingChargesPartition,
  peoplePartition,
  personEmailKey,
  personIdentityKey,
  personKey,
  printBatchPartition,
  requestCountKey,
  sessionKey,
  takenLabelsPartition,
  targetHostKey,
  trackingCodeKey,
  uploadKey,
  webhookEndpointsPartition,
} from '../../../lib/adapters/data/table/keys.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { environmentNames } from '../../../lib/core/environment.ts';
import { idIn, SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

const repository = resolve(import.meta.dirname, '../../..');

interface Grant {
  /** Logical id of the role. */
  role: string;
  /** Name of the function that has the role; undefined for other roles. */
  fn: string | undefined;
  action: string;
  resource: string;
  condition: unknown;
}

let template: Template;
let grants: Grant[];
beforeAll(async () => {
  template = await synthesizeApp({
    context: { printHouseAccountId: '111122223333', printHouseExternalId: 'print-house' },
  });
  const functions = template.all('AWS::Lambda::Function').map(({ properties }) => properties);
  const functionOf = new Map(
    functions.map(({ Role, Environment }) => [idIn(Role), Environment.Variables.POWERTOOLS_SERVICE_NAME]),
  );
  grants = template.all('AWS::IAM::Policy').flatMap(({ properties }) => {
    const role = idIn(properties.Roles);
    return properties.PolicyDocument.Statement.flatMap(({ Action, Resource, Condition: condition }) =>
      [Action].flat().flatMap((action) =>
        [Resource].flat().map((resource) => ({
          role,
          fn: functionOf.get(role),
          action,
          resource: JSON.stringify(resource),
          condition,
        })),
      ),
    );
  });
}, SYNTHESIS_MS);

/** The functions and other roles that hold a grant, by name. */
function holders(action: string, resource = /./): string[] {
  const found = grants.filter((grant) => grant.action === action && resource.test(grant.resource));
  return [...new Set(found.map(({ fn, role }) => fn ?? role))].sort();
}

test('no role may use every action of a service', () => {
  expect(grants.length).toBeGreaterThan(100);
  expect(grants.filter(({ action }) => action.includes('*'))).toEqual([]);
});

/** Actions that IAM cannot restrict to a resource. */
const unscoped = [
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  // Restricted to the service's namespace by a condition.
  'cloudwatch:PutMetricData',
  // To decide whether a rollout must be rolled back.
  'cloudwatch:DescribeAlarms',
  // They set up the log delivery of a state machine.
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
];

test('only actions that IAM cannot narrow apply to every resource', () => {
  const everywhere = grants.filter(({ resource }) => resource === '"*"').map(({ action }) => action);
  expect(everywhere.filter((action) => !unscoped.includes(action))).toEqual([]);
  const metrics = grants.find(({ action }) => action === 'cloudwatch:PutMetricData');
  expect(metrics?.condition).toEqual({ StringEquals: { 'cloudwatch:namespace': 'Malote' } });
});

test('a wildcard in an ARN stands only for unnamed parts: the files of a bucket or folder, the streams of the table, the executions of a state machine, the functions of the stack', () => {
  const withWildcard = grants.filter(({ resource }) => resource.includes('*') && resource !== '"*"');
  const files = /^s3:(Get|Put|Delete)Object(Version)?$/;
  const ofTheStack = /"AWS::AccountId"\},":function:Malote-\*"\]\]\}$/;
  const others: Record<string, RegExp> = {
    'lambda:GetAlias': ofTheStack,
    'lambda:UpdateAlias': ofTheStack,
    'lambda:GetProvisionedConcurrencyConfig': ofTheStack,
    'dynamodb:ListStreams': /"\/stream\/\*"\]\]\}$/,
    'states:DescribeExecution': /":execution:",\{"Fn::GetAtt":\["Lifecycle\w+","Name"\]\},":\*"\]\]\}$/,
  };
  for (const { action, resource } of withWildcard) {
    const names = files.test(action) ? /"\/([\w-]+\/)?\*"\]\]\}$/ : others[action];
    expect([action, resource]).toEqual([action, expect.stringMatching(names!)]);
  }
  const found = withWildcard.filter(({ action }) => !files.test(action)).map(({ action }) => action);
  expect(new Set(found)).toEqual(new Set(Object.keys(others)));
});

test("no role has grants beyond those that these tests read, except the gateway's role for its log", () => {
  const managed = template.all('AWS::IAM::Role').filter(({ properties }) => properties.ManagedPolicyArns);
  expect(managed.map(({ id }) => id)).toEqual([expect.stringMatching(/^ApiGatewayCloudWatchRole/)]);
  expect(template.all('AWS::IAM::Role').filter(({ properties }) => properties.Policies)).toEqual([]);
  // The CDK makes these of policies that are too long for a role.
  expect(template.types).not.toContain('AWS::IAM::ManagedPolicy');
});

test('a public page reads items by their key and lists nothing; nothing scans, and indexes are only queried', () => {
  const pages = holders('dynamodb:GetItem').filter((fn) => fn.startsWith('confirmation-page-'));
  expect(pages.length).toBeGreaterThan(3);
  for (const action of ['dynamodb:Query', 'dynamodb:BatchGetItem'])
    expect(holders(action).filter((fn) => pages.includes(fn))).toEqual([]);
  expect(holders('dynamodb:Scan')).toEqual([]);
  const ofIndexes = grants.filter(({ resource }) => resource.includes('/index/'));
  expect(new Set(ofIndexes.map(({ action }) => action))).toEqual(new Set(['dynamodb:Query']));
});

test('every function has its own role', () => {
  const roles = template.all('AWS::Lambda::Function').map(({ properties }) => idIn(properties.Role));
  expect(new Set(roles).size).toBe(roles.length);
});

test('reading endpoints change only the count of their requests and the last use of a session', () => {
  const readers = [
    'account-get',
    'balance-get',
    'balance-transactions-list',
    'events-list',
    'home',
    'letter-batches-get',
    'letter-batches-list',
    'letter-batches-rows',
    'letters-get',
    'letters-list',
    'mail-merges-get',
    'mail-merges-list',
    'mail-merges-rows',
    'requests-get',
    'requests-list',
    'search',
    'verification-attempts-list',
    'verification-figures-get',
    'verifications-get',
    'verifications-list',
  ];
  const changes = grants.filter(
    ({ fn, action }) =>
      fn && readers.includes(fn) && /dynamodb:(Put|Update|Delete)|s3:Put|sqs:|events:|states:/.test(action),
  );
  expect(changes.map(({ fn, action }) => `${fn} ${action}`).sort()).toEqual(
    readers.map((fn) => `${fn} dynamodb:UpdateItem`),
  );
  for (const { condition } of changes)
    expect(condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*#RATE', 'SESSION#*'] },
    });
});

test('opening a page counts missing addresses, and changes nothing else; its logo function only reads', () => {
  const reads = grants.filter(({ fn }) => fn === 'confirmation-page-show' || fn === 'confirmation-page-logo');
  const actionsOf = (name: string) =>
    new Set(reads.flatMap(({ fn, action }) => (fn === name && action.startsWith('dynamodb:') ? [action] : [])));
  expect(actionsOf('confirmation-page-logo')).toEqual(new Set(['dynamodb:GetItem']));
  expect(actionsOf('confirmation-page-show')).toEqual(new Set(['dynamodb:GetItem', 'dynamodb:UpdateItem']));
  expect(written['confirmation-page-show']).toEqual([{ Update: ['pageTries'] }]);
  expect(reads.filter(({ action }) => /s3:|kms:/.test(action))).toEqual([]);
});

const ACCOUNT = 'acc_01jd3x7q4m8n2p5r6s9t0v1w2y';

/** A partition key of every kind of item, built as the functions build it. */
const partitions = {
  account: accountKey(ACCOUNT).PK,
  balance: balanceKey(ACCOUNT).PK,
  leader: groupLeaderKey(ACCOUNT).PK,
  cnpj: cnpjKey('12ABC34501DE35').PK,
  apiKey: apiKeyKey('5e88').PK,
  apiKeyCount: apiKeysPartition('acc_bcdfgh'),
  apiKeyUse: apiKeyUsesPartition(ACCOUNT),
  apiKeySpending: apiKeySpendingsPartition(ACCOUNT),
  apiRequest: apiRequestsPartition(ACCOUNT),
  correction: correctionKey(ACCOUNT, '5e88').PK,
  ledger: ledgerPartition(ACCOUNT),
  letter: mailingPartition(ACCOUNT, 'letter'),
  verification: mailingPartition(ACCOUNT, 'verification'),
  page: pageKey('k7q4m8n2').PK,
  authenticityNumber: authenticityNumberKey('bcdf-ghjk-mnpq').PK,
  pageTries: pageTriesKey('acc_1#ip', 7).PK,
  trackingCode: trackingCodeKey('5e88').PK,
  upload: uploadKey(ACCOUNT, 'upl_1').PK,
  mailMerge: mailMergesPartition(ACCOUNT),
  mailMergeRow: mailMergeRowsPartition(ACCOUNT, 'mrg_1'),
  letterBatchSlice: letterBatchSlicesPartition(ACCOUNT, 'mrg_1'),
  letterOfBatch: letterBatchLettersPartition(ACCOUNT, 'mrg_1'),
  event: eventsPartition(ACCOUNT),
  evidence: evidencePartition(ACCOUNT, 'ver_1'),
  answer: idempotencyKey(ACCOUNT, '5e88').PK,
  call: callKey('req_1').PK,
  pendingCharge: pendingChargesPartition(ACCOUNT, 3),
  requestCount: requestCountKey(ACCOUNT, 7).PK,
  endpoint: webhookEndpointsPartition(ACCOUNT),
  delivery: deliveryKey('evt_1', 'whk_1').PK,
  printBatch: printBatchPartition('bat_1'),
  carrierLabels: CARRIER_LABELS_PARTITION,
  takenLabels: takenLabelsPartition('TE'),
  carrierLot: carrierLotKey('0000000001').PK,
  session: sessionKey('5e88').PK,
  person: personKey('usr_1').PK,
  personEmail: personEmailKey('5e88').PK,
  personIdentity: personIdentityKey('5e88').PK,
  membership: peoplePartition(ACCOUNT),
  invitation: invitationsPartition(ACCOUNT),
  invitationMails: mailsOfAccountKey(ACCOUNT, 'DAY#1').PK,
  targetHost: targetHostKey('5e88').PK,
  mailsToAddress: mailsToAddressKey('5e88', 'invitation#1').PK,
  mailOptOut: mailOptOutKey('5e88').PK,
  mailOptOutLink: mailOptOutLinkKey('5e88').PK,
  activity: activitiesPartition(ACCOUNT),
};

type ItemKind = keyof typeof partitions;
const WRITES = ['Put', 'Update', 'Delete', 'ConditionCheck'] as const;
type Writes = Partial<Record<(typeof WRITES)[number], ItemKind[]>>;

/** They share a partition, so no permission can distinguish them. */
const own: ItemKind[] = ['account', 'balance', 'leader'];
const answers: Writes = { Put: ['answer', 'call'], Update: ['answer'], Delete: ['answer'] };
/** Whether a call without an Idempotency-Key was done. */
const outcomes: Writes = { Put: ['call'] };
const verificationChanges: Writes = { Put: ['event'], Update: ['verification'] };
/** A leader commits other calls of the account: letters and verifications, new, changed and canceled; letter batches. */
const charges: Writes = {
  Put: [
    ...own,
    'ledger',
    'letter',
    'verification',
    'page',
    'authenticityNumber',
    'event',
    'pendingCharge',
    'apiKeySpending',
  ],
  Update: ['letter', 'verification', 'upload', 'pendingCharge', 'mailMerge'],
  Delete: [...own, 'pendingCharge'],
  ConditionCheck: own,
};

/** Who did something in the dashboard; reads, quotes and sign-ins are not logged. */
const activities: Writes = { Put: ['activity'], Update: ['activity'], Delete: ['activity'] };
const people: Writes = { Put: ['person', 'personEmail', 'personIdentity'], Update: ['person'] };
const places: ItemKind[] = ['membership', 'invitation'];
const memberships: Writes = { Put: places, Update: places, Delete: places };
/** Keys and endpoints that end with a person's role. */
const made: Writes = { Update: ['apiKey', 'apiKeyCount', 'endpoint'], Delete: ['endpoint'] };
const sessions: Writes = { Put: ['session'], Delete: ['session'] };

/**
 * What each function writes; an unlisted function writes nothing. API functions also count requests and record when a
 * session was last seen.
 */
const written: Record<string, Writes[]> = {
  'letters-create': [activities, answers, charges, { Update: ['targetHost'] }],
  'letters-quote': [answers, { Update: ['targetHost', 'upload'] }],
  'verifications-quote': [answers, { Update: ['targetHost', 'upload'] }],
  'letters-cancel': [activities, answers, charges],
  'letters-edit': [activities, outcomes, { Put: ['event'], Update: ['letter', 'upload'] }],
  'letters-send-now': [activities, answers, charges],
  'verifications-create': [activities, answers, charges, { Update: ['targetHost'] }],
  'verifications-check': [activities, answers, verificationChanges],
  'verifications-cancel': [activities, answers, charges],
  'uploads-create': [answers, { Put: ['upload'] }],
  'balance-warning-set': [activities, outcomes, { Update: own }],
  'account-edit': [activities, outcomes, { Update: own }],
  'account-logo-set': [activities, answers, { Put: own, Update: own, Delete: own }],
  'account-logo-remove': [activities, outcomes, { Put: own, Update: own, Delete: own }],
  'letter-batches-create': [answers, { Put: ['mailMerge'] }],
  'letter-batches-quote': [answers, { Update: ['mailMerge'] }],
  'letter-batches-confirm': [answers, charges],
  'letter-batches-cancel': [answers, { Update: ['mailMerge'] }],
  'mail-merges-create': [answers, { Put: ['mailMerge'] }],
  'mail-merges-send': [activities, answers, { Update: ['mailMerge'] }],
  'mail-merges-cancel': [activities, answers, { Update: ['mailMerge'] }],
  'people-add': [activities, answers, memberships, { Update: ['invitationMails'] }],
  'people-invite': [activities, answers, { Update: ['invitationMails', 'invitation'] }],
  'people-role': [activities, outcomes, memberships, made],
  'people-remove': [activities, outcomes, memberships, made],
  'invitations-accept': [activities, outcomes, memberships, { ConditionCheck: ['membership'] }],
  'invitations-decline': [outcomes, memberships],
  'api-keys-create': [activities, answers, { Put: ['apiKey', 'apiKeySpending'], Update: ['apiKey', 'apiKeyCount'] }],
  'api-keys-edit': [activities, outcomes, { Put: ['apiKeySpending'], Update: ['apiKey', 'apiKeySpending'] }],
  'api-keys-revoke': [activities, outcomes, { Put: ['apiKey', 'apiKeySpending'], Update: ['apiKey', 'apiKeyCount'] }],
  'webhook-endpoints-create': [activities, answers, { Put: ['endpoint'], Update: ['endpoint'], ConditionCheck: own }],
  'webhook-endpoints-edit': [activities, outcomes, { Update: ['endpoint'] }],
  'webhook-endpoints-remove': [activities, outcomes, { Update: ['endpoint'], Delete: ['endpoint'] }],
  'webhook-endpoints-rotate-secret': [activities, answers, { Update: ['endpoint'] }],
  'webhook-endpoints-test': [answers],
  'webhook-endpoints-send-failed': [activities, answers, { Put: ['delivery'] }],
  'webhook-deliveries-send-again': [activities, answers, { Put: ['delivery'] }],
  'sign-in-finish': [{ Put: ['activity'] }, sessions, people],
  'sign-out': [{ Put: ['activity'] }, outcomes, sessions, people],
  'sessions-end': [{ Put: ['activity'] }, outcomes, sessions, people],
  'letters-evidence': [{ Put: ['evidence'] }],
  'verification-evidence-get': [{ Put: ['evidence'] }],
  'follow-lifecycle': [{ Put: ['evidence'] }],
  'confirmation-page-confirm': [outcomes, verificationChanges, { Update: ['pageTries'] }],
  'confirmation-page-opt-out': [{ Put: ['mailOptOut'] }],
  'confirmation-page-find': [{ Update: ['pageTries', 'authenticityNumber'] }],
  'confirmation-page-share-location': [outcomes, verificationChanges, { Update: ['pageTries'] }],
  'confirmation-page-show': [{ Update: ['pageTries'] }],
  'charge-scheduled-letters': [{ Put: [...own, 'ledger', 'event'], Update: ['letter'], ConditionCheck: own }],
  'expire-verifications': [verificationChanges],
  'check-sessions': [sessions, { Update: ['session'] }],
  'end-sessions-after-reset': [{ Update: ['person'] }],
  'form-print-batch': [
    {
      Put: [...own, 'ledger', 'event', 'printBatch', 'carrierLabels', 'takenLabels', 'carrierLot'],
      Update: ['letter', 'verification', 'printBatch'],
      Delete: ['printBatch'],
      ConditionCheck: own,
    },
  ],
  'apply-print-report': [
    {
      Put: [...own, 'ledger', 'event', 'trackingCode'],
      Update: ['letter', 'verification'],
      ConditionCheck: own,
    },
  ],
  'relay-events': [{ Update: ['event'], Delete: ['pendingCharge'] }],
  'fan-out-webhooks': [{ Put: ['delivery'] }],
  'deliver-webhooks': [{ Put: ['delivery', 'event'], Update: ['endpoint', 'targetHost'] }],
  'send-mails': [{ Put: ['mailOptOutLink'], Update: ['mailsToAddress'] }],
  'erasures-create': [activities, answers],
  'erase-mailings': [
    {
      Put: ['delivery', 'evidence'],
      Update: ['letter', 'verification', 'event', 'answer', 'authenticityNumber', 'upload', 'delivery'],
    },
  ],
  'note-requests': [{ Update: ['apiKeyUse'] }],
  'send-mail-merges': [
    {
      Put: [
        ...own,
        'ledger',
        'letter',
        'authenticityNumber',
        'event',
        'mailMergeRow',
        'letterBatchSlice',
        'letterOfBatch',
      ],
      Update: ['letter', 'mailMerge', 'mailMergeRow', 'letterBatchSlice', 'requestCount'],
      ConditionCheck: own,
    },
  ],
  'sweep-deliveries': [{ Put: ['delivery'], Update: ['endpoint'] }],
};

test('each function writes the items that its work needs, and no others', () => {
  const functions = [...new Set(grants.flatMap(({ fn }) => fn ?? []))].sort();
  const isApi = (fn: string) =>
    !/^(confirmation-page|endpoint-not-found|webhook-addresses|sign-in-start)/.test(fn) && !workers.includes(fn);
  for (const fn of functions) {
    const wanted = [
      ...(written[fn] ?? []),
      ...(isApi(fn) ? [{ Update: ['requestCount', 'session'] } satisfies Writes] : []),
    ];
    const expected = wanted.flatMap((writes) =>
      Object.entries(writes).flatMap(([action, kinds]) => kinds.map((kind) => `${action} ${kind}`)),
    );
    const allowed = WRITES.flatMap((action) =>
      Object.entries(partitions)
        .filter(([, partition]) => mayWrite(fn, action, partition))
        .map(([kind]) => `${action} ${kind}`),
    );
    expect([fn, allowed.sort()]).toEqual([fn, [...new Set(expected)].sort()]);
  }
});

test('in batches, the function that reads the log writes only requests, and no other function writes them', () => {
  for (const fn of holders('dynamodb:BatchWriteItem')) {
    const kinds = Object.entries(partitions).filter(([, partition]) => mayWrite(fn, 'BatchWrite', partition));
    expect([fn, kinds.map(([kind]) => kind)]).toEqual([fn, fn === 'note-requests' ? ['apiRequest'] : []]);
  }
});

/** Partitions of a sandbox, of every kind that mailings and money have. */
const sandbox = sandboxIdOf('acc_bcdfgh');
const ofSandbox = {
  balance: balanceKey(sandbox).PK,
  ledger: ledgerPartition(sandbox),
  letter: mailingPartition(sandbox, 'letter'),
  verification: mailingPartition(sandbox, 'verification'),
  event: eventsPartition(sandbox),
};

test('functions for real mail write nothing of a sandbox, and the simulator nothing of a live account (rule SBX-3)', () => {
  for (const action of WRITES) {
    for (const [kind, partition] of Object.entries(ofSandbox)) {
      for (const fn of ['form-print-batch', 'apply-print-report'])
        expect([fn, action, kind, mayWrite(fn, action, partition)]).toContain(false);
    }
    for (const [kind, partition] of Object.entries(partitions))
      expect(['simulate-print-house', action, kind, mayWrite('simulate-print-house', action, partition)]).toContain(
        false,
      );
  }
  expect(mayWrite('simulate-print-house', 'Update', ofSandbox.letter)).toBe(true);
  expect(mayWrite('simulate-print-house', 'Put', ofSandbox.ledger)).toBe(true);
  expect(mayWrite('form-print-batch', 'Update', partitions.letter)).toBe(true);
});

test('functions that create test keys move only play money', () => {
  for (const action of WRITES)
    expect([action, mayWrite('api-keys-create', action, partitions.balance)]).toContain(false);
  expect(mayWrite('api-keys-create', 'Put', ofSandbox.balance)).toBe(true);
});

test('no function that serves pages without a key reaches money, keys or accounts', () => {
  for (const fn of ['confirmation-page-confirm', 'confirmation-page-share-location']) {
    for (const kind of ['account', 'balance', 'leader', 'ledger', 'apiKey', 'letter', 'answer'] as const) {
      for (const action of WRITES) expect([fn, action, kind, mayWrite(fn, action, partitions[kind])]).toContain(false);
    }
  }
});

const workers = globSync('functions/workers/*', { cwd: repository }).map((path) => basename(path));

/** Whether IAM lets a function write an item: some statement has the action, and all its conditions hold. */
function mayWrite(fn: string, action: string, partition: string): boolean {
  return grants.some(
    (grant) => grant.fn === fn && grant.action === `dynamodb:${action}Item` && holds(grant.condition, partition),
  );
}

/** @throws Error for a condition that this test does not know */
function holds(condition: unknown, partition: string): boolean {
  return Object.entries((condition ?? {}) as Record<string, Record<string, string | string[]>>).every(
    ([operator, { 'dynamodb:LeadingKeys': patterns, ...others }]) => {
      if (patterns === undefined || Object.keys(others).length > 0)
        throw new Error(`unknown ${JSON.stringify(others)}`);
      const isLike = [patterns].flat().some((pattern) => like(pattern).test(partition));
      if (operator === 'ForAllValues:StringLike') return isLike;
      if (operator === 'ForAllValues:StringNotLike') return !isLike;
      throw new Error(`unknown operator ${operator}`);
    },
  );
}

/** `*` stands for any characters and `?` for one (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html). */
function like(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}

test('the function for unknown endpoints accesses no data', () => {
  const actions = grants.filter(({ fn }) => fn === 'endpoint-not-found').map(({ action }) => action.split(':')[0]);
  expect(new Set(actions)).toEqual(new Set(['logs', 'xray']));
});

test('exactly one function each puts files, decrypts, publishes, starts executions', () => {
  expect(holders('s3:PutObject', /Documents/)).toEqual([
    'letters-create',
    'letters-edit',
    'send-mail-merges',
    'verifications-create',
    'verifications-quote',
  ]);
  expect(holders('s3:PutObject', /outbox/)).toEqual(['form-print-batch']);
  expect(holders('s3:PutObject', /PostalFiles/)).toEqual(['form-print-batch']);
  expect(holders('s3:GetObject', /PostalFiles/)).toEqual([expect.stringMatching(/^StoragePrintHouse/)]);
  expect(holders('s3:PutObject', /results/)).toEqual(['apply-print-report']);
  expect(holders('kms:Sign')).toEqual(['follow-lifecycle', 'letters-evidence', 'verification-evidence-get']);
  // Creating and rotating decrypt a secret to repeat their response, a test to sign.
  const issuers = ['api-keys-create', 'webhook-endpoints-create', 'webhook-endpoints-rotate-secret'];
  expect(holders('kms:Decrypt')).toEqual(['deliver-webhooks', ...issuers, 'webhook-endpoints-test'].sort());
  expect(holders('kms:Encrypt')).toEqual(issuers);
  expect(holders('events:PutEvents')).toEqual(['relay-events']);
  expect(holders('ses:SendEmail')).toEqual(['send-mails']);
  expect(holders('states:StartExecution')).toEqual(['follow-lifecycle', 'reconcile-lifecycles']);
  expect(holders('states:DescribeExecution')).toEqual(['reconcile-lifecycles']);
  for (const signal of ['states:SendTaskSuccess', 'states:SendTaskFailure'])
    expect(holders(signal)).toEqual([
      'charge-scheduled-letters',
      'expire-verifications',
      'follow-lifecycle',
      'reconcile-lifecycles',
    ]);
});

test.each([
  ['letters', 'LifecycleLetters', 'LETTERS', /ScheduledCharges/],
  ['verifications', 'LifecycleVerifications', 'VERIFICATIONS', /CodeExpiries/],
])('the state machine of %s reaches only these, and only its own queue', (_, machineRole, collection, queue) => {
  const machine = grants.filter(({ role }) => role.startsWith(machineRole));
  const table = machine.filter(({ action }) => action.startsWith('dynamodb:'));
  expect(table.map(({ action }) => action).sort()).toEqual(['dynamodb:GetItem', 'dynamodb:UpdateItem']);
  for (const { condition } of table)
    expect(condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`ACCOUNT#*#${collection}`] } });
  expect(machine.filter(({ action }) => action.startsWith('sqs:'))).toEqual([
    expect.objectContaining({ action: 'sqs:SendMessage', resource: expect.stringMatching(queue) }),
  ]);
});

test('functions that handle requests cannot read codes, except the one that prints them', () => {
  const files = grants.filter(({ resource }) => resource.includes('VerificationFiles'));
  expect(holders('s3:PutObject', /VerificationFiles/)).toEqual(['verifications-create']);
  expect(files.filter(({ action }) => action === 's3:GetObject').map(({ fn, role }) => fn ?? role)).toEqual([
    expect.stringMatching(/^StoragePrintHouse/),
    'form-print-batch',
  ]);
  const removers = grants.filter(({ action }) => action.startsWith('s3:Delete'));
  expect(removers.map(({ fn, role, action, resource }) => [fn ?? role, action, resource])).toEqual(
    expect.arrayContaining([
      // The verifications' state machine, which is not a function, deletes the files of posted verifications.
      [
        expect.stringMatching(/^LifecycleVerifications/),
        's3:DeleteObject',
        expect.stringContaining('VerificationFiles'),
      ],
      // An edited letter's earlier file, or the one that came too late.
      ['letters-edit', 's3:DeleteObject', expect.stringContaining('Documents')],
      // The files that an owner wants erased; the bucket would keep them as versions.
      ['erase-mailings', 's3:DeleteObjectVersion', expect.stringContaining('Documents')],
      ['erase-mailings', 's3:DeleteObjectVersion', expect.stringContaining('VerificationFiles')],
      ['erase-mailings', 's3:DeleteObject', expect.stringContaining('Uploads')],
      ['remove-stray-files', 's3:DeleteObject', expect.stringContaining('Documents')],
      ['remove-stray-files', 's3:DeleteObject', expect.stringContaining('VerificationFiles')],
      // Names and addresses of posted batches.
      ['form-print-batch', 's3:DeleteObject', expect.stringContaining('PostalFiles')],
      // The PDF and the rows of a finished spreadsheet.
      ['send-mail-merges', 's3:DeleteObject', expect.stringMatching(/Uploads.*mail-merges\/\*/)],
      // Pages that are not built any more.
      ['publish-pages', 's3:DeleteObject', expect.stringMatching(/"Pages\w{8}".*\/\*/)],
      ['publish-pages', 's3:DeleteObject', expect.stringMatching(/"DocsPages\w{8}".*\/\*/)],
    ]),
  );
  expect(removers).toHaveLength(11);
  expect(holders('kms:GenerateMac')).toEqual([
    'confirmation-page-confirm',
    'verifications-check',
    'verifications-create',
  ]);
  for (const bucket of ['VerificationFiles', 'PostalFiles']) {
    const [policy] = template
      .all('AWS::S3::BucketPolicy')
      .filter(({ properties }) => idIn(properties.Bucket).includes(bucket));
    const refusal = policy!.properties.PolicyDocument.Statement.find(({ Condition }) => Condition?.ArnNotEquals);
    expect(refusal).toMatchObject({ Effect: 'Deny', Action: ['s3:GetObject', 's3:GetObjectVersion'] });
    const readers = JSON.stringify(refusal!.Condition);
    expect(readers).toMatch(/FormPrintBatchRole\w+.*StoragePrintHouse\w+/);
  }
});

test('links are signed by a user with exactly the permissions of its links, which functions do not need', () => {
  const [user, ...others] = template.all('AWS::IAM::User').map(({ properties }) => properties);
  expect(others).toEqual([]);
  const statements = user!.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(statements.map(({ Effect, Action, Resource }) => [Effect, Action, JSON.stringify(Resource)])).toEqual([
    ['Allow', 's3:GetObject', expect.stringMatching(/StorageDocuments.*\/\*/)],
    ['Allow', 's3:PutObject', expect.stringMatching(/StorageUploads.*\/\*/)],
  ]);
  // It copies the PDFs and quoted rows of letter batches (rule LBT-5).
  expect(holders('s3:PutObject', /Uploads/)).toEqual(['send-mail-merges']);
  expect(holders('s3:GetObject', /Documents/)).toEqual([
    expect.stringMatching(/^StoragePrintHouse/),
    'form-print-batch',
    'letters-document',
    'letters-edit',
    'remove-stray-files',
  ]);
});

test('the key that signs links is in no template', () => {
  const signers = template
    .all('AWS::Lambda::Function')
    .map(({ properties }) => properties.Environment.Variables.LINK_KEY)
    .filter((key) => key !== undefined);
  expect(signers.length).toBeGreaterThan(0);
  for (const key of signers) expect(JSON.stringify(key)).toMatch(/resolve:secretsmanager:.*LinkSigner/);
});

test('the print house reads batches, results and print files, and writes reports', () => {
  const printHouse = grants.filter(({ role }) => role.startsWith('StoragePrintHouse'));
  expect(printHouse.filter(({ action }) => action === 's3:PutObject').map(({ resource }) => resource)).toEqual([
    expect.stringMatching(/Production.*\/inbox\/\*/),
  ]);
  expect(printHouse.filter(({ resource }) => resource.includes('Uploads'))).toEqual([]);
  // Neither previews of quotes nor copies of verifications.
  expect(printHouse.filter(({ resource }) => resource.includes('Documents')).map(({ resource }) => resource)).toEqual([
    expect.stringMatching(/Documents.*\/letters\/\*/),
  ]);
  const role = template.all('AWS::IAM::Role').find(({ id }) => id.startsWith('StoragePrintHouse'))!;
  expect(role.properties.AssumeRolePolicyDocument.Statement).toEqual([
    expect.objectContaining({ Condition: { StringEquals: { 'sts:ExternalId': 'print-house' } } }),
  ]);
  expect(new Set(printHouse.map(({ action }) => action))).toEqual(
    new Set(['s3:GetObject', 's3:PutObject', 's3:ListBucket']),
  );
});

/** Lambda itself sets where the bundle is. */
const setByUs = environmentNames.filter((name) => name !== 'LAMBDA_TASK_ROOT').sort();

test('every function has exactly the variables that its code reads', () => {
  const read = Object.fromEntries(
    globSync('functions/**/handler.ts', { cwd: repository }).map((path) => {
      const folder = dirname(path);
      const code = globSync(`${folder}/*.ts`, { cwd: repository })
        .map((file) => readFileSync(resolve(repository, file), 'utf8'))
        .join('\n');
      const calls = [...code.matchAll(/readEnvironment\(([^)]*)\)/g)].map(([, names]) => names).join();
      return [basename(folder), setByUs.filter((name) => calls.includes(`'${name}'`))];
    }),
  );
  const given = Object.fromEntries(
    template.all('AWS::Lambda::Function').map(({ properties }) => {
      const { POWERTOOLS_SERVICE_NAME, ...variables } = properties.Environment.Variables;
      return [POWERTOOLS_SERVICE_NAME, Object.keys(variables).sort()];
    }),
  );
  expect(given).toEqual(read);
});
