import { run } from '../aws/processes.ts';

/**
 * A registry that falls silent fails Maven after a minute. Maven's own limit is half an hour a file: 3.8 takes the first name
 * (https://maven.apache.org/wagon/wagon-providers/wagon-http), later ones take the second
 * (https://maven.apache.org/resolver/configuration.html).
 */
const SILENCE = ['-Dmaven.wagon.rto=60000', '-Daether.connector.requestTimeout=60000'];

/**
 * Runs goals of Maven, without a terminal, to their end.
 * @throws Error with what Maven said when one fails
 */
export async function maven(...goals: readonly string[]): Promise<void> {
  await run('mvn', ['-q', '-B', ...SILENCE, ...goals]);
}
