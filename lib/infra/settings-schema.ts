import { retention } from '../core/domain/retention.ts';

/** What a value must be: the JSON Schema that checks it, and the sentence for whoever gave another. */
interface Kind {
  must: string;
  pattern?: string;
  enum?: readonly (string | number)[];
  minimum?: number;
  maximum?: number;
  oneOf?: readonly object[];
}

const hostPattern = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}`;
const originPattern = String.raw`https://${hostPattern}(?::\d{1,5})?`;
const pathPattern = String.raw`(?:/[\w.~%-]+)*`;
const keyIdPattern = '(?:mrk-[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

const anything: Kind = { must: 'be a text' };
const host: Kind = { pattern: hostPattern, must: 'be a host alone, such as api.company.com.br' };
const hosts: Kind = {
  pattern: `${hostPattern}(?:,${hostPattern})*`,
  must: 'be hosts separated by commas, such as confirme.banco.com.br,confirme.loja.com.br',
};
const origin: Kind = {
  pattern: originPattern,
  must: 'be https:// and a host, without a path or a slash at the end: https://docs.company.com.br',
};
const url: Kind = {
  pattern: originPattern + pathPattern,
  must: 'be an https:// URL without a slash at the end: https://docs.company.com.br/erros',
};
const certificate = (region: string, where: string): Kind => ({
  pattern: String.raw`arn:aws:acm:${region}:\d{12}:certificate/[\w-]+`,
  must: `be the ARN of a certificate ${where}`,
});
const globalCertificate = certificate('us-east-1', 'in us-east-1, where CloudFront looks for it');
const address: Kind = {
  pattern: String.raw`[\w.+'-]+@${hostPattern}`,
  must: 'be an e-mail address alone, such as ops@company.com.br',
};

const text = (description: string, { pattern, ...kind }: Kind, value = '') => ({
  type: 'string' as const,
  description,
  default: value,
  ...kind,
  ...(pattern !== undefined && { pattern: `^(?:${pattern})?$` }),
});
const flag = (description: string, value: boolean) => ({
  type: 'boolean' as const,
  description,
  default: value,
  must: 'be true or false',
});
const number = (description: string, kind: Kind, value: number) => ({
  type: 'integer' as const,
  description,
  default: value,
  ...kind,
});
const positive = { minimum: 1, must: 'be a whole number of 1 or more' };
const days = (description: string, value: number) => number(description, positive, value);
/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const ofQueue = { minimum: 2, maximum: 1000, must: 'be a whole number from 2 to 1000, as SQS accepts it' };
/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const logDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
const ofLogs = { enum: logDays, must: `be a number of days that CloudWatch Logs offers: ${logDays.join(', ')}` };

const kept = retention.settings;

const properties = {
  confirmationPageBase: text(
    "Base of the links printed on verification letters; the distribution's own address when empty. Printed links must work for months, so a production stage sets its own domain.",
    {
      // An emulator on this machine has no certificate.
      pattern: String.raw`(?:${originPattern}|http://(?:127\.0\.0\.1|localhost)(?::\d{1,5})?)${pathPattern}`,
      must: 'be an https:// URL without a slash at the end: https://confirmar.company.com.br',
    },
  ),
  confirmationPageHosts: text(
    "Customers' hosts that also serve the pages. Each is a CNAME of its owner to the distribution, and the certificate includes it.",
    hosts,
  ),
  confirmationPageCertificateArn: text(
    "ACM certificate for the host of that base and the customers' hosts. Without it, another proxy must serve the host.",
    globalCertificate,
  ),
  confirmationPageDistribution: flag(
    "Whether CloudFront serves the confirmation page. Without it the gateway does, and the visitor's location is unknown.",
    true,
  ),
  apiDomain: text(
    "Host of the API: api.company.com.br makes the base URL https://api.company.com.br/v1. Empty: the gateway's own host.",
    host,
  ),
  apiCertificateArn: text(
    'ACM certificate for that host, in the region of the stack.',
    certificate(String.raw`[a-z]{2}(?:-[a-z]+)+-\d`, 'in the region of the stack'),
  ),
  docsUrl: text(
    'Base of error.doc_url. Default: <docsOrigin>/erros if docsOrigin is set.',
    url,
    'https://docs.malote.example/erros',
  ),
  securityContact: text(
    'Where people report a weakness, as security.txt on every host says.',
    {
      pattern: String.raw`mailto:[^\s@]+@${hostPattern}|https://\S+|tel:\+\d+`,
      must: 'be a URI with mailto:, https:// or tel:, such as mailto:seguranca@company.com.br',
    },
    'mailto:seguranca@malote.example',
  ),
  docs: flag(
    'Whether the stack serves the documentation for customers: a nested stack with a bucket and CloudFront.',
    true,
  ),
  docsOrigin: text("Where people find the documentation; the distribution's own address when empty.", origin),
  docsCertificateArn: text(
    'ACM certificate for its host. Without it, another proxy must serve the host.',
    globalCertificate,
  ),
  dashboard: flag(
    'Whether customers have a dashboard in the browser: a nested stack with a gateway, functions and its people.',
    true,
  ),
  dashboardOrigin: text("Where people find the dashboard; the distribution's own address when empty.", origin),
  dashboardCertificateArn: text(
    'ACM certificate for its host. Without it, another proxy must serve the host.',
    globalCertificate,
  ),
  openIdIssuer: text(
    "OpenID provider at which people sign in, as iss of its ID tokens says; a Cognito user pool of the stack's own when empty. The provider must allow https://<host>/api/sign-in/callback.",
    url,
  ),
  openIdClientId: text('Client at that provider.', anything),
  openIdClientSecretName: text(
    "Name of the secret in Secrets Manager with the client's secret, as plain text: at least 256 random bits, because sign-ins in progress are signed by a key that is derived from it.",
    {
      pattern: String.raw`[\w/+=.@-]{1,512}`,
      must: 'be the name of a secret in Secrets Manager, such as malote/sign-in, not the secret',
    },
  ),
  signInDomainPrefix: text(
    "Prefix of the host of the user pool's pages, <prefix>.auth.<region>.amazoncognito.com; unique in the region.",
    {
      // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html
      pattern: '(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?',
      must: 'have 1 to 63 lower-case letters, digits and hyphens, and neither aws, amazon nor cognito',
    },
  ),
  signInSecondFactor: flag(
    'Whether everyone needs a second factor: TOTP, or a passkey with PIN or fingerprint, which is two factors in one.',
    true,
  ),
  mailSender: text(
    'E-mail address from which people get invitations, warnings and sign-in codes. Its domain is a verified identity of SES in the region of the stack.',
    address,
    'nao-responda@malote.example',
  ),
  pixKey: text(
    'Key of the account into which customers pay by Pix, as Pix writes it: a CNPJ in digits, +55…, an e-mail address, or a random key. Empty: the dashboard has no code for payments, and refers to the contract.',
    anything,
  ),
  pixName: text(
    "Receiver's name in the code, at most 25 characters; the payer's bank shows the one that belongs to the key.",
    anything,
  ),
  pixCity: text("Receiver's city, at most 15 characters.", anything),
  sessionIdleMinutes: number(
    'A session of the dashboard ends after this many minutes without a request.',
    positive,
    720,
  ),
  sessionLongestHours: number('A session of the dashboard ends after this many hours in any case.', positive, 168),
  alarmEmail: text(
    'E-mail address for alarms that need attention now. Empty: none (other subscribers can be added to the topic).',
    address,
  ),
  ticketEmail: text('E-mail address for alarms that wait for the next working day. Empty: the same address.', address),
  printHouseAccountId: text(
    'AWS account of the print house, which gets a role to fetch batches and drop reports; no role when empty.',
    { pattern: String.raw`\d{12}`, must: 'be the 12 digits of an AWS account, in quotes' },
  ),
  printHouseExternalId: text(
    'External id that the print house names when it assumes its role: a value that you choose for it alone (https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html).',
    {
      // https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
      pattern: String.raw`[\w+=,.@:/-]{2,1224}`,
      must: 'have 2 to 1224 letters, digits or characters of +=,.@:/_-',
    },
  ),
  printBatchSchedule: text(
    'When print batches are formed, in Brasília time; not on holidays (data/holidays.json).',
    {
      // https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
      pattern: String.raw`cron\([\d*,/-]+ [\d*,/-]+ (?:\? [\dA-Z*,/-]+ [\dA-Z*,/#-]+|[\dLW*,/-]+ [\dA-Z*,/-]+ \?) [\d*,/-]+\)`,
      must: 'be a cron expression of EventBridge Scheduler with six fields, one of the two for days being ?: cron(0 9,13,17 ? * MON-FRI *)',
    },
    'cron(0 9,13,17 ? * MON-FRI *)',
  ),
  printCutoffMinutes: number(
    'A mailing received in the last minutes before a batch waits for the next one; until then it can be canceled.',
    { minimum: 0, maximum: 1440, must: 'be a whole number of minutes from 0 to 1440' },
    0,
  ),
  productionDeadlineHours: number(
    'A letter that has not moved for this long is late in production; longer than a long weekend between two batches.',
    positive,
    120,
  ),
  chargeConcurrency: number(
    'Concurrent invocations that charge scheduled letters. Letters of one account are always charged one after another.',
    ofQueue,
    20,
  ),
  expiryConcurrency: number(
    'Concurrent invocations that expire verifications, ten each: a batch that was posted together expires together.',
    ofQueue,
    10,
  ),
  lifecycleConcurrency: number(
    'Concurrent invocations that start executions and complete their waits, ten each.',
    ofQueue,
    5,
  ),
  fastDeliveryConcurrency: number(
    'Concurrent invocations of the fast delivery lane: 300 are enough when as many receivers begin to hang at once (lib/core/domain/delivery-settings.ts).',
    ofQueue,
    300,
  ),
  slowDeliveryConcurrency: number(
    'Those of the slow lane: 125 are enough when ten million deliveries are pending and each of their calls hangs (docs/operating.md, "What breaks first").',
    ofQueue,
    125,
  ),
  fixedWebhookAddresses: number(
    'Fixed addresses from which webhooks leave: none, one, or two in two zones, so that the failure of a zone stops no delivery. Each needs a NAT gateway (docs/cost.md).',
    // A stack without a fixed account can use only the first two zones of its region.
    { enum: [0, 1, 2], must: 'be 0, 1 or 2' },
    0,
  ),
  requestsPerSecond: number(
    'Rate limit of the gateway over all accounts. The service itself limits each account to 50 requests a second.',
    positive,
    2_000,
  ),
  requestBurst: number('Requests that the gateway accepts at once beyond that rate.', positive, 4_000),
  pagesPerSecond: number('Rate limit of the confirmation pages.', positive, 500),
  requestGate: flag(
    'Whether AWS WAF blocks keys whose requests far exceed their limit before functions are called (docs/cost.md).',
    true,
  ),
  evidenceKeyGeneration: number(
    'The next number creates a new key that signs evidence. The previous key stays; add its id to formerEvidenceKeyIds.',
    positive,
    1,
  ),
  formerEvidenceKeyIds: text('Ids of the keys that signed evidence before: their public keys stay published.', {
    pattern: `${keyIdPattern}(?:,${keyIdPattern})*`,
    must: 'be ids of KMS keys separated by commas, such as 1234abcd-12ab-34cd-56ef-1234567890ab',
  }),
  timestampAuthority: text(
    'Time stamping authority (RFC 3161) that stamps the signatures of evidence: the URL at which it accepts requests without a password. Empty: no time stamps.',
    {
      pattern: String.raw`https://[^\s/]+(?:/\S*)?`,
      must: 'be an https:// URL, such as https://timestamp.company.com.br/tsr',
    },
  ),
  linkKeySerial: number(
    'The next number creates a new key that signs preview and upload links. The previous key works until the number after that.',
    positive,
    1,
  ),
  rollout: text(
    'How functions get new code: a deployment configuration of CodeDeploy; all at once and without CodeDeploy when empty.',
    {
      // https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
      pattern: String.raw`CodeDeployDefault\.Lambda(?:Canary10Percent(?:5|10|15|30)Minutes|Linear10PercentEvery(?:1Minute|2Minutes|3Minutes|10Minutes)|AllAtOnce)`,
      must: 'be a deployment configuration of CodeDeploy for Lambda, such as CodeDeployDefault.LambdaCanary10Percent5Minutes, or empty',
    },
    'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  ),
  skipRollout: flag(
    'Moves all calls at once in this deployment, past CodeDeploy: for a repair while the old code fails. Its groups and alarms stay as they are.',
    false,
  ),
  dataProtected: flag(
    'A stage in which a mistake must not lose data: table, files and stack cannot be deleted by one command.',
    true,
  ),
  backupRetentionDays: number(
    'Days for which the vault holds each nightly backup of the table, in a stage whose data is protected. Nobody deletes it earlier, so that an erased person is in it for as long.',
    { minimum: 1, maximum: 36_500, must: 'be a whole number of days from 1 to 36500, as AWS Backup accepts it' },
    kept.backupRetentionDays,
  ),
  backupCopyVaultArn: text(
    'Vault of another account that gets a copy of each backup (docs/operating.md, "A copy in another account"). Empty: none.',
    {
      pattern: String.raw`arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}`,
      must: 'be the ARN of a backup vault, such as arn:aws:backup:sa-east-1:123456789012:backup-vault:malote',
    },
  ),
  wideIndexes: flag(
    'For a stage whose deployed table has indexes with whole items: the projection of an index cannot be changed (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html). Such a table works like any other and costs more.',
    false,
  ),
  warmWriteUnits: number(
    'Write units a second that the table and each of its indexes accept from the first second. 0: the 4,000 of a new table, which grows with its traffic. One account that creates 50 letters a second, each with 3.6 KB of metadata, consumes 4,920. The value can never be lowered (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html).',
    {
      // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html: 40,000 without asking for more.
      oneOf: [{ const: 0 }, { minimum: 4_001, maximum: 40_000 }],
      must: 'be 0, or more than 4000 and at most 40000',
    },
    0,
  ),
  restoredTable: text(
    'Name of a table that DynamoDB restored: the stack uses it instead of creating one (docs/operating.md, "Restoring the table"). The table that the stack created before is kept only in a stage whose data is protected.',
    { pattern: String.raw`[\w.-]{3,255}`, must: 'be the name of a table' },
  ),
  restoredTableStreamArn: text("ARN of that table's stream.", {
    pattern: String.raw`arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table/[\w.-]{3,255}/stream/[\dT:.-]+`,
    must: 'be the ARN of a stream of that table',
  }),
  uploadRetentionDays: number(
    "Days after which S3 deletes customers' uploads, which can be used for 24 hours. It counts whole days from the next midnight.",
    {
      minimum: kept.uploadRetentionDays,
      must: 'be a whole number of 2 or more: S3 counts days from the next midnight',
    },
    kept.uploadRetentionDays,
  ),
  mailMergeFileRetentionDays: days(
    "Days after which S3 deletes a spreadsheet's PDF and rows that its last letter did not delete.",
    kept.mailMergeFileRetentionDays,
  ),
  verificationFileRetentionDays: days(
    'Days after which S3 deletes print files of verifications that their executions did not delete.',
    kept.verificationFileRetentionDays,
  ),
  productionRetentionDays: days('Days for which manifests and reports are kept.', kept.productionRetentionDays),
  oldVersionRetentionDays: days('Days for which older versions of files are kept.', kept.oldVersionRetentionDays),
  logRetentionDays: number(
    "Days for which logs of functions, state machines and operators' acts are kept.",
    ofLogs,
    kept.logRetentionDays,
  ),
  accessLogRetentionDays: number(
    'Days for which access logs of gateways and S3 are kept.',
    ofLogs,
    kept.accessLogRetentionDays,
  ),
};

/** The settings of a stage, as a file or the command line gives them; what is not given has its default, that of `prod`. */
export const settingsSchema = { type: 'object', additionalProperties: false, properties } as const;

type Properties = typeof properties;

export type Settings = { stage: string } & { [Name in keyof Properties]: Properties[Name]['default'] };
export type SettingName = keyof Properties;

/** Settings that mean nothing without others. */
export const needs: Partial<Record<SettingName, readonly SettingName[]>> = {
  // The certificate is for the base's host; CloudFront accepts no certificate without a host name.
  confirmationPageCertificateArn: ['confirmationPageBase'],
  confirmationPageHosts: ['confirmationPageCertificateArn', 'confirmationPageBase'],
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
