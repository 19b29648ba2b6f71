import { Fn, SecretValue } from 'aws-cdk-lib';
import { CfnAccessKey, CfnUser } from 'aws-cdk-lib/aws-iam';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from './settings-schema.ts';
import type { Storage } from './storage.ts';

/**
 * Users whose access keys sign customers' links, because a link expires with the credentials that signed it
 * (docs/decisions/signed-links.md). Each may do what its links do and nothing else. The next `linkKeySerial` creates a
 * new user; the previous one remains until the number after that, so that its links work until they expire.
 */
export class LinkSigner extends Construct {
  /** `<access key id>:<secret>`, resolved when CloudFormation deploys, so it is in no template. */
  readonly key: string;

  constructor(scope: Construct, id: string, settings: Settings, storage: Storage) {
    super(scope, id);
    const { linkKeySerial: serial } = settings;
    if (serial > 1) this.#createKey(serial - 1, settings, storage);
    this.key = SecretValue.secretsManager(this.#createKey(serial, settings, storage)).unsafeUnwrap();
  }

  /** @returns the ARN of the secret with the key */
  #createKey(serial: number, { stage }: Settings, { documents, uploads }: Storage): string {
    const user = new CfnUser(this, `User${serial}`, {
      policies: [
        {
          policyName: 'links',
          policyDocument: {
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Action: 's3:GetObject', Resource: documents.arnForObjects('*') },
              { Effect: 'Allow', Action: 's3:PutObject', Resource: uploads.arnForObjects('*') },
            ],
          },
        },
      ],
    });
    const accessKey = new CfnAccessKey(this, `Key${serial}`, { userName: user.ref });
    const secret = new CfnSecret(this, `Secret${serial}`, {
      description: `Malote ${stage}: signs the links to previews and for uploads`,
      secretString: Fn.join(':', [accessKey.ref, accessKey.attrSecretAccessKey]),
    });
    return secret.ref;
  }
}
