import { Logger } from '@aws-lambda-powertools/logger';
import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import type { SecurityEventName } from '../../../lib/core/domain/security-events.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { endSessionsOf } from '../../../lib/operations/people/check-sessions.ts';

const table = openTable(readEnvironment('TABLE_NAME').TABLE_NAME);
const deps = { people: openPeople(table), sessions: openSessions(table) };
const logger = new Logger({ serviceName: 'end-sessions-after-reset' });

/**
 * Called by the user pool when somebody has confirmed their address or a new password
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html). If it fails, the
 * page of the pool says so, and setting the password once more calls it again.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource !== 'PostConfirmation_ConfirmForgotPassword') return event;
  const { region, userPoolId, request } = event;
  const subject = request.userAttributes.sub!;
  // As in the pool's ID tokens; the pool's own variable would make pool and function wait for each other.
  const identity = { issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`, subject };
  const isKnown = await loggedRun(logger, {}, () => endSessionsOf(deps, identity));
  const security_event: SecurityEventName = 'password_reset';
  logger.info('security', { security_event, outcome: isKnown ? 'done' : 'not_a_member' });
  return event;
}
