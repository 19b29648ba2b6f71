import { ACMClient, type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, type DistributionSummary, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import {
  type ContinuousBackupsDescription,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateListTables,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { paginateListServiceQuotas, type ServiceQuota, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import {
  GetAccountCommand,
  type GetAccountResponse,
  GetEmailIdentityCommand,
  type GetEmailIdentityResponse,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { isPlaceholder } from '../../infra/settings.ts';
import type { SettingName, Settings } from '../../infra/settings-schema.ts';

/** An address of the stage, and what must be true about it. */
export interface Host {
  setting: SettingName;
  host: string;
  certificateSetting: SettingName;
  /** Output of the stack to which the host's DNS must point. */
  output: string;
}

/** What AWS and DNS say about an account and a stage. Undefined: there is no such thing. */
export interface Facts {
  account: string;
  region: string;
  lambda: { executions: number };
  stepFunctions: ServiceQuota[];
  network: ServiceQuota[];
  mail: GetAccountResponse;
  /** The verified address or domain of `mailSender`, or else what there is of them. */
  mailIdentity: GetEmailIdentityResponse | undefined;
  /** By the setting that names it. */
  certificates: ReadonlyMap<SettingName, CertificateDetail | undefined>;
  bootstrapVersion: number | undefined;
  stack: Stack | undefined;
  table: { description: TableDescription; backups: ContinuousBackupsDescription } | undefined;
  /** Tables that a stack of the service made. */
  tables: string[];
  secretExists: boolean;
  subscriptions: Subscription[];
  distributions: DistributionSummary[];
  /** What the DNS has of each host, by host. */
  names: ReadonlyMap<string, Name>;
}

export interface Name {
  cname: string | undefined;
  /** A host may also have addresses without a CNAME: an alias of Route 53. */
  hasAddress: boolean;
}

/** One of the facts could not be asked for. */
export interface Unknown {
  fact: keyof Facts;
  reason: string;
}

export interface Asked {
  facts: Partial<Facts>;
  unknown: Unknown[];
}

export interface Sources {
  region: string;
  /** For tests: every service answers there. Default: AWS. */
  endpoint?: string;
  lookUp: (host: string) => Promise<Name>;
}

/** The hosts that a stage's settings give to the API and the pages. */
export function hostsOf(settings: Settings): Host[] {
  const hostOf = (origin: string) => (origin ? new URL(origin).host : '');
  const { apiDomain, dashboardOrigin, docsOrigin, confirmationPageBase, confirmationPageHosts } = settings;
  const page = {
    certificateSetting: 'confirmationPageCertificateArn',
    output: 'ConfirmationPageHost',
  } as const satisfies Partial<Host>;
  const all: Host[] = [
    { setting: 'apiDomain', host: apiDomain, certificateSetting: 'apiCertificateArn', output: 'ApiDomainTarget' },
    {
      setting: 'dashboardOrigin',
      host: hostOf(dashboardOrigin),
      certificateSetting: 'dashboardCertificateArn',
      output: 'DashboardHost',
    },
    { setting: 'docsOrigin', host: hostOf(docsOrigin), certificateSetting: 'docsCertificateArn', output: 'DocsHost' },
    { setting: 'confirmationPageBase', host: hostOf(confirmationPageBase), ...page },
    ...confirmationPageHosts.split(',').map((host): Host => ({ setting: 'confirmationPageHosts', host, ...page })),
  ];
  return all.filter(({ host, certificateSetting }) => host && settings[certificateSetting]);
}

/** Asks for everything that the checks need; a question that is refused leaves the others alone. Reads only. */
export async function askFor(settings: Settings, sources: Sources): Promise<Asked> {
  const facts: Partial<Facts> = {};
  const unknown: Unknown[] = [];
  const questions = { ...questionsOf(settings, sources), subscriptions: () => subscriptionsOf(facts.stack, sources) };
  for (const [fact, question] of Object.entries(questions) as [keyof Facts, () => Promise<unknown>][]) {
    try {
      Object.assign(facts, { [fact]: await question() });
    } catch (error) {
      const { name, message } = error as Error;
      unknown.push({ fact, reason: `${name}: ${message}` });
    }
  }
  return { facts, unknown };
}

const clientIn = (region: string, { endpoint }: Sources) => ({ region, ...(endpoint && { endpoint }) });

type Questions = { [Fact in Exclude<keyof Facts, 'subscriptions'>]: () => Promise<Facts[Fact] | undefined> };

function questionsOf(settings: Settings, sources: Sources): Questions {
  const here = clientIn(sources.region, sources);
  const quotas = (ServiceCode: string) => async () =>
    (await allOf(paginateListServiceQuotas({ client: new ServiceQuotasClient(here) }, { ServiceCode }))).flatMap(
      ({ Quotas = [] }) => Quotas,
    );
  return {
    region: () => Promise.resolve(sources.region),
    account: async () => (await new STSClient(here).send(new GetCallerIdentityCommand({}))).Account!,
    lambda: async () => {
      const { AccountLimit } = await new LambdaClient(here).send(new GetAccountSettingsCommand({}));
      return { executions: AccountLimit?.ConcurrentExecutions ?? 0 };
    },
    stepFunctions: quotas('states'),
    network: settings.fixedWebhookAddresses ? quotas('ec2') : () => Promise.resolve([]),
    mail: () => new SESv2Client(here).send(new GetAccountCommand({})),
    mailIdentity: async () =>
      isPlaceholder(settings.mailSender) ? undefined : identityOf(settings.mailSender, new SESv2Client(here)),
    certificates: () => certificatesOf(settings, sources),
    bootstrapVersion: async () => {
      // https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
      const Name = '/cdk-bootstrap/hnb659fds/version';
      const found = await unlessMissing(new SSMClient(here).send(new GetParameterCommand({ Name })));
      return found && Number(found.Parameter?.Value);
    },
    stack: async () => {
      const stacks = new CloudFormationClient(here).send(new DescribeStacksCommand({ StackName: 'Malote' }));
      return (await unlessMissing(stacks))?.Stacks?.[0];
    },
    table: () => tableOf(settings.restoredTable, new DynamoDBClient(here)),
    tables: async () =>
      (await allOf(paginateListTables({ client: new DynamoDBClient(here) }, {})))
        .flatMap(({ TableNames = [] }) => TableNames)
        // CloudFormation puts the names of the stack and of the resource first.
        .filter((name) => name.startsWith('Malote-StorageTable')),
    secretExists: async () => {
      const { openIdClientSecretName: SecretId } = settings;
      if (!SecretId) return true;
      const asked = new SecretsManagerClient(here).send(new DescribeSecretCommand({ SecretId }));
      return (await unlessMissing(asked)) !== undefined;
    },
    distributions: async () =>
      (await allOf(paginateListDistributions({ client: new CloudFrontClient(here) }, {}))).flatMap(
        ({ DistributionList }) => DistributionList?.Items ?? [],
      ),
    names: async () => {
      const hosts = hostsOf(settings).map(({ host }) => host);
      return new Map(await Promise.all(hosts.map(async (host) => [host, await sources.lookUp(host)] as const)));
    },
  };
}

/** SES looks for the address, then for its domain (https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html). */
async function identityOf(sender: string, client: SESv2Client): Promise<GetEmailIdentityResponse | undefined> {
  const found: GetEmailIdentityResponse[] = [];
  for (const EmailIdentity of [sender, sender.slice(sender.lastIndexOf('@') + 1)]) {
    const identity = await unlessMissing(client.send(new GetEmailIdentityCommand({ EmailIdentity })));
    if (identity) found.push(identity);
  }
  return found.find(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus) ?? found[0];
}

async function certificatesOf(settings: Settings, sources: Sources): Promise<Facts['certificates']> {
  const names = [...new Set(hostsOf(settings).map(({ certificateSetting }) => certificateSetting))];
  const asked = names.map(async (name) => {
    const CertificateArn = String(settings[name]);
    const [, , , region = ''] = CertificateArn.split(':');
    const client = new ACMClient(clientIn(region, sources));
    const found = await unlessMissing(client.send(new DescribeCertificateCommand({ CertificateArn })));
    return [name, found?.Certificate] as const;
  });
  return new Map(await Promise.all(asked));
}

async function tableOf(TableName: string, client: DynamoDBClient): Promise<Facts['table']> {
  if (!TableName) return undefined;
  const found = await unlessMissing(client.send(new DescribeTableCommand({ TableName })));
  if (!found?.Table) return undefined;
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  return { description: found.Table, backups: ContinuousBackupsDescription! };
}

async function subscriptionsOf(stack: Stack | undefined, sources: Sources): Promise<Subscription[]> {
  const client = new SNSClient(clientIn(sources.region, sources));
  const topics = (stack?.Outputs ?? []).filter(({ OutputKey }) => /^(?:Page|Ticket)TopicArn$/.test(OutputKey!));
  const pages = topics.map(({ OutputValue }) =>
    allOf(paginateListSubscriptionsByTopic({ client }, { TopicArn: OutputValue })),
  );
  return (await Promise.all(pages)).flat().flatMap(({ Subscriptions = [] }) => Subscriptions);
}

async function allOf<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** Names of the errors by which the services say that there is no such thing. */
const MISSING = new Set(['ResourceNotFoundException', 'NotFoundException', 'ParameterNotFound']);

async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { name, message } = error as Error;
    // CloudFormation has no error of its own for it.
    if (MISSING.has(name) || (name === 'ValidationError' && message.includes('does not exist'))) return undefined;
    throw error;
  }
}
