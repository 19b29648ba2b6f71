import { join, resolve } from 'node:path';
import { synthesize } from '../../../lib/infra/synth.ts';
import { type ServiceDescription, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { preparePython } from '../../support/python-environment.ts';
import { run } from '../aws/processes.ts';

/**
 * `npm run test:schemathesis`: an independent fuzzer reads the published OpenAPI description and checks the service's
 * responses against it. Arguments are passed on, such as `--include-path /letters`.
 */
const repository = resolve(import.meta.dirname, '../../..');
const environment = join(repository, '.build/schemathesis');
const requirements = join(import.meta.dirname, 'requirements.txt');

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
/** Two minutes in total, with the start of the service. */
const MAX_SECONDS = 100;
/** Below the account's 50 a second: 429 responses find nothing. */
const RATE = '45/s';

const [assembly] = await Promise.all([
  synthesize({ outdir: join(repository, '.build/schemathesis-assembly'), validation: false }),
  preparePython(environment, requirements),
]);
const service = await startLocalService({ assembly, port: 0, log: () => undefined });
try {
  process.exitCode = await fuzz(service.description, process.argv.slice(2));
} finally {
  await service.stop();
}

function fuzz({ base_url, api_key }: ServiceDescription, more: readonly string[]): Promise<number> {
  const options: Record<string, string> = {
    header: `Authorization: Bearer ${api_key}`,
    checks: checks.join(),
    phases: 'examples,coverage,fuzzing',
    'max-time': String(MAX_SECONDS),
    'rate-limit': RATE,
    'request-timeout': '30',
    // The same requests in every run, so that a failing run can be repeated.
    seed: '1',
    'generation-database': 'none',
  };
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return run(
    join(environment, 'bin/schemathesis'),
    ['run', `${base_url}/openapi.json`, '--continue-on-failure', ...given, ...more],
    { visible: true },
  );
}
