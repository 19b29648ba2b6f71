import { describe, expect, test } from '@jest/globals';
import { signedIn } from '../../support/dashboard.ts';
import { base64, dateIn, letterBody } from '../../support/letters.ts';
import { inkInAddressArea, wordsPdf } from '../../support/pdfs.ts';
import { openCustomer } from '../../support/service.ts';

async function account() {
  const { id, api } = await openCustomer();
  const sender = await signedIn(id, 'sender');
  const below = (path: string) => `/accounts/${id}${path}`;
  const balance = async () => (await api.get('/balance')).body.amount as number;
  const activities = async () => {
    const { data } = (await sender.ask('GET', below('/activity'))).body;
    return data.filter(({ operation }: { operation: string }) => operation !== 'sign-in-finish');
  };
  const eventTypes = async (letterId: string) =>
    (await api.get(`/events?object_id=${letterId}`)).body.data.map(({ type }: { type: string }) => type);
  const create = async (fields: Record<string, unknown> = {}) => (await api.post('/letters', letterBody(fields))).body;
  return { id, api, sender, below, balance, activities, eventTypes, create };
}

describe('an edit in the dashboard (rule LTR-13)', () => {
  test('of a scheduled letter changes every field, prices it again, and consumes its upload', async () => {
    const { api, sender, below, balance, activities, eventTypes, create } = await account();
    const letter = await create({ send_date: dateIn(7), reference: 'antes' });
    const before = await balance();
    const file = wordsPdf('Prezado {{nome}},');
    const upload = await sender.ask('POST', below('/uploads'), { filename: 'novo.pdf', size: file.byteLength });
    const put = await fetch(upload.body.upload_url, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: new Uint8Array(file),
    });
    expect(put.status).toBe(200);

    const document = { type: 'upload', upload_id: upload.body.id, variables: { nome: 'João' } };
    const one = below(`/letters/${letter.id}`);
    const edited = await sender.ask('PATCH', one, {
      to: { name: 'Outra Pessoa' },
      document,
      color: true,
      postal_services: ['registered'],
      send_date: dateIn(9),
      reference: null,
    });
    expect([edited.status, edited.body]).toMatchObject([
      200,
      {
        id: letter.id,
        status: 'scheduled',
        to: { ...letter.to, name: 'Outra Pessoa' },
        document: { type: 'upload', filename: 'novo.pdf' },
        color: true,
        postal_services: ['registered'],
        send_date: dateIn(9),
        reference: null,
      },
    ]);
    expect(edited.body.price.total).toBeGreaterThan(letter.price.total);
    expect(await balance()).toBe(before);
    expect(await eventTypes(letter.id)).toEqual(['letter.updated', 'letter.scheduled']);
    expect(await activities()).toMatchObject([{ operation: 'letters-edit', object_id: letter.id, outcome: 'done' }]);

    const again = await sender.ask('PATCH', one, { document });
    expect([again.status, again.body.error.details]).toMatchObject([
      422,
      [{ param: 'document.upload_id', code: 'upload_already_used' }],
    ]);
    const { preview_url: _, ...shown } = (await api.get(`/letters/${letter.id}`)).body;
    expect(edited.body).toMatchObject(shown);
    expect(await activities()).toHaveLength(1);
  });

  test('of a received letter changes its recipient and reference, at the same price', async () => {
    const { sender, below, balance, eventTypes, create } = await account();
    const letter = await create();
    const before = await balance();
    const one = below(`/letters/${letter.id}`);
    const edited = await sender.ask('PATCH', one, { to: { number: '77' }, reference: 'depois' });
    expect([edited.status, edited.body]).toMatchObject([
      200,
      { status: 'received', to: { ...letter.to, number: '77' }, reference: 'depois', price: letter.price },
    ]);
    expect(await balance()).toBe(before);
    const late = await sender.ask('PATCH', one, { color: true, reference: 'tarde' });
    expect([late.status, late.body.error.code]).toEqual([409, 'letter_not_editable']);
    expect((await sender.ask('GET', one)).body).toMatchObject({ color: false, reference: 'depois' });
    expect(await eventTypes(letter.id)).toEqual(['letter.updated', 'letter.received']);
  });

  test('to a district sent as its city warns of it until the address changes again', async () => {
    const { sender, below, create } = await account();
    const one = below(`/letters/${(await create()).id}`);
    const district = { postal_code: '37653-000', city: 'Monte Verde', street: 'Rua A', number: '1' };
    const moved = await sender.ask('PATCH', one, { to: district });
    const warning = { code: 'city_is_neighborhood', page: 1, name: 'to' };
    expect(moved.body.to).toMatchObject({ neighborhood: 'Monte Verde', city: 'Camanducaia' });
    expect(moved.body.warnings).toContainEqual(warning);
    expect((await sender.ask('PATCH', one, { reference: 'depois' })).body.warnings).toContainEqual(warning);
    const corrected = await sender.ask('PATCH', one, { to: { number: '2' } });
    expect(corrected.status).toBe(200);
    expect(corrected.body.warnings).not.toContainEqual(warning);
  });

  test('that is invalid, empty or too late changes nothing', async () => {
    const { id, api, sender, below, activities, eventTypes, create } = await account();
    const letter = await create({ send_date: dateIn(7) });
    const one = below(`/letters/${letter.id}`);
    const paramsOf = async (body: object) => {
      const { status, body: answer } = await sender.ask('PATCH', one, body);
      expect(status).toBe(422);
      return answer.error.details.map(({ param }: { param: string }) => param);
    };
    expect(await paramsOf({ to: { postal_code: '00000-000', number: '1' } })).toEqual(['to.postal_code']);
    expect(await paramsOf({ send_date: dateIn(400) })).toEqual(['send_date']);
    expect(await paramsOf({ postal_services: ['return_receipt'] })).toEqual(['postal_services[0]']);
    expect(await paramsOf({ document: { type: 'upload', upload_id: 'upl_none' } })).toEqual(['document.upload_id']);
    const viewer = await signedIn(id, 'viewer');
    const refused = await viewer.ask('PATCH', one, { reference: 'x' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'role_insufficient']);
    expect(await eventTypes(letter.id)).toEqual(['letter.scheduled']);
    expect(await activities()).toEqual([]);
    expect((await sender.ask('PATCH', one, {})).body).toMatchObject({ id: letter.id, color: false });
    expect(await eventTypes(letter.id)).toEqual(['letter.scheduled']);

    await api.post(`/letters/${letter.id}/cancel`);
    const late = await sender.ask('PATCH', one, { reference: 'x' });
    expect([late.status, late.body.error.code]).toEqual([409, 'letter_not_editable']);
    expect((await api.get(`/letters/${letter.id}`)).body.reference).toBe(letter.reference);
  });

  test('that is invalid in several ways reports all problems at once, in the order of the fields (rule ERR-5)', async () => {
    const { api, sender, below, eventTypes, create } = await account();
    const letter = await create({ send_date: dateIn(7) });
    const one = below(`/letters/${letter.id}`);
    const problemsOf = async (path: string, body: object) => {
      const { status, body: answer } = await sender.ask('PATCH', path, body);
      expect(status).toBe(422);
      return answer.error.details.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`);
    };
    const upload = { type: 'upload', upload_id: 'upl_none' };
    const edit = {
      to: { name: 7, postal_code: '00000-000', number: '1' },
      document: upload,
      color: 'yes',
      postal_services: ['return_receipt'],
      send_date: dateIn(400),
    };
    expect(await problemsOf(one, edit)).toEqual([
      'to.name invalid_type',
      'to.postal_code postal_code_not_found',
      'document.upload_id upload_not_found',
      'color invalid_type',
      'postal_services[0] requires_registered',
      'send_date out_of_range',
    ]);
    // The number belongs to the old place.
    expect(await problemsOf(one, { to: { postal_code: '01001-000' } })).toEqual(['to.number required']);
    // Without a new document, the present one is checked with the new placement.
    const full = await create({
      send_date: dateIn(7),
      address_placement: 'extra_page',
      document: base64(inkInAddressArea),
    });
    expect(
      await problemsOf(below(`/letters/${full.id}`), {
        to: { postal_code: '00000-000', number: '1' },
        address_placement: 'first_page',
        reference: 7,
      }),
    ).toEqual(['to.postal_code postal_code_not_found', 'document address_area_not_blank', 'reference invalid_type']);
    expect(await problemsOf(one, { document: { type: 'upload', upload_id: 7, variables: { nome: [] } } })).toEqual([
      'document.upload_id invalid_type',
      'document.variables.nome invalid_type',
    ]);
    // A letter that does not exist, or whose status allows no such edit, comes after the fields (rule REQ-7).
    const missing = below('/letters/ltr_01jd2w8z4b6d0f3h7k9m1p5r7t');
    expect(await problemsOf(missing, { color: 'yes', document: upload })).toEqual([
      'document.upload_id upload_not_found',
      'color invalid_type',
    ]);
    await api.post(`/letters/${letter.id}/cancel`);
    expect(await problemsOf(one, { color: 'yes', reference: 'x' })).toEqual(['color invalid_type']);
    expect(await eventTypes(letter.id)).toEqual(['letter.canceled', 'letter.scheduled']);
  });

  test("of another account's letter finds none", async () => {
    const [mine, others] = [await account(), await account()];
    const letter = await others.create({ send_date: dateIn(7) });
    for (const [method, path] of [
      ['PATCH', `/letters/${letter.id}`],
      ['POST', `/letters/${letter.id}/send-now`],
    ] as const) {
      const { status, body } = await mine.sender.ask(
        method,
        mine.below(path),
        method === 'PATCH' ? { color: true } : undefined,
      );
      expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
    }
    expect(await others.eventTypes(letter.id)).toEqual(['letter.scheduled']);
  });
});

describe('sending a scheduled letter now (rule LTR-14)', () => {
  test('charges it once, with any number of repeated requests', async () => {
    const { sender, below, balance, activities, eventTypes, create } = await account();
    const letter = await create({ send_date: dateIn(7) });
    const before = await balance();
    const send = (key: string) =>
      sender.ask('POST', below(`/letters/${letter.id}/send-now`), undefined, { 'idempotency-key': key });
    const sent = await send('once');
    expect([sent.status, sent.body]).toMatchObject([200, { id: letter.id, status: 'received', price: letter.price }]);
    expect((await send('once')).body).toEqual(sent.body);
    const again = await send('twice');
    expect([again.status, again.body.error.code]).toEqual([409, 'letter_not_editable']);
    expect(await balance()).toBe(before - letter.price.total);
    expect(await eventTypes(letter.id)).toEqual(['letter.received', 'letter.scheduled']);
    expect(await activities()).toMatchObject([
      { operation: 'letters-send-now', object_id: letter.id, outcome: 'done' },
    ]);
  });

  test('leaves it scheduled when the balance does not cover its price', async () => {
    const poor = await openCustomer({ balance: 0 });
    const person = await signedIn(poor.id, 'owner');
    const { body: letter } = await poor.api.post('/letters', letterBody({ send_date: dateIn(7) }));
    const refused = await person.ask('POST', `/accounts/${poor.id}/letters/${letter.id}/send-now`);
    expect([refused.status, refused.body.error.code]).toEqual([402, 'insufficient_balance']);
    expect((await poor.api.get(`/letters/${letter.id}`)).body.status).toBe('scheduled');
  });
});

describe('the document of a letter, to send it again', () => {
  const read = async ({ sender, below }: Awaited<ReturnType<typeof account>>, letterId: string) =>
    sender.ask('GET', below(`/letters/${letterId}/document`));

  test.each(['first_page', 'extra_page'])('fits a letter to somebody else (%s)', async (address_placement) => {
    const own = await account();
    const data = wordsPdf('Prezado {{nome}},').toString('base64');
    const document = { type: 'base64', data, variables: { nome: 'João' } };
    const letter = await own.create({ document, address_placement });
    const { status, body } = await read(own, letter.id);
    expect([status, body]).toEqual([
      200,
      { object: 'letter_document', letter_id: letter.id, filename: null, content: expect.any(String) },
    ]);
    // With an address it would be refused: its window would not be blank.
    const again = { ...letterBody({ document: { type: 'base64', data: body.content } }) };
    const quote = await own.api.post('/letters/quote', again);
    expect([quote.status, quote.body.pages, quote.body.price]).toEqual([200, 1, letter.price]);
  });

  test('is not for people who may not send, nor for letters of others', async () => {
    const own = await account();
    const letter = await own.create();
    const viewer = await signedIn(own.id, 'viewer');
    expect((await viewer.ask('GET', own.below(`/letters/${letter.id}/document`))).status).toBe(403);
    const other = await account();
    expect((await read(other, letter.id)).body.error.code).toBe('resource_not_found');
  });
});
