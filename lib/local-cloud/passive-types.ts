import { randomBytes } from 'node:crypto';
import { type DurableMap, durableMap, type Journal } from './journal.ts';
import type { ResourceType } from './service.ts';

const NO_USER_POOL = 'nobody signs in at it: whoever starts the cloud names another OpenID provider';

interface SecretProperties {
  GenerateSecretString?: { PasswordLength?: number };
  SecretString?: string;
}

/** Resources that do nothing here but that others in the template refer to. A journal keeps generated secrets. */
export function passiveTypes(journal?: Journal): Readonly<Record<string, ResourceType>> {
  return { ...withoutState, 'AWS::SecretsManager::Secret': secretType(durableMap(journal, 'secrets')) };
}

function secretType(kept: DurableMap<string>): ResourceType {
  const secrets = kept.restore();
  return {
    honors: ['GenerateSecretString', 'SecretString'],
    ignores: { Description: 'text for people', Name: 'text for people', Tags: 'text for people' },
    create: ({ GenerateSecretString, SecretString }: SecretProperties, { logicalId }) => {
      const length = GenerateSecretString?.PasswordLength ?? 32;
      // Letters and digits are allowed in every requested set of characters.
      const secret = SecretString ?? secrets.get(logicalId) ?? randomBytes(length).toString('hex').slice(0, length);
      if (!secrets.has(logicalId)) kept.put(logicalId, secret);
      return { ref: `arn:aws:secretsmanager:local:000000000000:secret:${logicalId}`, secret };
    },
  };
}

const withoutState: Readonly<Record<string, ResourceType>> = {
  'AWS::CloudFront::Distribution': {
    honors: [],
    ignores: {
      DistributionConfig: 'what stands behind a distribution answers by itself, as it does for whoever goes around one',
      Tags: 'text for people',
    },
    create: (_, { logicalId }) => ({
      ref: logicalId,
      attributes: { DomainName: `${logicalId.toLowerCase()}.cloudfront.net` },
    }),
  },
  'AWS::CloudFront::Function': {
    honors: [],
    ignores: {
      AutoPublish: 'there is no distribution that would call it',
      FunctionCode: 'there is no distribution that would call it',
      FunctionConfig: 'there is no distribution that would call it',
      Name: 'text for people',
      Tags: 'text for people',
    },
    create: (_, { logicalId }) => ({ ref: logicalId, attributes: { FunctionARN: logicalId } }),
  },
  'AWS::CloudFront::OriginAccessControl': {
    honors: [],
    ignores: { OriginAccessControlConfig: 'there is no distribution that would sign its requests' },
    create: (_, { logicalId }) => ({ ref: logicalId, attributes: { Id: logicalId } }),
  },
  'AWS::CloudFront::ResponseHeadersPolicy': {
    honors: [],
    ignores: { ResponseHeadersPolicyConfig: 'there is no distribution that would add them' },
    create: (_, { logicalId }) => ({ ref: logicalId, attributes: { Id: logicalId } }),
  },
  'AWS::CloudFront::OriginRequestPolicy': {
    honors: [],
    ignores: { OriginRequestPolicyConfig: 'there is no distribution that would follow it' },
    create: (_, { logicalId }) => ({ ref: logicalId }),
  },
  'AWS::Cognito::ManagedLoginBranding': {
    honors: [],
    ignores: {
      ClientId: NO_USER_POOL,
      UseCognitoProvidedValues: NO_USER_POOL,
      UserPoolId: NO_USER_POOL,
    },
    create: (_, { logicalId }) => ({ ref: logicalId }),
  },
  'AWS::Cognito::UserPool': {
    honors: [],
    ignores: {
      AccountRecoverySetting: NO_USER_POOL,
      AdminCreateUserConfig: NO_USER_POOL,
      AutoVerifiedAttributes: NO_USER_POOL,
      DeletionProtection: NO_USER_POOL,
      EmailVerificationMessage: NO_USER_POOL,
      EmailVerificationSubject: NO_USER_POOL,
      EnabledMfas: NO_USER_POOL,
      LambdaConfig: NO_USER_POOL,
      MfaConfiguration: NO_USER_POOL,
      Policies: NO_USER_POOL,
      Schema: NO_USER_POOL,
      SmsVerificationMessage: NO_USER_POOL,
      UserAttributeUpdateSettings: NO_USER_POOL,
      UserPoolAddOns: NO_USER_POOL,
      UserPoolName: NO_USER_POOL,
      UserPoolTags: NO_USER_POOL,
      UserPoolTier: NO_USER_POOL,
      UsernameAttributes: NO_USER_POOL,
      UsernameConfiguration: NO_USER_POOL,
      VerificationMessageTemplate: NO_USER_POOL,
      WebAuthnFactorConfiguration: NO_USER_POOL,
      WebAuthnUserVerification: NO_USER_POOL,
    },
    create: (_, { logicalId }) => ({
      ref: logicalId,
      attributes: { Arn: logicalId, ProviderURL: `https://${logicalId}.invalid` },
    }),
  },
  'AWS::Cognito::UserPoolClient': {
    honors: [],
    ignores: {
      AllowedOAuthFlows: NO_USER_POOL,
      AllowedOAuthFlowsUserPoolClient: NO_USER_POOL,
      AllowedOAuthScopes: NO_USER_POOL,
      CallbackURLs: NO_USER_POOL,
      EnableTokenRevocation: NO_USER_POOL,
      ExplicitAuthFlows: NO_USER_POOL,
      GenerateSecret: NO_USER_POOL,
      LogoutURLs: NO_USER_POOL,
      PreventUserExistenceErrors: NO_USER_POOL,
      RefreshTokenValidity: NO_USER_POOL,
      SupportedIdentityProviders: NO_USER_POOL,
      TokenValidityUnits: NO_USER_POOL,
      UserPoolId: NO_USER_POOL,
    },
    create: (_, { logicalId }) => ({ ref: logicalId, attributes: { ClientSecret: logicalId } }),
  },
  'AWS::Cognito::UserPoolRiskConfigurationAttachment': {
    honors: [],
    ignores: {
      ClientId: NO_USER_POOL,
      CompromisedCredentialsRiskConfiguration: NO_USER_POOL,
      UserPoolId: NO_USER_POOL,
    },
    create: (_, { logicalId }) => ({ ref: logicalId }),
  },
  'AWS::Cognito::UserPoolDomain': {
    honors: [],
    ignores: {
      Domain: NO_USER_POOL,
      ManagedLoginVersion: NO_USER_POOL,
      UserPoolId: NO_USER_POOL,
    },
    create: (_, { logicalId }) => ({ ref: logicalId }),
  },
};
