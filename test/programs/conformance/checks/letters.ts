import { eventually } from '../../../support/eventually.ts';
import { check, type Later } from '../check.ts';
import { expectStatus, holds, invalid, NotTestable, refused, same } from '../expectations.ts';
import { encodedForm } from '../form.ts';
import { newTrackingCode, production, requireReports } from '../production.ts';
import type { Subject } from '../subject.ts';
import { letterOrder, recipient, type World } from '../world.ts';

const DAY_MS = 86_400_000;
/** 06:00 in Brasília is 09:00 in UTC since daylight saving ended in 2019. */
const sixOClock = (date: string) => Date.parse(`${date}T09:00:00Z`);

const typesOf = (events: any[]) => events.map(({ type }) => type);

export const letters = [
  check('LTR-1', 'a letter is created with the defaults of omitted fields', ['orders'], async (world) => {
    const letter = await world.scheduledLetter();
    const { color, double_sided, address_placement, postal_services } = letter;
    same(
      [color, double_sided, address_placement, postal_services],
      [false, false, 'first_page', []],
      'color, double_sided, address_placement, postal_services',
    );
    same(letter.object, 'letter', 'object');
  }),
  check('LTR-1', 'a letter without send_date is charged immediately', ['orders'], async (world) => {
    const balance = async () => expectStatus(await world.api.get('/balance'), 200).amount;
    const before = await balance();
    const letter = await world.letter();
    same(
      [letter.status, letter.status_transitions.received_at],
      ['received', letter.created_at],
      'status and received_at',
    );
    same(before - (await balance()), letter.price.total, 'what is charged');
    await world.cancel('/letters', letter.id);
  }),
  check('LTR-2', 'the other carrier services need registered, each in its place', async ({ api }) => {
    const quote = (...postal_services: string[]) => api.post('/letters/quote', letterOrder({ postal_services }));
    invalid(
      await quote('return_receipt', 'restricted_delivery'),
      'postal_services[0] requires_registered',
      'postal_services[1] requires_registered',
    );
    holds((await quote('registered', 'registered')).status === 422, 'one service twice is taken');
    const all = expectStatus(await quote('registered', 'return_receipt', 'restricted_delivery'), 200);
    same(
      all.price.items.map(({ type }: any) => type),
      ['base', 'registered', 'return_receipt', 'restricted_delivery'],
      'price lines',
    );
  }),
  check('LTR-3', 'send_date is tomorrow to 180 days ahead, by the calendar of Brasília', async (world) => {
    const quote = async (days: number) =>
      world.api.post('/letters/quote', letterOrder({ send_date: await world.date(days) }));
    await world.withinOneDay(async () => {
      invalid(await quote(0), 'send_date out_of_range');
      expectStatus(await quote(1), 200);
      expectStatus(await quote(180), 200);
      invalid(await quote(181), 'send_date out_of_range');
    });
    invalid(
      await world.api.post('/letters/quote', letterOrder({ send_date: '2030-02-30' })),
      'send_date invalid_format',
    );
  }),
  check('LTR-4', 'a form is accepted like JSON, and its file becomes an upload', ['orders'], async (world) => {
    const send_date = await world.date(150);
    const form = encodedForm(
      [
        ['send_date', send_date],
        ['color', 'true'],
        ['metadata[pedido]', '7'],
        ['postal_services[]', 'registered'],
      ],
      'minha carta.pdf',
    );
    const letter = expectStatus(await world.sendForm('/letters', form), 201);
    same(letter.document, { type: 'upload', filename: 'minha carta.pdf' }, 'document');
    same(
      [letter.color, letter.metadata, letter.postal_services],
      [true, { pedido: '7' }, ['registered']],
      'color, metadata, postal_services',
    );
  }),
  check('LTR-4', 'problems of a form have the same params as in JSON', async ({ api }) => {
    const quote = async (parts: [string, string][]) => {
      const { body, headers } = encodedForm(parts);
      return api.send('POST', '/letters/quote', body, headers);
    };
    invalid(await quote([['color', 'yes']]), 'color invalid_type');
    invalid(
      await quote([
        ['color', 'true'],
        ['color', 'true'],
      ]),
      'color invalid_type',
    );
    invalid(await quote([['variables[nome]', 'Ana']]), 'variables.nome variable_not_found');
    expectStatus(await quote([]), 200);
  }),
  check('LTR-5', 'a quote creates and charges nothing', async (world) => {
    const { api } = world;
    const reference = world.unique();
    const before = expectStatus(await api.get('/balance'), 200).amount;
    const quote = expectStatus(await api.post('/letters/quote', letterOrder({ reference })), 200);
    same([quote.object, quote.pages, quote.sheets], ['quote', 1, 1], 'object, pages, sheets');
    same((await api.get(`/letters?reference=${reference}`)).body.data, [], 'letters of its reference');
    same(expectStatus(await api.get('/balance'), 200).amount, before, 'the balance');
  }),
  check('LTR-5', 'a letter costs what its quote says', ['orders'], async (world) => {
    const fields = { postal_services: ['registered'], color: true };
    const quote = expectStatus(await world.api.post('/letters/quote', letterOrder(fields)), 200);
    same((await world.scheduledLetter(fields)).price, quote.price, 'the price');
  }),
  check('LTR-6', 'a letter is read and listed as it was returned', ['orders'], async (world) => {
    const made = await world.scheduledLetter({ reference: world.unique() });
    const read = expectStatus(await world.api.get(`/letters/${made.id}`), 200);
    // Links are signed anew on each read.
    same({ ...read, preview_url: null }, { ...made, preview_url: null }, 'what is read');
    const [listed] = expectStatus(await world.api.get(`/letters?reference=${made.reference}`), 200).data;
    same({ ...listed, preview_url: null }, { ...made, preview_url: null }, 'what is listed');
    refused(await world.api.get('/letters/ltr_unknown'), 404, 'resource_not_found');
  }),
  check('LTR-7', 'a letter has every field', ['orders'], async (world) => {
    const letter = await world.scheduledLetter();
    const fields =
      'id object status to from document color double_sided address_placement postal_services pages sheets price warnings send_date cancellation_reason failure_reason tracking_code preview_url reference metadata status_transitions created_at';
    for (const name of fields.split(' ')) holds(name in letter, `${name} is missing`);
    same(
      Object.keys(letter.status_transitions).sort(),
      ['canceled_at', 'failed_at', 'in_production_at', 'posted_at', 'printed_at', 'received_at'],
      'status_transitions',
    );
  }),
  check('LTR-8', 'the preview is a PDF behind a link that cannot be changed', ['orders'], async (world) => {
    const { preview_url } = await world.scheduledLetter();
    const response = await fetch(preview_url);
    same(
      [response.status, Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)],
      [200, '%PDF-'],
      'the answer and its beginning',
    );
    const changed = preview_url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
    holds((await fetch(changed)).status >= 400, 'a changed link works');
  }),
  check('LTR-8', 'a link works for 60 minutes', ['clock', 'orders'], async (world) => {
    const { preview_url, created_at } = await world.scheduledLetter();
    const end = Date.parse(created_at) + 3_600_000;
    return {
      at: end - 120_000,
      look: async () => {
        same((await fetch(preview_url)).status, 200, 'the status two minutes before');
        return {
          at: end + 60_000,
          look: async () => holds((await fetch(preview_url)).status >= 400, 'the link still works'),
        };
      },
    };
  }),
  check('LTR-8', 'the file is kept for 90 days', ['clock', 'production'], async (world) => {
    const {
      letters: { simple },
    } = await production(world);
    const end = Date.parse(simple.created_at) + 90 * DAY_MS;
    const preview = async () => expectStatus(await world.api.get(`/letters/${simple.id}`), 200).preview_url;
    return {
      at: end - 3_600_000,
      look: async () => {
        same((await fetch(await preview())).status, 200, 'the preview an hour before');
        return { at: end + 3_600_000, look: async () => same(await preview(), null, 'preview_url') };
      },
    };
  }),
  check(
    'LTR-9',
    'a letter goes from received to posted, each step with its instant and its event',
    ['production'],
    async (world) => {
      const {
        letters: { simple },
      } = await production(world);
      const letter = expectStatus(await world.api.get(`/letters/${simple.id}`), 200);
      const { received_at, in_production_at, printed_at, posted_at, canceled_at, failed_at } =
        letter.status_transitions;
      const steps = [received_at, in_production_at, printed_at, posted_at];
      same([letter.status, canceled_at, failed_at], ['posted', null, null], 'status, canceled_at, failed_at');
      holds(
        steps.every((at, index) => at !== null && (index === 0 || at >= steps[index - 1])),
        'the instants do not follow one another',
      );
      const events = typesOf(await world.events(simple.id, 4));
      same(
        [...events].sort(),
        ['letter.in_production', 'letter.posted', 'letter.printed', 'letter.received'],
        'events',
      );
    },
  ),
  check('LTR-9', 'a letter that fails is refunded, with its reason', ['production'], async (world) => {
    const {
      letters: { damaged },
    } = await production(world);
    const letter = expectStatus(await world.api.get(`/letters/${damaged.id}`), 200);
    same([letter.status, letter.failure_reason], ['failed', 'damaged_in_production'], 'status and failure_reason');
    const refunds = expectStatus(await world.api.get('/balance/transactions?type=refund&limit=100'), 200).data;
    same(
      refunds.filter(({ source_id }: any) => source_id === damaged.id).map(({ amount }: any) => amount),
      [damaged.price.total],
      'refunds',
    );
  }),
  check(
    'LTR-9',
    'a scheduled letter is charged at 06:00 on its day in Brasília, not before',
    ['clock', 'orders'],
    async (world) => {
      const send_date = await world.date(40);
      const before = expectStatus(await world.api.get('/balance'), 200).amount;
      const { id, status } = await world.letter({ send_date });
      same(
        [status, expectStatus(await world.api.get('/balance'), 200).amount],
        ['scheduled', before],
        'status and balance',
      );
      const read = async () => expectStatus(await world.api.get(`/letters/${id}`), 200);
      return {
        at: sixOClock(send_date) - 60_000,
        look: async () => {
          same((await read()).status, 'scheduled', 'the status a minute before');
          return {
            at: sixOClock(send_date) + 1_000,
            look: async () =>
              same((await read()).status_transitions.received_at, `${send_date}T09:00:00Z`, 'received_at'),
          };
        },
      };
    },
  ),
  check(
    'LTR-9',
    'a scheduled letter that the balance does not cover is canceled',
    ['clock', 'operator'],
    async (world) => {
      const { api } = await world.customer({ balance: 1 });
      const send_date = await world.date(2);
      const { id } = await world.letter({ send_date }, api);
      return {
        at: sixOClock(send_date) + 1_000,
        look: async () => {
          const { status, cancellation_reason } = expectStatus(await api.get(`/letters/${id}`), 200);
          same([status, cancellation_reason], ['canceled', 'insufficient_balance'], 'status and cancellation_reason');
          same(expectStatus(await api.get('/balance'), 200).amount, 1, 'the balance');
        },
      };
    },
  ),
  check(
    'LTR-10',
    'a scheduled letter is canceled, and a canceled one is returned unchanged',
    ['orders'],
    async (world) => {
      const { id } = await world.scheduledLetter();
      const canceled = expectStatus(await world.cancel('/letters', id), 200);
      same(
        [canceled.status, canceled.cancellation_reason],
        ['canceled', 'requested'],
        'status and cancellation_reason',
      );
      same(
        expectStatus(await world.cancel('/letters', id), 200).status_transitions,
        canceled.status_transitions,
        'status_transitions of the second answer',
      );
      same(typesOf(await world.events(id, 2)).sort(), ['letter.canceled', 'letter.scheduled'], 'events');
    },
  ),
  check('LTR-10', 'a received letter is canceled and refunded', ['orders'], async (world) => {
    const letter = await world.letter();
    same(expectStatus(await world.cancel('/letters', letter.id), 200).status, 'canceled', 'status');
    const refunds = expectStatus(await world.api.get('/balance/transactions?type=refund&limit=20'), 200).data;
    same(
      refunds.filter(({ source_id }: any) => source_id === letter.id).map(({ amount }: any) => amount),
      [letter.price.total],
      'refunds',
    );
  }),
  check('LTR-10', 'a posted letter is not canceled', ['production'], async (world) => {
    const {
      letters: { simple },
    } = await production(world);
    refused(await world.cancel('/letters', simple.id), 409, 'letter_not_cancelable');
  }),
  check('LTR-11', 'a step that a report skips gets the same instant, with its event', ['production'], async (world) => {
    requireReports(world);
    const {
      letters: { registered },
    } = await production(world);
    const { status_transitions } = expectStatus(await world.api.get(`/letters/${registered.id}`), 200);
    same(status_transitions.printed_at, status_transitions.posted_at, 'printed_at');
    holds(status_transitions.posted_at !== null, 'posted_at is null');
    same((await world.events(registered.id, 4)).length, 4, 'the number of events');
  }),
  check(
    'LTR-12',
    'a scheduled letter of a suspended account waits, and is charged the next morning',
    ['clock', 'operator'],
    async (world) => {
      const { id: accountId, api } = await world.customer();
      const send_date = await world.date(3);
      const { id } = await world.letter({ send_date }, api);
      await world.operator.post(`/accounts/${accountId}/suspend`);
      const status = async () => expectStatus(await api.get(`/letters/${id}`), 200).status;
      return {
        at: sixOClock(send_date) + 60_000,
        look: async () => {
          same(await status(), 'scheduled', 'the status while suspended');
          await world.operator.post(`/accounts/${accountId}/reinstate`);
          return {
            at: sixOClock(send_date) + DAY_MS + 60_000,
            look: async () =>
              holds(
                ['received', 'in_production'].includes(await status()),
                'the letter is not charged the morning after',
              ),
          };
        },
      };
    },
  ),
  check('LTR-13', 'the API cannot change a letter', ['orders'], async (world) => {
    const { id } = await world.scheduledLetter();
    refused(await world.api.ask('PATCH', `/letters/${id}`, { to: recipient }), 404, 'endpoint_not_found');
    refused(await world.api.ask('PUT', `/letters/${id}`, letterOrder()), 404, 'endpoint_not_found');
    refused(await world.api.ask('DELETE', `/letters/${id}`), 404, 'endpoint_not_found');
  }),
];

export const printHouse = [
  check('PRD-1', 'the operator forms a batch of received mailings', ['production'], async (world) => {
    requireReports(world);
    const {
      letters: { simple },
    } = await production(world);
    holds(
      expectStatus(await world.api.get(`/letters/${simple.id}`), 200).status_transitions.in_production_at !== null,
      'the letter joined no batch',
    );
  }),
  check('PRD-2', 'a mailing joins one batch', ['operator'], async (world) => {
    const { api } = await world.customer();
    const { id } = await world.letter({}, api);
    const idsOf = ({ batches }: any) => batches.flatMap(({ mailings }: any) => mailings) as string[];
    holds(idsOf(await world.operator.post('/production/batches')).includes(id), 'the letter joined no batch');
    holds(!idsOf(await world.operator.post('/production/batches')).includes(id), 'the letter joined two batches');
    same((await world.events(id, 2, api)).length, 2, 'the number of events');
  }),
  check('PRD-4', 'a line is applied once, and every line gets its result', ['production'], async (world) => {
    requireReports(world);
    const {
      letters: { simple },
      results,
    } = await production(world);
    holds(
      results.every(({ result }) => result === 'applied'),
      'a line was not applied',
    );
    const [again] = await world.report({ id: simple.id, status: 'printed', at: simple.created_at });
    same(again!.result, 'already_applied', 'the result of a repeated line');
  }),
  check(
    'PRD-5',
    'a report of a canceled or unknown letter is rejected and changes nothing',
    ['operator'],
    async (world) => {
      const { api } = await world.customer();
      const { id, created_at: at } = await world.letter({}, api);
      await world.cancel('/letters', id, api);
      const results = await world.report({ id, status: 'printed', at }, { id: 'ltr_unknown', status: 'printed', at });
      same(
        results.map(({ result }) => result),
        ['refused', 'refused'],
        'results',
      );
      same(expectStatus(await api.get(`/letters/${id}`), 200).status, 'canceled', 'the status');
    },
  ),
  check('PRD-6', 'a registered letter is posted with its tracking code', ['production'], async (world) => {
    const {
      letters: { registered, simple },
      trackingCode,
    } = await production(world);
    const { tracking_code } = expectStatus(await world.api.get(`/letters/${registered.id}`), 200);
    if (world.isSandbox) holds(/^ZZ\d{9}BR$/.test(tracking_code), 'the tracking code does not begin with ZZ');
    else same(tracking_code, trackingCode, 'tracking_code');
    same(
      expectStatus(await world.api.get(`/letters/${simple.id}`), 200).tracking_code,
      null,
      'tracking_code of a simple letter',
    );
  }),
  check('PRD-6', "a wrong check digit, another letter's code and no code are rejected", ['operator'], async (world) => {
    const { api } = await world.customer();
    const order = async () =>
      (await world.letter({ postal_services: ['registered'] }, api)) as { id: string; created_at: string };
    const [one, other] = [await order(), await order()];
    await world.operator.post('/production/batches');
    const tracking_code = newTrackingCode();
    const wrong = tracking_code.replace(/\d(?=BR)/, (digit) => String((Number(digit) + 1) % 10));
    const posted = (id: string, fields: object) => ({ id, status: 'posted', at: one.created_at, ...fields });
    const [withoutCode, wrongDigit] = await world.report(posted(one.id, {}), posted(one.id, { tracking_code: wrong }));
    same(
      [withoutCode!.result, wrongDigit!.result],
      ['refused', 'refused'],
      'results without a code and with a wrong digit',
    );
    const [first] = await world.report(posted(one.id, { tracking_code }));
    const [second] = await world.report(posted(other.id, { tracking_code }));
    same([first!.result, second!.result], ['applied', 'refused'], 'results of one code for two letters');
  }),
];

export const sandbox = [
  check('SBX-1', 'account and sandbox are one company, but share no objects', ['operator'], async (world) => {
    const { id, api } = await world.customer();
    const { api_key, account_id } = await world.operator.post(`/accounts/${id}/keys`, { mode: 'test' });
    same(account_id, `${id}sandbox`, "the sandbox's id");
    const test = world.api.as(api_key);
    const [company, twin] = [
      expectStatus(await api.get('/account'), 200),
      expectStatus(await test.get('/account'), 200),
    ];
    same(twin, { ...company, id: account_id }, 'the account behind the test key');
    for (const [own, other] of [
      [test, api],
      [api, test],
    ] as const)
      await strangers(world, own, other);
  }),
  check('SBX-2', 'a sandbox starts with play money', ['operator'], async (world) => {
    const test = await sandboxOf(world);
    same(expectStatus(await test.get('/balance'), 200).amount, 1_000_000, 'the balance in centavos');
  }),
  check('SBX-3', 'a sandbox letter joins no batch, and no report finds it', ['operator'], async (world) => {
    const test = await sandboxOf(world);
    const { id, created_at: at } = await world.letter({}, test);
    const { batches } = await world.operator.post('/production/batches');
    holds(!batches.flatMap(({ mailings }: any) => mailings).includes(id), 'it joined a batch');
    same((await world.report({ id, status: 'printed', at }))[0]!.result, 'refused', 'the result of a report');
  }),
  check(
    'SBX-4',
    'the simulated print house posts a letter, and fails one by its reference',
    ['production'],
    async (world) => {
      if (!world.isSandbox) throw new NotTestable('needs a test key');
      const {
        letters: { simple, damaged },
      } = await production(world);
      same(expectStatus(await world.api.get(`/letters/${simple.id}`), 200).status, 'posted', 'the status of a letter');
      same(
        expectStatus(await world.api.get(`/letters/${damaged.id}`), 200).failure_reason,
        'damaged_in_production',
        'the failure_reason',
      );
    },
  ),
  check(
    'SBX-4',
    'within ten minutes a letter is posted, and each failure has its reason',
    ['clock', 'operator'],
    async (world) => {
      const test = await sandboxOf(world);
      const { api } = await world.customer();
      const real = await world.letter({}, api);
      const reasons = ['unprintable_document', 'damaged_in_production', 'other', 'refused_by_carrier'];
      const posted = await world.letter({ postal_services: ['registered'] }, test);
      const late = await world.letter({ reference: 'sandbox_late' }, test);
      const failing: string[] = [];
      for (const reason of reasons) failing.push((await world.letter({ reference: `sandbox_${reason}` }, test)).id);
      const begun = Date.parse(late.created_at);
      const read = async (path: string) => expectStatus(await test.get(path), 200);
      // The print house moves one step each minute.
      const wait = (minute: number): Later => ({
        at: begun + minute * 60_000,
        look: async () => {
          if (minute < 12) return wait(minute + 1);
          const letter = await read(`/letters/${posted.id}`);
          same(letter.status, 'posted', 'the status of a letter');
          holds(letter.tracking_code.startsWith('ZZ'), 'the tracking code does not begin with ZZ');
          same((await read(`/letters/${late.id}`)).status, 'in_production', 'the status of a late letter');
          const { printed_at } = expectStatus(await api.get(`/letters/${real.id}`), 200).status_transitions;
          same(printed_at, null, 'printed_at of a live letter');
          for (const [index, reason] of reasons.entries())
            same((await read(`/letters/${failing[index]}`)).failure_reason, reason, 'a failure_reason');
        },
      });
      return wait(1);
    },
  ),
  check('SBX-5', 'the code of a sandbox is 123456', ['production'], async (world) => {
    if (!world.isSandbox)
      throw new NotTestable('needs a test key, or --control-url of a service whose clock can be wound');
    const {
      verifications: { right },
    } = await production(world);
    const { body } = await world.api.post(`/verifications/${right.id}/check`, { code: '123456' });
    holds(body?.correct === true || body?.error?.code === 'verification_not_awaiting_code', 'the code 123456 is wrong');
  }),
  check('SBX-5', 'the code of a sandbox is 123456, and any other is wrong', ['clock', 'operator'], async (world) => {
    const test = await sandboxOf(world);
    const { id, created_at } = await world.verification({}, test);
    // The print house moves one step each minute.
    const wait = (minute: number): Later => ({
      at: Date.parse(created_at) + minute * 60_000,
      look: async () => {
        if (minute < 8) return wait(minute + 1);
        const check = (code: string) => test.post(`/verifications/${id}/check`, { code });
        same(expectStatus(await check('654321'), 200).correct, false, 'another code');
        same(expectStatus(await check('123456'), 200).correct, true, 'the code 123456');
        const evidence = await eventually(
          () => test.get(`/verifications/${id}/evidence`),
          ({ status }) => status === 200,
        );
        const [first] = expectStatus(evidence, 200).statement.does_not_prove;
        holds(/teste/.test(first), 'its evidence does not begin by saying that it is a test');
      },
    });
    return wait(1);
  }),
  check('DASH-3', 'a test key opens a sandbox', ['operator'], async (world) => {
    const test = await sandboxOf(world);
    holds(/^acc_[a-z0-9]+sandbox$/.test(expectStatus(await test.get('/account'), 200).id), 'the account is no sandbox');
  }),
];

/** Objects of one account, made under the same key, do not exist for the other. */
async function strangers(world: World, own: Subject, other: Subject): Promise<void> {
  const unknown = async (method: string, path: string, body?: object) =>
    refused(await other.ask(method, path, body), 404, 'resource_not_found');
  const idsIn = async (path: string) =>
    expectStatus(await other.get(path), 200).data.map(({ id }: any) => id) as string[];

  const ordered = await world.order('/letters', letterOrder(), { 'idempotency-key': 'the same' }, own);
  same([ordered.status, ordered.headers.get('idempotent-replayed')], [201, null], 'status and Idempotent-Replayed');
  const letter = `/letters/${ordered.body.id}`;
  await unknown('GET', letter);
  await unknown('GET', `${letter}/evidence`);
  await unknown('POST', `${letter}/cancel`);
  same(await idsIn(`/events?object_id=${ordered.body.id}`), [], "the other's events of the letter");

  const { id } = await world.verification({}, own);
  for (const path of ['', '/attempts', '/evidence']) await unknown('GET', `/verifications/${id}${path}`);
  await unknown('POST', `/verifications/${id}/check`, { code: '123456' });
  await unknown('POST', `/verifications/${id}/cancel`);

  const upload = expectStatus(await own.post('/uploads', { filename: 'carta.pdf', size: 10 }), 201);
  const document = { type: 'upload', upload_id: upload.id };
  invalid(await other.post('/letters', letterOrder({ document })), 'document.upload_id upload_not_found');

  const endpoint = await world.endpoint({ url: 'https://example.com/malote', events: ['letter.posted'] }, own);
  await unknown('GET', `/webhook-endpoints/${endpoint.id}`);
  await unknown('POST', `/webhook-endpoints/${endpoint.id}/test`);
  for (const [list, made] of [
    ['/letters', ordered.body.id],
    ['/verifications', id],
    ['/webhook-endpoints', endpoint.id],
  ])
    holds(!(await idsIn(list)).includes(made), `${list} of the other has it`);

  await world.letter({}, own);
  const { next_cursor } = expectStatus(await own.get('/letters?limit=1'), 200);
  invalid(await other.get(`/letters?limit=1&cursor=${encodeURIComponent(next_cursor)}`), 'cursor invalid_value');
  same(expectStatus(await own.get(letter), 200).status, 'received', 'the status of the letter');
}

/** A client of a new sandbox. */
async function sandboxOf(world: World): Promise<Subject> {
  const { id } = await world.customer();
  const { api_key } = await world.operator.post(`/accounts/${id}/keys`, { mode: 'test' });
  return world.api.as(api_key);
}
