import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const repository = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The parts of the DOCX, with its folder structure. */
export const TEMPLATE_SOURCE = join(repository, 'docs/site/letter-template/docx');
/** Folder from which the site takes the files, and their name without extension. */
export const TEMPLATE_FOLDER = join(repository, 'docs/site/public');
export const TEMPLATE_NAME = 'modelo-de-carta';

/** Fixed, so that the same parts give identical files. */
const MADE_AT = '2026-11-23T00:00:00Z';

/**
 * Builds the letter template: the DOCX from its parts, and from that the ODT and the PDF with LibreOffice. They are
 * checked in, because neither CI nor a build of the site has LibreOffice. Needs a JDK and LibreOffice.
 */
export async function makeLetterTemplate(): Promise<void> {
  const docx = join(TEMPLATE_FOLDER, `${TEMPLATE_NAME}.docx`);
  await rm(docx, { force: true });
  const named = ['[Content_Types].xml', '_rels', 'word'];
  const archive = ['--create', '--no-manifest', `--date=${MADE_AT}`, '--file', docx, ...named];
  await run('jar', archive, { cwd: TEMPLATE_SOURCE });
  for (const format of ['odt', 'pdf']) await convert(docx, format, TEMPLATE_FOLDER);
}

/**
 * Converts a file with LibreOffice and the fonts of `data/fonts`, regardless of the machine's fonts; Liberation Sans
 * replaces Arial.
 * @returns the path of the new file
 * @throws when LibreOffice is missing: on Debian, `apt install libreoffice-writer-nogui`
 */
export async function convert(file: string, format: string, folder: string): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'malote-soffice-'));
  try {
    const fonts = join(own, 'fonts.conf');
    await writeFile(
      fonts,
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
        <dir>${join(repository, 'data/fonts')}</dir><cachedir>${join(own, 'cache')}</cachedir>
        <alias binding="same"><family>Arial</family><accept><family>Liberation Sans</family></accept></alias>
      </fontconfig>`,
    );
    // LibreOffice writes nothing if two files have the same name with different extensions, so it works on a copy.
    const copy = join(own, `${TEMPLATE_NAME}${/\.\w+$/.exec(file)![0]}`);
    await cp(file, copy);
    const env = { ...process.env, FONTCONFIG_FILE: fonts };
    const profile = `-env:UserInstallation=file://${join(own, 'profile')}`;
    await run('soffice', [profile, '--headless', '--convert-to', format, '--outdir', folder, copy], { env });
    return join(folder, `${TEMPLATE_NAME}.${format}`);
  } finally {
    await rm(own, { recursive: true });
  }
}
