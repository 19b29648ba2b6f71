import { describe, expect, test } from '@jest/globals';
import { documentationPolicy } from '../../../lib/infra/documentation-policy.ts';
import { SYNTHESIS_MS, synthesizeApp } from './synthesized.ts';

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/1';

describe('documentation for customers', () => {
  test(
    'has its own host with a strict policy, and errors link to it',
    async () => {
      const template = await synthesizeApp({
        context: { docsOrigin: 'https://docs.malote.test', docsCertificateArn: certificate },
      });
      const distributions = template.all('AWS::CloudFront::Distribution');
      const { DistributionConfig: config } = distributions.find(({ properties }) =>
        properties.DistributionConfig.Comment.includes('documentation'),
      )!.properties;
      expect(config.Aliases).toEqual(['docs.malote.test']);
      expect(config.CustomErrorResponses).toEqual([
        { ErrorCode: 403, ResponseCode: 404, ResponsePagePath: '/404.html' },
      ]);
      const policies = template
        .all('AWS::CloudFront::ResponseHeadersPolicy')
        .map(({ properties }) => JSON.stringify(properties));
      expect(policies.filter((policy) => policy.includes(documentationPolicy))).toHaveLength(1);
      const functions = template.all('AWS::Lambda::Function').map(({ properties }) => JSON.stringify(properties));
      const urls = functions.flatMap((text) => /"DOCS_URL":"([^"]*)"/.exec(text)?.[1] ?? []);
      expect(new Set(urls)).toEqual(new Set(['https://docs.malote.test/erros']));
    },
    SYNTHESIS_MS,
  );
});
