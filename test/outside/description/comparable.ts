interface Body {
  content: Record<string, unknown>;
}

export interface Operation {
  requestBody?: Body;
  responses: Record<string, unknown>;
  parameters?: Record<string, unknown>[];
}

export interface Schema {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
}

/** What a comparison touches of an OpenAPI document. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
}

/**
 * A description whose webhooks are responses. Their bodies are requests in OpenAPI, but the service writes them and
 * customers read them: a new field breaks nobody, and a field that is gone does.
 */
export function comparable({ webhooks = {}, ...description }: Description): Description {
  const read = Object.entries(webhooks).map(([name, { post }]) => [
    `/webhook-bodies/${name}`,
    { get: { responses: { 200: { description: name, content: post.requestBody?.content } } } },
  ]);
  return { ...description, paths: { ...description.paths, ...Object.fromEntries(read) } };
}
