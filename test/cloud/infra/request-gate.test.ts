import { expect, test } from '@jest/globals';
import { RATE_LIMIT } from '../../../lib/core/domain/accounts.ts';
import { idIn, SYNTHESIS_MS, synthesizeApp } from './synthesized.ts';

test(
  'without the setting there is nothing in front of the API',
  async () => {
    const template = await synthesizeApp({ context: { requestGate: 'false' } });
    expect(template.types.filter((type) => type.startsWith('AWS::WAFv2::'))).toEqual([]);
  },
  SYNTHESIS_MS,
);

test(
  'a key far beyond its limit gets 429 from the gateway',
  async () => {
    const template = await synthesizeApp({ validation: true });
    const [acl, ...others] = template.all('AWS::WAFv2::WebACL');
    expect(others).toEqual([]);
    const { Rules, DefaultAction } = acl!.properties;
    expect(DefaultAction).toEqual({ Allow: {} });
    expect(Rules.map(({ Action }) => Action)).toEqual([{ Block: {} }]);
    const { RateBasedStatement: rate } = Rules[0]!.Statement;
    expect(rate.Limit / rate.EvaluationWindowSec).toBeGreaterThan(RATE_LIMIT);
    expect(rate.CustomKeys).toEqual([
      { Header: { Name: 'authorization', TextTransformations: [{ Priority: 0, Type: 'NONE' }] } },
    ]);

    const [{ properties: association } = { properties: undefined }] = template.all('AWS::WAFv2::WebACLAssociation');
    expect(idIn(association!.WebACLArn)).toBe(acl!.id);
    expect(JSON.stringify(association!.ResourceArn)).toMatch(/"Ref":"ApiGatewayDeploymentStage/);
    const [log] = template.all('AWS::WAFv2::LoggingConfiguration');
    expect(log!.properties).toMatchObject({
      RedactedFields: [{ SingleHeader: { Name: 'authorization' } }, { QueryString: {} }],
      LoggingFilter: { DefaultBehavior: 'DROP' },
    });
    const answers = template
      .all('AWS::ApiGateway::GatewayResponse')
      .filter(({ id, properties }) => id.startsWith('Api') && properties.ResponseType === 'WAF_FILTERED');
    expect(answers.map(({ properties }) => properties.StatusCode)).toEqual(['429']);
    expect(answers[0]!.properties.ResponseTemplates['application/json']).toContain('rate_limit_exceeded');
  },
  SYNTHESIS_MS,
);
