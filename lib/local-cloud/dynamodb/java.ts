import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const OLDEST_JAVA = 17;

const HOW_TO_GET_JAVA = `install a Java ${OLDEST_JAVA}+ runtime (for example "apt install openjdk-17-jre-headless" or "brew install openjdk") and put \`java\` on the PATH.`;

/**
 * Checks that DynamoDB Local can run here.
 * @throws Error whose message is one sentence that names the fix.
 */
export async function requireJava(): Promise<void> {
  const version = await javaVersion();
  if (version === undefined) throw new Error(`DynamoDB Local needs Java, which was not found: ${HOW_TO_GET_JAVA}`);
  if (version < OLDEST_JAVA) {
    throw new Error(`DynamoDB Local needs Java ${OLDEST_JAVA} or newer and found Java ${version}: ${HOW_TO_GET_JAVA}`);
  }
}

/** Major version of `java`; undefined if there is none (macOS ships a `java` that only fails). */
async function javaVersion(): Promise<number | undefined> {
  // `java -version` writes to stderr: `openjdk version "17.0.15" 2025-04-15`, or `"1.8.0_402"` up to Java 8.
  const output = await promisify(execFile)('java', ['-version']).then(
    ({ stderr }) => stderr,
    () => '',
  );
  const [, major, minor] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  return major === undefined ? undefined : Number(major === '1' ? minor : major);
}
