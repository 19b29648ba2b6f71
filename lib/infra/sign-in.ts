import { Duration, SecretValue, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  type CfnUserPool,
  type CfnUserPoolClient,
  CfnUserPoolRiskConfigurationAttachment,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CALLBACK_PATH } from '../adapters/sign-in/openid.ts';
import type { ServiceFunction } from './function.ts';
import { removalOfProtected } from './removal.ts';
import { isPlaceholder } from './settings.ts';
import type { Settings } from './settings-schema.ts';

/** Where people sign in: the provider from the settings, otherwise a Cognito user pool with its own pages. */
export class SignIn extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined with another provider. */
  readonly pool: UserPool | undefined;
  /** Resolved when CloudFormation deploys, so it is in no template. */
  readonly #clientSecret: string;

  constructor(scope: Construct, id: string, { settings, origin }: { settings: Settings; origin: string }) {
    super(scope, id);
    if (settings.openIdIssuer) {
      this.issuer = settings.openIdIssuer;
      this.clientId = settings.openIdClientId;
      this.#clientSecret = SecretValue.secretsManager(settings.openIdClientSecretName).unsafeUnwrap();
      return;
    }
    const pool = this.#createPool(settings);
    this.pool = pool;
    this.#refuseKnownPasswords(pool);
    this.issuer = pool.userPoolProviderUrl;
    const client = pool.addClient('Dashboard', {
      generateSecret: true,
      preventUserExistenceErrors: true,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [origin + CALLBACK_PATH],
        logoutUrls: [`${origin}/`],
      },
      // Asks the pool about a session until its end (`lib/infra/session-ends.ts`), and no longer.
      refreshTokenValidity: Duration.hours(settings.sessionLongestHours),
      enableTokenRevocation: true,
    });
    this.clientId = client.userPoolClientId;
    // `client.userPoolClientSecret` would be a function that reads it at each deployment.
    this.#clientSecret = (client.node.defaultChild as CfnUserPoolClient).attrClientSecret;
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
    fn.bindValue('OPENID_ISSUER', this.issuer)
      .bindValue('OPENID_CLIENT_ID', this.clientId)
      .bindValue('OPENID_CLIENT_SECRET', this.#clientSecret);
  }

  #createPool(settings: Settings): UserPool {
    const { stage, dataProtected, signInSecondFactor, mailSender } = settings;
    const pool = new UserPool(this, 'People', {
      userPoolName: `malote-${stage}`,
      // The cheapest plan that compares passwords with known ones: 0.02 USD a person who signs in that month, against
      // 0.015 (https://aws.amazon.com/cognito/pricing/).
      featurePlan: FeaturePlan.PLUS,
      standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
      // Anyone may sign up with their own e-mail address; only people whom an owner added have access to an account (rule
      // DASH-5).
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      // Cognito's own sender stops at 50 mails a day
      // (https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html).
      ...(!isPlaceholder(mailSender) && {
        email: UserPoolEmail.withSES({
          fromEmail: mailSender,
          fromName: 'Malote',
          sesRegion: Stack.of(this).region,
          sesVerifiedDomain: mailSender.slice(mailSender.lastIndexOf('@') + 1),
        }),
      }),
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      // Long and unknown to attackers; classes of characters only make people write variants of one word
      // (https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver).
      passwordPolicy: {
        minLength: 15,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Cognito knows no roles, so the second factor is for everyone or for whoever turns it on.
      mfa: signInSecondFactor ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      deletionProtection: dataProtected,
      removalPolicy: removalOfProtected(settings),
    });
    // A passkey with PIN or fingerprint is two factors in one
    // (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_WebAuthnConfigurationType.html).
    (pool.node.defaultChild as CfnUserPool).webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    return pool;
  }

  /** Passwords from published breaches are refused when they are set and when they are used. */
  #refuseKnownPasswords(pool: UserPool): void {
    new CfnUserPoolRiskConfigurationAttachment(this, 'KnownPasswords', {
      userPoolId: pool.userPoolId,
      clientId: 'ALL',
      compromisedCredentialsRiskConfiguration: { actions: { eventAction: 'BLOCK' } },
    });
  }
}
