import { describe, expect, test } from '@jest/globals';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { printedText } from '../../../../lib/programs/openapi/printed-text.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { openCustomer, useCustomer, useService } from '../../../support/service.ts';
import { verificationQuoteRequests } from '../../../support/verification-requests.ts';
import { ownPdfBody, templateBody } from '../../../support/verifications.ts';

describeReplays('POST /verifications/quote', 200, verificationQuoteRequests);

/** The text of a preview, without spaces. */
async function shown({ preview_url }: { preview_url: string }): Promise<string> {
  const file = Buffer.from(await (await fetch(preview_url)).arrayBuffer());
  return (await printedText(file)).replaceAll(/\s/g, '');
}

describe('POST /verifications/quote', () => {
  const customer = useCustomer();

  test('every field, and nothing is created or charged', async () => {
    const { id, api } = customer();
    const { status, body } = await unchanged(id, () => api.post('/verifications/quote', templateBody()));
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'verification_quote',
      plan: 'pay_as_you_go',
      method: 'hosted_page',
      to: expect.objectContaining({ street: 'Rua Caiubi', postal_code: '05010-000' }),
      pages: 1,
      sheets: 1,
      price: expect.objectContaining({ currency: 'BRL', items: [expect.objectContaining({ type: 'base' })] }),
      warnings: [],
      preview_url: expect.stringMatching(/^http/),
    });
  });

  test.each([
    ["the service's letter", templateBody()],
    ['a letter with only the code', templateBody({ method: 'code', instructions: 'Digite no aplicativo.' })],
    ["the customer's PDF", ownPdfBody({ method: 'hosted_page', double_sided: true })],
  ])('of %s returns what its creation then returns and charges, and shows the same letter', async (_, order) => {
    const { api } = customer();
    const { body: quote } = await api.post('/verifications/quote', order);
    const { body: made } = await api.post('/verifications', order);
    expect([quote.to, quote.price, quote.method]).toEqual([made.to, made.price, made.method]);
    const [quoted, printed] = [await shown(quote), await shown(made)];
    expect(quoted).toContain('000000');
    const withoutToken = (text: string) => text.replace(/(?:[b-z]{4}-){2}[b-z]{4}/g, 'token');
    expect(withoutToken(quoted)).toBe(withoutToken(printed));
  });

  test('of a follow-up letter costs the same as a first one', async () => {
    const { id, api } = customer();
    const { body: first } = await api.post('/verifications', templateBody());
    const second = templateBody({ previous_verification_id: first.id });
    const { status, body } = await unchanged(id, () => api.post('/verifications/quote', second));
    expect([status, body.price]).toEqual([200, first.price]);
  });

  test('prints an address that leads nowhere', async () => {
    const { id, api } = customer();
    const { body: quote } = await api.post('/verifications/quote', templateBody());
    const { body: made } = await api.post('/verifications', templateBody());
    const [base, token] = String(made.hosted_page_url).split(`/${id}/`) as [string, string];
    const [address] = new RegExp(`/${id}/.{${token.length}}`).exec(await shown(quote))!;
    expect((await fetch(made.hosted_page_url)).status).toBe(200);
    expect((await fetch(base + address)).status).toBe(404);
  });

  test('without a balance, for a suspended account, at the price of the plan', async () => {
    const { id, api } = await openCustomer({ balance: 0, plan: 'scale' });
    await useService().control.post(`/accounts/${id}/suspend`);
    const { status, body } = await api.post('/verifications/quote', templateBody());
    expect([status, body.plan, body.price.total]).toEqual([200, 'scale', prices.scale.base]);
  });
});
