import { run } from '../outside/aws/processes.ts';

/**
 * Makes Maven fail after a minute if a registry stops responding. Maven's own limit is half an hour per file: 3.8 reads
 * the first name
 * (https://maven.apache.org/wagon/wagon-providers/wagon-http), later versions the second
 * (https://maven.apache.org/resolver/configuration.html).
 */
const SILENCE = ['-Dmaven.wagon.rto=60000', '-Daether.connector.requestTimeout=60000'];

/**
 * Runs Maven goals to their end, without a terminal.
 * @throws Error with Maven's output if one fails
 */
export async function maven(...goals: readonly string[]): Promise<void> {
  await run('mvn', ['-q', '-B', ...SILENCE, ...goals]);
}
