import { describe, expect, test } from '@jest/globals';
import { printedText } from '../../../../lib/programs/openapi/printed-text.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { recipient } from '../../../support/letters.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { moveStored, storeVerification, toFailed } from '../../../support/stored-verifications.ts';
import { verificationRequests } from '../../../support/verification-requests.ts';
import { ownPdfBody, readLetter, templateBody } from '../../../support/verifications.ts';

describeReplays('POST /verifications', 201, verificationRequests);

describe('a verification', () => {
  const customer = useCustomer();
  const create = async (body: object) => {
    const answer = await customer().api.post('/verifications', body);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const typesOf = ({ price }: { price: { items: { type: string }[] } }) => price.items.map(({ type }) => type);

  describe('the service’s own letter', () => {
    test('with a page: omitted fields have their defaults', async () => {
      const created = await create(templateBody());
      const { id } = customer();
      expect(created).toMatchObject({
        status: 'received',
        method: 'hosted_page',
        source: 'api',
        to: { name: 'Maria da Conceição', city: 'São Paulo', state: 'SP', postal_code: '05010-000' },
        document: { type: 'template', footer: '', include_qr_code: true, include_page_url: true },
        instructions: null,
        return_url: null,
        attempts_remaining: 5,
        expires_at: null,
        confirmation: null,
        previous_verification_id: null,
        reference: null,
        metadata: {},
      });
      expect(created.hosted_page_url).toMatch(new RegExp(`/confirm/${id}/(?:[b-z]{4}-){2}[b-z]{4}$`));
      expect(Object.values(created.status_transitions)).toEqual(Array(7).fill(null));
      expect(typesOf(created)).toEqual(['base']);
      expect((await customer().api.get('/balance')).body.amount).toBe(100_000 - created.price.total);
    });

    test('with texts in the request', async () => {
      const letter = {
        title: 'Boas-vindas',
        body: 'Primeira linha\nsegunda linha',
        footer: 'Rodapé',
        include_qr_code: false,
        include_page_url: true,
      };
      const created = await create(templateBody({ letter, instructions: 'Tenha o documento em mãos.' }));
      expect(created).toMatchObject({
        document: { type: 'template', ...letter },
        instructions: 'Tenha o documento em mãos.',
      });
      const { text } = await readLetter(useService().control, created.id);
      for (const part of ['Boas-vindas', 'segunda linha', 'Rodapé', 'Tenha o documento em mãos.', 'Empresa de Teste'])
        expect(text).toContain(part);
    });

    test('with method code: no page, and a line with the name of the company', async () => {
      const created = await create(templateBody({ method: 'code' }));
      expect(created).toMatchObject({
        hosted_page_url: null,
        document: { include_qr_code: false, include_page_url: false },
      });
      const { text } = await readLetter(useService().control, created.id);
      expect(text.replace(/\s+/g, ' ')).toContain('Informe este código à empresa Empresa de Teste');
      expect(text).not.toContain('http');
    });

    test('with an international return_url, shown in ASCII', async () => {
      const { status, body } = await customer().api.post(
        '/verifications',
        templateBody({ return_url: 'https://ação.example/página?a=é#fim' }),
      );
      expect([status, body.return_url]).toEqual([201, 'https://xn--ao-siap.example/p%C3%A1gina?a=%C3%A9#fim']);
    });

    test('with return_url, reference and metadata', async () => {
      const fields = { return_url: 'https://loja.example/fim?a=1', reference: 'r'.repeat(100), metadata: { a: 'b' } };
      expect(await create(templateBody(fields))).toMatchObject(fields);
    });
  });

  describe('the customer’s own PDF', () => {
    test('is priced as a letter without carrier services', async () => {
      const created = await create(ownPdfBody({ color: true }));
      expect(created.document).toEqual({ type: 'base64', variables: null });
      expect(typesOf(created)).toEqual(['base', 'color']);
    });

    test('prints no instructions', async () => {
      const created = await create(ownPdfBody({ instructions: 'Isto não é impresso' }));
      expect(created.instructions).toBe('Isto não é impresso');
      expect((await readLetter(useService().control, created.id)).text).not.toContain('Isto não é impresso');
    });
  });

  describe('a follow-up letter', () => {
    const second = (id: string, to: object = {}) =>
      templateBody({ to: { ...recipient, ...to }, previous_verification_id: id });

    test('shows the first verification wherever it is shown, and leaves it unchanged', async () => {
      const { api } = customer();
      const { preview_url: _, ...first } = await create(templateBody());
      const created = await create(second(first.id));
      const link = { previous_verification_id: first.id };
      expect(created).toMatchObject({ status: 'received', ...link });
      expect((await api.get(`/verifications/${created.id}`)).body).toMatchObject(link);
      const listed = (await api.get('/verifications')).body.data;
      expect(listed).toMatchObject([
        { id: created.id, ...link },
        { id: first.id, previous_verification_id: null },
      ]);
      const events = (await api.get('/events')).body.data;
      expect(events[0]).toMatchObject({ type: 'verification.received', data: { id: created.id, ...link } });
      expect((await api.get(`/verifications/${first.id}`)).body).toMatchObject(first);
    });

    test('may spell the address differently, and go to another person', async () => {
      const { id } = await create(templateBody({ to: { ...recipient, number: '100-A' } }));
      const to = { name: 'Rui', number: '100 a', postal_code: '05010000', complement: 'Fundos' };
      expect(await create(second(id, to))).toMatchObject({ previous_verification_id: id });
    });

    test('may follow a failed verification, or one that follows another', async () => {
      const first = await create(templateBody());
      await moveStored(customer().id, first.id, ...toFailed);
      const next = await create(second(first.id));
      expect(await create(second(next.id))).toMatchObject({ previous_verification_id: next.id });
    });

    test('is created once for an Idempotency-Key, and another first verification is another request', async () => {
      const { id: accountId, api } = customer();
      const { id } = await create(templateBody());
      const { id: other } = await create(templateBody());
      const keyed = (first: string) => api.post('/verifications', second(first), { 'idempotency-key': 'second' });
      const made = await keyed(id);
      expect([made.status, made.body.previous_verification_id]).toEqual([201, id]);
      const again = await unchanged(accountId, () => keyed(id));
      expect([again.status, again.body]).toEqual([201, made.body]);
      const reused = await unchanged(accountId, () => keyed(other));
      expect([reused.status, reused.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    });

    test('a verification of an earlier release, without the field, shows null', async () => {
      const { id } = await storeVerification(customer().id);
      expect((await customer().api.get(`/verifications/${id}`)).body.previous_verification_id).toBeNull();
    });
  });

  describe.each([
    ['the service’s own letter', templateBody()],
    ['a PDF', ownPdfBody()],
  ])('the preview of %s', (_, body) => {
    test('shows zeros in two groups for the code, and works without a key', async () => {
      const created = await create(body);
      const response = await fetch(created.preview_url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const preview = await printedText(Buffer.from(await response.arrayBuffer()));
      const { code } = await readLetter(useService().control, created.id);
      expect(preview).toContain('000 000');
      expect(preview).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`);
    });
  });

  test('every verification has its own code and page', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => create(templateBody())));
    expect(new Set(made.map(({ hosted_page_url }) => hosted_page_url)).size).toBe(4);
    const codes = await Promise.all(made.map(async ({ id }) => (await readLetter(useService().control, id)).code));
    // Two of four codes are equal once in 170,000 times, three practically never.
    expect(new Set(codes).size).toBeGreaterThanOrEqual(3);
  });
});
