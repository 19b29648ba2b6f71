import { printedText } from '../../../../lib/programs/openapi/printed-text.ts';
import { eventually } from '../../../support/eventually.ts';
import { PageVisit } from '../../../support/page.ts';
import { blankPdf, wordsPdf } from '../../../support/pdfs.ts';
import { check } from '../check.ts';
import { canonical, expectSigned, hashOf } from '../evidence.ts';
import { expectStatus, holds, invalid, NotTestable, refused, same } from '../expectations.ts';
import { production } from '../production.ts';
import { base64, recipient, verificationOrder, type World, wrongCode } from '../world.ts';

const DAY_MS = 86_400_000;

const quote = ({ api }: World, fields: object) => api.post('/verifications/quote', verificationOrder(fields));
const read = async ({ api }: World, id: string) => expectStatus(await api.get(`/verifications/${id}`), 200);
const tried = ({ api }: World, id: string, code: string) => api.post(`/verifications/${id}/check`, { code });

const textAt = async (url: string) => {
  const response = await fetch(url);
  same(response.status, 200, 'the status of the preview');
  return printedText(new Uint8Array(await response.arrayBuffer()));
};

/** The five tries of one verification, all wrong. */
const locked = (world: World) =>
  world.once('five wrong codes', async () => {
    const {
      verifications: {
        wrong: { id },
      },
      codes,
    } = await production(world);
    const left: number[] = [];
    const statuses: string[] = [];
    for (const step of [1, 2, 3, 4, 5]) {
      const checked = expectStatus(await tried(world, id, wrongCode(codes[id]!, step)), 200);
      left.push(checked.verification.attempts_remaining);
      statuses.push(checked.verification.status);
    }
    return { id, code: codes[id]!, left, statuses };
  });

/** A verification that the API confirmed with the right code, after a wrong one. */
const confirmed = (world: World) =>
  world.once('confirmed', async () => {
    const {
      verifications: {
        right: { id },
      },
      codes,
    } = await production(world);
    const code = codes[id]!;
    const wrong = expectStatus(await tried(world, id, wrongCode(code)), 200);
    const right = expectStatus(await tried(world, id, ` ${code.slice(0, 3)}–${code.slice(3)} `), 200);
    return { id, code, wrong, right };
  });

/** A verification that was confirmed on its page, after a wrong code. */
const confirmedOnPage = (world: World) =>
  world.once('confirmed on the page', async () => {
    const {
      verifications: { page: verification },
      codes,
    } = await production(world);
    const { id, hosted_page_url } = verification;
    const visit = new PageVisit(hosted_page_url);
    const opened = await visit.open();
    const untouched = await read(world, id);
    const wrong = await visit.enter(wrongCode(codes[id]!));
    const afterWrong = await read(world, id);
    const done = await visit.enter(codes[id]!);
    return { id, code: codes[id]!, visit, opened, untouched, wrong, afterWrong, done, now: await read(world, id) };
  });

/** A verification with a page that waits for production. */
const onItsWay = (world: World) =>
  world.once('on its way', () => world.verification({ method: 'hosted_page', reference: world.unique() }));

export const verifications = [
  check('VER-1', 'fields have limits', async (world) => {
    invalid(await quote(world, { method: undefined, to: undefined }), 'to required', 'method required');
    invalid(await quote(world, { method: 'fax' }), 'method invalid_value');
    invalid(await quote(world, { instructions: '' }), 'instructions too_short');
    invalid(await quote(world, { instructions: 'x'.repeat(301) }), 'instructions too_long');
    invalid(
      await quote(world, { method: 'hosted_page', return_url: 'ftp://example.com/' }),
      'return_url invalid_format',
    );
    expectStatus(await quote(world, { instructions: 'x'.repeat(300) }), 200);
  }),
  check('VER-1', 'a verification is received and charged', ['orders'], async (world) => {
    const verification = await onItsWay(world);
    same(
      [verification.object, verification.status, verification.source],
      ['verification', 'received', 'api'],
      'object, status, source',
    );
    const debits = expectStatus(await world.api.get('/balance/transactions?type=verification&limit=100'), 200).data;
    same(
      debits.filter(({ source_id }: any) => source_id === verification.id).map(({ amount }: any) => amount),
      [-verification.price.total],
      'its charges',
    );
  }),
  check('VER-2', 'hosted_page has a page, code does not', ['orders'], async (world) => {
    holds(
      /^https?:\/\/.+\/acc_[^/]+\/[^/]+$/.test((await onItsWay(world)).hosted_page_url),
      'hosted_page_url has another form',
    );
    const { id, hosted_page_url } = await world.verification();
    same(hosted_page_url, null, 'hosted_page_url with method code');
    await world.cancel('/verifications', id);
  }),
  check('VER-3', 'contradictions are rejected', async (world) => {
    const document = base64(wordsPdf('{{OTP_CODE}}'));
    invalid(await quote(world, { document, letter: { title: 'x' } }), 'letter invalid_value');
    invalid(await quote(world, { color: true }), 'color invalid_value');
    invalid(await quote(world, { double_sided: true }), 'double_sided invalid_value');
    invalid(await quote(world, { address_placement: 'extra_page' }), 'address_placement invalid_value');
    invalid(await quote(world, { return_url: 'https://example.com/' }), 'return_url invalid_value');
    invalid(await quote(world, { letter: { include_qr_code: true } }), 'letter.include_qr_code invalid_value');
    invalid(await quote(world, { letter: { include_page_url: true } }), 'letter.include_page_url invalid_value');
    expectStatus(await quote(world, { color: false, double_sided: false, address_placement: 'first_page' }), 200);
  }),
  check('VER-4', "the service's letter has limits, and the texts of the order", async (world) => {
    invalid(await quote(world, { letter: { title: 'x'.repeat(121) } }), 'letter.title too_long');
    invalid(await quote(world, { letter: { footer: 'x'.repeat(301) } }), 'letter.footer too_long');
    invalid(await quote(world, { letter: { body: '' } }), 'letter.body too_short');
    invalid(await quote(world, { letter: { signature: 'x' } }), 'letter.signature unknown_parameter');
    const letter = {
      title: 'Confirme seu cadastro',
      body: 'Pedimos uma confirmação.',
      footer: 'Rodapé da conformidade',
    };
    const text = await textAt(expectStatus(await quote(world, { letter }), 200).preview_url);
    for (const words of Object.values(letter))
      holds(text.replace(/\s+/g, ' ').includes(words), 'a text is not printed');
    holds(text.includes(recipient.name), 'the name of the recipient is not printed');
  }),
  check('VER-4', 'the document of a verification shows its texts and options', ['orders'], async (world) => {
    const { document } = await onItsWay(world);
    same(
      [document.type, document.include_qr_code, document.include_page_url],
      ['template', true, true],
      'type and switches',
    );
    holds(
      [document.title, document.body, document.footer].every((text) => typeof text === 'string'),
      'a text is missing',
    );
  }),
  check('VER-5', 'instructions are printed on the letter', async (world) => {
    const instructions = 'Digite o código no aplicativo de conformidade';
    const text = await textAt(expectStatus(await quote(world, { instructions }), 200).preview_url);
    holds(text.replace(/\s+/g, ' ').includes(instructions), 'they are not printed');
  }),
  check('VER-6', "the service's letter costs only its base, the customer's PDF the same as a letter", async (world) => {
    const lines = async (fields: object) =>
      expectStatus(await quote(world, fields), 200).price.items.map(({ type }: any) => type);
    same(await lines({}), ['base'], "lines of the service's letter");
    const pdf = { document: base64(wordsPdf('{{OTP_CODE}}')), color: true };
    same(await lines(pdf), ['base', 'color'], 'lines of an own PDF in color');
    invalid(await quote(world, { postal_services: ['registered'] }), 'postal_services unknown_parameter');
  }),
  check('VER-7', 'a verification is read and listed', ['orders'], async (world) => {
    const made = await onItsWay(world);
    const now = await read(world, made.id);
    // A batch may have been formed since it was created, and links are signed anew each time.
    const { status, status_transitions } = now.status === made.status ? made : now;
    same({ ...now, preview_url: null }, { ...made, status, status_transitions, preview_url: null }, 'what is read');
    const { data } = expectStatus(await world.api.get(`/verifications?reference=${made.reference}`), 200);
    same(
      data.map(({ id }: any) => id),
      [made.id],
      'what is listed',
    );
  }),
  check('VER-8', 'a verification starts with five attempts and without a confirmation', ['orders'], async (world) => {
    const {
      attempts_remaining,
      expires_at,
      confirmation,
      instructions,
      return_url,
      status_transitions,
      previous_verification_id,
    } = await onItsWay(world);
    same(
      [attempts_remaining, expires_at, confirmation, instructions, return_url, previous_verification_id],
      [5, null, null, null, null, null],
      'what it begins with',
    );
    same(
      Object.keys(status_transitions).sort(),
      ['awaiting_code_at', 'canceled_at', 'expired_at', 'failed_at', 'in_production_at', 'revoked_at', 'verified_at'],
      'status_transitions',
    );
    same(Object.values(status_transitions).filter(Boolean), [], 'instants of transitions');
  }),
  check('VER-9', 'a confirmation by the API has its method, and no browser data', ['production'], async (world) => {
    const { right } = await confirmed(world);
    const { method, hosted_page_entry, ip, location, user_agent, device, client, precise_location } =
      right.verification.confirmation;
    same(
      [method, hosted_page_entry, ip, location, user_agent, device, client, precise_location],
      ['api', null, null, null, null, null, null, null],
      'the confirmation',
    );
  }),
  check('VER-9', 'a confirmation on the page describes the browser', ['production'], async (world) => {
    const { now } = await confirmedOnPage(world);
    const { method, hosted_page_entry, ip, precise_location } = now.confirmation;
    same(
      [method, hosted_page_entry, precise_location],
      ['hosted_page', 'typed', null],
      'method, hosted_page_entry, precise_location',
    );
    holds(typeof ip === 'string', 'ip is missing');
  }),
  check(
    'VER-10',
    'a verification goes from received to verified, each step with its instant and its event',
    ['production'],
    async (world) => {
      const { id } = await confirmed(world);
      const { in_production_at, awaiting_code_at, verified_at } = (await read(world, id)).status_transitions;
      holds(
        in_production_at <= awaiting_code_at && awaiting_code_at <= verified_at,
        'the instants do not follow one another',
      );
      const types = (await world.events(id, 4)).map(({ type }) => type);
      same(
        [...types].sort(),
        ['verification.awaiting_code', 'verification.in_production', 'verification.received', 'verification.verified'],
        'events',
      );
    },
  ),
  check('VER-10', 'a verification that cannot be produced is canceled and refunded', ['production'], async (world) => {
    const {
      verifications: { undeliverable },
    } = await production(world);
    same((await read(world, undeliverable.id)).status, 'canceled', 'the status');
    const refunds = expectStatus(await world.api.get('/balance/transactions?type=refund&limit=100'), 200).data;
    same(refunds.filter(({ source_id }: any) => source_id === undeliverable.id).length, 1, 'the number of refunds');
  }),
  check(
    'VER-11',
    'it expires 60 days after posting, and the right code no longer verifies',
    ['clock', 'production'],
    async (world) => {
      const {
        verifications: {
          waiting: { id },
        },
        codes,
      } = await production(world);
      const { expires_at, status_transitions } = await read(world, id);
      same(
        Date.parse(expires_at) - Date.parse(status_transitions.awaiting_code_at),
        60 * DAY_MS,
        'milliseconds from posting to the end',
      );
      return {
        at: Date.parse(expires_at) - 60_000,
        look: async () => {
          same((await read(world, id)).status, 'awaiting_code', 'the status a minute before');
          return {
            at: Date.parse(expires_at) + 1_000,
            look: async () => {
              refused(await tried(world, id, codes[id]!), 409, 'verification_not_awaiting_code');
              same((await read(world, id)).status, 'expired', 'the status');
              refused(await world.cancel('/verifications', id), 409, 'verification_not_cancelable');
            },
          };
        },
      };
    },
  ),
  check(
    'VER-18',
    'a waiting verification creates one event seven days before its end',
    ['clock', 'production'],
    async (world) => {
      const {
        verifications: {
          waiting: { id },
        },
      } = await production(world);
      const due = Date.parse((await read(world, id)).expires_at) - 7 * DAY_MS;
      const notices = async () =>
        expectStatus(await world.api.get(`/events?object_id=${id}&type=verification.expiring`), 200).data;
      return {
        at: due - 3_600_000,
        look: async () => {
          same((await notices()).length, 0, 'the number an hour before');
          return {
            at: due + 3_600_000,
            look: async () =>
              same(
                (await notices()).map(({ data }: any) => data.status),
                ['awaiting_code'],
                'the statuses in its events',
              ),
          };
        },
      };
    },
  ),
  check('VER-12', 'a received verification is canceled and refunded, once', ['orders'], async (world) => {
    const { id, price } = await world.verification();
    const canceled = expectStatus(await world.cancel('/verifications', id), 200);
    same(canceled.status, 'canceled', 'the status');
    same(
      expectStatus(await world.cancel('/verifications', id), 200).status_transitions,
      canceled.status_transitions,
      'status_transitions of the second answer',
    );
    const refunds = expectStatus(await world.api.get('/balance/transactions?type=refund&limit=20'), 200).data;
    same(
      refunds.filter(({ source_id }: any) => source_id === id).map(({ amount }: any) => amount),
      [price.total],
      'refunds',
    );
  }),
  check(
    'VER-12',
    'from production on it is revoked, without a refund, and its code stops working',
    ['production'],
    async (world) => {
      const {
        verifications: {
          revoked: { id },
        },
        codes,
      } = await production(world);
      same(expectStatus(await world.cancel('/verifications', id), 200).status, 'revoked', 'the status');
      refused(await tried(world, id, codes[id]!), 409, 'verification_not_awaiting_code');
      const refunds = expectStatus(await world.api.get('/balance/transactions?type=refund&limit=100'), 200).data;
      same(
        refunds.filter(({ source_id }: any) => source_id === id),
        [],
        'refunds',
      );
    },
  ),
  check('VER-12', 'a failed verification cannot be canceled', ['production'], async (world) => {
    refused(await world.cancel('/verifications', (await locked(world)).id), 409, 'verification_not_cancelable');
  }),
  check('VER-13', 'a code is six digits, with any spaces and dashes between them', ['production'], async (world) => {
    const { right } = await confirmed(world);
    same(
      [right.object, right.correct, right.verification.status],
      ['verification_check', true, 'verified'],
      'object, correct, status',
    );
  }),
  check(
    'VER-13',
    'a malformed code is rejected, and so is a code for a verification that is not waiting',
    ['orders'],
    async (world) => {
      const { id } = await onItsWay(world);
      invalid(await tried(world, id, '12345'), 'code invalid_format');
      invalid(await tried(world, id, 'abcdef'), 'code invalid_format');
      invalid(await world.api.post(`/verifications/${id}/check`, {}), 'code required');
      refused(await tried(world, id, '000000'), 409, 'verification_not_awaiting_code');
      same((await read(world, id)).attempts_remaining, 5, 'attempts_remaining');
    },
  ),
  check('VER-14', 'each wrong code counts once, and the fifth ends it', ['production'], async (world) => {
    const { id, code, left, statuses } = await locked(world);
    same(left, [4, 3, 2, 1, 0], 'attempts_remaining');
    same(statuses.at(-1), 'failed', 'the status after the fifth');
    refused(await tried(world, id, code), 409, 'verification_not_awaiting_code');
  }),
  check('VER-16', 'every attempt is listed, without the code', ['production'], async (world) => {
    const { id } = await confirmed(world);
    const { data } = expectStatus(await world.api.get(`/verifications/${id}/attempts`), 200);
    same(
      data.map(({ number, entry, correct }: any) => [number, entry, correct]),
      [
        [2, 'api', true],
        [1, 'api', false],
      ],
      'the tries',
    );
    holds(
      data.every((attempt: any) => !('code' in attempt)),
      'an attempt has a code',
    );
  }),
  check('VER-15', 'the code is in no response and in no event', ['production'], async (world) => {
    if (world.isSandbox) throw new NotTestable('needs a live key: the code of a sandbox is known to all');
    const { id, code } = await confirmed(world);
    const { hosted_page_url: _, preview_url: __, ...verification } = await read(world, id);
    const text = JSON.stringify([
      verification,
      (await world.events(id, 4)).map(({ data }) => ({ ...data, hosted_page_url: null })),
    ]);
    holds(!new RegExp(`(?<!\\d)(${code}|${code.slice(0, 3)} ${code.slice(3)})(?!\\d)`).test(text), 'the code is there');
  }),
  check('VER-15', 'the preview has zeros for the code', ['orders'], async (world) => {
    const { id, preview_url } = await onItsWay(world);
    holds((await textAt(preview_url)).includes('000 000'), 'the zeros are not there');
    holds(id.startsWith('ver_'), 'the id has another form');
  }),
  check('VER-17', 'a quote checks and shows the letter, and creates nothing', async (world) => {
    const reference = world.unique();
    const quoted = expectStatus(await quote(world, { method: 'hosted_page', reference }), 200);
    same(
      [quoted.object, quoted.method, quoted.pages, quoted.sheets],
      ['verification_quote', 'hosted_page', 1, 1],
      'object, method, pages, sheets',
    );
    holds((await textAt(quoted.preview_url)).includes('000 000'), 'the preview has no zeros for the code');
    same(
      expectStatus(await world.api.get(`/verifications?reference=${reference}`), 200).data,
      [],
      'verifications of its reference',
    );
  }),
  check('VER-17', "the customer's PDF is quoted by its pages", async (world) => {
    const document = base64(wordsPdf('{{OTP_CODE}}'));
    const quoted = expectStatus(
      await quote(world, { document, address_placement: 'extra_page', double_sided: true }),
      200,
    );
    same([quoted.pages, quoted.sheets], [1, 1], 'pages and sheets');
    holds((await quote(world, { document: base64(blankPdf(7)) })).status === 422, 'seven sheets are taken');
  }),
  check('VER-19', 'a second letter names the first one, with the same address', ['orders'], async (world) => {
    const first = await onItsWay(world);
    const second = (fields: object) => quote(world, { previous_verification_id: first.id, ...fields });
    expectStatus(await second({}), 200);
    expectStatus(await second({ to: { ...recipient, name: 'Outra Pessoa' } }), 200);
    invalid(await second({ to: { ...recipient, number: '2' } }), 'previous_verification_id invalid_value');
    invalid(
      await quote(world, { previous_verification_id: 'ver_unknown' }),
      'previous_verification_id verification_not_found',
    );
  }),
  check('VER-20', 'figures count the created verifications, and add up', async ({ api }) => {
    const figures = expectStatus(await api.get('/verifications/figures?created_after=2025-01-01T00:00:00Z'), 200);
    const counts: number[] = Object.values(figures.by_status);
    same(
      counts.reduce((sum, count) => sum + count, 0),
      figures.created,
      'the sum of by_status',
    );
    same(figures.by_status.verified, figures.confirmed, 'confirmed');
    same([figures.created_after, figures.created_before], ['2025-01-01T00:00:00Z', null], 'the period');
    invalid(await api.get('/verifications/figures?status=verified'), 'status unknown_parameter');
  }),
];

/** Evidence is frozen within moments of the end. */
const evidenceOf = (world: World) =>
  world.once('evidence', async () => {
    const { id } = await confirmedOnPage(world);
    const path = `/verifications/${id}/evidence`;
    const response = await eventually(
      () => world.api.get(path),
      ({ status }) => status === 200,
    );
    return { id, path, evidence: expectStatus(response, 200) };
  });

export const evidence = [
  check('EVI-1', 'evidence comes with the end of a verification', ['orders'], async (world) => {
    refused(
      await world.api.get(`/verifications/${(await onItsWay(world)).id}/evidence`),
      409,
      'verification_not_final',
    );
  }),
  check('EVI-1', 'evidence does not change between requests', ['production'], async (world) => {
    const { path, evidence: first } = await evidenceOf(world);
    holds(canonical(expectStatus(await world.api.get(path), 200)) === canonical(first), 'the second answer differs');
  }),
  check(
    'EVI-2',
    'the statement lists every attempt and the confirmation, in a chain of hashes',
    ['production'],
    async (world) => {
      const {
        evidence: { statement },
      } = await evidenceOf(world);
      same(
        [statement.format, statement.edition, statement.previous, statement.status],
        ['malote-evidence-1', 1, null, 'verified'],
        'format, edition, previous, status',
      );
      same(
        statement.attempts.map(({ entry, correct }: any) => [entry, correct]),
        [
          ['typed', false],
          ['typed', true],
        ],
        'attempts',
      );
      for (const [index, { hash, ...entry }] of statement.history.entries()) {
        same(entry.previous, index === 0 ? null : statement.history[index - 1].hash, 'a hash of the entry before');
        same(hashOf(entry), hash, 'a hash of the history');
      }
    },
  ),
  check('EVI-3', 'the statement has the hash of each personal part', ['production'], async (world) => {
    const {
      evidence: { statement, disclosures },
    } = await evidenceOf(world);
    for (const [part, disclosure] of Object.entries(disclosures))
      if (disclosure !== null) same(statement.personal[part], hashOf(disclosure), `the hash of ${part}`);
    holds(!canonical(statement).includes(recipient.name), 'the statement has the name of the recipient');
  }),
  check(
    'EVI-4',
    'the signature is by a published key, over the hash of the statement',
    ['production'],
    async (world) => {
      const {
        evidence: { statement, signature, verification_id },
      } = await evidenceOf(world);
      await expectSigned(`${await pagesOf(world)}/evidence/keys`, { statement, signature, verification_id });
    },
  ),
  check('EVI-7', 'evidence is a PDF if the client prefers that', ['production'], async (world) => {
    const { path } = await evidenceOf(world);
    const headers = { authorization: `Bearer ${world.api.key}`, accept: 'application/pdf' };
    const response = await fetch(world.api.baseUrl + path, { headers });
    same(
      [
        response.status,
        response.headers.get('content-type'),
        Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5),
      ],
      [200, 'application/pdf', '%PDF-'],
      'status, type and beginning',
    );
  }),
  check('EVI-8', 'timestamp is a token, or null', ['production'], async (world) => {
    const {
      evidence: { timestamp },
    } = await evidenceOf(world);
    holds(timestamp === null || /^[A-Za-z0-9+/]+=*$/.test(timestamp), 'timestamp is neither');
  }),
  check('DASH-4', 'evidence is in the API, without the code', ['production'], async (world) => {
    const { evidence: found } = await evidenceOf(world);
    const { code } = await confirmedOnPage(world);
    if (!world.isSandbox)
      holds(
        !new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`).test(canonical(found.statement)),
        'the code is in the statement',
      );
  }),
];

/** Base URL of the recipients' pages. */
export async function pagesOf(world: World): Promise<string> {
  const { hosted_page_url } = await onItsWay(world);
  return hosted_page_url.replace(/\/acc_[^/]+\/[^/]+$/, '');
}

export const pages = [
  check(
    'PAGE-1',
    'the page is found, also as typed from paper, and another address is 404',
    ['orders'],
    async (world) => {
      const { hosted_page_url: url } = await onItsWay(world);
      const [, account, token] = /\/(acc_[^/]+)\/([^/]+)$/.exec(url)!;
      same((await new PageVisit(url).open()).status, 200, 'the status of the page');
      const typed = `${await pagesOf(world)}/${account!.toUpperCase().replace('_', '')}/${token!.toUpperCase().replaceAll('-', '')}`;
      same((await new PageVisit(typed).open()).status, 200, 'the status of the typed address');
      const other = url.slice(0, -1) + (url.endsWith('b') ? 'c' : 'b');
      same((await new PageVisit(other).open()).status, 404, 'the status of another address');
    },
  ),
  check('PAGE-2', 'no code is accepted before posting', ['orders'], async (world) => {
    const { id, hosted_page_url } = await onItsWay(world);
    const page = await new PageVisit(hosted_page_url).enter('000000');
    holds(!/name="code"/.test(page.html), 'the page asks for a code');
    same((await read(world, id)).attempts_remaining, 5, 'attempts_remaining');
  }),
  check(
    'PAGE-2',
    'the page counts a wrong code as an attempt, and the right one confirms',
    ['production'],
    async (world) => {
      const { opened, wrong, afterWrong, done, now } = await confirmedOnPage(world);
      holds(/name="code"/.test(opened.html), 'the page does not ask for a code');
      same([wrong.status, afterWrong.attempts_remaining], [200, 4], 'status and attempts_remaining after a wrong code');
      same([done.status, now.status], [200, 'verified'], 'status of page and verification');
      holds(done.html.includes('https://example.com/fim'), 'the page does not lead to return_url');
    },
  ),
  check('PAGE-3', 'opening the page changes nothing', ['production'], async (world) => {
    const { untouched } = await confirmedOnPage(world);
    same(
      [untouched.status, untouched.attempts_remaining, untouched.confirmation],
      ['awaiting_code', 5, null],
      'status, attempts_remaining, confirmation',
    );
  }),
  check(
    'PAGE-4',
    'after twenty attempts with one link the page returns 429, and accepts no code',
    ['production'],
    async (world) => {
      const { verifications: made, codes } = await production(world);
      const { id, hosted_page_url } = made.crowded;
      const visit = new PageVisit(hosted_page_url);
      let tries = 0;
      // A ten-minute window may end in between: then twenty more tries are free.
      while (tries < 41 && (await visit.enter('no code')).status !== 429) tries++;
      if (tries === 0) throw new NotTestable('too many tries came from this network address in ten minutes');
      holds(tries >= 20, `try ${tries + 1} is refused`);
      holds(tries < 41, '41 tries are let through');
      await visit.enter(codes[id]!);
      same((await read(world, id)).status, 'awaiting_code', 'the status after the right code');
    },
  ),
  check(
    'PAGE-5',
    'the page is complete HTML in Portuguese, or in English for browsers that prefer it',
    ['orders'],
    async (world) => {
      const { hosted_page_url } = await onItsWay(world);
      const language = async (accepted: string) =>
        /<html lang="([^"]+)"/.exec(
          (await new PageVisit(hosted_page_url, { 'accept-language': accepted }).open()).html,
        )?.[1];
      same(
        [await language('pt-BR'), await language('en-US,en;q=0.9'), await language('fr')],
        ['pt-BR', 'en', 'pt-BR'],
        'the languages',
      );
    },
  ),
  check('PAGE-6', 'the location is shared once, with consent, after confirming', ['production'], async (world) => {
    const { id, visit } = await confirmedOnPage(world);
    await evidenceOf(world);
    const place = { latitude: '-23.5505', longitude: '-46.6333', accuracy_meters: '12' };
    await visit.shareLocation(place);
    same((await read(world, id)).confirmation.precise_location, null, 'precise_location without consent');
    await visit.shareLocation({ ...place, consent: 'yes' });
    const shared = (await read(world, id)).confirmation.precise_location;
    same([shared?.latitude, shared?.longitude, shared?.accuracy_meters], [-23.5505, -46.6333, 12], 'precise_location');
    await visit.shareLocation({ ...place, latitude: '0', consent: 'yes' });
    same((await read(world, id)).confirmation.precise_location, shared, 'precise_location after a second one');
  }),
  check(
    'PAGE-8',
    'the page is kept from indexes, caches and referrers, and loads nothing from elsewhere',
    ['orders'],
    async (world) => {
      const { headers, html } = await new PageVisit((await onItsWay(world)).hosted_page_url).open();
      same(
        [headers.get('referrer-policy'), headers.get('cache-control')],
        ['no-referrer', 'no-store'],
        'Referrer-Policy and Cache-Control',
      );
      holds(/noindex/.test(headers.get('x-robots-tag') ?? ''), 'X-Robots-Tag has no noindex');
      holds(
        /default-src 'none'/.test(headers.get('content-security-policy') ?? ''),
        "Content-Security-Policy does not begin with default-src 'none'",
      );
      holds(
        !/<(script|link|img|iframe)[^>]+(src|href)="https?:/i.test(html),
        'the page loads something from elsewhere',
      );
    },
  ),
  check(
    'PAGE-9',
    'the bare host asks for the number of the letter, and leads to its page',
    ['orders'],
    async (world) => {
      const { hosted_page_url } = await onItsWay(world);
      const form = new PageVisit(`${await pagesOf(world)}/`);
      holds(/name="number"/.test((await form.open()).html), 'there is no form for the number');
      same(
        (await form.enterNumber(` ${hosted_page_url.split('/').at(-1)!.replaceAll('-', '').toUpperCase()}`)).url,
        hosted_page_url,
        'where the number leads',
      );
    },
  ),
  check('PAGE-10', 'the keys of evidence are published, and a page checks files', ['orders'], async (world) => {
    const base = await pagesOf(world);
    const keys = await fetch(`${base}/evidence/keys`);
    holds(keys.headers.get('content-type')?.includes('application/jwk-set+json'), 'the keys have another media type');
    const set = (await keys.json()) as { keys: any[] };
    holds(
      set.keys.length > 0 && set.keys.every(({ kty, crv, d }) => kty === 'EC' && crv === 'P-256' && d === undefined),
      'a key is no public P-256 key',
    );
    same((await fetch(`${base}/evidence`)).status, 200, 'the status of the page');
  }),
  check('PAGE-10', 'the page distinguishes a changed file from a valid one', ['production'], async (world) => {
    const { evidence: found } = await evidenceOf(world);
    const base = await pagesOf(world);
    const judged = async (file: object) => {
      const form = new FormData();
      form.append('file', new Blob([JSON.stringify(file)], { type: 'application/json' }), 'evidencia.json');
      return (await fetch(`${base}/evidence`, { method: 'POST', body: form })).status;
    };
    same(
      [await judged(found), await judged({ ...found, statement: { ...found.statement, edition: 2 } })],
      [200, 422],
      'the statuses',
    );
  }),
];
