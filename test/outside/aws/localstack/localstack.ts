import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { maven } from '../../../support/maven.ts';
import { preparePython } from '../../../support/python-environment.ts';
import { type Emulator, startEmulator } from '../emulator.ts';
import { run } from '../processes.ts';

const ask = promisify(execFile);
const repository = resolve(import.meta.dirname, '../../../..');
const compose = ['compose', '--file', join(repository, 'compose.yaml')];
const environment = join(repository, '.build/localstack');
const libraries = join(repository, '.build/localstack-libraries');

/** Services that the fidelity tests without functions use. Without DynamoDB, whose database LocalStack downloads. */
const SERVICES = 'cloudformation,events,iam,kms,s3,sqs,ssm,stepfunctions,sts';

/** Whether Docker responds. */
export async function hasDocker(): Promise<boolean> {
  return ask('docker', ['info']).then(
    () => true,
    () => false,
  );
}

/** Starts the emulators of `compose.yaml`. @throws Error with Docker's output */
export async function startLocalStackInDocker(): Promise<Emulator> {
  await run('docker', [...compose, 'up', '--detach', '--wait']);
  const stop = async () => {
    await run('docker', [...compose, 'down']);
  };
  return { endpoint: 'http://127.0.0.1:4566', stop };
}

/**
 * Starts LocalStack from PyPI, which runs no functions. It needs Java and Maven for the JSONata of its state machines,
 * and Python 3.13; `PYTHON` names another program than `python3`.
 * @throws Error if something is missing, or if it does not respond
 */
export async function startLocalStackFromPyPI(): Promise<Emulator> {
  const python = process.env.PYTHON ?? 'python3';
  await expectPython(python);
  await preparePython(environment, join(import.meta.dirname, 'requirements.txt'), python);
  const root = await mkdtemp(join(tmpdir(), 'localstack-root-'));
  await layOutLibraries(join(root, 'var/lib/localstack/lib'));
  const emulator = await startEmulator({
    name: 'LocalStack',
    command: join(environment, 'bin/python'),
    args: ['-m', 'localstack.runtime.main'],
    environment: (port) => ({
      FILESYSTEM_ROOT: root,
      // With the container's value it would write to the folders of its image.
      OVERRIDE_IN_DOCKER: '0',
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      // Used in queue URLs, whose default host only LocalStack's own name server resolves.
      LOCALSTACK_HOST: `127.0.0.1:${port}`,
      SQS_ENDPOINT_STRATEGY: 'path',
      DNS_ADDRESS: '0',
      DISABLE_EVENTS: '1',
      S3_SKIP_SIGNATURE_VALIDATION: '0',
      SERVICES,
    }),
    health: '/_localstack/health',
  });
  const stop = async () => {
    await emulator.stop();
    await rm(root, { recursive: true, force: true });
  };
  return { ...emulator, stop };
}

/** Its state machines need the syntax of Python 3.12 and the types of 3.13. */
async function expectPython(python: string): Promise<void> {
  await ask(python, ['-c', 'import sys; sys.exit(sys.version_info < (3, 13))']).catch(() => {
    throw new Error(`LocalStack without Docker needs Python 3.13, and ${python} is older; PYTHON names another one.`);
  });
}

/** Puts Java and the JSONata libraries where LocalStack looks for them before it downloads them. */
async function layOutLibraries(folder: string): Promise<void> {
  const pom = join(import.meta.dirname, 'pom.xml');
  await maven('-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`);
  const { stderr } = await ask('java', ['-XshowSettings:properties', '-version']);
  const javaHome = /java\.home = (.+)/.exec(stderr)?.[1];
  if (javaHome === undefined) throw new Error('java does not say where it stands');
  await mkdir(join(folder, 'jsonata'), { recursive: true });
  await mkdir(join(folder, 'java'));
  await symlink(libraries, join(folder, 'jsonata/0.9.7'));
  await symlink(javaHome, join(folder, 'java/21'));
}
