import { type ApiMiddleware, rawBodyOf } from '../exchange.ts';

/** Parses the body by its format. */
export function bodyParsing(): ApiMiddleware {
  return {
    before: ({ event, context: { exchange } }) => {
      if (!exchange.format) return;
      const absent = exchange.format.optional && !event.body;
      exchange.body = absent ? {} : exchange.format.parse(rawBodyOf(event));
    },
  };
}
