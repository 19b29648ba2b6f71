import { readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm, { type Module, type SourceTextModule as SourceModule } from 'node:vm';

/** A file's code, compiled once for all graphs that load it. */
interface Source {
  code: string;
  cachedData: Buffer | undefined;
}

const sources = new Map<string, Source>();

function sourceOf(url: string): Source {
  const known = sources.get(url);
  if (known) return known;
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const source = { code: url.endsWith('.ts') ? stripTypeScriptTypes(text) : text, cachedData: undefined };
  sources.set(url, source);
  return source;
}

/** A module with the exports of an object. */
function moduleWith(identifier: string, exported: object): Module {
  const names = [...new Set(['default', ...Object.keys(exported)])];
  return new vm.SyntheticModule(
    names,
    function () {
      for (const name of names)
        this.setExport(name, name in exported ? exported[name as never] : name === 'default' ? exported : undefined);
    },
    { identifier },
  );
}

/**
 * The modules of one compartment: each file that is imported by its path is loaded anew, as in a process of its own.
 * Node's modules and packages are those of the whole process.
 */
export class ModuleGraph {
  readonly #modules = new Map<string, Module | Promise<Module>>();
  readonly #replaced: Readonly<Record<string, object>>;

  /** @param replaced exports of Node's modules that this compartment has for itself, by name */
  constructor(replaced: Readonly<Record<string, object>> = {}) {
    this.#replaced = replaced;
  }

  /** Loads a file and everything that it imports, and runs it. @returns its exports */
  async load(url: string): Promise<Record<string, unknown>> {
    const module = await this.#evaluated(url, url);
    return module.namespace as Record<string, unknown>;
  }

  async #evaluated(specifier: string, from: string): Promise<Module> {
    const module = await this.#find(specifier, from);
    if (module.status === 'unlinked') await module.link((wanted, importer) => this.#find(wanted, importer.identifier));
    await module.evaluate();
    return module;
  }

  #find(specifier: string, from: string): Module | Promise<Module> {
    const url = /^(?:\.{0,2}\/|file:)/.test(specifier) ? new URL(specifier, from).href : specifier;
    let module = this.#modules.get(url);
    if (!module) this.#modules.set(url, (module = this.#open(url)));
    return module;
  }

  #open(url: string): Module | Promise<Module> {
    if (url.startsWith('file:')) return this.#openFile(url);
    if (!isBuiltin(url)) return import(url).then((exported: object) => moduleWith(url, exported));
    const replaced = this.#replaced[url.replace(/^node:/, '')];
    return moduleWith(url, { ...(process.getBuiltinModule(url) as object), ...replaced });
  }

  #openFile(url: string): SourceModule {
    const source = sourceOf(url);
    const module = new vm.SourceTextModule(source.code, {
      identifier: url,
      ...(source.cachedData && { cachedData: source.cachedData }),
      initializeImportMeta: (meta) => {
        const filename = fileURLToPath(url);
        Object.assign(meta, { url, filename, dirname: fileURLToPath(new URL('.', url)) });
      },
      importModuleDynamically: (specifier: string) => this.#evaluated(specifier, url),
    });
    // Absent from Node's types (https://nodejs.org/api/vm.html#sourcetextmodulecreatecacheddata).
    source.cachedData ??= (module as unknown as { createCachedData(): Buffer }).createCachedData();
    return module;
  }
}
