import { RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CALLBACK_PATH } from '../adapters/sign-in/openid.ts';
import type { ServiceFunction } from './function.ts';
import type { Settings } from './settings.ts';

/** Where people sign in: the provider from the settings, otherwise a Cognito user pool with its own pages. */
export class SignIn extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  readonly #settings: Settings;

  constructor(scope: Construct, id: string, { settings, origin }: { settings: Settings; origin: string }) {
    super(scope, id);
    this.#settings = settings;
    if (settings.openIdIssuer) {
      this.issuer = settings.openIdIssuer;
      this.clientId = settings.openIdClientId;
      return;
    }
    const pool = this.#createPool(settings);
    this.issuer = pool.userPoolProviderUrl;
    // A public client: PKCE proves that the tokens go to whoever started the sign-in, so there is no secret to keep.
    const client = pool.addClient('Dashboard', {
      generateSecret: false,
      preventUserExistenceErrors: true,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [origin + CALLBACK_PATH],
      },
    });
    this.clientId = client.userPoolClientId;
    pool.addDomain('Pages', {
      cognitoDomain: {
        domainPrefix: settings.signInDomainPrefix || `malote-${settings.stage}-${Stack.of(this).account}`,
      },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // The newer pages return 403 for a client without a style
    // (https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-branding.html).
    new CfnManagedLoginBranding(this, 'Style', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }

  /** Gives a function the settings that it needs to redirect people to the provider and to read the response. */
  bind(fn: ServiceFunction): void {
    fn.bindValue('OPENID_ISSUER', this.issuer).bindValue('OPENID_CLIENT_ID', this.clientId);
    const { openIdClientSecretName: name } = this.#settings;
    // Resolved when CloudFormation deploys, so it is in no template.
    if (name) fn.bindValue('OPENID_CLIENT_SECRET', SecretValue.secretsManager(name).unsafeUnwrap());
  }

  #createPool({ stage, dataProtected, signInSecondFactor }: Settings): UserPool {
    return new UserPool(this, 'People', {
      userPoolName: `malote-${stage}`,
      featurePlan: FeaturePlan.ESSENTIALS,
      // Anyone may sign up with their own e-mail address; only people whom an owner added have access to an account (rule
      // DASH-5).
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // People who must give a second factor cannot sign in with a passkey
      // (https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html).
      ...(signInSecondFactor
        ? { mfa: Mfa.REQUIRED, mfaSecondFactor: { otp: true, sms: false } }
        : { signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } } }),
      deletionProtection: dataProtected,
      removalPolicy: dataProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
