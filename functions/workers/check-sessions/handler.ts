import { Logger } from '@aws-lambda-powertools/logger';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { openIdClients } from '../../../lib/adapters/sign-in/openid.ts';
import { openTokenSeal } from '../../../lib/adapters/sign-in/token-seal.ts';
import type { SecurityEventName } from '../../../lib/core/domain/security-events.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { checkSessions, type CheckSessionsDeps } from '../../../lib/operations/people/check-sessions.ts';

const env = readEnvironment('TABLE_NAME', 'OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET', 'DASHBOARD_URL');
const logger = new Logger({ serviceName: 'check-sessions' });
const provider = openIdClients({
  issuer: env.OPENID_ISSUER,
  clientId: env.OPENID_CLIENT_ID,
  clientSecret: env.OPENID_CLIENT_SECRET,
})(env.DASHBOARD_URL);
const now = () => Date.now();
const deps: CheckSessionsDeps = {
  sessions: openSessions(openTable(env.TABLE_NAME)),
  tokens: openTokenSeal(env.OPENID_CLIENT_SECRET),
  renew: provider.renew,
  now,
  reportEnded: (person_id) => {
    const security_event: SecurityEventName = 'provider_end';
    logger.info('security', { security_event, outcome: 'done', person_id });
  },
  reportUnasked: (person_id, error) =>
    logger.error('the provider was not asked about a session', { person_id, failure: describeFailure(error) }),
};

/** A run lasts for less than the minute until the next one. */
const RUN_MS = 20_000;

// Every minute.
export async function handler(): Promise<void> {
  const tally = await loggedRun(logger, {}, () => checkSessions(deps, now() + RUN_MS));
  logger.info('sessions checked', tally);
}
