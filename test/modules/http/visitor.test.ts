import { describe, expect, test } from '@jest/globals';
import { visitorOf } from '../../../lib/adapters/http/visitor.ts';
import { networkOf } from '../../../lib/core/domain/networks.ts';
import { proxyEvent } from '../../support/proxy-event.ts';

const SECRET = 'the-distribution-says-so';

function visit(headers: Record<string, string>, sourceIp = '198.51.100.1') {
  const event = proxyEvent({ headers });
  event.requestContext.identity = { sourceIp } as typeof event.requestContext.identity;
  return visitorOf(event, SECRET);
}

const fromSaoPaulo = {
  'X-Origin-Secret': SECRET,
  'CloudFront-Viewer-Address': '203.0.113.9:46532',
  'CloudFront-Viewer-Country': 'BR',
  'CloudFront-Viewer-Country-Region': 'SP',
  'CloudFront-Viewer-City': 'S%C3%A3o Paulo',
  'CloudFront-Viewer-Postal-Code': '01000',
  'CloudFront-Viewer-Latitude': '-23.54750',
  'CloudFront-Viewer-Longitude': '-46.63610',
};

describe('the location of a visitor', () => {
  test('comes from the distribution', () => {
    expect(visit(fromSaoPaulo)).toMatchObject({
      ip: '203.0.113.9',
      location: {
        country: 'BR',
        state: 'SP',
        city: 'São Paulo',
        postal_code: '01000',
        latitude: -23.5475,
        longitude: -46.6361,
      },
    });
  });

  test.each([
    ['no secret', { 'X-Origin-Secret': '' }],
    ['another secret', { 'X-Origin-Secret': `${SECRET}x` }],
  ])('with %s is only the address that the gateway saw', (_, header) => {
    expect(visit({ ...fromSaoPaulo, ...header })).toMatchObject({ ip: '198.51.100.1', location: null });
  });

  test.each([
    ['S%C3%A3o Paulo', 'São Paulo'],
    [Buffer.from('São Paulo').toString('latin1'), 'São Paulo'],
    ['São Paulo', 'São Paulo'],
    ['100% Real', '100% Real'],
    ['', null],
    ['x'.repeat(500), 'x'.repeat(100)],
  ])('city %j is %j', (header, city) => {
    expect(visit({ ...fromSaoPaulo, 'CloudFront-Viewer-City': header }).location?.city).toBe(city);
  });

  test.each(['', 'north', '91', '1e5', 'NaN', '12.5;'])('with latitude %j is ignored', (latitude) => {
    expect(visit({ ...fromSaoPaulo, 'CloudFront-Viewer-Latitude': latitude }).location?.latitude).toBeNull();
  });

  test('is null if it is unknown', () => {
    expect(visit({ 'x-origin-secret': SECRET }).location).toBeNull();
  });

  test.each([
    ['2001:db8::9:46532', '2001:db8::9'],
    ['[2001:db8::9]:46532', '2001:db8::9'],
  ])('address %s is %s', (header, ip) => {
    expect(visit({ ...fromSaoPaulo, 'CloudFront-Viewer-Address': header }).ip).toBe(ip);
  });
});

describe('the device of a visitor', () => {
  const agent = (userAgent: string) => {
    const { user_agent, device, client } = visit({ 'User-Agent': userAgent });
    return { user_agent, device, client };
  };

  test('comes from the user agent', () => {
    const text =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
    expect(agent(text)).toEqual({
      user_agent: text,
      device: { type: 'mobile', vendor: null, model: null, os: 'Android 10' },
      client: { name: 'Chrome', version: '131.0.0.0' },
    });
  });

  test('is unknown for a user agent without it, and null without a user agent', () => {
    expect(agent('curl')).toMatchObject({ device: { type: null, os: null }, client: { version: null } });
    expect(agent('')).toEqual({ user_agent: null, device: null, client: null });
  });

  test('keeps 512 characters of a longer one', () => {
    expect(agent(`${'(('.repeat(5_000)}`).user_agent).toHaveLength(512);
  });
});

test.each([
  [null, null],
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('tries from %s are counted by the network %s', (ip, network) => expect(networkOf(ip)).toBe(network));
