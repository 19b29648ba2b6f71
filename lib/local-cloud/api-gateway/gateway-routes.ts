/**
 * The resource tree of a REST API: static parts win over `{parameter}`, and both over `{proxy+}`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-method-settings-method-request.html
 */
export class GatewayResource<Method> {
  readonly id: string;
  /** Path as in the API, such as `/letters/{letter_id}`. */
  readonly path: string;
  /** HTTP method or `ANY` → its handler. */
  readonly methods = new Map<string, Method>();
  readonly #children = new Map<string, GatewayResource<Method>>();

  constructor(id: string, path: string) {
    this.id = id;
    this.path = path;
  }

  add(id: string, pathPart: string): GatewayResource<Method> {
    const child = new GatewayResource<Method>(id, `${this.path === '/' ? '' : this.path}/${pathPart}`);
    this.#children.set(pathPart, child);
    return child;
  }

  method(httpMethod: string): Method | undefined {
    return this.methods.get(httpMethod) ?? this.methods.get('ANY');
  }

  /**
   * The resource for path segments still in percent encoding, with the decoded values of its parameters; undefined when
   * none matches.
   */
  match(
    segments: readonly string[],
  ): { resource: GatewayResource<Method>; parameters: Record<string, string> } | undefined {
    const [segment, ...rest] = segments;
    if (segment === undefined) return { resource: this, parameters: {} };
    const fixed = this.#children.get(segment)?.match(rest);
    if (fixed) return fixed;
    for (const [pathPart, child] of this.#children) {
      const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(pathPart) ?? [];
      if (!name || greedy || segment === '') continue;
      const found = child.match(rest);
      if (found) return { ...found, parameters: { [name]: decodeSegment(segment), ...found.parameters } };
    }
    for (const [pathPart, child] of this.#children) {
      const [, name] = /^\{(\w+)\+\}$/.exec(pathPart) ?? [];
      if (name) return { resource: child, parameters: { [name]: segments.map(decodeSegment).join('/') } };
    }
    return undefined;
  }
}

/** A segment with invalid encoding is kept as it is. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
