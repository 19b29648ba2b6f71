import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { idIn, SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

/** Prices a month in USD, from the pages that `docs/cost.md` names. */
const PRICES = {
  metric: 0.1,
  composite: 0.5,
  key: 1,
  secret: 0.4,
  millionRequests: 0.4,
  webAcl: 5,
  rule: 1,
  sweeps: 1,
};
/** Seconds of a month of 30.4 days. */
const MONTH = 30.417 * 86_400;
/** Long polls that Lambda makes of a queue without messages, and how long each lasts. */
const POLLS = { atOnce: 5, seconds: 20 };

test('the page of costs says what the template has', () => {
  const rolloutAlarms = template
    .all('AWS::CodeDeploy::DeploymentGroup')
    .flatMap(({ properties }) => properties.AlarmConfiguration.Alarms.map(({ Name }) => idIn(Name)));
  const alarms = template.all('AWS::CloudWatch::Alarm').filter(({ id }) => !rolloutAlarms.includes(id));
  const metrics = alarms
    .map(({ properties }) => (properties.Metrics ?? []).filter(({ MetricStat }) => MetricStat).length || 1)
    .reduce((sum, count) => sum + count, 0);
  const count = {
    composites: template.all('AWS::CloudWatch::CompositeAlarm').length,
    keys: template.all('AWS::KMS::Key').length,
    secrets: template.all('AWS::SecretsManager::Secret').length,
    polled: template
      .all('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => JSON.stringify(properties.EventSourceArn).includes('Queue')).length,
  };
  const acls = template.all('AWS::WAFv2::WebACL');
  const millions = (count.polled * POLLS.atOnce * (MONTH / POLLS.seconds)) / 1e6;
  const costs = [
    metrics * PRICES.metric,
    count.composites * PRICES.composite,
    rolloutAlarms.length * PRICES.metric,
    count.keys * PRICES.key,
    count.secrets * PRICES.secret,
    millions * PRICES.millionRequests,
    acls.reduce((sum, { properties }) => sum + PRICES.webAcl + properties.Rules.length * PRICES.rule, 0),
    PRICES.sweeps,
  ];
  const [ofMetrics, ofComposites, ofRollouts, ofKeys, ofSecrets, ofPolls, ofAcls] = costs.map((cost) =>
    cost.toFixed(2),
  );
  const total = costs.reduce((sum, cost) => sum + cost, 0).toFixed(2);
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cost.md'), 'utf8');
  expect(/^A stage without letters costs.*$/m.exec(page)?.[0]).toBe(
    `A stage without letters costs about USD ${total} a month: ${alarms.length} alarms over ${metrics} metrics (${ofMetrics}), ${count.composites} over pairs of them (${ofComposites}), ${rolloutAlarms.length} of rollouts, one for each function (${ofRollouts}), ${count.keys} KMS keys (${ofKeys}), ${count.secrets} secrets (${ofSecrets}), ${count.polled} queues that Lambda polls around the clock with five long polls each, ${millions.toFixed(1)} million requests (${ofPolls}), the request gate (${ofAcls}), and the sweeps of each minute (1).`,
  );
});
