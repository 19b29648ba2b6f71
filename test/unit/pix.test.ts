import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createId } from '../../lib/core/domain/ids.ts';
import {
  accountIdOfTxid,
  crc16,
  HIGHEST_PIX_AMOUNT,
  receiverProblem,
  staticBrCode,
  txidOf,
} from '../../lib/core/domain/pix.ts';

/** The receiver of the example in the Central Bank's "Manual de Padrões para Iniciação do Pix". */
const fulano = { key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' };

describe('the checksum', () => {
  test.each([
    // The check value that CRC catalogs give for this one (CRC-16/IBM-3740).
    ['123456789', '29B1'],
    ['', 'FFFF'],
    // Results of Python's `binascii.crc_hqx` with the initial value 0xFFFF; leading zeros remain.
    ['R$ 1941,00', '0012'],
    ['R$ 2894,00', '000F'],
  ])('of %j is %s', (text, sum) => expect(crc16(text)).toBe(sum));
});

/** A BR Code as a reader parses it: id → value. */
function parsed(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    expect(fields.has(code.slice(at, at + 2))).toBe(false);
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

describe('a static BR Code', () => {
  test("of the manual's example equals the manual's", () => {
    expect(staticBrCode({ receiver: fulano, amount: null, txid: '***' })).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    );
  });

  test('has an amount in reais, and no accents', () => {
    const receiver = { key: '11222333000181', name: 'Malote Correspondência', city: 'São Paulo' };
    const code = parsed(staticBrCode({ receiver, amount: 150_007, txid: 'BCDFGH' }));
    expect([code.get('54'), code.get('59'), code.get('60')]).toEqual([
      '1500.07',
      'Malote Correspondencia',
      'Sao Paulo',
    ]);
  });

  test('can be parsed back into its fields, for any input, with a correct checksum', () => {
    const text = (maxLength: number) =>
      fc.stringMatching(/^[A-Za-z0-9 .&-]+$/, { size: 'small' }).filter((t) => t.length <= maxLength);
    const payment = fc.record({
      receiver: fc.record({ key: fc.uuid(), name: text(25), city: text(15) }),
      amount: fc.option(fc.integer({ min: 1, max: HIGHEST_PIX_AMOUNT })),
      txid: fc.stringMatching(/^[A-Z0-9]{1,25}$/),
    });
    fc.assert(
      fc.property(payment, ({ receiver, amount, txid }) => {
        const code = staticBrCode({ receiver, amount, txid });
        const fields = parsed(code);
        expect([...fields.keys()]).toEqual(
          ['00', '26', '52', '53', '54', '58', '59', '60', '62', '63'].filter((id) => id !== '54' || amount !== null),
        );
        expect(parsed(fields.get('26')!)).toEqual(
          new Map([
            ['00', 'br.gov.bcb.pix'],
            ['01', receiver.key],
          ]),
        );
        expect(parsed(fields.get('62')!)).toEqual(new Map([['05', txid]]));
        expect([fields.get('59'), fields.get('60')]).toEqual([receiver.name, receiver.city]);
        if (amount !== null) {
          expect(fields.get('54')).toMatch(/^\d{1,10}\.\d\d$/);
          expect(Number(fields.get('54')!.replace('.', ''))).toBe(amount);
        }
        expect(fields.get('63')).toBe(crc16(code.slice(0, -4)));
      }),
    );
  });
});

describe('the identifier of an account', () => {
  test('is the short id in capitals, or an old id without its zero', () => {
    expect(txidOf('acc_bcdfgh')).toBe('BCDFGH');
    expect(txidOf('acc_01jd2s7w8k3q9v5x0r4t6y8z2b')).toBe('1JD2S7W8K3Q9V5X0R4T6Y8Z2B');
  });

  test('is valid for Pix, and finds the account in any spelling', () => {
    const randomBytes = (bytes: Uint8Array) => (size: number) => bytes.subarray(0, size);
    const ids = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => createId('account', 0, randomBytes(bytes))),
      // The long ids of earlier accounts.
      fc
        .tuple(fc.integer({ min: 0, max: Date.UTC(3084, 0) }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
        .map(([instant, bytes]) => createId('letter', instant, randomBytes(bytes)).replace('ltr_', 'acc_')),
    );
    fc.assert(
      fc.property(ids, (id) => {
        const txid = txidOf(id);
        expect(txid).toMatch(/^[A-Z0-9]{1,25}$/);
        expect([txid, txid.toLowerCase(), ` ${txid} `].map(accountIdOfTxid)).toEqual([id, id, id]);
      }),
    );
  });

  test.each(['', '***', 'ABCDEF', 'BCDFG', 'acc_bcdfgh', 'BCDFGHSANDBOX', '1JD2S7W8K3Q9V5X0R4T6Y8Z2', '€'])(
    '%j is not one',
    (txid) => expect(accountIdOfTxid(txid)).toBeUndefined(),
  );
});

describe('a receiver', () => {
  test.each([
    '11222333000181',
    '12ABC34501DE35',
    '12345678909',
    '+5511999998888',
    'financeiro@malote.example',
    'financeiro@malote.com.br',
    `${'a'.repeat(62)}@malote.example`,
    fulano.key,
  ])('may have the key %s', (key) => expect(receiverProblem({ ...fulano, key })).toBeUndefined());

  test.each([
    [{ key: '11.222.333/0001-81' }, 'the key'],
    ...['', `${'a'.repeat(63)}@malote.example`, 'malote.example', 'a@malote.example '].map(
      (key) => [{ key }, 'the key'] as const,
    ),
    // One character more, on either side, than a key has.
    ...['12345678909', '12ABC34501DE35', '+5511999998888', fulano.key].flatMap((key) =>
      [`a${key}`, `${key}a`].map((wrong) => [{ key: wrong }, 'the key'] as const),
    ),
    [{ name: '' }, 'the name'],
    [{ name: 'Malote Correspondência Ltda' }, 'the name'],
    [{ city: 'São José dos Campos' }, 'the city'],
    [{ city: '東京' }, 'the city'],
  ])('is rejected with %j', (wrong, message) => expect(receiverProblem({ ...fulano, ...wrong })).toContain(message));
});
