import { join, resolve } from 'node:path';
import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { buildFunctions } from '../../../lib/infra/bundle.ts';
import { FidelityStack } from './stack.ts';

/** The CDK app of the fidelity tests; the CDK's command line, or who starts it, names the directory. */
const bundles = await buildFunctions({
  functionsRoot: join(import.meta.dirname, 'functions'),
  outdir: resolve(import.meta.dirname, '../../../.build/fidelity'),
});
const app = new App({
  outdir: process.env.CDK_OUTDIR,
  analyticsReporting: false,
  treeMetadata: false,
  builtinCloudFormationValidation: false,
  postCliContext: { 'aws:cdk:enable-asset-metadata': false },
  context: { 'aws:cdk:disable-asset-staging': true },
});
const synthesizer = new DefaultStackSynthesizer({ generateBootstrapVersionRule: false });
new FidelityStack(app, 'MaloteFidelity', { bundles, synthesizer });
app.synth();
