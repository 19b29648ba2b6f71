import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { LOCAL_PASSWORD, seededPeople } from '../../../lib/programs/local-service/sign-in/users.ts';
import { descendants, isListening, PATIENCE_MS, Started, until, untilGone } from './support/processes.ts';

jest.setTimeout(3 * PATIENCE_MS);

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

const started: Started[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.clean();
});

function start(env?: Record<string, string>, folder?: string): Started {
  const service = new Started(env, folder);
  started.push(service);
  return service;
}

describe('npm start', () => {
  test('says that it starts first, then what it does, then where it runs', async () => {
    const service = start();
    await service.ready();
    const [first, ...steps] = service.output.trim().split('\n');
    expect(first).toBe('Starting Malote on this machine.');
    const names = steps.slice(0, 2).map((line) => line.trim().replace(/^\d+\.\d s {2}/, ''));
    expect(names).toEqual(['bundling the functions and making the template', 'creating the stack']);
    expect(service.output).toContain(`http://127.0.0.1:${service.port}/v1`);
    // The README shows the same lines, with other keys and another port.
    const [, sample] = /```\n( {2}Malote is running [^]+?)```/.exec(readme)!;
    const shape = (text: string) =>
      text.replaceAll(/(malote_(?:test_)?)[\w-]{43}/g, '$1…').replaceAll(/:\d{4,5}\//g, ':…/');
    expect(shape(service.output)).toContain(shape(sample!));
  });

  test('on a port that is taken names it and PORT=0, and leaves the running service alone', async () => {
    const first = await start().ready();
    const described = readFileSync(first.descriptionFile, 'utf8');
    const second = start({ PORT: String(first.port) }, first.folder);
    expect(await second.exitCode()).toBe(1);
    expect(second.output.trim()).toBe(
      `Port ${first.port} is taken: stop the process that listens there, or choose another port (PORT=0 npm start takes a free one).`,
    );
    expect(readFileSync(first.descriptionFile, 'utf8')).toBe(described);
    expect(await isListening(first.port)).toBe(true);
  });

  test.each([
    ['PORT', 'http', 'PORT must be a number from 0 to 65535.'],
    ['WORKERS', '0', 'WORKERS must be a number from 1 to 100.'],
  ])('rejects the %s %s', async (name, value, refusal) => {
    const service = start({ [name]: value });
    expect(await service.exitCode()).toBe(1);
    expect(service.output.trim()).toBe(refusal);
  });
});

test('the README says how to sign in as each person of the local account', () => {
  const [, told] = /^(Sign in to the dashboard .+)$/m.exec(readme)!;
  for (const { email, role } of seededPeople) {
    expect(told).toContain(role);
    expect(readme).toContain(email);
  }
  expect(readme).toContain(`password ${LOCAL_PASSWORD}`);
});

describe('no process and no port is left', () => {
  test.each<[string, (service: Started) => void]>([
    ['kill of npm', ({ npm }) => npm.kill('SIGTERM')],
    ['kill -9 of npm', ({ npm }) => npm.kill('SIGKILL')],
    ['a closed terminal', ({ npm }) => process.kill(-npm.pid!, 'SIGHUP')],
    ['Ctrl+C', ({ npm }) => process.kill(-npm.pid!, 'SIGINT')],
    [
      'kill -9 of the service',
      ({ npm }) => {
        const service = descendants(npm.pid!).find(({ command }) => command.includes('bin/local.ts'));
        process.kill(service!.pid, 'SIGKILL');
      },
    ],
  ])('after %s', async (_, end) => {
    const service = await start().ready();
    const { port } = service;
    const family = descendants(service.npm.pid!);
    expect(family.map(({ command }) => command)).toContainEqual(expect.stringContaining('bin/local.ts'));
    end(service);
    await untilGone(family, port);
  });

  test('after kill -9 of npm during the start of the service', async () => {
    const service = start();
    await until(() => service.output.includes('Starting'));
    const family = descendants(service.npm.pid!);
    service.npm.kill('SIGKILL');
    await untilGone(family);
  });
});
