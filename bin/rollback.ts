import { parseArgs } from 'node:util';
import { deleteOldVersions, moveAliases, NotNow, planRollback } from '../lib/programs/rollback/rollback.ts';

/**
 * `npm run rollback`: shows what going back to the release before the last deployment would move, `--yes` does it, and
 * `--delete-older-than 3` deletes versions that are older than the last three before the present one (docs/operating.md).
 */
const { values } = parseArgs({ options: { yes: { type: 'boolean' }, 'delete-older-than': { type: 'string' } } });
const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
if (!region) throw new Error('Set AWS_REGION to the region of the stack, such as sa-east-1');
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  if (values['delete-older-than'] === undefined) await goBack({ region });
  else say(`${await deleteOldVersions({ region }, keptOf(values['delete-older-than']))} versions were deleted.`);
} catch (error) {
  if (!(error instanceof NotNow)) throw error;
  say(error.message);
  process.exitCode = 1;
}

async function goBack(place: { region: string }): Promise<void> {
  const { deployedAt, steps, fresh } = await planRollback(place);
  say(`The last deployment began at ${deployedAt.toISOString()}.`);
  for (const name of fresh) say(`${name} is new and stays as it is.`);
  if (steps.length === 0) return say('No function has a version of it that could go back.');
  if (!values.yes) {
    for (const { functionName, from, to } of steps) say(`${functionName}: ${from} would become ${to}`);
    return say(`${steps.length} functions would go back. Run it again with --yes.`);
  }
  await moveAliases(place, steps, ({ functionName, from, to }) => say(`${functionName}: ${from} → ${to}`));
  say(`${steps.length} functions went back. Deploy the repair without a rollout: npx cdk deploy -c skipRollout=true`);
}

function keptOf(text: string): number {
  const kept = Number(text);
  if (!Number.isInteger(kept) || kept < 1) throw new Error('--delete-older-than needs a whole number from 1');
  return kept;
}
