import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { detailMessage } from '../../lib/adapters/http/error-reply.ts';
import { mailMergeRowQuery } from '../../lib/adapters/http/validators/mail-merge-row-query.ts';
import { type Flaw, Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { mailMergeRowResource } from '../../lib/core/resources/mail-merge.ts';

/** Rows of a page, with their letters: about 500 KB. */
const PAGE_ROWS = 1_000;

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const mailMerges = openMailMerges(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  { operation: 'mail-merges-rows', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: mailMergeRowQuery },
  async ({ accountId, path, query, locale }) => {
    const found = await mailMerges.find(accountId, path.mail_merge_id);
    if (!found) throw new Problem('resource_not_found');
    const before = Number(query.cursor ?? 0);
    const last = before + PAGE_ROWS;
    const slice = { account_id: accountId, mail_merge_id: path.mail_merge_id, first: before + 1, last };
    const results = await mailMerges.results(slice);
    const letters = await mailMerges.lettersOfRows(accountId, results);
    const has_more = last < found.mailMerge.rows;
    return {
      object: 'list',
      data: results.map((result) =>
        mailMergeRowResource(result, letters.get(result.letter_id ?? ''), (flaw) =>
          detailMessage(flaw as Flaw, locale),
        ),
      ),
      has_more,
      next_cursor: has_more ? String(last) : null,
    };
  },
);
