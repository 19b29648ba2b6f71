import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and Ubuntu install the package `chromium`. */
const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/**
 * Headless Chromium.
 * @throws Error naming the package to install if it is missing
 */
export async function launchChromium(executablePath = EXECUTABLE): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `No Chromium at ${executablePath}: install the package "chromium" (apt-get install chromium) or set CHROMIUM_PATH`,
    );
  }
  return chromium.launch({ executablePath });
}
