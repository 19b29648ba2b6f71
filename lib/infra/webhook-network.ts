import { NestedStack } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISecurityGroup,
  NatProvider,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { removalOf } from './removal.ts';
import type { Settings } from './settings-schema.ts';

/**
 * The network that sends webhooks from fixed addresses: one or two zones, each with a NAT gateway that has a permanent
 * address. A nested stack, because it has about twenty resources.
 */
export class WebhookNetwork extends NestedStack {
  readonly vpc: Vpc;
  readonly securityGroup: ISecurityGroup;
  /** IPv4 addresses. */
  readonly addresses: readonly string[];

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { fixedWebhookAddresses: zones, stage } = settings;
    const addresses = Array.from({ length: zones }, (_, zone) => {
      const address = new CfnEIP(this, `Address${zone + 1}`, {
        domain: 'vpc',
        tags: [{ key: 'Name', value: `malote-${stage}-webhooks-${zone + 1}` }],
      });
      // Stays when the stack is deleted: customers have it in their firewalls.
      address.applyRemovalPolicy(removalOf(settings));
      return address;
    });
    this.addresses = addresses.map(({ attrPublicIp }) => attrPublicIp);
    this.vpc = new Vpc(this, 'Vpc', {
      // All invocations of a function in a subnet share a network interface
      // (https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html), so few addresses are enough.
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: zones,
      natGateways: zones,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: addresses.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Out', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
        { name: 'Function', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      ],
      // Nothing uses the default security group; restricting it would need a custom resource of the CDK.
      restrictDefaultSecurityGroup: false,
      // Free, and spares the NAT gateway most of the traffic (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/vpc-endpoints-dynamodb.html).
      gatewayEndpoints: { Table: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
    });
    this.securityGroup = new SecurityGroup(this, 'Function', {
      vpc: this.vpc,
      description: `Malote ${stage}: the functions that send webhooks; nothing comes in`,
    });
  }
}
