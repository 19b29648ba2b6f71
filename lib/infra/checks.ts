import { type App, type CfnResource, Names, Stack, Validations } from 'aws-cdk-lib';
import { Policy } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, Function } from 'aws-cdk-lib/aws-lambda';
import { Subscription } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { letterFiles, mailMergesFolder } from '../core/domain/retention.ts';
import { Api } from './api.ts';
import { PageFront } from './confirmation-page.ts';
import { CustomerDashboard } from './customer-dashboard.ts';
import { Documentation } from './documentation.ts';
import { LinkSigner } from './link-signer.ts';
import { PublishedPages } from './published-pages.ts';
import { Rollouts } from './rollout.ts';
import { SignIn } from './sign-in.ts';
import type { MaloteStack } from './stack.ts';
import { Storage } from './storage.ts';
import { WebhookNetwork } from './webhook-network.ts';

/** A finding that is accepted: the rule, the place and the reason. */
interface Acknowledgment {
  rules: readonly string[];
  on: (construct: IConstruct) => boolean;
  reason: string;
}

export const acknowledgments: readonly Acknowledgment[] = [
  {
    rules: ['AwsSolutions-APIG2'],
    on: (construct) => construct instanceof Api,
    reason: 'Requests are validated in the functions, which name every wrong field at once in the envelope of the API.',
  },
  {
    rules: ['AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    on: (construct) => construct instanceof Api,
    reason:
      'API keys are checked in the functions: four different refusals, and a revoked key stops at once, neither of which an authorizer gives.',
  },
  {
    rules: ['AwsSolutions-APIG3'],
    on: (construct) => construct instanceof Api,
    reason: 'A stage may switch the request gate off; it throttles all the same, and each account has its own limit.',
  },
  {
    rules: ['AwsSolutions-APIG6'],
    on: (construct) => construct instanceof Api || construct instanceof PageFront,
    reason:
      'Execution logs hold headers and bodies, so API keys, addresses and codes; the access log says what is needed.',
  },
  {
    rules: ['AwsSolutions-APIG2', 'AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    on: (construct) => construct instanceof PageFront,
    reason: 'The page is for whoever holds the letter: its address is the key, and its functions read the forms.',
  },
  {
    rules: ['AwsSolutions-APIG3', 'AwsSolutions-CFR1', 'AwsSolutions-CFR2'],
    on: (construct) => construct instanceof PageFront,
    reason:
      'Web ACLs and countries belong to the account that deploys; tries are counted by link and by network address.',
  },
  {
    rules: ['Serverless-APIGWXrayEnabled'],
    on: (construct) => construct instanceof PageFront,
    reason: "A trace holds the page's address, which is for the person with the letter alone.",
  },
  {
    rules: ['AwsSolutions-CFR3'],
    on: (construct) => construct instanceof PageFront,
    reason: "The distribution's log would hold the addresses of pages; the gateway's has the form of the path alone.",
  },
  {
    rules: ['AwsSolutions-CFR4'],
    on: (construct) =>
      construct instanceof PageFront || construct instanceof CustomerDashboard || construct instanceof Documentation,
    reason:
      "CloudFront's own domain sets its own protocol versions; a deployment with a domain gets TLS 1.2 and later.",
  },
  {
    rules: ['AwsSolutions-VPC7'],
    on: (construct) => construct instanceof WebhookNetwork,
    reason: 'The functions that send webhooks are in it, nothing listens, and their log names every call.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    on: (construct) => construct instanceof PageFront,
    reason: 'The secret guards how a location is told, no data; a new deployment with another name renews it.',
  },
  {
    rules: ['AwsSolutions-SMG4'],
    on: (construct) => construct instanceof LinkSigner,
    reason: 'A rotation by itself would end links that customers hold; the setting linkKeySerial makes the next key.',
  },
  {
    rules: ['AwsSolutions-APIG2', 'AwsSolutions-APIG4', 'AwsSolutions-COG4'],
    on: (construct) => construct instanceof CustomerDashboard,
    reason:
      'Sessions, roles and requests are checked in the functions, which also refuse what another site sends; no token of the pool reaches the browser.',
  },
  {
    rules: ['AwsSolutions-APIG3', 'AwsSolutions-CFR1', 'AwsSolutions-CFR2'],
    on: (construct) => construct instanceof CustomerDashboard,
    reason:
      'Web ACLs and countries belong to the account that deploys; the stage throttles and each person has a limit.',
  },
  {
    rules: ['AwsSolutions-APIG6'],
    on: (construct) => construct instanceof CustomerDashboard,
    reason: 'Execution logs hold headers and bodies, so sessions and addresses; the access log says what is needed.',
  },
  {
    rules: ['AwsSolutions-S1', 'AwsSolutions-CFR3'],
    on: (construct) => construct instanceof CustomerDashboard,
    reason: "The page's files are the same for everyone; who does what stands in the access log of the gateway.",
  },
  {
    rules: ['AwsSolutions-CFR1', 'AwsSolutions-CFR2', 'AwsSolutions-CFR3', 'AwsSolutions-S1'],
    on: (construct) => construct instanceof Documentation,
    reason: 'Everybody may read the documentation, everywhere; who read which page is kept nowhere.',
  },
  {
    rules: ['AwsSolutions-COG1'],
    on: (construct) => construct instanceof SignIn,
    reason:
      'Passwords have 15 characters and are in no published breach. Classes of characters only make people write variants of one word (NIST SP 800-63B-4, section 3.1.1.2).',
  },
  {
    rules: ['AwsSolutions-COG2', 'AwsSolutions-COG8'],
    on: (construct) => construct instanceof SignIn,
    reason:
      'The second factor is on unless a setting makes it optional. Threat protection is set through UserPoolTier and UserPoolAddOns, which the rule does not read.',
  },
  {
    rules: [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    ],
    on: (construct) => construct instanceof Api,
    reason: 'The one policy API Gateway documents for its account-wide logging role.',
  },
  {
    rules: ['AwsSolutions-IAM5[Resource::*]'],
    on: (construct) => construct instanceof Policy,
    reason:
      'X-Ray and the delivery of vended logs know no resources; test/cloud/infra/grants.test.ts holds the list of these actions.',
  },
  {
    rules: [
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:Malote-*]`,
    ],
    on: (construct) => construct instanceof Rollouts,
    reason: 'CodeDeploy moves the alias of every function of this stack, and the functions wait for its role.',
  },
  {
    rules: ['Serverless-LambdaDLQ'],
    on: (construct) => construct instanceof Function,
    reason:
      'Functions invoked asynchronously have a failure destination; the others are called by a queue, a stream or the API.',
  },
  {
    rules: ['Serverless-LambdaEventSourceMappingDestination'],
    on: (construct) => construct instanceof EventSourceMapping,
    reason: 'What a queue cannot get rid of goes to the dead letters of the queue itself.',
  },
  {
    rules: ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy'],
    on: (construct) => construct instanceof Queue && !construct.deadLetterQueue,
    reason: 'It is itself a queue of dead letters, which wait there for a person.',
  },
  {
    // https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html
    rules: ['Serverless-SNSRedrivePolicy'],
    on: (construct) => construct instanceof Subscription,
    reason:
      'The alarm of a queue of undelivered alarms would go to the same address; SNS retries e-mail for six hours, and CloudWatch keeps the state of every alarm.',
  },
  {
    rules: ['AwsSolutions-SF1'],
    on: (construct) => construct instanceof StateMachine,
    reason:
      'Errors are logged. Each event of a million executions a month is not: the history of an execution has them.',
  },
  {
    rules: ['AwsSolutions-S1'],
    on: (construct) => construct instanceof Storage,
    reason: 'The one bucket without an access log is the one that holds them.',
  },
];

/** Runs the rule packs over the app: synthesis fails with every finding that is not accepted here. */
export function addChecks(app: App, stack: MaloteStack): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  for (const construct of stack.node.findAll()) {
    for (const { rules, reason } of acknowledgments.filter(({ on }) => on(construct)))
      Validations.of(construct).acknowledge(...rules.map((id) => ({ id, reason })));
  }
  for (const arn of arnsKnownOnlyInPart(stack)) {
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${arn}]`,
      reason: 'The names of objects, executions and of a stream that is made anew are not known before they exist.',
    });
  }
}

function arnsKnownOnlyInPart(stack: MaloteStack): string[] {
  const { table, uploads, documents, verificationFiles, postalFiles, production } = stack.storage;
  const arnOf = (resource: IConstruct) => `<${stack.getLogicalId(resource.node.defaultChild as CfnResource)}.Arn>`;
  // A nested stack refers to it by the parameter that passes the ARN.
  const arnWithin = ({ node }: IConstruct) => `<referenceto${Names.nodeUniqueId(node.defaultChild!.node)}Arn>`;
  return [
    ...[uploads, documents, verificationFiles, postalFiles].flatMap((files) => [
      `${arnOf(files)}/*`,
      `${arnWithin(files)}/*`,
    ]),
    `${arnWithin(uploads)}/${mailMergesFolder}*`,
    `${arnOf(documents)}/${letterFiles}*`,
    ...['outbox', 'inbox', 'results', 'progress'].flatMap((folder) => [
      `${arnOf(production)}/${folder}/*`,
      `${arnWithin(production)}/${folder}/*`,
    ]),
    // A restored table is not a resource of the stack.
    table.node.defaultChild
      ? `${arnOf(table)}/stream/*`
      : `arn:<AWS::Partition>:dynamodb:<AWS::Region>:<AWS::AccountId>:table/${table.tableName}/stream/*`,
    ...stack.node
      .findAll()
      .filter((construct) => construct instanceof PublishedPages)
      .map(({ bucket }) => `<${Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnResource)}.Arn>/*`),
    ...stack.node
      .findAll()
      .filter((construct) => construct instanceof StateMachine)
      .map(({ node }) => `<referenceto${Names.nodeUniqueId(node.defaultChild!.node)}Name>`)
      .map((name) => `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${name}:*`),
  ];
}
