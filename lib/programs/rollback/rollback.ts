import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionCommand,
  type FunctionConfiguration,
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';

export interface Place {
  region: string;
  /** Of a simulated AWS. */
  endpoint?: string;
}

/** A function whose alias would move to another version, or whose old versions would go. */
export interface Step {
  functionName: string;
  /** The version that the alias has. */
  from: string;
  /** The version that it gets. */
  to: string;
}

export interface Release {
  /** When the last deployment began. */
  deployedAt: Date;
  steps: Step[];
  /** Functions that the last deployment made: there is nothing to go back to. */
  fresh: string[];
}

/** The stack cannot be judged now. */
export class NotNow extends Error {}

const STACK = 'Malote';
const ALIAS = 'live';
const NESTED = 'AWS::CloudFormation::Stack';

/**
 * Lambda's control plane takes 15 requests a second of an account
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html): the clients slow down when it refuses.
 */
function clientsAt(place: Place) {
  const options = { ...place, retryMode: 'adaptive', maxAttempts: 10 };
  return { cloudFormation: new CloudFormationClient(options), lambda: new LambdaClient(options) };
}

type Clients = ReturnType<typeof clientsAt>;

/**
 * What going back would change: each function that the last deployment gave a new version returns to the one before.
 * After it, or without a new version, there is nothing to do.
 * @throws NotNow while a deployment is under way: `aws cloudformation cancel-update-stack` takes that back
 */
export async function planRollback(place: Place): Promise<Release> {
  const clients = clientsAt(place);
  const deployedAt = await lastDeployment(clients);
  const release: Release = { deployedAt, steps: [], fresh: [] };
  for (const functionName of await functionsOf(clients, STACK)) {
    const { present, versions } = await versionsOf(clients, functionName);
    if (publishedAt(present) < deployedAt) continue;
    const before = versions.filter((version) => publishedAt(version) < deployedAt).at(-1);
    if (before) release.steps.push({ functionName, from: present.Version!, to: before.Version! });
    else release.fresh.push(functionName);
  }
  return release;
}

/** Moves the aliases; a step that was made before changes nothing. */
export async function moveAliases(place: Place, steps: readonly Step[], onStep: (step: Step) => void): Promise<void> {
  const { lambda } = clientsAt(place);
  for (const step of steps) {
    await lambda.send(
      new UpdateAliasCommand({
        FunctionName: step.functionName,
        Name: ALIAS,
        FunctionVersion: step.to,
        // No part of the calls stays with the version that was being rolled out.
        RoutingConfig: { AdditionalVersionWeights: {} },
      }),
    );
    onStep(step);
  }
}

/**
 * Deletes versions that nobody goes back to any more: all but the present one, and so many before it.
 * @returns how many were deleted
 */
export async function deleteOldVersions(place: Place, kept: number): Promise<number> {
  const clients = clientsAt(place);
  await lastDeployment(clients);
  let deleted = 0;
  for (const FunctionName of await functionsOf(clients, STACK)) {
    const { present, versions } = await versionsOf(clients, FunctionName);
    const older = versions.filter((version) => numberOf(version) < numberOf(present));
    for (const { Version } of older.slice(0, Math.max(0, older.length - kept))) {
      await clients.lambda.send(new DeleteFunctionCommand({ FunctionName, Qualifier: Version }));
      deleted++;
    }
  }
  return deleted;
}

async function lastDeployment({ cloudFormation }: Clients): Promise<Date> {
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: STACK }));
  const { StackStatus: status, LastUpdatedTime, CreationTime } = stack!;
  if (!/^(?:CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(status!))
    throw new NotNow(`The stack is ${status}: wait until its deployment has ended, or cancel that.`);
  return LastUpdatedTime ?? CreationTime!;
}

/** Names of the functions with an alias, of a stack and those within it. */
async function functionsOf({ cloudFormation }: Pick<Clients, 'cloudFormation'>, StackName: string): Promise<string[]> {
  const resources: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: cloudFormation },
    { StackName },
  ))
    resources.push(...StackResourceSummaries);
  const names = resources
    .filter(({ ResourceType }) => ResourceType === 'AWS::Lambda::Alias')
    // arn:aws:lambda:<region>:<account>:function:<name>:live
    .map(({ PhysicalResourceId }) => PhysicalResourceId!.split(':').at(-2)!);
  for (const { ResourceType, PhysicalResourceId } of resources)
    if (ResourceType === NESTED) names.push(...(await functionsOf({ cloudFormation }, PhysicalResourceId!)));
  return names;
}

/** The version that the alias has, and all published ones, oldest first. */
async function versionsOf({ lambda }: Clients, FunctionName: string) {
  const { FunctionVersion } = await lambda.send(new GetAliasCommand({ FunctionName, Name: ALIAS }));
  const versions: FunctionConfiguration[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client: lambda }, { FunctionName }))
    versions.push(...Versions.filter(({ Version }) => Version !== '$LATEST'));
  versions.sort((one, other) => numberOf(one) - numberOf(other));
  const present = versions.find(({ Version }) => Version === FunctionVersion);
  if (!present) throw new Error(`${FunctionName} has no version ${FunctionVersion}, which its alias names`);
  return { present, versions };
}

const numberOf = ({ Version }: FunctionConfiguration) => Number(Version);
/** A version keeps the instant at which its code or settings changed last. */
const publishedAt = ({ LastModified }: FunctionConfiguration) => new Date(LastModified!);
