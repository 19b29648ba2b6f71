/**
 * Endpoint of the DynamoDB Local that all test files share. Each file has a separate database, identified by access key.
 * `DYNAMODB_LOCAL` names a running one; otherwise the first file that needs it starts it.
 */
export async function sharedDatabase(): Promise<string> {
  return process.env.DYNAMODB_LOCAL ?? ((await requestSharedService('database')) as string);
}

/**
 * What the process that runs the tests starts on demand (`test/support/runner/shared-services.ts`).
 * @throws Error with the reason when it cannot be started
 */
export async function requestSharedService(name: string): Promise<unknown> {
  const { SHARED_SERVICES } = process.env;
  if (!SHARED_SERVICES) throw new Error('Nothing is shared here: run the tests through npm test');
  const response = await fetch(`${SHARED_SERVICES}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
