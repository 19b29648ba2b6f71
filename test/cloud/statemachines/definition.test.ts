import { beforeAll, describe, expect, test } from '@jest/globals';
import validate from 'asl-validator';
import { SYNTHESIS_MS, synthesizeApp, type Template } from '../infra/synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

/** The deployed definition, with a typical value for each placeholder. */
function deployed(machine: string) {
  const { DefinitionString, DefinitionSubstitutions } = template
    .all('AWS::StepFunctions::StateMachine')
    .find(({ id }) => id.startsWith(`Lifecycle${machine}`))!.properties;
  const placeholders = [...DefinitionString.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  const text = DefinitionString.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = DefinitionSubstitutions[name];
    return typeof value === 'string' ? value : `a-${name.toLowerCase().replaceAll('_', '-')}`;
  });
  return {
    definition: JSON.parse(text) as { States: Record<string, { TimeoutSeconds?: unknown; Resource?: string }> },
    placeholders: new Set(placeholders),
    substitutions: new Set(Object.keys(DefinitionSubstitutions)),
  };
}

describe.each([
  ['Letters', 5],
  ['Verifications', 4],
])('the state machine %s, as deployed', (machine, waits) => {
  test('is valid Amazon States Language, with valid JSONata', () => {
    const result = validate(deployed(machine).definition, { checkArn: false });
    expect(result.errorsText('\n')).toBe('');
    expect(result.isValid).toBe(true);
  });

  test('has every placeholder filled, and no unknown one', () => {
    const { placeholders, substitutions } = deployed(machine);
    expect(substitutions).toEqual(placeholders);
  });

  test('never waits for a token without a deadline', () => {
    const waiting = Object.values(deployed(machine).definition.States).filter(({ Resource }) =>
      Resource?.endsWith('.waitForTaskToken'),
    );
    expect(waiting.length).toBe(waits);
    for (const { TimeoutSeconds } of waiting) expect(TimeoutSeconds).toBeDefined();
  });

  test('logs errors without the data of executions, which contains task tokens', () => {
    const machines = template.all('AWS::StepFunctions::StateMachine');
    expect(machines).toHaveLength(2);
    for (const { properties } of machines) {
      expect(properties).toMatchObject({
        LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
        TracingConfiguration: { Enabled: true },
      });
    }
  });
});
