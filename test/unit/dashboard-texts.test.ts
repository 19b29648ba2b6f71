import { describe, expect, test } from '@jest/globals';
import { en } from '../../dashboard/src/language/en.ts';
import { pt } from '../../dashboard/src/language/pt.ts';
import { ATTEMPTS, retryDelaysSeconds } from '../../lib/adapters/webhooks/schedule.ts';
import { dashboardOperations } from '../../lib/core/domain/dashboard-operations.ts';
import { EVENT_DAYS } from '../../lib/core/domain/events.ts';
import { roles } from '../../lib/core/domain/people.ts';
import { DELIVERY_DAYS } from '../../lib/core/domain/webhooks.ts';

const inWords = {
  pt: { eight: 'oito', keys: /chaves/, requests: /requisições/, webhooks: /webhooks/, reads: /leitura/i },
  en: { eight: 'eight', keys: /keys/, requests: /requests/, webhooks: /webhooks/, reads: /\bread\b/i },
};

describe.each([
  ['pt', pt],
  ['en', en],
] as const)('texts of the dashboard: %s', (language, t) => {
  const words = inWords[language];

  test('the role names what else the person may see, or what not (rule DASH-2)', () => {
    for (const role of roles) {
      if (role === 'owner') continue;
      const { hint } = t.roles[role];
      for (const [operation, word] of [
        ['api-keys-list', words.keys],
        ['requests-list', words.requests],
        ['webhook-endpoints-list', words.webhooks],
      ] as const) {
        const mayRead = (dashboardOperations[operation].roles as readonly string[]).includes(role);
        expect(hint).toMatch(word);
        expect([role, /menos|all but/.test(hint)]).toEqual([role, !mayRead]);
      }
    }
  });

  test('whoever may not send is told nothing of the role of readers: developers do not send either', () => {
    expect(t.roles.cannotSend).not.toMatch(words.reads);
  });

  test('deliveries and events are kept for as long as the service keeps them', () => {
    for (const text of [t.webhooks.noDeliveries, t.webhooks.noDeliveriesOf])
      expect(text).toContain(` ${DELIVERY_DAYS} `);
    expect(t.events.gone).toContain(` ${EVENT_DAYS} `);
  });

  test('a message is sent as often, and for as long, as the schedule of its attempts says', () => {
    expect(ATTEMPTS).toBe(8);
    const minutes = Math.floor(retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0) / 60);
    expect(t.webhooks.failing).toContain(words.eight);
    expect(t.webhooks.failing).toMatch(new RegExp(`${Math.floor(minutes / 60)} .*${minutes % 60} min`));
  });
});
