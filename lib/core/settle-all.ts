/**
 * Like `Promise.all`, but rejects only once every promise has settled. Lambda freezes an environment after its response:
 * a write that is still in flight when another fails would go on in the next invocation, maybe much later
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html).
 */
export async function settleAll<const Promises extends readonly unknown[]>(
  promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
