export default async function stopService(): Promise<void> {
  await globalThis.service?.stop();
  await globalThis.serviceDatabase?.stop();
}
