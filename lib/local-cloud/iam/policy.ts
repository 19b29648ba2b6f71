import { compileConditions, type ConditionElement, type ConditionTest, type RequestContext } from './conditions.ts';
import { listOf, matcherOfAny, type TextMatcher } from './policy-text.ts';

type TextOrTexts = string | readonly string[];

interface StatementElement {
  Sid?: string;
  Effect: 'Allow' | 'Deny';
  Principal?: string | Readonly<Record<string, TextOrTexts>>;
  Action?: TextOrTexts;
  NotAction?: TextOrTexts;
  Resource?: TextOrTexts;
  NotResource?: TextOrTexts;
  Condition?: ConditionElement;
}

/** A JSON policy with its intrinsics resolved. */
export interface PolicyDocument {
  Version?: string;
  Statement: StatementElement | readonly StatementElement[];
}

const STATEMENT_ELEMENTS: readonly string[] = [
  'Sid',
  'Effect',
  'Principal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
];

/** The principals of a statement in a resource policy, by type. */
export interface Principals {
  /** `{"AWS": "*"}` or `"*"`. */
  everyone: boolean;
  /** ARNs of roles, and of accounts (`…:root`). */
  arns: readonly string[];
  /** `events.amazonaws.com` */
  services: readonly string[];
}

export interface Statement {
  effect: 'Allow' | 'Deny';
  principals: Principals;
  coversAction: TextMatcher;
  coversResource: TextMatcher;
  holds: ConditionTest;
  /** Patterns that have not allowed anything yet. */
  idle: { actions: Set<string>; resources: Set<string> };
}

/** @throws Error naming an unsupported part of the policy */
export function compilePolicy({ Statement }: PolicyDocument): Statement[] {
  return [Statement].flat().map((element) => {
    const unknown = Object.keys(element).filter((name) => !STATEMENT_ELEMENTS.includes(name));
    if (unknown.length > 0) throw new Error(`${unknown.join(', ')} of a policy is not known`);
    const { Effect, Action, NotAction, Resource, NotResource, Principal, Condition } = element;
    const coversAction = matcherOfAny(listOf(Action ?? NotAction).map((action) => action.toLowerCase()));
    return {
      effect: Effect,
      principals: principalsOf(Principal),
      coversAction: NotAction === undefined ? coversAction : not(coversAction),
      coversResource:
        NotResource === undefined ? matcherOfAny(listOf(Resource)) : not(matcherOfAny(listOf(NotResource))),
      holds: compileConditions(Condition),
      idle: { actions: new Set(listOf(Action)), resources: new Set(listOf(Resource)) },
    };
  });
}

/** Records that a statement has allowed an action on a resource. */
export function recordUse({ idle }: Statement, action: string, resource: string): void {
  for (const pattern of idle.actions)
    if (matcherOfAny([pattern.toLowerCase()])(action.toLowerCase())) idle.actions.delete(pattern);
  for (const pattern of idle.resources) if (matcherOfAny([pattern])(resource)) idle.resources.delete(pattern);
}

const not =
  (matches: TextMatcher): TextMatcher =>
  (text) =>
    !matches(text);

function principalsOf(principal: StatementElement['Principal']): Principals {
  if (principal === undefined) return { everyone: false, arns: [], services: [] };
  if (typeof principal === 'string') return { everyone: principal === '*', arns: [], services: [] };
  const { AWS, Service, ...others } = principal;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`the principal ${unknown} of a policy is not known`);
  const arns = listOf(AWS);
  return { everyone: arns.includes('*'), arns, services: listOf(Service) };
}

/** The statements of some policies, cached by action. */
export class PolicySet {
  readonly #statements: Statement[] = [];
  readonly #byAction = new Map<string, readonly Statement[]>();

  get statements(): readonly Statement[] {
    return this.#statements;
  }

  add(statements: readonly Statement[]): void {
    this.#statements.push(...statements);
    this.#byAction.clear();
  }

  /** Those that apply to an action on a resource. */
  *about(action: string, resource: string, context: RequestContext): Generator<Statement> {
    let statements = this.#byAction.get(action);
    if (!statements) {
      // "IAM identifies actions without regard to case."
      const lowered = action.toLowerCase();
      statements = this.#statements.filter(({ coversAction }) => coversAction(lowered));
      this.#byAction.set(action, statements);
    }
    for (const statement of statements) {
      if (statement.coversResource(resource) && statement.holds(context)) yield statement;
    }
  }
}
