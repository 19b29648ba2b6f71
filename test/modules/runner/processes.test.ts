import { describe, expect, test } from '@jest/globals';
import { runCommand } from '../../support/runner/ci/processes.ts';

const HOUR = 3_600_000;

async function run(program: string, { limitMs = HOUR, graceMs = HOUR } = {}) {
  let output = '';
  const command = [process.execPath, '--eval', program];
  const write = (text: string) => (output += text);
  const end = await runCommand({ command, env: process.env, limitMs, graceMs, write });
  return { ...end, output };
}

describe('a command of CI', () => {
  test('succeeds with the exit code 0 alone, and its output is written', async () => {
    const program = 'console.log("out"); console.error("err");';
    const { output, ...end } = await run(program);
    expect(end).toEqual({ succeeded: true, stopped: false });
    expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
    expect(await run('process.exit(3)')).toEqual({ succeeded: false, stopped: false, output: '' });
    expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject({ succeeded: false, stopped: false });
  });

  test('that cannot start fails and tells why', async () => {
    let output = '';
    const write = (text: string) => (output += text);
    const end = await runCommand({ command: ['/no/such/program'], env: {}, limitMs: HOUR, write });
    expect(end).toEqual({ succeeded: false, stopped: false });
    expect(output).toContain('/no/such/program');
  });

  test('is stopped at its limit, with all that it started, and the processes are shown', async () => {
    const child = 'setInterval(() => {}, 1000)';
    const program = `
      const child = require("node:child_process").spawn(process.execPath, ["--eval", "${child}"], { stdio: "inherit" });
      process.on("SIGTERM", () => console.log("child", child.pid) || process.exit(0));
      setInterval(() => {}, 1000);`;
    const { output, ...end } = await run(program, { limitMs: 1_000 });
    expect(end).toEqual({ succeeded: false, stopped: true });
    expect(output).toContain('while these processes ran:\n');
    const [, pid] = /^child (\d+)$/m.exec(output)!;
    await expectGone(Number(pid));
  });

  test('that ignores the request to end is killed', async () => {
    const program = 'process.on("SIGTERM", () => console.log("no")); setInterval(() => {}, 1000);';
    const { output, ...end } = await run(program, { limitMs: 1_000, graceMs: 200 });
    expect(end).toEqual({ succeeded: false, stopped: true });
    expect(output).toMatch(/^no$/m);
  });
});

/** A killed process may remain for a moment, until its parent has read its end. */
async function expectGone(pid: number): Promise<void> {
  const isGone = () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  while (!isGone()) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isGone()).toBe(true);
}
