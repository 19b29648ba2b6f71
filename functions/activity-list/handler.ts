import { openActivities } from '../../lib/adapters/data/accounts/activities.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { activityQuery } from '../../lib/adapters/http/validators/activity-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { activityResource } from '../../lib/core/resources/activity.ts';
import { listResource } from '../../lib/core/resources/list.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const activities = openActivities(table);

export const handler = apiHandler(
  { operation: 'activity-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: activityQuery },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('activity', account, query);
    const { rows, next } = await activities.list(account.id, page, Date.now());
    return listResource(rows.map(activityResource), next, nextCursor);
  },
);
