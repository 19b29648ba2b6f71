import type { Node } from 'constructs';
import { receiverProblem } from '../core/domain/pix.ts';
import { retention } from '../core/domain/retention.ts';

/** Memory in MB (Lambda gives CPU in proportion: 1,769 MB is one core) and time limit in seconds of one function. */
export interface FunctionSettings {
  memory: number;
  timeout: number;
  /** Reserved concurrency, which is also the maximum. Default: none; the function shares the account's pool. */
  reservedConcurrency?: number;
}

/** Retention in days. Default: `lib/core/domain/retention.ts`. */
type Retention = Record<keyof (typeof retention)['settings'], number>;

/** Settings that may differ between stages. Each can be given on the command line: `-c docsUrl=https://…`. */
export interface Settings extends Retention {
  stage: string;
  /**
   * Base of the links printed on verification letters, without a trailing slash; the distribution's own address when empty.
   * Printed links must work for months, so a production stage sets its own domain.
   */
  confirmationPageBase: string;
  /**
   * Customers' hosts that also serve the pages, separated by commas: `confirme.banco.com.br`. Each is a CNAME
   * of its owner to the distribution, and the certificate includes it.
   */
  confirmationPageHosts: string;
  /**
   * ACM certificate in us-east-1 for the host of that base and the customers' hosts. Without it, another proxy must serve the
   * host.
   */
  confirmationPageCertificateArn: string;
  /** Whether CloudFront serves the confirmation page. Without it the gateway does, and the visitor's location is unknown. */
  confirmationPageDistribution: boolean;
  /**
   * Host of the API: `api.company.com.br` makes the base URL `https://api.company.com.br/v1`. Empty: the gateway's own host.
   */
  apiDomain: string;
  /** ACM certificate for that host, in the region of the stack. */
  apiCertificateArn: string;
  /**
   * Base of `error.doc_url`, `https://docs.company.com.br/erros`, without a trailing slash. Default:
   * `<docsOrigin>/erros` if `docsOrigin` is set.
   */
  docsUrl: string;
  /**
   * Where people report a weakness, as `security.txt` on every host says: a URI such as
   * `mailto:seguranca@company.com.br`.
   */
  securityContact: string;
  /** Whether the stack serves the documentation for customers: a nested stack with a bucket and CloudFront. */
  docs: boolean;
  /** Where people find the documentation, `https://docs.company.com.br`; the distribution's own address when empty. */
  docsOrigin: string;
  /** ACM certificate in us-east-1 for its host. Without it, another proxy must serve the host. */
  docsCertificateArn: string;
  /** Whether customers have a dashboard in the browser: a nested stack with a gateway, functions and its people. */
  dashboard: boolean;
  /** Where people find the dashboard, `https://painel.company.com.br`; the distribution's own address when empty. */
  dashboardOrigin: string;
  /** ACM certificate in us-east-1 for its host. Without it, another proxy must serve the host. */
  dashboardCertificateArn: string;
  /**
   * OpenID provider at which people sign in, as `iss` of its ID tokens says, without a trailing slash of ours; a Cognito user
   * pool of the stack's own when empty. The provider must allow `https://<host>/api/sign-in/callback`.
   */
  openIdIssuer: string;
  /** Client at that provider. */
  openIdClientId: string;
  /**
   * Name of the secret in Secrets Manager with the client's secret, as plain text: at least 256 random bits, because sign-ins in
   * progress are signed by a key that is derived from it.
   */
  openIdClientSecretName: string;
  /** Prefix of the host of the user pool's pages, `<prefix>.auth.<region>.amazoncognito.com`; unique in the region. */
  signInDomainPrefix: string;
  /** Whether everyone needs a second factor: TOTP, or a passkey with PIN or fingerprint, which is two factors in one. */
  signInSecondFactor: boolean;
  /**
   * E-mail address from which people get invitations and warnings. It, or its domain, is a verified identity of SES in the
   * region of the stack.
   */
  mailSender: string;
  /**
   * Key of the account into which customers pay by Pix, as Pix writes it: a CNPJ in digits, `+55…`, an e-mail address, or a
   * random key. Empty: the dashboard has no code for payments, and refers to the contract.
   */
  pixKey: string;
  /** Receiver's name in the code, at most 25 characters; the payer's bank shows the one that belongs to the key. */
  pixName: string;
  /** Receiver's city, at most 15 characters. */
  pixCity: string;
  /** A session of the dashboard ends after this many minutes without a request. */
  sessionIdleMinutes: number;
  /** A session of the dashboard ends after this many hours in any case. */
  sessionLongestHours: number;
  /** E-mail address for alarms that need attention now. Empty: none (other subscribers can be added to the topic). */
  alarmEmail: string;
  /** E-mail address for alarms that wait for the next working day. Empty: the same address. */
  ticketEmail: string;
  /** AWS account of the print house, which gets a role to fetch batches and drop reports; no role when empty. */
  printHouseAccountId: string;
  /**
   * External id that the print house names when it assumes its role: a value that you choose for it alone
   * (https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html). Goes with the account.
   */
  printHouseExternalId: string;
  /** When print batches are formed, in Brasília time (EventBridge Scheduler cron); not on holidays (`data/holidays.json`). */
  printBatchSchedule: string;
  /** A mailing received in the last minutes before a batch waits for the next one; until then it can be canceled. */
  printCutoffMinutes: number;
  /** A letter that has not moved for this long is late in production; longer than a long weekend between two batches. */
  productionDeadlineHours: number;
  /** Concurrent invocations that charge scheduled letters. Letters of one account are always charged one after another. */
  chargeConcurrency: number;
  /** Concurrent invocations that expire verifications, ten each: a batch that was posted together expires together. */
  expiryConcurrency: number;
  /** Concurrent invocations that start executions and complete their waits, ten each. */
  lifecycleConcurrency: number;
  /**
   * Concurrent invocations of the delivery lanes: 300 are enough when as many receivers begin to hang at once
   * (lib/core/domain/delivery-settings.ts), 125 of the slow lane when ten million deliveries are pending and each of their calls
   * hangs (docs/operating.md, "What breaks first").
   */
  fastDeliveryConcurrency: number;
  slowDeliveryConcurrency: number;
  /**
   * Fixed addresses from which webhooks leave: none, one, or two in two zones, so that the failure of a zone stops no
   * delivery. Each needs a NAT gateway (docs/cost.md).
   */
  fixedWebhookAddresses: number;
  /** Rate limit of the gateway over all accounts. The service itself limits each account to 50 requests a second. */
  requestsPerSecond: number;
  requestBurst: number;
  /** The same for the confirmation pages. */
  pagesPerSecond: number;
  /** Whether AWS WAF blocks keys whose requests far exceed their limit before functions are called (docs/cost.md). */
  requestGate: boolean;
  /**
   * The next number creates a new key that signs evidence. The previous key stays; add its id to
   * `formerEvidenceKeyIds`.
   */
  evidenceKeyGeneration: number;
  /** Comma-separated ids of the keys that signed evidence before: their public keys stay published. */
  formerEvidenceKeyIds: string;
  /**
   * Time stamping authority (RFC 3161) that stamps the signatures of evidence: the `https://` URL at which it accepts
   * requests without a password. Empty: no time stamps.
   */
  timestampAuthority: string;
  /**
   * The next number creates a new key that signs preview and upload links. The previous key works until the number
   * after that.
   */
  linkKeySerial: number;
  /**
   * How functions get new code: a deployment configuration of CodeDeploy, such as `CodeDeployDefault.LambdaCanary10Percent5Minutes`;
   * all at once and without CodeDeploy when empty.
   */
  rollout: string;
  /** A stage in which a mistake must not lose data: table and user-visible files cannot be deleted with the stack. */
  dataProtected: boolean;
  /**
   * For a stage whose deployed table has indexes with whole items: the projection of an index cannot be changed
   * (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html). Such a
   * table works like any other and costs more.
   */
  wideIndexes: boolean;
  /**
   * Write units a second that the table and each of its indexes accept from the first second. 0: the 4,000 of a new
   * table, which grows with its traffic. One account that creates 50 letters a second, each with 3.6 KB of metadata,
   * consumes 4,920. The value can never be lowered
   * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html).
   */
  warmWriteUnits: number;
  /**
   * Name of a table that DynamoDB restored: the stack uses it instead of creating one (docs/operating.md, "Restoring
   * the table"). The table that the stack created before is kept only in a stage whose data is protected.
   */
  restoredTable: string;
  /** ARN of that table's stream. */
  restoredTableStreamArn: string;
}

const production: Settings = {
  stage: 'prod',
  confirmationPageBase: '',
  confirmationPageHosts: '',
  confirmationPageCertificateArn: '',
  confirmationPageDistribution: true,
  apiDomain: '',
  apiCertificateArn: '',
  docsUrl: 'https://docs.malote.example/erros',
  securityContact: 'mailto:seguranca@malote.example',
  docs: true,
  docsOrigin: '',
  docsCertificateArn: '',
  dashboard: true,
  dashboardOrigin: '',
  dashboardCertificateArn: '',
  openIdIssuer: '',
  openIdClientId: '',
  openIdClientSecretName: '',
  signInDomainPrefix: '',
  signInSecondFactor: true,
  mailSender: 'nao-responda@malote.example',
  pixKey: '',
  pixName: '',
  pixCity: '',
  sessionIdleMinutes: 720,
  sessionLongestHours: 168,
  alarmEmail: '',
  ticketEmail: '',
  printHouseAccountId: '',
  printHouseExternalId: '',
  printBatchSchedule: 'cron(0 9,13,17 ? * MON-FRI *)',
  printCutoffMinutes: 0,
  productionDeadlineHours: 120,
  chargeConcurrency: 20,
  expiryConcurrency: 20,
  lifecycleConcurrency: 5,
  fastDeliveryConcurrency: 300,
  slowDeliveryConcurrency: 125,
  fixedWebhookAddresses: 0,
  requestsPerSecond: 2_000,
  requestBurst: 4_000,
  pagesPerSecond: 500,
  requestGate: false,
  evidenceKeyGeneration: 1,
  formerEvidenceKeyIds: '',
  timestampAuthority: '',
  linkKeySerial: 1,
  rollout: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  dataProtected: true,
  wideIndexes: false,
  warmWriteUnits: 0,
  restoredTable: '',
  restoredTableStreamArn: '',
  ...retention.settings,
};

/** Stages by name; each is given as its differences from production. */
const stages: Record<string, Settings> = {
  prod: production,
  dev: {
    ...production,
    stage: 'dev',
    rollout: '',
    dataProtected: false,
    logRetentionDays: 7,
    accessLogRetentionDays: 7,
  },
};

/**
 * The settings of the stage named by the context (`-c stage=dev`, `prod` unless given), single values overridden by
 * context of the same name, and those by `overrides`.
 * @throws Error naming a stage that does not exist, a value of the wrong type, or a setting that lacks another one.
 */
export function readSettings(node: Node, overrides: Partial<Settings> = {}): Settings {
  const stage = String(node.tryGetContext('stage') ?? 'prod');
  const settings = stages[stage];
  if (!settings) throw new Error(`There is no stage "${stage}"; there are: ${Object.keys(stages).join(', ')}`);
  const fromContext = Object.entries(settings)
    .filter(([name]) => name !== 'stage' && node.tryGetContext(name) !== undefined)
    .map(([name, value]) => [name, typedLike(value, node.tryGetContext(name), name)]);
  return checked({ ...settings, ...(Object.fromEntries(fromContext) as Partial<Settings>), ...overrides });
}

function checked(settings: Settings): Settings {
  // The certificate is for the base's host; CloudFront accepts no certificate without a host name.
  if (settings.confirmationPageCertificateArn && !settings.confirmationPageBase)
    throw new Error('Setting confirmationPageCertificateArn needs confirmationPageBase');
  // The pages are at the root of customers' hosts, so the base must be at the root too.
  if (
    settings.confirmationPageHosts &&
    !(settings.confirmationPageCertificateArn && new URL(settings.confirmationPageBase).pathname === '/')
  )
    throw new Error(
      'Setting confirmationPageHosts needs confirmationPageCertificateArn and a confirmationPageBase without a path',
    );
  if (Boolean(settings.apiDomain) !== Boolean(settings.apiCertificateArn))
    throw new Error('Settings apiDomain and apiCertificateArn need each other');
  // CloudFormation would fail only at the first change of a function.
  if (settings.rollout && !settings.rollout.startsWith('CodeDeployDefault.Lambda'))
    throw new Error('Setting rollout must be a deployment configuration of CodeDeploy for Lambda, or empty');
  if (settings.dashboardCertificateArn && !settings.dashboardOrigin)
    throw new Error('Setting dashboardCertificateArn needs dashboardOrigin');
  if (settings.docsCertificateArn && !settings.docsOrigin)
    throw new Error('Setting docsCertificateArn needs docsOrigin');
  const ofClient = [settings.openIdIssuer, settings.openIdClientId, settings.openIdClientSecretName];
  if (new Set(ofClient.map(Boolean)).size > 1)
    throw new Error('Settings openIdIssuer, openIdClientId and openIdClientSecretName need each other');
  if (Boolean(settings.printHouseAccountId) !== Boolean(settings.printHouseExternalId))
    throw new Error('Settings printHouseAccountId and printHouseExternalId need each other');
  // A stack without a fixed account can use only the first two zones of its region.
  if (![0, 1, 2].includes(settings.fixedWebhookAddresses))
    throw new Error('Setting fixedWebhookAddresses must be 0, 1 or 2');
  if (settings.timestampAuthority && !/^https:\/\/[^\s/]+/.test(settings.timestampAuthority))
    throw new Error('Setting timestampAuthority must be an https URL');
  const { pixKey: key, pixName: name, pixCity: city } = settings;
  const unpayable = key || name || city ? receiverProblem({ key, name, city }) : undefined;
  if (unpayable) throw new Error(`Settings pixKey, pixName and pixCity: ${unpayable}`);
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html: 40,000 without asking for more.
  if (settings.warmWriteUnits !== 0 && !(settings.warmWriteUnits > 4_000 && settings.warmWriteUnits <= 40_000))
    throw new Error('Setting warmWriteUnits must be 0, or more than 4000 and at most 40000');
  // With the wrong stream, events would never be published, without any error.
  if (
    (settings.restoredTable || settings.restoredTableStreamArn) &&
    !settings.restoredTableStreamArn.includes(`:table/${settings.restoredTable || ' '}/stream/`)
  )
    throw new Error('Setting restoredTable needs restoredTableStreamArn, the ARN of a stream of that table');
  const docsUrl =
    settings.docsOrigin && settings.docsUrl === production.docsUrl ? `${settings.docsOrigin}/erros` : settings.docsUrl;
  return { ...settings, docsUrl };
}

/** Values on the command line are strings; each is converted to the type of the value that it replaces. */
function typedLike(model: unknown, value: unknown, name: string): unknown {
  const typed: unknown = typeof model === 'string' ? value : JSON.parse(String(value));
  if (typeof typed !== typeof model) throw new Error(`Setting ${name} must be a ${typeof model}`);
  return typed;
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
  // The receiver has 15 s to respond (rule HOOK-5).
  'webhook-endpoints-test': { memory: 512, timeout: 26 },
  'form-print-batch': { memory: 1024, timeout: 900 },
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
  'relay-events': { memory: 512, timeout: 60 },
  // Searches the responses that an account got in a day: 1 MB per query, about 25 MB a second.
  'erase-mailings': { memory: 512, timeout: 900 },
};

/** Size of a function: its own if there is one, otherwise that of its kind. */
export function functionSettings(name: string, kind: FunctionKind): FunctionSettings {
  return byName[name] ?? byKind[kind];
}
