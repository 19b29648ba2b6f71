import { describe, expect, test } from '@jest/globals';
import type { Mail } from '../../lib/adapters/mail/mailer.ts';
import type { MailOrder } from '../../lib/core/domain/mails.ts';
import { type Role, roles } from '../../lib/core/domain/people.ts';
import { sendMail, type SendMailDeps } from '../../lib/operations/mail/send-mail.ts';
import { readersOf, rightTo } from '../support/rights/fields.ts';
import { rightsToMails } from '../support/rights/mails.ts';
import { accountSample } from '../support/samples.ts';

/** Every mail shows exactly what its row says, to those who have a right to it. */

/**
 * Everything that the sender of mails may read.
 * @param mark stands in each text
 * @param year of each instant; numbers differ by it too
 */
function worldOf(mark: string, year: number) {
  const account = accountSample({
    id: `acc_${mark}`,
    legal_name: `Razao ${mark}`,
    trade_name: `Fantasia ${mark}`,
    cnpj: `cnpj-${mark}`,
    default_sender: {
      name: `nome-${mark}`,
      street: `rua-${mark}`,
      number: `numero-${mark}`,
      complement: `sala-${mark}`,
      neighborhood: `bairro-${mark}`,
      city: `cidade-${mark}`,
      state: 'AC',
      postal_code: `cep-${mark}`,
    },
    cursor_secret: `segredo-${mark}`,
    created_at: Date.UTC(year, 0, 1),
  });
  const invitation = {
    account_id: account.id,
    id: `usr_${mark}`,
    email: `convidada@${mark}.example`,
    name: `Nome Dado ${mark}`,
    role: mark === 'um' ? ('sender' as const) : ('viewer' as const),
    invited_by: `Quem Convida ${mark}`,
    created_at: Date.UTC(year, 1, 2),
  };
  const health = {
    id: `whe_${mark}`,
    object: 'webhook_endpoint_health',
    url: `https://${mark}.example/caminho?token=fim-${mark}`,
    failing_since: `${year}-03-03T12:00:00Z`,
    calls: year * 3,
    success_share: year / 10_000,
    last_success_at: `${year}-04-04T12:00:00Z`,
    last_failure_at: `${year}-05-05T12:00:00Z`,
  };
  const endpoint = {
    id: health.id,
    account_id: account.id,
    url: health.url,
    events: [`evento-${mark}`],
    state: 'enabled',
    secrets: [{ sealed: `selado-${mark}`, created_at: year, expires_at: null }],
    created_by: `usr_criador_${mark}`,
    created_at: Date.UTC(year, 5, 6),
    slow_until: year,
  };
  const balance = {
    amount: year * 10,
    sequence: year * 7,
    last_entry_at: Date.UTC(year, 6, 7),
    warning: { below: year * 20, locale: 'pt-BR' as const },
  };
  const memberOf = (role: Role) => ({
    person: {
      id: `usr_${role}_${mark}`,
      email: `${role}@${mark}.example`,
      name: `Nome ${role} ${mark}`,
      identity: { issuer: `https://provedor.${mark}.example`, subject: `sujeito-${mark}` },
      generation: year,
      created_at: Date.UTC(year, 7, 8),
    },
    membership: { account_id: account.id, person_id: `usr_${role}_${mark}`, role, name: null, created_at: year },
  });
  return { account, invitation, health, endpoint, balance, memberOf };
}

type World = ReturnType<typeof worldOf>;

/** How a mail writes what it may show, by where it was read. */
function writtenIn({ account, invitation, health, endpoint, balance }: World): Readonly<Record<string, string>> {
  const money = (centavos: number) => (centavos / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
  const day = (iso: string) => iso.slice(0, 10).split('-').reverse().join('/');
  return {
    'account.id': account.id,
    'account.trade_name': account.trade_name!,
    'invitation.email': invitation.email,
    'invitation.role': { sender: '“Envio”', viewer: '“Leitura”' }[invitation.role],
    'invitation.invited_by': invitation.invited_by,
    'endpoint.id': endpoint.id,
    // The rest of a URL may contain a secret.
    'health.url': health.url.split('?')[0]!,
    'health.host': new URL(health.url).host,
    'health.failing_since': day(health.failing_since),
    'health.last_success_at': day(health.last_success_at),
    'balance.amount': money(balance.amount),
    'balance.warning.below': money(balance.warning.below),
  };
}

interface Circumstances {
  members?: readonly Role[];
  type?: string;
}

async function mailsOf(
  { account, invitation, health, endpoint, balance, memberOf }: World,
  order: MailOrder,
  { members = roles, type = 'webhook_endpoint.failing' }: Circumstances = {},
): Promise<Mail[]> {
  const sent: Mail[] = [];
  const failing = type === 'webhook_endpoint.failing' && { failing: { since: 1, told_at: 2 } };
  const deps = {
    accounts: { find: async () => account },
    people: {
      find: async () => undefined,
      membership: async () => undefined,
      list: async () => members.map(memberOf),
    },
    invitations: { list: async () => [invitation] },
    ledger: { balance: async () => balance },
    events: {
      find: async () => ({ id: 'evt_1', type, object_id: endpoint.id, body: JSON.stringify({ data: health }) }),
      removeFromOutbox: async () => undefined,
    },
    endpoints: { find: async () => ({ ...endpoint, ...failing }) },
    counts: { take: async () => true, isOptedOut: async () => false, newOptOutLink: async () => undefined },
    mailer: { send: async (mail: Mail) => void sent.push(mail) },
    now: () => Date.UTC(2031, 6, 8),
    randomBytes: (size: number) => Buffer.alloc(size, 7),
    dashboardUrl: 'https://painel.example',
    pageBase: 'https://pagina.example',
  } as unknown as SendMailDeps;
  await sendMail(deps, order, 'mensagem');
  return sent;
}

const orderOf = ({ account, invitation }: World): { [type in MailOrder['type']]: MailOrder } => ({
  invitation: {
    type: 'invitation',
    account_id: account.id,
    person_id: invitation.id,
    joined_at: invitation.created_at,
    invited_by: 'usr_owner',
    locale: 'pt-BR',
  },
  endpoint_health: { type: 'endpoint_health', account_id: account.id, event_id: 'evt_1' },
  low_balance: { type: 'low_balance', account_id: account.id, event_id: 'evt_1' },
});

const [one, other] = [worldOf('um', 2031), worldOf('dois', 2042)];

describe.each([
  ['an invitation', 'invitation', ''],
  ['an endpoint that fails', 'endpoint_health', 'webhook_endpoint.failing'],
  ['an endpoint that recovered', 'endpoint_health', 'webhook_endpoint.recovered'],
  ['a low balance', 'low_balance', ''],
] as const)('the mail about %s', (_, kind, type) => {
  const { to, shows } = rightsToMails[kind];
  const shown = Object.keys(shows);

  test('shows what its row says and nothing else that was read, in its text as in its HTML', async () => {
    const forms = await Promise.all(
      [one, other].map(async (world) => {
        const [mail] = await mailsOf(world, orderOf(world)[kind], { type });
        return { texts: [mail!.subject, mail!.text, mail!.html], written: writtenIn(world) };
      }),
    );
    const [first, second] = forms.map(({ texts, written }) => {
      expect(shown.filter((place) => !texts[1]!.includes(written[place]!))).toEqual([]);
      // The longest first: one may be within another.
      const blanks = shown.map((place) => written[place]!).sort((a, b) => b.length - a.length);
      return texts.map((text) => blanks.reduce((rest, blank) => rest.replaceAll(blank, '…'), text));
    });
    // Two mails about nothing that is the same: what still differs has no right.
    expect(first).toEqual(second);
  });

  test('goes to whom its row names, and to nobody else', async () => {
    const order = orderOf(one)[kind];
    if (to === 'the invited person') {
      expect((await mailsOf(one, order)).map((mail) => mail.to)).toEqual([[one.invitation.email]]);
      return;
    }
    for (const [at, role] of to.entries()) {
      const members = roles.filter((each) => !(to as readonly Role[]).slice(0, at).includes(each));
      expect((await mailsOf(one, order, { members, type })).map((mail) => mail.to)).toEqual([[`${role}@um.example`]]);
    }
    const others = roles.filter((role) => !(to as readonly Role[]).includes(role));
    expect(await mailsOf(one, order, { members: others, type })).toEqual([]);
  });

  test('shows nothing to which they have no right', () => {
    const wrong = Object.values<string>(shows).filter((named) => {
      const [object, ...rest] = named.split('.') as [string, ...string[]];
      const field = rest.join('.');
      if (to === 'the invited person') return rightTo(object, field) !== 'the person';
      return !to.every((role) => readersOf(object, field).includes(role));
    });
    expect(wrong).toEqual([]);
  });
});
