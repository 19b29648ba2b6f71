import { Resolver } from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import { readSettings, STAGES } from '../lib/infra/settings.ts';
import type { Name } from '../lib/programs/preflight/facts.ts';
import { preflight, report } from '../lib/programs/preflight/preflight.ts';

/** `npm run preflight -- --stage prod`: what would stop a deployment, or stay silent (docs/operating.md). Reads only. */
const { values } = parseArgs({ options: { stage: { type: 'string', default: 'prod' }, json: { type: 'boolean' } } });
const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
if (!region) throw new Error('Set AWS_REGION to the region of the stack, such as sa-east-1');

const { stage, json } = values;
const settings = readSettings(new App({ context: { stage } }).node, STAGES);
const problems = await preflight(settings, { region, lookUp });
process.stdout.write(json ? `${JSON.stringify(problems, undefined, 2)}\n` : report(stage, problems));
process.exitCode = problems.length > 0 ? 1 : 0;

async function lookUp(host: string): Promise<Name> {
  const resolver = new Resolver();
  const found = async (question: Promise<string[]>): Promise<string | undefined> => {
    try {
      return (await question)[0];
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return undefined;
      throw error;
    }
  };
  const [cname, address] = [await found(resolver.resolveCname(host)), await found(resolver.resolve4(host))];
  return { cname, hasAddress: address !== undefined };
}
