import type { Settings } from '../../infra/settings-schema.ts';
import { type Check, checks, type Effect } from './checks.ts';
import { type Asked, askFor, type Facts, type Sources } from './facts.ts';

export interface Problem {
  check: string;
  /** `unknown`: AWS did not answer the question. */
  effect: Effect | 'unknown';
  sentence: string;
}

/** Finds what would stop the deployment of a stage, or what nobody would notice after it. Changes nothing. */
export async function preflight(settings: Settings, sources: Sources): Promise<Problem[]> {
  const { facts, unknown } = await askFor(settings, sources);
  const found = checks
    .filter((each) => isAnswered(each, { facts, unknown }))
    .flatMap(({ name, effect, find }) =>
      find(facts as Facts, settings).map((sentence): Problem => ({ check: name, effect, sentence })),
    );
  const refused = unknown.map(({ fact, reason }): Problem => {
    const names = checks.filter(({ needs }) => needs.includes(fact)).map(({ name }) => name);
    return {
      check: fact,
      effect: 'unknown',
      sentence: `AWS did not say it (${reason}). Not checked: ${names.join(', ')}.`,
    };
  });
  return [...found, ...refused];
}

const isAnswered = ({ needs }: Check, { unknown }: Asked) => !unknown.some(({ fact }) => needs.includes(fact));

const headings: Readonly<Record<Problem['effect'], string>> = {
  fails: 'The deployment would fail:',
  silent: 'The deployment would succeed, and nobody would notice:',
  unknown: 'Could not be asked:',
};

/** The problems as text for a terminal, those that stop a deployment first. */
export function report(stage: string, problems: readonly Problem[]): string {
  if (problems.length === 0) return `Nothing stands in the way of ${stage}.\n`;
  const parts = Object.entries(headings).flatMap(([effect, heading]) => {
    const lines = problems.filter((problem) => problem.effect === effect);
    return lines.length > 0 ? [[heading, ...lines.map(({ check, sentence }) => `  ${check}: ${sentence}`)]] : [];
  });
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
