import {
  type Answer,
  certificateEndsSoon,
  isWell,
  type ProbedHost,
  type ProbedHosts,
  probes,
} from '../../core/domain/probes.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface ProbeDeps {
  /** @throws Error without an answer */
  open: (url: string) => Promise<Answer>;
  now: () => number;
  reportUnwell: (host: ProbedHost, why: { status: number } | { error: unknown }) => void;
}

export interface Probed {
  host: ProbedHost;
  well: boolean;
  certificateEndsSoon: boolean;
}

/** Opens each host at the same time, and tells which are well. */
export function probeHosts(deps: ProbeDeps, hosts: ProbedHosts): Promise<Probed[]> {
  return settleAll(
    Object.entries(hosts).map(async ([name, base]) => {
      const host = name as ProbedHost;
      try {
        const answer = await deps.open(base + probes[host].path);
        const well = isWell(host, answer);
        if (!well) deps.reportUnwell(host, { status: answer.status });
        return { host, well, certificateEndsSoon: certificateEndsSoon(answer, deps.now()) };
      } catch (error) {
        deps.reportUnwell(host, { error });
        return { host, well: false, certificateEndsSoon: false };
      }
    }),
  );
}
