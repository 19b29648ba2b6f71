import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/adapters/http/list-query.ts';
import { listedEventTypes } from '../../lib/core/domain/events.ts';

/** Query of GET /events. */
export interface EventsQuery extends PageQuery {
  type?: string;
  object_id?: string;
}

export const schema = listSchema({
  type: { type: 'string', enum: listedEventTypes },
  object_id: { type: 'string', minLength: 1, maxLength: 100 },
});

export const validator = compileValidator<EventsQuery>(schema);
