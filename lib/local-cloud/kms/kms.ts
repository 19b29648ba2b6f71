import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { PolicyDocument } from '../iam/policy.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type { JsonOperations } from '../json-protocol.ts';
import { respondInJson } from '../json-protocol.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, Need, ResourceType } from '../service.ts';
import { sha256 } from '../sha256.ts';

const LARGEST_PLAINTEXT_BYTES = 4096;
const LARGEST_RANDOM_BYTES = 1024;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type KeyUsage = 'ENCRYPT_DECRYPT' | 'GENERATE_VERIFY_MAC' | 'SIGN_VERIFY';

interface KeySpec {
  usage: KeyUsage;
  materialBytes: number;
  mac?: { algorithm: string; digest: string };
  signing?: { algorithm: string; digest: string; curve: string };
}

const keySpecs: Readonly<Record<string, KeySpec>> = {
  SYMMETRIC_DEFAULT: { usage: 'ENCRYPT_DECRYPT', materialBytes: 32 },
  HMAC_256: { usage: 'GENERATE_VERIFY_MAC', materialBytes: 32, mac: { algorithm: 'HMAC_SHA_256', digest: 'sha256' } },
  ECC_NIST_P256: {
    usage: 'SIGN_VERIFY',
    materialBytes: 0,
    signing: { algorithm: 'ECDSA_SHA_256', digest: 'sha256', curve: 'P-256' },
  },
};

const dataKeyBytes: Readonly<Record<string, number>> = { AES_128: 16, AES_256: 32 };

interface Key {
  id: string;
  arn: string;
  specName: string;
  spec: KeySpec;
  material: Buffer;
  /** Only for an asymmetric key. */
  pair: KeyPairKeyObjectResult | undefined;
  description: string;
  isEnabled: boolean;
  createdAt: number;
}

/** The stored form of a key. */
interface StoredKey {
  /** In base64. */
  material: string;
  /** PKCS #8 in PEM; only for an asymmetric key. */
  privateKey?: string;
  createdAt: number;
}

/** Blobs are base64 in the JSON protocol. */
interface KeyInput {
  KeyId?: string;
  EncryptionContext?: Record<string, string>;
}

interface MacInput extends KeyInput {
  Message: string;
  MacAlgorithm: string;
}

interface SigningInput extends KeyInput {
  Message: string;
  MessageType?: string;
  SigningAlgorithm: string;
}

interface DataKeyInput extends KeyInput {
  KeySpec?: string;
  NumberOfBytes?: number;
}

/** Properties of `AWS::KMS::Key`; templates write booleans as text as well. */
interface KeyProperties {
  Description?: string;
  Enabled?: boolean | string;
  KeyPolicy?: PolicyDocument;
  KeySpec?: string;
  KeyUsage?: string;
}

/** KMS in memory: symmetric, HMAC and signing keys whose secret material never leaves this class. */
export class KmsService implements AwsService {
  readonly name = 'kms';
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly #cloud: Cloud;
  readonly #keys = new Map<string, Key>();
  /** By key id. */
  readonly #kept: DurableMap<StoredKey>;
  readonly #left: ReadonlyMap<string, StoredKey>;
  /** `alias/<name>` → key id */
  readonly #aliases = new Map<string, string>();
  readonly #operations: JsonOperations;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#kept = durableMap(cloud.journal, 'kms');
    this.#left = this.#kept.restore();
    this.#operations = {
      DescribeKey: ({ KeyId }: KeyInput) => ({ KeyMetadata: this.#describe(this.#require(KeyId)) }),
      Encrypt: (input: KeyInput & { Plaintext: string }) => this.#encrypt(input),
      Decrypt: (input: KeyInput & { CiphertextBlob: string }) => this.#decrypt(input),
      GenerateDataKey: (input: DataKeyInput) => this.#generateDataKey(input),
      GenerateDataKeyWithoutPlaintext: (input: DataKeyInput) => {
        const { KeyId, CiphertextBlob } = this.#generateDataKey(input);
        return { KeyId, CiphertextBlob };
      },
      GenerateMac: (input: MacInput) => this.#generateMac(input),
      VerifyMac: (input: MacInput & { Mac: string }) => this.#verifyMac(input),
      GetPublicKey: ({ KeyId }: KeyInput) => this.#publicKey(KeyId),
      Sign: (input: SigningInput) => this.#sign(input),
      Verify: (input: SigningInput & { Signature: string }) => this.#verify(input),
      GenerateRandom: ({ NumberOfBytes }: { NumberOfBytes?: number }) => ({
        Plaintext: randomBytes(byteCount(NumberOfBytes)).toString('base64'),
      }),
    };
    this.resourceTypes = {
      'AWS::KMS::Key': {
        honors: ['Description', 'Enabled', 'KeyPolicy', 'KeySpec', 'KeyUsage'],
        ignores: {
          EnableKeyRotation: 'a rotated key still decrypts what it encrypted',
          PendingWindowInDays: 'deletion ends with the process',
          RotationPeriodInDays: 'a rotated key still decrypts what it encrypted',
          Tags: 'billing and search only',
        },
        create: (properties, { logicalId }) => this.#createKey(properties, logicalId),
      },
      'AWS::KMS::Alias': {
        honors: ['AliasName', 'TargetKeyId'],
        ignores: {},
        create: (properties) => {
          const { AliasName, TargetKeyId } = properties as { AliasName: string; TargetKeyId: string };
          this.#aliases.set(AliasName, this.#find(TargetKeyId).id);
          return { ref: AliasName, attributes: { AliasArn: this.#arn(AliasName) } };
        },
      },
    };
  }

  handle(request: AwsRequest): Promise<AwsResponse> {
    return respondInJson(request, {
      version: '1.1',
      operations: this.#operations,
      needs: (operation, input) => this.#needs(operation, input),
    });
  }

  /** The ciphertext names its key: https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html */
  #needs(
    operation: string,
    { KeyId, CiphertextBlob, EncryptionContext }: KeyInput & { CiphertextBlob?: string },
  ): Need[] {
    const keyId = KeyId ?? (CiphertextBlob && sealingKeyId(Buffer.from(CiphertextBlob, 'base64')));
    const pairs = new Map(
      Object.entries(EncryptionContext ?? {}).map(([key, value]) => [
        `kms:encryptioncontext:${key.toLowerCase()}`,
        value,
      ]),
    );
    const context: Need['context'] = (key) => (pairs.has(key) ? [pairs.get(key)!] : undefined);
    return [{ action: `kms:${operation}`, resource: keyId ? this.#find(keyId).arn : '*', context }];
  }

  #encrypt({ KeyId, Plaintext, EncryptionContext }: KeyInput & { Plaintext: string }) {
    const key = this.#usable(KeyId, 'ENCRYPT_DECRYPT');
    const plaintext = checkedBytes('plaintext', Plaintext);
    return {
      CiphertextBlob: seal(key, plaintext, EncryptionContext).toString('base64'),
      KeyId: key.arn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  }

  #decrypt({ KeyId, CiphertextBlob, EncryptionContext }: KeyInput & { CiphertextBlob: string }) {
    const blob = Buffer.from(CiphertextBlob, 'base64');
    const key = this.#keys.get(sealingKeyId(blob));
    if (!key) throw invalidCiphertext();
    if (KeyId !== undefined && this.#usable(KeyId, 'ENCRYPT_DECRYPT') !== key) {
      throw new AwsError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      );
    }
    this.#usable(key.id, 'ENCRYPT_DECRYPT');
    return {
      Plaintext: open(key, blob, EncryptionContext).toString('base64'),
      KeyId: key.arn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  }

  #generateDataKey({ KeyId, KeySpec, NumberOfBytes, EncryptionContext }: DataKeyInput) {
    if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
      throw validation('Please specify either number of bytes or key spec.');
    }
    const plaintext = randomBytes(KeySpec === undefined ? byteCount(NumberOfBytes) : dataKeySize(KeySpec));
    const Plaintext = plaintext.toString('base64');
    const { CiphertextBlob, KeyId: arn } = this.#encrypt({ KeyId, Plaintext, EncryptionContext });
    return { Plaintext, CiphertextBlob, KeyId: arn };
  }

  #generateMac({ KeyId, Message, MacAlgorithm }: MacInput) {
    const { key, mac } = this.#mac(KeyId, Message, MacAlgorithm);
    return { Mac: mac.toString('base64'), MacAlgorithm, KeyId: key.arn };
  }

  #verifyMac({ KeyId, Message, MacAlgorithm, Mac }: MacInput & { Mac: string }) {
    const { key, mac } = this.#mac(KeyId, Message, MacAlgorithm);
    const claimed = Buffer.from(Mac, 'base64');
    if (claimed.length !== mac.length || !timingSafeEqual(claimed, mac)) {
      throw new AwsError('KMSInvalidMacException', '');
    }
    return { MacValid: true, MacAlgorithm, KeyId: key.arn };
  }

  #mac(keyId: string | undefined, message: string, algorithm: string): { key: Key; mac: Buffer } {
    const key = this.#usable(keyId, 'GENERATE_VERIFY_MAC');
    const { mac } = key.spec;
    if (mac?.algorithm !== algorithm)
      throw invalidUsage(`Algorithm ${algorithm} is incompatible with key spec ${key.specName}.`);
    return { key, mac: createHmac(mac.digest, key.material).update(checkedBytes('message', message)).digest() };
  }

  /** https://docs.aws.amazon.com/kms/latest/APIReference/API_GetPublicKey.html */
  #publicKey(keyId: string | undefined) {
    const { key, pair, signing } = this.#signing(keyId);
    return {
      KeyId: key.arn,
      PublicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      CustomerMasterKeySpec: key.specName,
      KeySpec: key.specName,
      KeyUsage: key.spec.usage,
      SigningAlgorithms: [signing.algorithm],
    };
  }

  /** An ECDSA signature in DER (https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html). */
  #sign(input: SigningInput) {
    const { key, pair, signing, message } = this.#signed(input);
    const Signature = sign(signing.digest, message, pair.privateKey).toString('base64');
    return { KeyId: key.arn, Signature, SigningAlgorithm: signing.algorithm };
  }

  /** https://docs.aws.amazon.com/kms/latest/APIReference/API_Verify.html */
  #verify({ Signature, ...input }: SigningInput & { Signature: string }) {
    const { key, pair, signing, message } = this.#signed(input);
    if (!verify(signing.digest, message, pair.publicKey, Buffer.from(Signature ?? '', 'base64')))
      throw new AwsError('KMSInvalidSignatureException', '');
    return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm: signing.algorithm };
  }

  #signed({ KeyId, Message, MessageType = 'RAW', SigningAlgorithm }: SigningInput) {
    const { key, pair, signing } = this.#signing(KeyId);
    if (signing.algorithm !== SigningAlgorithm)
      throw invalidUsage(`Algorithm ${SigningAlgorithm} is incompatible with key spec ${key.specName}.`);
    // Node signs messages, not digests.
    if (MessageType !== 'RAW')
      throw new AwsError('UnsupportedOperationException', `The local cloud signs no message of type ${MessageType}.`);
    return { key, pair, signing, message: checkedBytes('message', Message) };
  }

  #signing(keyId: string | undefined) {
    const key = this.#usable(keyId, 'SIGN_VERIFY');
    const { pair, spec } = key;
    if (!pair || !spec.signing) throw invalidUsage(`${key.arn} has no key pair.`);
    return { key, pair, signing: spec.signing };
  }

  #createKey(properties: KeyProperties, logicalId: string) {
    const specName = properties.KeySpec ?? 'SYMMETRIC_DEFAULT';
    const spec = keySpecs[specName];
    if (!spec) throw new Error(`${logicalId}: the local cloud does not know the key spec ${specName}`);
    if ((properties.KeyUsage ?? 'ENCRYPT_DECRYPT') !== spec.usage) {
      throw new Error(`${logicalId}: a key of spec ${specName} needs KeyUsage ${spec.usage}`);
    }
    const id = keyIdFor(logicalId);
    const kept = this.#left.get(id) ?? newMaterial(spec, this.#cloud.clock.now());
    this.#kept.put(id, kept);
    const key: Key = {
      id,
      arn: this.#arn(`key/${id}`),
      specName,
      spec,
      material: Buffer.from(kept.material, 'base64'),
      pair: kept.privateKey === undefined ? undefined : pairOf(kept.privateKey),
      description: properties.Description ?? '',
      isEnabled: String(properties.Enabled ?? true) === 'true',
      createdAt: kept.createdAt,
    };
    this.#keys.set(id, key);
    this.#cloud.iam?.addToResource(key.arn, properties.KeyPolicy ?? this.#defaultPolicy());
    return { ref: id, attributes: { Arn: key.arn, KeyId: id } };
  }

  /** https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html */
  #defaultPolicy(): PolicyDocument {
    const root = `arn:aws:iam::${this.#cloud.accountId}:root`;
    return { Statement: { Effect: 'Allow', Principal: { AWS: root }, Action: 'kms:*', Resource: '*' } };
  }

  #describe({ id, arn, specName, spec, description, isEnabled, createdAt }: Key) {
    return {
      KeyId: id,
      Arn: arn,
      AWSAccountId: this.#cloud.accountId,
      CreationDate: createdAt / 1000,
      Description: description,
      Enabled: isEnabled,
      KeyState: isEnabled ? 'Enabled' : 'Disabled',
      KeyManager: 'CUSTOMER',
      KeySpec: specName,
      KeyUsage: spec.usage,
      MultiRegion: false,
      Origin: 'AWS_KMS',
      ...algorithmsOf(specName, spec),
    };
  }

  #usable(keyId: string | undefined, usage: KeyUsage): Key {
    const key = this.#require(keyId);
    if (!key.isEnabled) throw new AwsError('DisabledException', `${key.arn} is disabled.`);
    if (key.spec.usage !== usage)
      throw invalidUsage(`${key.arn} key usage is ${key.spec.usage} which is not valid for this operation.`);
    return key;
  }

  #require(keyId: string | undefined): Key {
    if (!keyId)
      throw validation(
        "1 validation error detected: Value at 'keyId' failed to satisfy constraint: Member must not be null",
      );
    return this.#find(keyId);
  }

  /** By key id, key ARN, alias name or alias ARN. */
  #find(keyId: string): Key {
    const name = keyId.startsWith('arn:') ? keyId.split(':').slice(5).join(':') : keyId;
    const id = name.startsWith('alias/') ? this.#aliases.get(name) : name.replace(/^key\//, '');
    const key = id === undefined ? undefined : this.#keys.get(id);
    if (key) return key;
    const message = name.startsWith('alias/')
      ? `Alias ${this.#arn(name)} is not found.`
      : `Key '${keyId}' does not exist`;
    throw new AwsError('NotFoundException', message);
  }

  #arn(resource: string): string {
    return `arn:aws:kms:${this.#cloud.region}:${this.#cloud.accountId}:${resource}`;
  }
}

function newMaterial({ materialBytes, signing }: KeySpec, createdAt: number): StoredKey {
  const material = randomBytes(materialBytes).toString('base64');
  if (!signing) return { material, createdAt };
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: signing.curve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { material, privateKey, createdAt };
}

function pairOf(pem: string): KeyPairKeyObjectResult {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

function algorithmsOf(specName: string, { mac, signing }: KeySpec) {
  if (mac) return { MacAlgorithms: [mac.algorithm] };
  if (signing) return { SigningAlgorithms: [signing.algorithm], CustomerMasterKeySpec: specName };
  return { EncryptionAlgorithms: [specName] };
}

/** AES-256-GCM: length of the key id, key id, IV, tag, ciphertext. The context is authenticated. */
function seal(key: Key, plaintext: Buffer, context: Record<string, string> | undefined): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.material, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(key.id.length), Buffer.from(key.id), iv, cipher.getAuthTag(), ciphertext]);
}

/** @throws AwsError InvalidCiphertextException when anything but the exact blob and context is given */
function open(key: Key, blob: Buffer, context: Record<string, string> | undefined): Buffer {
  const ivStart = 1 + key.id.length;
  const tagStart = ivStart + IV_BYTES;
  const start = tagStart + TAG_BYTES;
  if (blob.length < start) throw invalidCiphertext();
  const decipher = createDecipheriv('aes-256-gcm', key.material, blob.subarray(ivStart, tagStart), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(authenticated(context)).setAuthTag(blob.subarray(tagStart, start));
  try {
    return Buffer.concat([decipher.update(blob.subarray(start)), decipher.final()]);
  } catch {
    throw invalidCiphertext();
  }
}

function sealingKeyId(blob: Buffer): string {
  return blob.toString('latin1', 1, 1 + (blob[0] ?? 0));
}

/** The order of the pairs of a context does not matter. */
function authenticated(context: Record<string, string> = {}): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs));
}

/** A UUID that is the same for the same resource at every start. */
function keyIdFor(logicalId: string): string {
  const hash = sha256(logicalId).toString('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function checkedBytes(name: string, base64: string | undefined): Buffer {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (bytes.length >= 1 && bytes.length <= LARGEST_PLAINTEXT_BYTES) return bytes;
  throw validation(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must have length between 1 and ${LARGEST_PLAINTEXT_BYTES}`,
  );
}

function byteCount(count: number | undefined): number {
  if (count !== undefined && Number.isInteger(count) && count >= 1 && count <= LARGEST_RANDOM_BYTES) return count;
  throw validation(
    `1 validation error detected: Value at 'numberOfBytes' failed to satisfy constraint: Member must be between 1 and ${LARGEST_RANDOM_BYTES}`,
  );
}

function dataKeySize(spec: string): number {
  const bytes = dataKeyBytes[spec];
  if (bytes !== undefined) return bytes;
  throw validation(
    `1 validation error detected: Value '${spec}' at 'keySpec' failed to satisfy constraint: Member must satisfy enum value set: [AES_256, AES_128]`,
  );
}

function invalidCiphertext(): AwsError {
  return new AwsError('InvalidCiphertextException', '');
}

function invalidUsage(message: string): AwsError {
  return new AwsError('InvalidKeyUsageException', message);
}

function validation(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
