import { complete, described, type FromSchema, listOf, named, nullable, type Schema } from './json-schema.ts';
import { boolean, constant, string } from './values.ts';

/** A page of objects of one kind (rule LIST-1). */
export function listSchema<const Title extends string, const Item extends Schema>(title: Title, item: Item) {
  return named(
    title,
    complete('One page of a list, newest first.', {
      object: constant('list'),
      data: listOf(item),
      has_more: described('Whether there are older objects on further pages.', boolean),
      next_cursor: described('Send it as `cursor` for the next page; null on the last page.', nullable(string)),
    }),
  );
}

/** What every list has besides its objects. */
export type ListResource<Item> = Omit<FromSchema<ReturnType<typeof listSchema>>, 'data'> & { data: Item[] };

/** Default number of objects on a page. */
export const DEFAULT_LIMIT = 20;

/** The query of a list: its filters, then the parameters of all lists (rules LIST-2 and LIST-4). */
export function listQuerySchema<const Filters extends Readonly<Record<string, Schema>>>(filters: Filters) {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...filters,
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Maximum number of objects on a page. Very large objects may need more pages.',
        default: DEFAULT_LIMIT,
      },
      cursor: {
        type: 'string',
        shownPattern: '^[A-Za-z0-9_-]+$',
        description:
          'The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page.',
      },
      created_after: {
        type: 'string',
        format: 'date-time',
        description: 'Only objects created at this instant or later.',
      },
      created_before: {
        type: 'string',
        format: 'date-time',
        description: 'Only objects created before this instant.',
      },
    },
  } as const;
}

/** Query parameters of every list. `created_after` is inclusive, `created_before` exclusive. */
export type PageQuery = FromSchema<ReturnType<typeof listQuerySchema<Record<never, never>>>>;
