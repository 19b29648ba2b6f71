import { randomBytes } from 'node:crypto';
import type { ResourceType } from './service.ts';

/** Resources that do nothing here, but that others in the template refer to. */
export const passiveTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::CloudFront::Distribution': {
    honours: [],
    ignores: {
      DistributionConfig: 'what stands behind a distribution answers by itself, as it does for whoever goes around one',
      Tags: 'text for people',
    },
    create: (_, { logicalId }) => ({
      ref: logicalId,
      attributes: { DomainName: `${logicalId.toLowerCase()}.cloudfront.net` },
    }),
  },
  'AWS::CloudFront::OriginRequestPolicy': {
    honours: [],
    ignores: { OriginRequestPolicyConfig: 'there is no distribution that would follow it' },
    create: (_, { logicalId }) => ({ ref: logicalId }),
  },
  'AWS::SecretsManager::Secret': {
    honours: ['GenerateSecretString'],
    ignores: { Description: 'text for people', Name: 'text for people', Tags: 'text for people' },
    create: ({ GenerateSecretString }: { GenerateSecretString?: { PasswordLength?: number } }, { logicalId }) => {
      const length = GenerateSecretString?.PasswordLength ?? 32;
      // Letters and digits are allowed in every requested set of characters.
      const secret = randomBytes(length).toString('hex').slice(0, length);
      return { ref: `arn:aws:secretsmanager:local:000000000000:secret:${logicalId}`, secret };
    },
  },
};
