import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { texts } from '../../../../lib/texts/confirmation-page/texts.ts';
import { eventually } from '../../../support/eventually.ts';
import { testWith, useTarget } from '../../../support/target.ts';
import { awaitingCode, ownPdfBody, templateBody } from '../../../support/verifications.ts';
import { launchChromium } from '../../confirmation-page/chromium.ts';
import { qrCodesIn } from '../../pdf/tools.ts';

const target = useTarget();
const words = texts['pt-BR'];
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: 'pt-BR' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

for (const [letter, body] of Object.entries({
  'the service’s own letter': templateBody,
  'a customer’s PDF': ownPdfBody,
})) {
  testWith('webhooks')(`from the QR code on ${letter}, in a browser, to the webhook that says verified`, async () => {
    const { baseUrl, control } = target();
    const { id: accountId, api } = await control.openAccount(baseUrl);
    const url = `${control.url}/inbox`;
    const { secret } = await control.post(`/accounts/${accountId}/webhooks`, {
      url,
      events: ['verification.verified'],
    });
    const { verification, letter, code, now } = await awaitingCode({ api, control }, body({}));

    const [scanned] = qrCodesIn(letter.file, 1);
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    await page.goto(scanned!);
    expect(await page.getByRole('textbox', { name: words.code.label }).inputValue()).toBe(
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    const [scannedPage] = new URL(scanned!).href.split('#');
    expect(page.url()).toBe(scannedPage);
    expect((await now()).status).toBe('awaiting_code');

    await page.getByRole('button', { name: words.code.button }).tap();
    await page.getByRole('heading', { name: words.confirmed.heading }).waitFor();
    // It lets this browser alone say where it was (rule PAGE-6).
    expect(await context.cookies()).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^(?:__Secure-)?malote_confirmed$/),
        httpOnly: true,
        sameSite: 'Strict',
        path: expect.stringMatching(/\/confirm\/acc_\w+\/[\w-]+$/),
      }),
    ]);
    await context.close();
    const sent = requests.filter((request) => !request.includes(' data:'));
    const typed = `code=${code.slice(0, 3)}+${code.slice(3)}&entry=qr_code`;
    // What a browser shows of a request has the fragment; what it sends has not.
    expect(sent.map((request) => request.replace(/#\d{6}/, ''))).toEqual([
      `GET ${scannedPage} `,
      `POST ${verification.hosted_page_url} ${typed}`,
      `GET ${verification.hosted_page_url} `,
    ]);

    const verified = await now();
    expect(verified).toMatchObject({
      status: 'verified',
      confirmation: {
        method: 'hosted_page',
        hosted_page_entry: 'qr_code',
        client: { name: expect.stringMatching(/Chrom/) },
      },
    });
    const [delivery] = await eventually(
      async () =>
        (await control.get('/inbox')).data.filter(({ body: text }: { body: string }) => text.includes(verification.id)),
      ({ length }) => length > 0,
    );
    // The independent verifier: it throws unless signature and timestamp are right.
    expect(new Webhook(secret).verify(delivery.body, delivery.headers)).toMatchObject({
      type: 'verification.verified',
      data: { ...verified, preview_url: null },
    });
  });
}
