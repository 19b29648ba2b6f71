import { describe, expect, test } from '@jest/globals';
import { recipient } from '../../../support/letters.ts';
import { useCustomer } from '../../../support/service.ts';
import { awaited, moveStored, storeVerification, toFailed } from '../../../support/stored-verifications.ts';
import { wrongCode } from '../../../support/verifications.ts';

describe('GET /verifications/{verification_id}/evidence', () => {
  const customer = useCustomer();

  async function verified() {
    const { id, api } = customer();
    const { code, path } = await awaited(customer());
    await api.post(`${path}/check`, { code: wrongCode(code) });
    const { body } = await api.post(`${path}/check`, { code });
    return { id, api, code, path, verification: body.verification };
  }

  test('contains who requested it, what was posted, every attempt and the confirmation', async () => {
    const { id, api, path, verification } = await verified();
    const { body: account } = await api.get('/account');
    const { status, body } = await api.get(`${path}/evidence`);
    expect(status).toBe(200);
    const { statement, disclosures } = body;
    const { legal_name, trade_name, cnpj } = account;
    expect(statement).toMatchObject({
      verification_id: verification.id,
      edition: 1,
      previous: null,
      status: 'verified',
      company: { account_id: id, legal_name, trade_name, cnpj },
      requested_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      postal_code_directory: expect.stringMatching(/./),
      letter: { printed_sha256: expect.any(String), preview_sha256: expect.any(String), pages: 1, sheets: 1 },
      production: { batch_id: 'bat_1', posted_at: verification.status_transitions.awaiting_code_at },
      confirmation: { method: 'api', confirmed_at: verification.confirmation.confirmed_at },
      revoked_at: null,
    });
    expect(statement.attempts.map(({ correct }: { correct: boolean }) => correct)).toEqual([false, true]);
    expect(statement.history.map(({ what }: { what: string }) => what)).toEqual([
      'created',
      'in_production',
      'posted',
      'code_refused',
      'code_accepted',
    ]);
    expect(disclosures.recipient.value).toEqual({ as_sent: recipient, as_printed: verification.to });
    expect(disclosures.order.value.document).toEqual(verification.document);
    expect(JSON.stringify(statement)).not.toContain(recipient.name);
  });

  test('stays byte for byte the same on every request', async () => {
    const { api, path } = await verified();
    const { body: first } = await api.get(`${path}/evidence`);
    expect((await api.get(`${path}/evidence`)).body).toEqual(first);
  });

  test('is a PDF with the hash of the JSON if Accept prefers one, and JSON otherwise', async () => {
    const { api, path } = await verified();
    const asked = async (accept: string) => {
      const headers = { authorization: `Bearer ${api.key}`, accept };
      const response = await fetch(`${api.baseUrl}${path}/evidence`, { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, bytes };
    };
    const pdf = await asked('application/pdf, */*');
    expect([pdf.status, pdf.type]).toEqual([200, 'application/pdf']);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.headers.get('request-id')).toMatch(/^req_/);
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline; filename="evidencia-ver_\w+\.pdf"$/);
    for (const accept of ['application/json', '*/*', 'application/json, application/pdf', 'image/png'])
      expect((await asked(accept)).type).toBe('application/json; charset=utf-8');
    const again = await asked('application/pdf');
    expect(again.bytes).toEqual(pdf.bytes);
  });

  test('has a new edition after a revocation, which refers to the previous one', async () => {
    const { api, path } = await verified();
    const { body: first } = await api.get(`${path}/evidence`);
    await api.post(`${path}/cancel`);
    const { body: second } = await api.get(`${path}/evidence`);
    expect(second.statement).toMatchObject({ edition: 2, status: 'revoked', revoked_at: expect.any(String) });
    expect(second.statement.previous).toMatch(/^[0-9a-f]{64}$/);
    expect(second.statement.confirmation).toEqual(first.statement.confirmation);
    expect(second.statement.history.slice(0, -1)).toEqual(first.statement.history);
    expect(second.statement.does_not_prove.join()).toContain('revogou');
  });

  test('of a verification of an earlier release contains the available facts', async () => {
    const { id, api } = customer();
    const stored = await storeVerification(id);
    await moveStored(id, stored.id, ...toFailed);
    const { status, body } = await api.get(`/verifications/${stored.id}/evidence`);
    expect([status, body.statement.status, body.statement.requested_by]).toEqual([200, 'failed', null]);
    expect(body.statement.attempts).toHaveLength(5);
    expect(body.disclosures.confirmer).toBeNull();
  });
});
