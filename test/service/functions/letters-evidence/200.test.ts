import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../../../lib/core/sha256.ts';
import { moveLetter, storeLetter } from '../../../support/internals.ts';
import { dateIn, letterBody, pdfFixture, recipient } from '../../../support/letters.ts';
import { useCustomer } from '../../../support/service.ts';
import { newTrackingCode } from '../../../support/tracking-codes.ts';

describe('GET /letters/{letter_id}/evidence', () => {
  const customer = useCustomer();
  const report = (status: 'printed' | 'posted') => ({
    status,
    at: '2027-03-02T08:00:00-03:00',
    line: `{"status":"${status}"}`,
  });

  async function posted(fields: Record<string, unknown> = {}) {
    const { id, api } = customer();
    const { body: letter } = await api.post(
      '/letters',
      letterBody({ postal_services: ['registered'], reference: 'contrato 7', ...fields }),
    );
    const file = Buffer.from(await (await fetch(letter.preview_url)).arrayBuffer());
    const tracking_code = newTrackingCode();
    await moveLetter(
      id,
      letter.id,
      { trigger: 'batch', batch_id: 'bat_1' },
      { trigger: 'print', report: report('printed') },
      { trigger: 'post', tracking_code, report: report('posted') },
    );
    return { id, api, letter, file, tracking_code, path: `/letters/${letter.id}/evidence` };
  }

  test('contains who ordered it, the order, the very print file, its pages, price, reports and posting', async () => {
    const { id, api, letter, file, tracking_code, path } = await posted();
    const { body: account } = await api.get('/account');
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    const { statement, disclosures } = body;
    const { legal_name, trade_name, cnpj } = account;
    expect(statement).toMatchObject({
      letter_id: letter.id,
      edition: 1,
      previous: null,
      status: 'posted',
      company: { account_id: id, legal_name, trade_name, cnpj },
      requested_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      postal_code_directory: expect.stringMatching(/./),
      letter: {
        printed_sha256: sha256(file),
        printed_bytes: file.length,
        pages: 1,
        sheets: 1,
        postal_services: ['registered'],
      },
      price: letter.price,
      production: { batch_id: 'bat_1' },
    });
    expect(statement.history.map(({ what }: { what: string }) => what)).toEqual([
      'created',
      'charged',
      'in_production',
      'printed',
      'posted',
    ]);
    expect(disclosures.recipient.value).toEqual({ as_sent: recipient, as_printed: letter.to });
    expect(disclosures.sender.value).toEqual({ as_sent: null, as_printed: letter.from });
    expect(disclosures.order.value).toEqual({
      document: letter.document,
      document_sha256: sha256(pdfFixture('libreoffice-letter-1')),
      reference: 'contrato 7',
      metadata: {},
    });
    expect(disclosures.pages.value).toEqual({
      renderer: expect.stringMatching(/pdfium/),
      sha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    expect(disclosures.posting.value).toEqual({
      tracking_code,
      reports: [report('printed'), report('posted')],
    });
    for (const personal of [recipient.name, tracking_code, 'contrato 7'])
      expect(JSON.stringify(statement)).not.toContain(personal);
  });

  test('stays byte for byte the same on every request, as a PDF too', async () => {
    const { api, letter, path } = await posted();
    const asked = async (accept: string) => {
      const headers = { authorization: `Bearer ${api.key}`, accept };
      const response = await fetch(`${api.baseUrl}${path}`, { headers });
      return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const [json, pdf] = [await asked('application/json'), await asked('application/pdf')];
    expect((await asked('*/*')).bytes).toEqual(json.bytes);
    expect((await asked('application/pdf')).bytes).toEqual(pdf.bytes);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="evidencia-${letter.id}.pdf"`);
  });

  test('of a canceled letter says why, and that it was never charged', async () => {
    const { api } = customer();
    const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(3) }));
    await api.post(`/letters/${letter.id}/cancel`);
    const { body } = await api.get(`/letters/${letter.id}/evidence`);
    expect(body.statement).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'requested',
      failure_reason: null,
    });
    expect(body.statement.history.map(({ what }: { what: string }) => what)).toEqual(['created', 'canceled']);
    expect(body.statement.does_not_prove.join()).toContain('não foi impressa nem postada');
  });

  test('of a failed letter says why', async () => {
    const { id, api } = customer();
    const { letter } = await storeLetter(id);
    await moveLetter(id, letter.id, { trigger: 'batch', batch_id: 'bat_1' }, { trigger: 'fail', reason: 'other' });
    const { body } = await api.get(`/letters/${letter.id}/evidence`);
    expect(body.statement).toMatchObject({ status: 'failed', cancellation_reason: null, failure_reason: 'other' });
    expect(body.statement.does_not_prove.join()).toContain('não foi postada');
  });

  test('of a letter of an earlier release contains the available facts', async () => {
    const { id, api } = customer();
    const { letter } = await storeLetter(id);
    await moveLetter(id, letter.id, { trigger: 'cancel', reason: 'requested' });
    const { status, body } = await api.get(`/letters/${letter.id}/evidence`);
    expect([status, body.statement.requested_by, body.statement.personal.pages]).toEqual([200, null, null]);
    expect(body.disclosures.order.value.document_sha256).toBeNull();
    expect(body.statement.does_not_prove.join()).toContain('Não há hash do que cada página mostra');
  });
});
