import { join, resolve } from 'node:path';
import { buildFunctions, type FunctionBundle } from './bundle.ts';
import { bundlePublisher, type PageSet, pageSets, type Publishers } from './published-pages.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings-schema.ts';

const repository = resolve(import.meta.dirname, '../..');

export interface SynthesizeOptions {
  /** Receives the cloud assembly: the template and the manifest of the assets. */
  outdir: string;
  /** Checks the template by CloudFormation's own rules and by the rule packs; takes two seconds more. */
  validation: boolean;
  /**
   * Copies the bundles into the assembly, so that it can leave this machine. Without it, the assembly names build
   * folders.
   */
  staged?: boolean;
  /** Folder of the stages' files; without it, the stage is `prod` with its defaults. */
  stages?: string;
  /**
   * Finds the folder of built pages; if there is none, the deployment leaves what is published. Default: the stack publishes no pages, as on one machine,
   * where its service shows them itself.
   */
  builtPages?: (set: PageSet) => Promise<string | undefined>;
}

/**
 * Bundles the functions and synthesizes the stack.
 * @returns the directory of the cloud assembly; the template in it is `Malote.template.json`
 * @throws Error with the findings when a check fails
 */
export async function synthesize(options: SynthesizeOptions): Promise<string> {
  const { outdir, validation, staged = false, stages } = options;
  // The CDK loads while esbuild works in its own process.
  const [bundles, { App, DefaultStackSynthesizer }, { MaloteStack }] = await Promise.all([
    buildFunctions(),
    import('aws-cdk-lib'),
    import('./stack.ts'),
  ]);
  const app = new App({
    outdir,
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: validation,
    // Overrides the command line: the template must not depend on the machine's paths.
    postCliContext: { 'aws:cdk:enable-asset-metadata': false },
    context: {
      'aws:cdk:disable-asset-staging': !staged,
      '@aws-cdk/aws-iam:minimizePolicies': true,
      '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
    },
  });
  const settings = readSettings(app.node, stages);
  const stack = new MaloteStack(app, 'Malote', {
    settings,
    bundles,
    publishers: await publishersOf(settings, bundles, options),
    definitions: {
      letter: join(repository, 'statemachines/letter-lifecycle.asl.json'),
      verification: join(repository, 'statemachines/verification-lifecycle.asl.json'),
    },
    synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }),
  });
  if (validation) {
    // Loaded on demand: the rule packs take 0.2 s.
    const { addChecks } = await import('./checks.ts');
    addChecks(app, stack);
  }
  return app.synth().directory;
}

async function publishersOf(
  settings: Settings,
  bundles: ReadonlyMap<string, FunctionBundle>,
  { builtPages, outdir }: SynthesizeOptions,
): Promise<Publishers> {
  const publishers = new Map<PageSet, FunctionBundle>();
  const code = bundles.get('publish-pages')!;
  if (builtPages)
    for (const set of pageSets.filter((set) => settings[set]))
      publishers.set(set, await bundlePublisher(set, { code, folder: await builtPages(set), outdir }));
  return publishers;
}
