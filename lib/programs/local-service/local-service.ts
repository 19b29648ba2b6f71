import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { type CloudOptions, type RunningCloud, startCloud } from '@malote/local-cloud';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import trainingProfile from '../../../data/carrier/training-profile.json' with { type: 'json' };
import { openSessions } from '../../adapters/data/accounts/sessions.ts';
import { openCarrierNumbers } from '../../adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import { openMailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import { mailingsToPrint, mailingsToSimulate } from '../../adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import { nextAbandonedCharge } from '../../adapters/data/money/pending-charges.ts';
import { openEvents } from '../../adapters/data/table/events.ts';
import { openTable, type Table } from '../../adapters/data/table/table.ts';
import { openDeliveries } from '../../adapters/data/webhooks/deliveries.ts';
import { openInbox } from '../../adapters/production/inbox.ts';
import { LAST_LABEL } from '../../core/domain/carrier-labels.ts';
import type { PixReceiver } from '../../core/domain/pix.ts';
import type { EnvironmentName, OptionalEnvironmentName } from '../../core/environment.ts';
import type { CarrierProfile } from '../../core/schemas/carrier-profile.ts';
import { addLabels } from '../../operations/production/change-labels.ts';
import { apiDescription } from './api-description.ts';
import { CONTROL_PATH, ControlSurface, type Installation } from './control/control-surface.ts';
import { dashboardPage } from './dashboard-page.ts';
import { type DataFolder, type FirstKeys, openDataFolder } from './data-folder.ts';
import { documentation, localDocsUrl } from './documentation.ts';
import { idleSchedules } from './idle-schedules.ts';
import { inProcessTable } from './in-process-table.ts';
import { LocalMailbox } from './mailbox.ts';
import { LOCAL_CLIENT_ID, LOCAL_CLIENT_SECRET, LocalSignIn, PROVIDER_PATH } from './sign-in/local-sign-in.ts';
import { LOCAL_PASSWORD, seededPeople } from './sign-in/users.ts';
import { sourceLog } from './source-log.ts';
import { workbenchPage } from './workbench-page.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** Stage of the hosted confirmation page, which is at `/confirm` on the local endpoint. */
const CONFIRMATION_STAGE = 'confirm';

export interface LocalService {
  cloud: RunningCloud;
  /** What a client needs to find and use the service; written to `.local/service.json` by `npm start`. */
  description: ServiceDescription;
  stop(): Promise<void>;
}

export interface ServiceDescription {
  base_url: string;
  api_key: string;
  /** Key for the sandbox of the same account. */
  sandbox_api_key: string;
  confirmation_page_base: string;
  control_url: string;
  inbox_url: string;
  dashboard_url: string;
  /** Sign-in of an owner of the account. */
  dashboard_email: string;
  dashboard_password: string;
}

interface OpenedAccount {
  account: { id: string };
  api_key: string;
}

/** The account of a new local service. */
const firstAccount = {
  legal_name: 'Empresa Exemplo Comércio Ltda.',
  trade_name: 'Empresa Exemplo',
  cnpj: '12.ABC.345/01DE-35',
  plan: 'pay_as_you_go',
  default_sender: { name: 'Empresa Exemplo', number: '100', postal_code: '01001-000' },
  balance: 1_000_000,
};

export interface LocalServiceOptions extends Omit<CloudOptions, 'extraEnvironment' | 'journal' | 'mailbox'> {
  /** Folder that keeps the data beyond the process; without one, the data ends with the process. */
  data?: string | undefined;
  /** Folder for mails as files; without it, mails are only in memory. */
  mailDirectory?: string;
  /** URL of an authority that stamps the signatures of evidence; default: none. */
  timestampAuthority?: string;
  /** Whether new data begins with the fictitious carrier profile and training numbers; default: no. */
  trainingCarrier?: boolean;
}

/** The example receiver in the Central Bank's manual: the key has no owner, so codes of this service pay nobody. */
const pixReceiver: PixReceiver = {
  key: '123e4567-e12b-12d1-a456-426655440000',
  name: 'Malote Teste',
  city: 'Sao Paulo',
};

/**
 * Starts the cloud with its control surface, and an account with a key, a sandbox key, R$ 10.000,00 and a webhook
 * endpoint that points to the inbox; or continues with the data in a folder.
 * @throws Error if another process uses the folder, or its data belongs to another port
 */
export async function startLocalService({ data, ...options }: LocalServiceOptions): Promise<LocalService> {
  const kept = data === undefined ? undefined : await openDataFolder(data);
  try {
    return await startWith({ ...options, port: portFor(options.port, kept?.installed?.port) }, kept);
  } catch (error) {
    kept?.journal.close();
    throw error;
  }
}

async function startWith(
  { mailDirectory, timestampAuthority, trainingCarrier, ...options }: Omit<LocalServiceOptions, 'data'>,
  kept?: DataFolder,
): Promise<LocalService> {
  let control: ControlSurface | undefined;
  const signIn = new LocalSignIn(() => cloud.clock.shared);
  const mailbox = new LocalMailbox(mailDirectory);
  const cloud = await startCloud({
    ...options,
    mailbox,
    journal: kept?.journal,
    log: sourceLog(options.log),
    extraEnvironment: (endpoint) => ({
      ['LOOPBACK_ADDRESSES' satisfies OptionalEnvironmentName]: 'true',
      ['WOUND_CLOCK' satisfies OptionalEnvironmentName]: 'true',
      ['DOCS_URL' satisfies EnvironmentName]: localDocsUrl(endpoint),
      CONFIRMATION_PAGE_BASE: `${endpoint}/${CONFIRMATION_STAGE}`,
      ['DASHBOARD_ORIGIN' satisfies OptionalEnvironmentName]: endpoint,
      ['OPENID_ISSUER' satisfies EnvironmentName]: `${endpoint}${PROVIDER_PATH}`,
      ['OPENID_CLIENT_ID' satisfies EnvironmentName]: LOCAL_CLIENT_ID,
      ['OPENID_CLIENT_SECRET' satisfies EnvironmentName]: LOCAL_CLIENT_SECRET,
      ['DASHBOARD_URL' satisfies EnvironmentName]: endpoint,
      ['PIX_RECEIVER' satisfies OptionalEnvironmentName]: JSON.stringify(pixReceiver),
      ...(timestampAuthority && { ['TIMESTAMP_AUTHORITY' satisfies OptionalEnvironmentName]: timestampAuthority }),
    }),
    routes: [
      ...(options.routes ?? []),
      (request, response) => control?.faults.route(request, response) ?? false,
      apiDescription(() => control?.description.base_url),
      workbenchPage(CONTROL_PATH),
      (request, response) => control?.handle(request, response) ?? false,
      signIn.route,
      documentation,
      dashboardPage(['/api/', '/v1/', `/${CONFIRMATION_STAGE}/`]),
    ],
  });
  const stop = async () => {
    // Closed first, so that work stopped below is not recorded as failed.
    kept?.journal.close();
    await signIn.stop();
    await cloud.stop();
  };
  try {
    const installation = installationIn(cloud);
    const { TableName, LetterStateMachineArn, VerificationStateMachineArn } = installation.outputs;
    const table = openTable(TableName!, new DynamoDBClient(installation.aws));
    const swept = inProcessTable(TableName!, cloud);
    cloud.leaveOutIdleRuns(
      idleSchedules({
        deliveries: openDeliveries(swept, installation.now),
        events: openEvents(swept, installation.now),
        nextAbandonedCharge: () => nextAbandonedCharge(swept),
        sessions: openSessions(swept),
        mailMerges: openMailMerges(table, { now: installation.now, randomBytes }),
        batches: openPrintBatches(table),
        inbox: openInbox(installation.outputs.ProductionBucket!, new S3Client(installation.aws)),
        toPrint: () => mailingsToPrint(table),
        toSimulate: () => mailingsToSimulate(table),
        cloud,
        stateMachines: [LetterStateMachineArn!, VerificationStateMachineArn!],
      }),
    );
    control = new ControlSurface(installation, join(repository, 'data/postal-codes'), () => mailbox.mails(), signIn);
    if (trainingCarrier && !kept?.installed) await installTrainingCarrier(table, installation.now());
    const keys = kept?.installed?.keys ?? (await install(control));
    kept?.install({ keys, port: Number(new URL(cloud.endpoint).port) });
    const description: ServiceDescription = {
      base_url: cloud.stageUrl('v1'),
      ...keys,
      confirmation_page_base: cloud.stageUrl(CONFIRMATION_STAGE),
      control_url: `${cloud.endpoint}${CONTROL_PATH}`,
      inbox_url: control.inboxUrl,
      dashboard_url: `${cloud.endpoint}/`,
      dashboard_email: seededPeople[0]!.email,
      dashboard_password: LOCAL_PASSWORD,
    };
    control.description = { ...description };
    return { cloud, description, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The requested port, 0 for any; existing data requires the port on which it was created. */
function portFor(asked: number, kept: number | undefined): number {
  if (kept === undefined || asked === kept) return asked;
  if (asked === 0) return kept;
  throw new Error(`The data belongs to port ${kept}: start the service with PORT=${kept}.`);
}

async function install(control: ControlSurface): Promise<FirstKeys> {
  const { account, api_key } = await post<OpenedAccount>(control.url, '/accounts', firstAccount);
  await post(control.url, `/accounts/${account.id}/webhooks`, { url: control.inboxUrl, events: ['*'] });
  for (const person of seededPeople) await post(control.url, `/accounts/${account.id}/people`, person);
  const sandbox = await post<{ api_key: string }>(control.url, `/accounts/${account.id}/keys`, { mode: 'test' });
  return { api_key, sandbox_api_key: sandbox.api_key };
}

/** The profile and object numbers that `npm start` shows batches with: nothing of it is valid at the carrier. */
async function installTrainingCarrier(table: Table, now: number): Promise<void> {
  await openCarrierProfiles(table).set(trainingProfile as CarrierProfile, now);
  const numbers = { prefix: 'TE', first: 0, last: LAST_LABEL, source: 'treino', valid_until: null };
  await addLabels({ numbers: openCarrierNumbers(table), now: () => now }, numbers);
}

function installationIn(cloud: RunningCloud): Installation {
  const { clock, endpoint, outputs, region } = cloud;
  return {
    origin: endpoint,
    aws: { endpoint, region, credentials: { accessKeyId: 'control', secretAccessKey: LOCAL_SECRET_ACCESS_KEY } },
    outputs,
    now: () => clock.now(),
    winding: clock,
    pause: () => cloud.whenIdle(),
  };
}

async function post<Answer>(controlUrl: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(controlUrl + path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
