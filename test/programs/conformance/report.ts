import { styleText } from 'node:util';
import type { Outcome, Result } from './runner.ts';

/** The result of a run, as written with `--json`. */
export interface Report {
  base_url: string;
  mode: 'live' | 'test';
  seconds: number;
  counts: Record<Outcome, number>;
  /** Number of created objects that could not be canceled or removed. */
  left_behind: number;
  rules: Result[];
}

const colors = { pass: 'green', fail: 'red', 'not testable': 'gray' } as const;

/** One line for each rule, and one more for each of its checks that failed or could not run. */
export function asText({ rules, counts, left_behind, seconds }: Report): string {
  const lines = rules.flatMap(({ id, title, outcome, reason, findings }) => {
    const bad = findings.filter((finding) => finding.outcome === 'fail');
    const head = `${id.padEnd(8)} ${styleText(colors[outcome], outcome.padEnd(12))} ${title}`;
    if (outcome === 'not testable') return [`${head} (${reason})`];
    return [head, ...bad.map((finding) => `${' '.repeat(22)}${finding.title}: ${finding.reason}`)];
  });
  const left = left_behind === 0 ? [] : [`${left_behind} things that were made could not be cleaned up.`];
  const sum = `${counts.pass} rules pass, ${counts.fail} fail, ${counts['not testable']} are not testable there; ${Math.round(seconds)} s`;
  return [...lines, '', ...left, sum].join('\n');
}

/** JUnit XML: a suite for each page of rules, a test case for each check. */
export function asJunit({ rules, seconds }: Report): string {
  const pages = [...new Set(rules.map(({ page }) => page))];
  const suites = pages.map((page) => {
    const cases = rules.filter((rule) => rule.page === page).flatMap(casesOf);
    const count = (tag: string) => cases.filter((each) => each.includes(`<${tag} `)).length;
    return [
      `  <testsuite name="${escaped(page)}" tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n');
  });
  const open = `<testsuites name="conformance" time="${seconds.toFixed(3)}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...suites, '</testsuites>', ''].join('\n');
}

function casesOf({ id, title, findings, outcome, reason }: Result): string[] {
  const all = findings.length > 0 ? findings : [{ title, outcome, reason, seconds: 0 }];
  return all.map((finding) => {
    const tag = { pass: undefined, fail: 'failure', 'not testable': 'skipped' }[finding.outcome];
    const open = `    <testcase classname="${id}" name="${escaped(`${id} ${finding.title}`)}" time="${finding.seconds.toFixed(3)}"`;
    return tag === undefined ? `${open}/>` : `${open}><${tag} message="${escaped(finding.reason ?? '')}"/></testcase>`;
  });
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) =>
  // eslint-disable-next-line no-control-regex -- XML 1.0 has no control characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (character) => entities[character]!);
