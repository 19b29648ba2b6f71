/** A customer's program on the client, under faults. What it prints is judged by `test/clients/run.ts`. */
import { AuthenticationError, Malote, TimeoutError, ValidationError } from '@malote/client';
import { POST } from './webhook.mjs';

const { PROXY, SCENARIOS, TOMORROW, LETTER, DELIVERIES } = process.env as Record<string, string>;
const to = { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' };
const say = (step: string, ...values: unknown[]) => console.log([step, ...values].join('|'));

function under(scenario: string, more = {}) {
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => void slept.push(milliseconds);
  const malote = new Malote({ baseUrl: `${PROXY}/${scenario}`, sleep, random: () => 0.5, ...more });
  return { malote, slept };
}

for (const scenario of SCENARIOS!.split(',')) {
  const { malote, slept } = under(scenario);
  const letter = await malote.letters.send({ to, file: 'small.pdf', reference: scenario });
  say(`posted ${scenario}`, letter.id);
  say(`slept ${scenario}`, ...slept);
}

for (const size of ['small', 'medium', 'large']) {
  let last = 0;
  let rising = true;
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    rising &&= sentBytes > last && sentBytes <= totalBytes;
    last = sentBytes;
  };
  const { malote } = under(`file-${size}`);
  const order = { to, file: `${size}.pdf`, reference: `file-${size}`, metadata: { size } };
  const letter = await malote.letters.send(order, { onProgress });
  say(`posted file-${size}`, letter.id);
  say(`progress ${size}`, rising, last);
}

const listed: string[] = [];
for await (const { id } of under('pages').malote.letters.all({ limit: 3 })) listed.push(id);
say('pages', ...listed);

const wrong = { ...to, postal_code: '00000-000' };
await under('none')
  .malote.letters.send({ to: wrong, file: 'small.pdf' })
  .catch((error) => {
    if (error instanceof ValidationError) say('invalid', error.type, error.code, error.details[0]?.param);
  });
await under('none', { apiKey: 'malote_live_unknown' })
  .malote.balance.get()
  .catch((error) => {
    if (error instanceof AuthenticationError) say('unknown key', error.type, error.code);
  });
await under('silence', { timeoutMs: 200, maxRetries: 1 })
  .malote.letters.send({ to, file: 'small.pdf' })
  .catch((error) => {
    if (error instanceof TimeoutError) say('timeout', error.name);
  });

const tomorrow = new Malote({ baseUrl: TOMORROW! });
say('status of tomorrow', (await tomorrow.letters.get(LETTER!)).status);

type Delivery = { headers: Record<string, string>; body: string };
for (const [name, { headers, body }] of Object.entries<Delivery>(JSON.parse(DELIVERIES!))) {
  const request = new Request('https://customer.example/', { method: 'POST', headers, body });
  say(name, (await POST(request)).status);
}
