import { beforeAll, describe, expect, test } from '@jest/globals';
import validate from 'asl-validator';
import { SYNTHESIS_MS, synthesizeApp, type Template } from '../infra/synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

/** The definition as deployed, each placeholder filled with a text of the kind it gets. */
function deployed() {
  const { DefinitionString, DefinitionSubstitutions } = template.all('AWS::StepFunctions::StateMachine')[0]!.properties;
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

describe('the state machine of letters, as deployed', () => {
  test('is valid Amazon States Language, with valid JSONata', () => {
    const result = validate(deployed().definition, { checkArn: false });
    expect(result.errorsText('\n')).toBe('');
    expect(result.isValid).toBe(true);
  });

  test('has every placeholder filled, and none that is not there', () => {
    const { placeholders, substitutions } = deployed();
    expect(substitutions).toEqual(placeholders);
  });

  test('never waits for a token without a deadline', () => {
    const waiting = Object.values(deployed().definition.States).filter(({ Resource }) =>
      Resource?.endsWith('.waitForTaskToken'),
    );
    expect(waiting.length).toBeGreaterThanOrEqual(3);
    for (const { TimeoutSeconds } of waiting) expect(TimeoutSeconds).toBeDefined();
  });

  test('logs errors without the data of executions, which holds task tokens', () => {
    expect(template.all('AWS::StepFunctions::StateMachine').map(({ properties }) => properties)).toEqual([
      expect.objectContaining({
        LoggingConfiguration: expect.objectContaining({ Level: 'ERROR', IncludeExecutionData: false }),
        TracingConfiguration: { Enabled: true },
      }),
    ]);
  });
});
