import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { synthesize } from '../../../lib/infra/synth.ts';
import { preparePython } from '../../support/python-environment.ts';

/**
 * `npm run lint:template`: cfn-lint and checkov check the templates of `prod`, including nested stacks. Each finding is
 * fixed, or waived in `answers.json` with the reason; a waiver without a finding is rejected too.
 */
const repository = resolve(import.meta.dirname, '../../..');
const environment = join(repository, '.build/lint');
const REGION = 'sa-east-1';

interface Finding {
  rule: string;
  /** Logical id. */
  resource: string;
  text: string;
}

interface Answer {
  rule: string;
  /** Prefixes of logical ids, `*` for all. */
  on: readonly string[];
  reason: string;
}

const answers = JSON.parse(readFileSync(join(import.meta.dirname, 'answers.json'), 'utf8')) as Answer[];

const [assembly] = await Promise.all([
  synthesize({ outdir: join(repository, '.build/lint-assembly'), validation: false }),
  preparePython(environment, join(import.meta.dirname, 'requirements.txt')),
]);
const templates = readdirSync(assembly)
  .filter((file) => file.endsWith('.template.json'))
  .map((file) => join(assembly, file));
const findings = (await Promise.all([cfnLint(), ...templates.map(checkov)])).flat();
const open = findings.filter((finding) => !answers.some((answer) => isAnswered(finding, answer)));
const idle = answers.filter((answer) => !findings.some((finding) => isAnswered(finding, answer)));
const lines = [
  ...open.map(({ rule, resource, text: what }) => `${rule} ${resource}: ${what}`),
  ...idle.map(({ rule }) => `answers.json: ${rule} answers nothing any more`),
  `${findings.length} findings, ${open.length} without an answer`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = open.length + idle.length > 0 ? 1 : 0;

function isAnswered({ rule, resource }: Finding, answer: Answer): boolean {
  return answer.rule === rule && answer.on.some((start) => start === '*' || resource.startsWith(start));
}

async function cfnLint(): Promise<Finding[]> {
  const found = (await ask('cfn-lint', [...templates, '--regions', REGION, '--format', 'json'])) as {
    Rule: { Id: string };
    Location: { Path: string[] };
    Message: string;
  }[];
  return found.map(({ Rule, Location, Message }) => ({
    rule: Rule.Id,
    resource: Location.Path[1] ?? 'the template',
    text: Message,
  }));
}

async function checkov(template: string): Promise<Finding[]> {
  const options = ['--framework', 'cloudformation', '--compact', '--quiet', '--skip-download', '--output', 'json'];
  // Of a template whose resources no check is for, such as alarms alone, it answers counts of zero without results.
  const { results, resource_count } = (await ask('checkov', ['--file', template, ...options])) as {
    results?: { failed_checks: { check_id: string; check_name: string; resource: string }[] };
    resource_count?: number;
  };
  if (!results && resource_count !== 0) throw new Error(`checkov did not check ${template}`);
  return (results?.failed_checks ?? []).map(({ check_id, check_name, resource }) => ({
    rule: check_id,
    resource: resource.split('.')[1]!,
    text: check_name,
  }));
}

/**
 * A program's findings, as JSON. Its exit code only says whether there are any.
 * @throws Error with its output if that is not JSON
 */
async function ask(program: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(join(environment, 'bin', program), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, messages] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  try {
    return JSON.parse(output);
  } catch (error) {
    throw new Error(`${program} did not answer in JSON:\n${output}${messages}`, { cause: error });
  }
}
