import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { detailMessage } from '../../lib/adapters/http/error-reply.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { letterBatchRowQuery } from '../../lib/adapters/http/validators/letter-batch-row-query.ts';
import { type Flaw, Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { letterBatchRowResource } from '../../lib/core/resources/letter-batch.ts';
import { listResource } from '../../lib/core/resources/list.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const ROW = 'row_';
const mailMerges = openMailMerges(table, tools);
const letterBatches = openLetterBatches(table, tools);

export const handler = apiHandler(
  { operation: 'letter-batches-rows', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: letterBatchRowQuery },
  async ({ account, path, query, locale }) => {
    const found = await mailMerges.find(account.id, path.letter_batch_id);
    if (!found) throw new Problem('resource_not_found');
    const { page, nextCursor } = openPage(`rows of ${path.letter_batch_id}`, account, query);
    // A cursor has the form of an id.
    const after = Number(page.after?.replace(ROW, '') ?? 0);
    const { rows, next } = await letterBatches.rows(found.mailMerge, { after, limit: page.limit, state: query.state });
    const messageOf = (flaw: object) => detailMessage(flaw as Flaw, locale);
    const shown = rows.map((row) => ({ id: `${ROW}${row.row}`, ...letterBatchRowResource(row, messageOf) }));
    const list = listResource(shown, next === null ? null : `${ROW}${next}`, nextCursor);
    return { ...list, data: list.data.map(({ id: _, ...row }) => row) };
  },
);
