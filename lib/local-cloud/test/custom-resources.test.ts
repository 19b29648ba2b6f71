import { describe, expect, test } from '@jest/globals';
import { lambda, startTestCloud } from './support/assembly.ts';

const resources = (properties: Record<string, unknown>) => ({
  Provider: lambda('provide'),
  Made: {
    Type: 'Custom::Made',
    Properties: { ServiceToken: { 'Fn::GetAtt': ['Provider', 'Arn'] }, ...properties },
  },
});

const start = (properties: Record<string, unknown>) =>
  startTestCloud(resources(properties), {
    Outputs: {
      Id: { Value: { Ref: 'Made' } },
      Count: { Value: { 'Fn::GetAtt': ['Made', 'Count'] } },
      Request: { Value: { 'Fn::GetAtt': ['Made', 'Request'] } },
    },
  });

describe('a custom resource', () => {
  test('is what its function answers, and its properties are texts', async () => {
    const { cloud } = await start({ Count: 3 });
    try {
      expect(cloud.outputs).toEqual({ Id: 'made', Count: '3', Request: 'Create' });
    } finally {
      await cloud.stop();
    }
  });

  test('fails the start with the reason of its function', async () => {
    await expect(start({ Way: 'failing' })).rejects.toThrow('Made (Custom::Made): no pages');
  });

  test('fails the start if its function gives no answer', async () => {
    await expect(start({ Way: 'silent' })).rejects.toThrow('its function gave no answer');
  });
});
