import { describe, expect, test } from '@jest/globals';
import { idIn, SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

/** Fixed addresses of webhooks, a setting that no other test turns on. */

interface Network {
  SubnetIds: unknown[];
  SecurityGroupIds: unknown[];
}

const functionNamed = (template: Template, name: string) =>
  template
    .all('AWS::Lambda::Function')
    .find(({ properties }) => properties.Environment.Variables.POWERTOOLS_SERVICE_NAME === name)!.properties;

/** Only deliveries and tests leave by these addresses, which are published. */
function expectFixedAddresses(template: Template, count: number): void {
  const addresses = template.all('AWS::EC2::EIP');
  const gateways = template.all('AWS::EC2::NatGateway');
  expect(gateways.map(({ properties }) => idIn(properties.AllocationId))).toEqual(addresses.map(({ id }) => id));
  expect(addresses).toHaveLength(count);

  const inNetwork = template.all('AWS::Lambda::Function').filter(({ properties }) => properties.VpcConfig);
  const names = inNetwork.map(({ properties }) => properties.Environment.Variables.POWERTOOLS_SERVICE_NAME);
  expect(names.sort()).toEqual(['deliver-webhooks', 'webhook-endpoints-test']);
  const [{ SubnetIds, SecurityGroupIds }, another] = inNetwork.map(({ properties }) => properties.VpcConfig!) as [
    Network,
    Network,
  ];
  expect(another).toEqual({ SubnetIds, SecurityGroupIds });
  // Each subnet of the function has its own gateway to the outside.
  const tables = SubnetIds.map((subnet) => {
    const association = template
      .all('AWS::EC2::SubnetRouteTableAssociation')
      .find(({ properties }) => idIn(properties.SubnetId) === idIn(subnet))!;
    return idIn(association.properties.RouteTableId);
  });
  const out = template
    .all('AWS::EC2::Route')
    .filter(({ properties }) => tables.includes(idIn(properties.RouteTableId)));
  expect(out.map(({ properties }) => idIn(properties.NatGatewayId)).sort()).toEqual(
    gateways.map(({ id }) => id).sort(),
  );
  expect(out.every(({ properties }) => properties.DestinationCidrBlock === '0.0.0.0/0')).toBe(true);
  expect(template.at('AWS::EC2::SecurityGroup', SecurityGroupIds[0]).properties.SecurityGroupIngress).toBeUndefined();

  const [endpoint] = template.all('AWS::EC2::VPCEndpoint');
  const served = endpoint!.properties.RouteTableIds.map(idIn);
  expect(tables.filter((table) => !served.includes(table))).toEqual([]);

  const published = JSON.stringify(
    functionNamed(template, 'webhook-addresses').Environment.Variables.WEBHOOK_ADDRESSES,
  );
  for (const { id } of addresses) expect(published).toContain(`["${id}","PublicIp"]`);
}

describe('webhooks', () => {
  test(
    "leave from Lambda's own addresses by default",
    async () => {
      const template = await synthesizeApp();
      expect(template.types.filter((type) => type.startsWith('AWS::EC2::'))).toEqual([]);
      expect(functionNamed(template, 'webhook-addresses').Environment.Variables).not.toHaveProperty(
        'WEBHOOK_ADDRESSES',
      );
    },
    SYNTHESIS_MS,
  );

  test(
    'leave from two addresses in two zones, which outlive the stack, and the checks find nothing',
    async () => {
      const template = await synthesizeApp({ validation: true, context: { fixedWebhookAddresses: '2' } });
      expectFixedAddresses(template, 2);
      expect(template.all('AWS::EC2::EIP').map(({ deletionPolicy }) => deletionPolicy)).toEqual([
        'RetainExceptOnCreate',
        'RetainExceptOnCreate',
      ]);
    },
    SYNTHESIS_MS,
  );

  test(
    'leave from one address, together with every other setting',
    async () => {
      const certificate = 'arn:aws:acm:us-east-1:444455556666:certificate/a';
      const context = {
        stage: 'dev',
        fixedWebhookAddresses: '1',
        apiDomain: 'api.malote.test',
        apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b',
        confirmationPageBase: 'https://c.malote.test',
        confirmationPageCertificateArn: certificate,
        dashboardOrigin: 'https://painel.malote.test',
        dashboardCertificateArn: certificate,
        printHouseAccountId: '111122223333',
        printHouseExternalId: 'print-house',
        alarmEmail: 'alarms@malote.test',
        ticketEmail: 'tickets@malote.test',
        evidenceKeyGeneration: '2',
      };
      const template = await synthesizeApp({ validation: true, context });
      expectFixedAddresses(template, 1);
      expect(template.all('AWS::EC2::EIP')[0]!.deletionPolicy).not.toMatch(/^Retain/);
    },
    SYNTHESIS_MS,
  );
});
