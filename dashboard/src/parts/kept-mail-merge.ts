import { queryOptions } from '@tanstack/react-query';
import { accountApi } from '../api/account-api.ts';
import { RequestFailed } from '../api/request.ts';

/** A spreadsheet as long as it is kept, afterwards null. */
export const keptMailMergeQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: [accountId, 'mail-merges', id],
    queryFn: () =>
      accountApi(accountId)
        .mailMerge(id)
        .catch((error: unknown) => {
          if (error instanceof RequestFailed && error.status === 404) return null;
          throw error;
        }),
  });
