import { describe, expect, test } from '@jest/globals';
import { texts } from '../../../../lib/texts/confirmation-page/texts.ts';
import { PageVisit } from '../../../support/page.ts';
import { testWith, useTarget } from '../../../support/target.ts';
import { awaitingCode, ownPdfBody, readLetter, templateBody, wrongCode } from '../../../support/verifications.ts';
import { qrCodesIn } from '../../pdf/tools.ts';

const target = useTarget();
const words = texts['pt-BR'];

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

async function posted(fields: object = {}, body: (fields: Record<string, unknown>) => object = templateBody) {
  const { baseUrl, control } = target();
  const { id: accountId, api } = await control.openAccount(baseUrl);
  const awaiting = await awaitingCode({ api, control }, body({ ...fields }));
  const page = new PageVisit(awaiting.verification.hosted_page_url, { 'user-agent': PHONE });
  return { ...awaiting, accountId, api, control, page };
}

describe('a person with a letter', () => {
  test.each([
    ['the service’s own letter', templateBody],
    ['a customer’s PDF', ownPdfBody],
  ])('finds the page on %s, and confirms by typing the code', async (_, body) => {
    const { verification, accountId, letter, code, page, now } = await posted(
      { return_url: 'https://loja.example/obrigado' },
      body,
    );
    expect(verification.hosted_page_url).toMatch(new RegExp(`/${accountId}/(?:[b-z]{4}-){2}[b-z]{4}$`));
    expect(letter.text.replace(/\s/g, '')).toContain(verification.hosted_page_url.slice(0, 30));
    const [scanned] = qrCodesIn(letter.file, 1);
    expect(scanned).toMatch(new RegExp(`/${accountId.replace('_', '').toUpperCase()}/[B-Z]{12}#${code}$`));
    expect((await new PageVisit(scanned!).open()).heading).toBe(words.code.heading);

    const opened = await page.open();
    expect([opened.status, opened.heading]).toEqual([200, words.code.heading]);
    expect(opened.html).not.toContain(code);
    expect((await now()).attempts_remaining).toBe(5);

    const confirmed = await page.enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect([confirmed.status, confirmed.heading]).toEqual([200, words.confirmed.heading]);
    expect(confirmed.html).toContain('https://loja.example/obrigado');
    expect(await now()).toMatchObject({
      status: 'verified',
      confirmation: {
        method: 'hosted_page',
        hosted_page_entry: 'typed',
        ip: expect.stringMatching(/^[0-9a-f.:]+$/),
        location: null,
        user_agent: PHONE,
        device: { type: 'mobile', vendor: 'Apple', model: 'iPhone', os: 'iOS 17.5' },
        client: { name: 'Safari', version: '17.5' },
        precise_location: null,
      },
    });
  });

  test('who scanned the QR code is recorded as such', async () => {
    const { code, page, now } = await posted();
    await page.enter(code, 'qr_code');
    expect((await now()).confirmation.hosted_page_entry).toBe('qr_code');
  });

  test('may type the address in capitals, without dashes and underscore', async () => {
    const { verification, page } = await posted();
    const [, account, token] = /^.*\/([^/]+)\/([^/]+)$/.exec(verification.hosted_page_url)!;
    const base = page.url.slice(0, -(account!.length + token!.length + 2));
    const typed = `${account!.toUpperCase().replace('_', '')}/${token!.toUpperCase().replaceAll('-', '')}`;
    expect((await new PageVisit(`${base}/${typed}`).open()).heading).toBe(words.code.heading);
  });

  test('may type only the host, and then the number of the letter', async () => {
    const { page, accountId, code, now } = await posted();
    const [base, token] = page.url.split(`/${accountId}/`) as [string, string];
    for (const address of [`${base}/`, `${base}/${accountId}`]) {
      const form = new PageVisit(address);
      expect(await form.open()).toMatchObject({ status: 200, heading: words.number.heading });
      const malformed = await form.enterNumber('bcd-fgh');
      expect(malformed.html).toContain(words.number.malformed);
      // The form takes the numbers of letters too, whose last letter is a check (rule GEN-2).
      const none = [words.letter.mistyped.heading, words.notices.unknown_link.heading];
      expect(none).toContain((await form.enterNumber('bcdf-ghjk-mnpq')).heading);
      const found = await form.enterNumber(` ${token.replaceAll('-', '').toUpperCase()}`);
      expect([found.url, found.heading]).toEqual([page.url, words.code.heading]);
    }
    await page.enter(code);
    expect((await now()).status).toBe('verified');
  });

  test('sees a wrong code once with the attempts left, and loses no attempt by reloading the page', async () => {
    const { code, page, now } = await posted();
    const wrong = await page.enter(wrongCode(code));
    expect(wrong.html).toContain(words.code.triesLeft(4));
    expect(new URL(wrong.url).searchParams.has('wrong')).toBe(true);
    await new PageVisit(wrong.url).open();
    expect((await now()).attempts_remaining).toBe(4);
    expect((await page.open()).html).not.toContain('aria-invalid="true"');
  });

  test('loses no attempt by sending a malformed code', async () => {
    const { page, now } = await posted();
    for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６']) await page.enter(text);
    expect((await now()).attempts_remaining).toBe(5);
  });

  test('finds the page locked after five wrong codes, even with the right one', async () => {
    const { code, page, now } = await posted();
    for (const step of [1, 2, 3, 4]) await page.enter(wrongCode(code, step));
    expect((await page.enter(wrongCode(code, 5))).heading).toBe(words.notices.locked.heading);
    expect((await page.enter(code)).heading).toBe(words.notices.locked.heading);
    expect(await now()).toMatchObject({ status: 'failed', confirmation: null });
  });

  test('confirms once: a repeated submission changes nothing', async () => {
    const { code, page, now } = await posted();
    await page.enter(code);
    const { confirmation } = await now();
    expect((await page.enter(wrongCode(code), 'qr_code')).heading).toBe(words.confirmed.heading);
    expect(await now()).toMatchObject({ confirmation, attempts_remaining: 5 });
  });

  test('may share the location of the device, once, with consent', async () => {
    const { code, page, now } = await posted();
    const place = { latitude: '-23.5505', longitude: '-46.6333', accuracy_meters: '12.4' };
    await page.shareLocation({ ...place, consent: 'yes' });
    expect((await now()).confirmation).toBeNull();
    await page.enter(code);
    const shared = async () => (await now()).confirmation.precise_location;
    // Whoever has the link, as the ordering company does, did not consent.
    const stranger = new PageVisit(page.url);
    expect((await stranger.shareLocation({ ...place, consent: 'yes' })).html).not.toContain('id="share-form"');
    expect(await shared()).toBeNull();
    expect((await page.open()).html).toContain('id="share-form"');
    for (const fields of [
      place,
      { ...place, consent: 'yes', latitude: '91' },
      { ...place, consent: 'yes', longitude: '' },
    ])
      await page.shareLocation(fields);
    expect(await shared()).toBeNull();
    expect((await page.shareLocation({ ...place, consent: 'yes' })).heading).toBe(words.confirmed.heading);
    const first = await shared();
    expect(first).toMatchObject({ latitude: -23.5505, longitude: -46.6333, accuracy_meters: 12 });
    expect(first.consent).toEqual({
      language: 'pt-BR',
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      text: expect.stringContaining('Concordo em enviar minha localização exata'),
    });
    await page.shareLocation({ ...place, consent: 'yes', latitude: '0' });
    expect(await shared()).toEqual(first);
  });

  testWith('clock')('may not share it half an hour later', async () => {
    const { code, page, now, control } = await posted();
    await page.enter(code);
    await control.advance(30 * 60);
    await page.shareLocation({ consent: 'yes', latitude: '1', longitude: '1', accuracy_meters: '1' });
    expect((await now()).confirmation.precise_location).toBeNull();
  });

  testWith('clock')('comes too late after 60 days', async () => {
    const { code, page, now, control } = await posted();
    await control.advance((await now()).expires_at);
    expect((await page.open()).heading).toBe(words.notices.expired.heading);
    expect((await page.enter(code)).heading).toBe(words.notices.expired.heading);
  });
});

describe('the page', () => {
  test('says that a letter is coming, and accepts no code yet', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: created } = await api.post('/verifications', templateBody());
    const page = new PageVisit(created.hosted_page_url);
    expect((await page.open()).heading).toBe(words.notices.on_its_way.heading);
    const { code } = await readLetter(control, created.id);
    expect((await page.enter(code)).heading).toBe(words.notices.on_its_way.heading);
    await api.post(`/verifications/${created.id}/cancel`);
    expect((await page.open()).heading).toBe(words.notices.no_longer_valid.heading);
  });

  test('stops working when the company revokes', async () => {
    const { code, page, cancel, now } = await posted();
    await cancel();
    expect((await page.enter(code)).heading).toBe(words.notices.no_longer_valid.heading);
    expect(await now()).toMatchObject({ status: 'revoked', confirmation: null });
  });

  test('of another account, with another token or without one is unknown', async () => {
    const { page, accountId } = await posted();
    const other = await posted();
    const base = page.url.split(`/${accountId}/`)[0]!;
    const addresses = [
      page.url.replace(accountId, other.accountId),
      page.url.slice(0, -1) + (page.url.endsWith('b') ? 'c' : 'b'),
      `${base}/${accountId}/${'x'.repeat(3000)}`,
      `${base}/a/b/c/d`,
    ];
    for (const address of addresses) {
      const { status, heading } = await new PageVisit(address).open();
      expect([status, heading]).toEqual([404, words.notices.unknown_link.heading]);
    }
    const posts = await Promise.all(addresses.slice(0, 2).map((address) => new PageVisit(address).enter('123456')));
    for (const { heading } of posts) expect(heading).toBe(words.notices.unknown_link.heading);
  });

  test('responds to requests that only check whether a link is valid', async () => {
    const { page, now } = await posted();
    const [opened, asked] = await Promise.all([page.open(), fetch(page.url, { method: 'HEAD' })]);
    expect([asked.status, await asked.text()]).toEqual([200, '']);
    for (const name of ['content-security-policy', 'x-robots-tag', 'cache-control'])
      expect(asked.headers.get(name)).toBe(opened.headers.get(name));
    expect(await now()).toMatchObject({ status: 'awaiting_code', attempts_remaining: 5 });
  });

  test('is in English for browsers that prefer it', async () => {
    const { page } = await posted();
    const english = await new PageVisit(page.url, { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.5' }).open();
    expect(english.heading).toBe(texts.en.code.heading);
    expect(english.headers.get('content-language')).toBe('en');
  });

  test('cannot be given a false location: location headers count only behind the distribution', async () => {
    const { verification, code, now } = await posted();
    await new PageVisit(verification.hosted_page_url, {
      'cloudfront-viewer-address': '203.0.113.9:4711',
      'cloudfront-viewer-city': 'Sao Paulo',
      'cloudfront-viewer-country': 'BR',
      'x-origin-secret': '',
    }).enter(code);
    const { confirmation } = await now();
    expect(confirmation.location).toBeNull();
    expect(confirmation.ip).not.toBe('203.0.113.9');
  });

  test('is throttled by link, with the time to wait', async () => {
    const { page, now } = await posted();
    // Two windows allow 20 each, and one may end among these.
    const answers = await Promise.all(Array.from({ length: 45 }, () => page.enter('no code')));
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThanOrEqual(5);
    expect(throttled[0]!.heading).toBe(words.throttled.heading);
    expect(Number(throttled[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await now()).attempts_remaining).toBe(5);
  });

  test('and the API count the same attempts, even side by side', async () => {
    const { code, page, check, now, verification, api } = await posted();
    const tries = Array.from({ length: 10 }, (_, step) => [
      page.enter(wrongCode(code, step + 1)),
      check(wrongCode(code, step + 11)),
    ]);
    await Promise.all(tries.flat());
    expect(await now()).toMatchObject({ status: 'failed', attempts_remaining: 0 });
    const { body: events } = await api.get(`/events?object_id=${verification.id}`);
    expect(events.data.map(({ type }: { type: string }) => type)).toHaveLength(4);
  });
});
