import { join, resolve } from 'node:path';
import { App, BootstraplessSynthesizer, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { buildFunctions } from '../../../lib/infra/bundle.ts';
import { FidelityStack } from './stack.ts';

/**
 * The CDK app of the fidelity tests; the CDK's command line or the caller names the output directory. `-c
 * target=<name>` makes the stack for a target that runs no functions, by its name in `targets.ts`: without assets it
 * needs no bootstrap.
 */
const app = new App({
  outdir: process.env.CDK_OUTDIR,
  analyticsReporting: false,
  treeMetadata: false,
  builtinCloudFormationValidation: false,
  postCliContext: { 'aws:cdk:enable-asset-metadata': false },
  context: { 'aws:cdk:disable-asset-staging': true },
});
const target = app.node.tryGetContext('target') as string | undefined;
if (target !== undefined)
  new FidelityStack(app, 'MaloteFidelity', { target, bundles: undefined, synthesizer: new BootstraplessSynthesizer() });
else {
  const bundles = await buildFunctions({
    functionsRoot: join(import.meta.dirname, 'functions'),
    outdir: resolve(import.meta.dirname, '../../../.build/fidelity'),
  });
  const synthesizer = new DefaultStackSynthesizer({ generateBootstrapVersionRule: false });
  new FidelityStack(app, 'MaloteFidelity', { bundles, synthesizer });
}
app.synth();
