import { requireJava } from '@malote/local-cloud/dynamodb/java.ts';

try {
  await requireJava();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
