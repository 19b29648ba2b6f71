import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Started, until } from '../../../programs/start/support/processes.ts';
import { killGroup } from '../../process-group.ts';

/** `npm start` with this PATH: the service answers, and removes its description when it is stopped. */
const [path] = process.argv.slice(2);
const service = new Started({ PATH: path! });
try {
  await service.ready();
  const { base_url, api_key } = JSON.parse(readFileSync(service.descriptionFile, 'utf8')) as Record<string, string>;
  const response = await fetch(`${base_url}/balance`, { headers: { authorization: `Bearer ${api_key}` } });
  process.stdout.write(`${response.status} ${await response.text()}\n`);
  if (response.status !== 200) process.exitCode = 1;
  service.npm.kill();
  await service.exitCode();
  await until(() => !existsSync(service.descriptionFile));
} catch (error) {
  process.stderr.write(`${service.output}\n${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  killGroup(service.npm.pid!);
  await rm(service.folder, { recursive: true, force: true });
}
