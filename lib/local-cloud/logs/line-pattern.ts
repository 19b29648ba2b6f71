/** Whether a line matches a filter pattern. */
export type LinePattern = (line: string) => boolean;

/** `$.status = "200"`, optionally in parentheses; a `*` in the text matches any characters. */
const EQUALITY = /^\(?\s*\$\.(\w+)\s*=\s*"([^"\\]*)"\s*\)?$/;

/**
 * A filter pattern of CloudWatch Logs for JSON lines, limited to a conjunction of fields that equal strings
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html). A line that is not JSON matches none.
 * @throws Error for any other pattern
 */
export function linePattern(text: string): LinePattern {
  const inner = /^\{(.*)\}$/s.exec(text.trim())?.[1];
  const equalities = inner?.split('&&').map((part) => EQUALITY.exec(part.trim()));
  if (!equalities?.every((match) => match !== null)) throw new Error(`filter pattern ${text} is not known`);
  const wanted = equalities.map(([, field, value]) => ({ field: field!, value: wildcard(value!) }));
  return (line) => {
    const fields = objectIn(line);
    return (
      fields !== undefined && wanted.every(({ field, value }) => isText(fields[field]) && value.test(fields[field]))
    );
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function wildcard(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function objectIn(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
