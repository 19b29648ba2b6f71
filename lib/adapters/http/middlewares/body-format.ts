import { Problem } from '../../../core/domain/problems.ts';
import type { BodyFormat } from '../body-formats.ts';
import { type ApiMiddleware, requestHeader } from '../exchange.ts';

/** Methods with a body; other methods' bodies are ignored, as they have no meaning (RFC 9110 §9.3.1 and §9.3.5). */
const withBody: readonly string[] = ['POST', 'PATCH'];

/** Chooses the body's format by Content-Type (rule REQ-1). */
export function bodyFormat({ formats }: { formats: readonly BodyFormat<unknown>[] }): ApiMiddleware {
  const accepted = formats.map(({ contentType }) => contentType).join(', ');
  return {
    before: ({ event, context: { exchange } }) => {
      if (!withBody.includes(event.httpMethod)) return;
      const contentType = requestHeader(event, 'content-type') ?? '';
      const noBody = event.body ? undefined : formats.find(({ optional }) => optional);
      const format = noBody ?? formats.find((accepted) => accepted.contentType === mediaType(contentType));
      const isReadable = format && isUtf8(contentType) && (format.accepts?.(contentType) ?? true);
      if (!isReadable) throw new Problem('unsupported_content_type', { values: { accepted } });
      exchange.format = format;
    },
  };
}

function mediaType(contentType: string): string {
  return contentType.split(';')[0]!.trim().toLowerCase();
}

/** JSON allows no other encoding (RFC 8259 §8.1), and forms name none. */
function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}
