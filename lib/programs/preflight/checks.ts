import type { CertificateDetail } from '@aws-sdk/client-acm';
import type { ServiceQuota } from '@aws-sdk/client-service-quotas';
import { isPlaceholder } from '../../infra/settings.ts';
import type { Settings } from '../../infra/settings-schema.ts';
import { type Facts, type Host, hostsOf } from './facts.ts';

/** `fails`: the deployment stops and rolls back. `silent`: it succeeds, and something does not work. */
export type Effect = 'fails' | 'silent';

export interface Check {
  /** What is wrong, in a word that a test and a script can name. */
  name: string;
  effect: Effect;
  needs: readonly (keyof Facts)[];
  /** What is wrong, each with the sentence that mends it; none if all is well. */
  find: (facts: Facts, settings: Settings) => readonly string[];
}

/** A check of one thing: `isWrong`, and then the sentence. */
function check(
  name: string,
  effect: Effect,
  needs: readonly (keyof Facts)[],
  isWrong: (facts: Facts, settings: Settings) => boolean,
  sentence: (facts: Facts, settings: Settings) => string,
): Check {
  const find = (facts: Facts, settings: Settings) => (isWrong(facts, settings) ? [sentence(facts, settings)] : []);
  return { name, effect, needs, find };
}

/** A check of each certificate of each host. */
function checkOfHosts(
  name: string,
  effect: Effect,
  isWrong: (certificate: CertificateDetail | undefined, host: Host, facts: Facts, settings: Settings) => boolean,
  sentence: (host: Host, settings: Settings) => string,
  needs: readonly (keyof Facts)[] = ['certificates'],
): Check {
  const find = (facts: Facts, settings: Settings) => {
    const wrong = hostsOf(settings).filter((host) =>
      isWrong(facts.certificates?.get(host.certificateSetting), host, facts, settings),
    );
    return [...new Set(wrong.map((host) => sentence(host, settings)))];
  };
  return { name, effect, needs, find };
}

/** README, "Deploy": a first customer needs it. */
const EXECUTIONS = 1_000;
/** Transitions of states a second of an established account in sa-east-1; new accounts have fewer (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
const TRANSITIONS = 800;
/** The bootstrap that the CDK of this repository needs (`requiresBootstrapStackVersion` of the assembly). */
const BOOTSTRAP = 6;
const MONTH_MS = 30 * 86_400_000;

const transitionsOf = (quotas: readonly ServiceQuota[]) =>
  quotas.find(({ QuotaName = '' }) => /StateTransition/.test(QuotaName) && /refill rate/.test(QuotaName))?.Value;
const addressesOf = (quotas: readonly ServiceQuota[]) =>
  quotas.find(({ QuotaName = '' }) => /Elastic IPs/.test(QuotaName))?.Value ?? Infinity;

const recorded = ({ stack }: Facts, output: string) =>
  stack?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
const regionOf = (arn: string) => arn.split(':')[3];
const accountOf = (arn: string) => arn.split(':')[4];
const certificateRegion = ({ setting }: Host, { region }: Facts) => (setting === 'apiDomain' ? region : 'us-east-1');

function covers({ DomainName = '', SubjectAlternativeNames = [] }: CertificateDetail, host: string): boolean {
  const wild = host.replace(/^[^.]+/, '*');
  return [DomainName, ...SubjectAlternativeNames].some((name) => name === host || name === wild);
}

/** States from which no deployment starts (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html). */
const mends: readonly [state: RegExp, sentence: string][] = [
  [
    /^(?:ROLLBACK_COMPLETE|ROLLBACK_FAILED|DELETE_FAILED)$/,
    'its first deployment failed: delete the stack (aws cloudformation delete-stack --stack-name Malote), then deploy again.',
  ],
  [
    /^UPDATE_ROLLBACK_FAILED$/,
    'a rollback stopped half-way: mend what its events name, then run aws cloudformation continue-update-rollback --stack-name Malote.',
  ],
  [/_IN_PROGRESS$/, 'another deployment runs: wait until it has ended.'],
];
const mendOf = ({ stack }: Facts) => mends.find(([state]) => state.test(stack?.StackStatus ?? ''))?.[1];

const ofAccount: readonly Check[] = [
  check(
    'lambda-executions',
    'silent',
    ['lambda'],
    ({ lambda }) => lambda.executions < EXECUTIONS,
    ({ lambda }) =>
      `Lambda runs ${lambda.executions} functions at a time in this account: ask Service Quotas for ${EXECUTIONS} (Lambda, "Concurrent executions"), or customers get 503.`,
  ),
  check(
    'step-functions-transitions',
    'silent',
    ['stepFunctions'],
    ({ stepFunctions }) => (transitionsOf(stepFunctions) ?? 0) < TRANSITIONS,
    ({ stepFunctions }) =>
      `Step Functions makes ${transitionsOf(stepFunctions) ?? 'an unknown number of'} transitions a second in this account: ask Service Quotas for ${TRANSITIONS} (Step Functions, "StateTransition"), or letters are late in the morning.`,
  ),
  check(
    'elastic-addresses',
    'fails',
    ['network'],
    ({ network }, { fixedWebhookAddresses }) => addressesOf(network) < fixedWebhookAddresses,
    ({ network }, { fixedWebhookAddresses }) =>
      `fixedWebhookAddresses asks for ${fixedWebhookAddresses} Elastic IPs and the account may have ${addressesOf(network)}: ask Service Quotas for more (EC2, "EC2-VPC Elastic IPs").`,
  ),
  check(
    'bootstrap-missing',
    'fails',
    ['bootstrapVersion', 'region'],
    ({ bootstrapVersion }) => bootstrapVersion === undefined,
    ({ region }) => `The CDK is not bootstrapped in ${region}: run npx cdk bootstrap.`,
  ),
  check(
    'bootstrap-old',
    'fails',
    ['bootstrapVersion'],
    ({ bootstrapVersion = BOOTSTRAP }) => bootstrapVersion < BOOTSTRAP,
    ({ bootstrapVersion }) =>
      `The bootstrap of the CDK has version ${bootstrapVersion}, and ${BOOTSTRAP} is needed: run npx cdk bootstrap again.`,
  ),
  check(
    'cloudfront-unproven',
    'fails',
    ['distributions'],
    ({ distributions }) => distributions.length === 0,
    () =>
      'The account has no CloudFront distribution yet. AWS refuses the first ones of accounts that it has not verified ("Your account must be verified before you can add new CloudFront resources") and tells it only then: create one in the console and delete it, or ask AWS Support to verify the account.',
  ),
];

const ofMail: readonly Check[] = [
  check(
    'mail-sender-placeholder',
    'silent',
    [],
    (_, { mailSender, dashboard }) => dashboard && isPlaceholder(mailSender),
    () => 'mailSender is not set: nobody gets an invitation, and Cognito sends codes to 50 people a day at most.',
  ),
  check(
    'mail-identity-missing',
    'fails',
    ['mailIdentity', 'region'],
    ({ mailIdentity }, { mailSender }) => !isPlaceholder(mailSender) && mailIdentity === undefined,
    ({ region }, { mailSender }) =>
      `SES in ${region} does not know ${mailSender} or its domain: create an identity of the domain and publish its DKIM records, or Cognito refuses the user pool.`,
  ),
  check(
    'mail-identity-unverified',
    'fails',
    ['mailIdentity'],
    ({ mailIdentity }) => mailIdentity !== undefined && !mailIdentity.VerifiedForSendingStatus,
    ({ mailIdentity }, { mailSender }) =>
      `The identity of ${mailSender} in SES is ${mailIdentity!.VerificationStatus ?? 'not verified'}: publish the DKIM records that SES shows, and wait until it is verified.`,
  ),
  check(
    'mail-sandbox',
    'silent',
    ['mail'],
    ({ mail }) => mail.ProductionAccessEnabled === false,
    () =>
      'SES is in its sandbox and sends to verified addresses only: ask for production access (SES console, "Get set up"), or codes and invitations are lost.',
  ),
  check(
    'mail-paused',
    'silent',
    ['mail'],
    ({ mail }) => mail.SendingEnabled === false || (mail.EnforcementStatus ?? 'HEALTHY') !== 'HEALTHY',
    ({ mail }) =>
      `SES has stopped or reviews sending (${mail.EnforcementStatus ?? 'paused'}): answer AWS's case about bounces and complaints, and enable sending.`,
  ),
];

const ofHosts: readonly Check[] = [
  checkOfHosts(
    'certificate-region',
    'fails',
    (_, host, facts, settings) =>
      regionOf(String(settings[host.certificateSetting])) !== certificateRegion(host, facts),
    ({ certificateSetting, setting }) =>
      `${certificateSetting} is in another region: ${setting === 'apiDomain' ? 'API Gateway takes one of the region of the stack' : 'CloudFront takes one of us-east-1'}. Request it there.`,
    ['region'],
  ),
  checkOfHosts(
    'certificate-account',
    'fails',
    (_, { certificateSetting }, { account }, settings) => accountOf(String(settings[certificateSetting])) !== account,
    ({ certificateSetting }) =>
      `${certificateSetting} is of another account: request a certificate in this one, or use the credentials of that one.`,
    ['account'],
  ),
  checkOfHosts(
    'certificate-missing',
    'fails',
    (certificate) => certificate === undefined,
    ({ certificateSetting }) =>
      `ACM does not know the certificate of ${certificateSetting}: copy the ARN again from ACM.`,
  ),
  checkOfHosts(
    'certificate-not-issued',
    'fails',
    (certificate) => certificate !== undefined && certificate.Status !== 'ISSUED',
    ({ certificateSetting }) =>
      `The certificate of ${certificateSetting} is not issued: publish the CNAME that ACM shows for it, and wait until its status is ISSUED.`,
  ),
  checkOfHosts(
    'certificate-host',
    'fails',
    (certificate, { host }) => certificate !== undefined && !covers(certificate, host),
    ({ certificateSetting, setting, host }) =>
      `The certificate of ${certificateSetting} does not include ${host} (${setting}): request one that does.`,
  ),
  checkOfHosts(
    'certificate-expires',
    'silent',
    (certificate) =>
      certificate?.NotAfter !== undefined &&
      certificate.RenewalEligibility === 'INELIGIBLE' &&
      certificate.NotAfter.getTime() < Date.now() + MONTH_MS,
    ({ certificateSetting }) =>
      `The certificate of ${certificateSetting} expires within 30 days and ACM does not renew it: replace it.`,
  ),
  checkOfHosts(
    'host-taken',
    'fails',
    (_, { host, output }, facts) =>
      facts.distributions.some(
        ({ Aliases, DomainName }) => Aliases?.Items?.includes(host) && DomainName !== recorded(facts, output),
      ),
    ({ host }) => `Another CloudFront distribution of this account has the host ${host}: take it away there first.`,
    ['distributions', 'stack'],
  ),
  checkOfHosts(
    'dns-elsewhere',
    'silent',
    (_, { host, output }, facts) => {
      const target = recorded(facts, output);
      const { cname = target, hasAddress } = facts.names.get(host)!;
      return target !== undefined && !(hasAddress && cname?.toLowerCase() === target.toLowerCase());
    },
    ({ host, output }) => `The DNS of ${host} does not point to the stack: make it a CNAME of the output ${output}.`,
    ['names', 'stack'],
  ),
];

const ofStage: readonly Check[] = [
  check(
    'other-stage',
    'fails',
    ['stack'],
    (facts, { stage }) => (recorded(facts, 'Stage') ?? stage) !== stage,
    (facts, { stage }) =>
      `This account and region holds the stage ${recorded(facts, 'Stage')}, not ${stage}: use the credentials of another account, or that stage.`,
  ),
  check(
    'other-table',
    'fails',
    ['stack'],
    (facts, { restoredTable }) =>
      (recorded(facts, 'DataTable') ?? (restoredTable || 'own')) !== (restoredTable || 'own'),
    (facts) =>
      `The data of the stack is in the table ${recorded(facts, 'DataTable')}: give restoredTable and restoredTableStreamArn in the stage's file, or confirm the move with --parameters RecordedTable=<the new value>.`,
  ),
  check(
    'stack-state',
    'fails',
    ['stack'],
    (facts) => mendOf(facts) !== undefined,
    (facts) => `The stack is ${facts.stack!.StackStatus}: ${mendOf(facts)}`,
  ),
  check(
    'table-missing',
    'fails',
    ['table', 'region'],
    ({ table }, { restoredTable }) => restoredTable !== '' && table?.description.TableStatus !== 'ACTIVE',
    ({ table, region }, { restoredTable }) =>
      `The table ${restoredTable} is ${table?.description.TableStatus ?? `not in ${region}`}: restore it (docs/operating.md, "Restoring the table") and wait until it is ACTIVE.`,
  ),
  check(
    'table-stream',
    'fails',
    ['table'],
    ({ table }, { restoredTableStreamArn }) =>
      table !== undefined &&
      (!table.description.StreamSpecification?.StreamEnabled ||
        table.description.LatestStreamArn !== restoredTableStreamArn),
    ({ table }) =>
      table!.description.StreamSpecification?.StreamEnabled
        ? `restoredTableStreamArn is an older stream: events would never be published. It is now ${table!.description.LatestStreamArn}.`
        : 'The restored table has no stream, so no event would be published: enable one with new and old images, and give its ARN as restoredTableStreamArn.',
  ),
  check(
    'table-unprotected',
    'silent',
    ['table'],
    ({ table }, { dataProtected }) =>
      dataProtected &&
      table !== undefined &&
      (!table.description.DeletionProtectionEnabled ||
        table.backups.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus !== 'ENABLED'),
    () =>
      'The restored table has no deletion protection or no point-in-time recovery, which DynamoDB does not restore: switch both on.',
  ),
  check(
    'table-left',
    'silent',
    ['tables', 'stack'],
    ({ tables, stack }, { restoredTable }) => !stack && tables.some((name) => name !== restoredTable),
    ({ tables }) =>
      `No stack uses the table ${tables.join(', ')}, which an earlier one left: delete it if it is empty (docs/operating.md, "A first deployment that failed"), or give it as restoredTable.`,
  ),
  check(
    'secret-missing',
    'fails',
    ['secretExists'],
    ({ secretExists }) => !secretExists,
    (_, { openIdClientSecretName }) =>
      `Secrets Manager does not know ${openIdClientSecretName} (openIdClientSecretName): create the secret in the region of the stack.`,
  ),
];

const ofAlarms: readonly Check[] = [
  check(
    'alarm-email-missing',
    'silent',
    [],
    (_, { alarmEmail }) => alarmEmail === '',
    () => 'alarmEmail is not set: nobody hears of an alarm.',
  ),
  {
    name: 'subscription-unconfirmed',
    effect: 'silent',
    needs: ['subscriptions'],
    find: ({ subscriptions }) =>
      subscriptions
        .filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation')
        .map(
          ({ Endpoint }) =>
            `${Endpoint} has not confirmed its alarms: open the link in the mail from AWS Notifications.`,
        ),
  },
];

/** Everything that would stop a deployment, or leave it without something that nobody notices. */
export const checks: readonly Check[] = [...ofAccount, ...ofMail, ...ofHosts, ...ofStage, ...ofAlarms];
