import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { once } from '../core/once.ts';

const repository = resolve(import.meta.dirname, '../..');

interface Component {
  /** `name@version` */
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** What we read of a bill of materials in CycloneDX (https://cyclonedx.org/docs/1.5/json/). */
interface BillOfMaterials {
  bomFormat: 'CycloneDX';
  metadata: { component: { name: string; 'bom-ref': string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Every package of the lockfile, as npm writes it: most are only tools. */
const locked = once(async (): Promise<BillOfMaterials> => {
  const line = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', line, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as BillOfMaterials;
});

/**
 * The packages that a bundle really contains, with their hashes and licences.
 * @param name of the bundle
 * @param inputs files that went into it, relative to the repository
 * @throws Error if npm's list lacks one of them, or its hash or licence
 */
export async function billOfMaterials(name: string, inputs: readonly string[]): Promise<BillOfMaterials> {
  const all = await locked();
  const bundled = new Set(inputs.flatMap(packageOf));
  const components = all.components.filter((component) => bundled.has(component['bom-ref']));
  const incomplete = [...bundled].filter((ref) => {
    const found = components.find((component) => component['bom-ref'] === ref);
    return !found?.hashes?.length || !found.licenses?.length;
  });
  if (incomplete.length > 0) throw new Error(`Of these packages hash or licence is unknown: ${incomplete.join(', ')}`);
  const { component } = all.metadata;
  return {
    ...all,
    // npm takes the name from the folder.
    metadata: { ...all.metadata, component: { ...component, name } },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => ref === component['bom-ref'] || bundled.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => bundled.has(other)) })),
  };
}

/** `name@version  licence`, one line for each package. npm's `name` of an alias is the alias. */
export const licenceList = ({ components }: BillOfMaterials): string =>
  components
    .map(({ 'bom-ref': ref, licenses = [] }) => {
      const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
      return `${ref}  ${names.join(', ')}\n`;
    })
    .sort()
    .join('');

/** The package of a file, as `name@version`; none for our own code. An alias is under another name than its folder's. */
function packageOf(file: string): string[] {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  if (folder === undefined) return [];
  const { name, version } = JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return name.startsWith('@malote/') ? [] : [`${name}@${version}`];
}
