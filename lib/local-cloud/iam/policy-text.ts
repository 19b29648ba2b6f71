/** Whether a text matches a pattern of a policy. */
export type TextMatcher = (text: string) => boolean;

/**
 * `*` matches any characters and `?` matches one
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html#reference_policies_elements_resource_wildcards).
 * @throws Error for a policy variable, which the local cloud does not know
 */
export function matcherOf(pattern: string): TextMatcher {
  if (pattern.includes('${')) throw new Error(`the policy variable in ${pattern} is not known`);
  if (pattern === '*') return () => true;
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const expression = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  return (text) => expression.test(text);
}

export function matcherOfAny(patterns: readonly string[]): TextMatcher {
  const matchers = patterns.map(matcherOf);
  return (text) => matchers.some((matches) => matches(text));
}

const ARN_PARTS = 6;

/**
 * "Each of the six colon-delimited components of the ARN is checked separately and each can include multi-character match
 * wildcards" (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html#Conditions_ARN).
 */
export function arnMatcherOf(pattern: string): TextMatcher {
  const matchers = partsOf(pattern).map(matcherOf);
  return (text) => {
    const parts = partsOf(text);
    return parts.length === matchers.length && matchers.every((matches, index) => matches(parts[index]!));
  };
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')];
}

/** The members of an element that may also be a single string. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat();
}
