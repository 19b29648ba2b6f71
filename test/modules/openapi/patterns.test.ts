import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createAjv } from '../../../lib/adapters/json-schema/ajv-options.ts';
import { isPlainlyWritten, readPublicUrl } from '../../../lib/adapters/net/public-address.ts';
import { normalizePostalCode } from '../../../lib/core/domain/addresses.ts';
import { isTypedCode } from '../../../lib/core/domain/verification-codes.ts';
import { parseWebUrl } from '../../../lib/core/domain/web-urls.ts';
import { addressInputSchema } from '../../../lib/core/schemas/address.ts';
import { documentInputSchema } from '../../../lib/core/schemas/document.ts';
import type { Schema } from '../../../lib/core/schemas/json-schema.ts';
import { codeCheckSchema, verificationOrderSchema } from '../../../lib/core/schemas/verification.ts';
import { webhookEndpointChangesSchema, webhookEndpointOrderSchema } from '../../../lib/core/schemas/webhook.ts';
import { resolved } from './description.ts';

const ajv = createAjv({ strict: false });

/** Whether the description accepts a text for a field, `<schema>.<field>`. */
function described(place: string): (text: string) => boolean {
  const [name, field] = place.split('.') as [string, string];
  const { properties } = resolved({ $ref: `#/components/schemas/${name}` }) as { properties: Record<string, object> };
  expect(properties[field]).toHaveProperty('pattern');
  return ajv.compile<string>(properties[field]!);
}

/** Texts like these, some with one character added, removed or changed. */
function blurred(texts: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(60), fc.nat(1), fc.constantFrom('', ...characters));
  return fc
    .tuple(texts, fc.array(edit, { maxLength: 2 }))
    .map(([text, edits]) =>
      edits.reduce((edited, [at, removed, put]) => edited.slice(0, at) + put + edited.slice(at + removed), text),
    );
}

/** Mostly a usual part. */
const mostly = (usual: fc.Arbitrary<string>, ...odd: fc.Arbitrary<string>[]) =>
  fc.oneof({ weight: 3, arbitrary: usual }, ...odd.map((arbitrary) => ({ weight: 1, arbitrary })));

const port = mostly(
  fc.constant(''),
  fc.constantFrom('', ':', ':0', ':00', ':1', ':080', ':65535', ':65536', ':99999', ':100000', ':4x'),
  fc.nat(70_000).map((number) => `:${number}`),
);
const host = mostly(
  fc.domain(),
  fc.constantFrom('example.com', 'EXAMPLE.com.br.', 'a_b.x-y.org', 'localhost', 'intranet', 'a..b', '.a', 'a.', ''),
  fc.constantFrom('8.8.8.8', '256.1.1.1', '1.2.3', '127.1', '0x7f.1', '2130706433', '[::1]', '[2001:db8::1]', '[::g]'),
  fc.constantFrom('ex%61mple.com', 'a.b!c', 'a.1b', 'a.0x4', 'a~b.com', '[v1.a]'),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
);
const url = blurred(
  fc
    .tuple(
      mostly(
        fc.constant('https://'),
        fc.constantFrom('HTTPS://', 'http://', 'https:/', 'https:', 'https:///', 'ftp://', '//', ''),
      ),
      mostly(fc.constant(''), fc.constantFrom('ana@', 'ana:pw@', '@', ':@')),
      host,
      port,
      fc.constantFrom('', '/', '/a/b.pdf', '?q=1', '#top', '/@b:9', '/a?b=c#d', '\\a', '/a%20b', '/ç'),
    )
    .map((parts) => parts.join('')),
  '/:@?#[]%.-_aé0 \\\n',
);

/** The service looks these up, or reads them as Punycode numbers. */
const isJudgedFurther = (text: string) =>
  /xn--/i.test(text) ||
  /\.(?:localhost|local|internal|intranet|lan|arpa|corp|home|test|invalid)\.?(?:[:/?#]|$)/i.test(text);
/** International names are mapped to ASCII by tables that no pattern can contain. */
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const checks: [string, string, Schema, fc.Arbitrary<string>, (text: string) => boolean][] = [
  ['the URL of a document', 'UrlDocumentInput.url', documentInputSchema.oneOf[0].properties.url, url, isCalled],
  ['the URL of a receiver', 'WebhookEndpointOrder.url', webhookEndpointOrderSchema.properties.url, url, isCalled],
  ['a new URL of a receiver', 'WebhookEndpointChanges.url', webhookEndpointChangesSchema.properties.url, url, isCalled],
  [
    'the URL that the page shows',
    'VerificationInput.return_url',
    verificationOrderSchema.properties.return_url,
    url,
    (text) => parseWebUrl(text, ['https', 'http']) !== undefined,
  ],
  [
    'a postal code',
    'AddressInput.postal_code',
    addressInputSchema.properties.postal_code,
    blurred(fc.stringMatching(/^[0-9]{5}-?[0-9]{3}$/), '0123456789- '),
    (text) => normalizePostalCode(text) !== undefined,
  ],
  [
    'a code',
    'CodeInput.code',
    codeCheckSchema.properties.code,
    blurred(fc.stringMatching(/^[0-9]{3}[ -]?[0-9]{3}$/), '0123456789- x'),
    isTypedCode,
  ],
];

function isCalled(text: string): boolean {
  return isPlainlyWritten(text) && readPublicUrl(text, { loopback: false }) !== undefined;
}

describe('the description accepts exactly what the service accepts', () => {
  test.each(checks)('as %s', (_, field, own, texts, accepts) => {
    const takes = described(field);
    const isSound = ajv.compile<string>(own);
    let taken = 0;
    const property = fc.property(texts, (text) => {
      fc.pre(isAscii(text) && !isJudgedFurther(text));
      if (takes(text)) taken += 1;
      expect([text, takes(text)]).toEqual([text, isSound(text) && accepts(text)]);
    });
    fc.assert(property, { numRuns: 5_000 });
    expect(taken).toBeGreaterThan(200);
  });
});
