import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { openPage } from '../../../lib/adapters/net/open-page.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import type { ProbedHosts } from '../../../lib/core/domain/probes.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type ProbeDeps, probeHosts } from '../../../lib/operations/probes/probe-hosts.ts';

// Cold start.
const env = readEnvironment('PROBED_HOSTS');
const hosts = JSON.parse(env.PROBED_HOSTS) as ProbedHosts;
const serviceName = 'probe-hosts';
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: 'Malote', serviceName });

/** Longer than the functions behind the hosts take to start. */
const PATIENCE_MS = 15_000;

const deps: ProbeDeps = {
  open: (url) => openPage(url, PATIENCE_MS),
  now: () => Date.now(),
  reportUnwell: (host, why) => {
    const found = 'error' in why ? { failure: describeFailure(why.error) } : why;
    logger.error('a host is not well', { host, ...found });
  },
};

// Every minute.
export async function handler(): Promise<void> {
  const probed = await loggedRun(logger, {}, () => probeHosts(deps, hosts));
  for (const { host, well, certificateEndsSoon } of probed) {
    const single = metrics.singleMetric();
    single.addDimension('host', host);
    single.addMetric('HostUnwell', MetricUnit.Count, well ? 0 : 1);
    const ofCertificate = metrics.singleMetric();
    ofCertificate.addDimension('host', host);
    ofCertificate.addMetric('CertificateEndsSoon', MetricUnit.Count, certificateEndsSoon ? 1 : 0);
  }
}
