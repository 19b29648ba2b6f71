import { beforeAll, expect, test } from '@jest/globals';
import { dashboardOperations } from '../../../lib/core/domain/dashboard-operations.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

const belowAccount = ({ path }: { path: string }) => path.startsWith('/accounts/{account_id}/');

test('every endpoint below an account has a row in the table of roles, and every row an endpoint', () => {
  const names = dashboardEndpoints.filter(belowAccount).map((endpoint) => endpoint.function);
  expect(new Set(names)).toEqual(new Set(Object.keys(dashboardOperations)));
});

test('no path of the API can be mistaken for one of the dashboard, which would require a session', () => {
  expect(endpoints.filter(({ path }) => path.startsWith('/accounts'))).toEqual([]);
});

test('the stage gives the functions the address of the dashboard and the lifetime of sessions', () => {
  const [stage] = template.all('AWS::ApiGateway::Stage').filter(({ properties }) => properties.StageName === 'api');
  expect(stage!.properties.Variables).toEqual({
    origin: {
      'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^Distribution/), 'DomainName'] }]],
    },
    sessionIdleMinutes: '720',
    sessionLongestHours: '168',
  });
});
