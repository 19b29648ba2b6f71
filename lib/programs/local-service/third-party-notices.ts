import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of a package, in the path of one of its files. */
const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
/** Files whose text must go with a copy, by the habits of npm packages. */
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * The copyright notices of the npm packages in a bundle, which its minified code has lost.
 * @param inputs files of the bundle, relative to the repository
 * @throws Error for a package without a licence
 */
export async function thirdPartyNotices(inputs: Iterable<string>, repository: string): Promise<string> {
  const folders = new Set(Array.from(inputs, (path) => PACKAGE_FOLDER.exec(path)?.[0] ?? ''));
  folders.delete('');
  const notices = new Map<string, string>();
  for (const folder of [...folders].sort()) {
    const [title, text] = await noticeOf(join(repository, folder));
    notices.set(title, text);
  }
  return ['This package contains parts of the following packages.', ...notices.values()].join(
    `\n\n${'-'.repeat(72)}\n\n`,
  );
}

async function noticeOf(folder: string): Promise<[title: string, text: string]> {
  const described = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const { name, version, license } = described;
  const title = `${String(name)} ${String(version)}`;
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && NOTICE.test(entry.name)).map((entry) => entry.name);
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0 && typeof license !== 'string') throw new Error(`${title} has no licence.`);
  // Some packages of a family name their licence only; its text is that of another package here.
  return [title, [title, ...(typeof license === 'string' ? [`License: ${license}`] : []), ...texts].join('\n\n')];
}
