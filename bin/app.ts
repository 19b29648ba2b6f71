import { STAGES } from '../lib/infra/settings.ts';
import { archiveSourceMaps } from '../lib/infra/source-maps.ts';
import { synthesize } from '../lib/infra/synth.ts';

// The CDK command line names the directory; CDK_VALIDATION=false leaves the checks out.
await synthesize({
  outdir: process.env.CDK_OUTDIR ?? 'cdk.out',
  stages: STAGES,
  validation: process.env.CDK_VALIDATION !== 'false',
});
await archiveSourceMaps();
