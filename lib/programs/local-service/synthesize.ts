import { synthesize } from '../../infra/synth.ts';

/** The process in which `localAssembly` runs the CDK; the folder of the assembly is its argument. */
await synthesize({ outdir: process.argv[2]!, validation: false });
