import { describe, expect, test } from '@jest/globals';
import { AddressRefused, createGuard, createUrlCheck } from '../../../lib/adapters/net/guard.ts';
import { isPublicAddress, readPublicUrl } from '../../../lib/adapters/net/public-address.ts';

const strict = { loopback: false };
const development = { loopback: true };
const never = AbortSignal.timeout(60_000);

const refusedAddresses = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '1::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
];

describe('address', () => {
  test.each(refusedAddresses)('%p is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '200.160.2.3', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2804:14c::1'])(
    '%p is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('URL of a customer', () => {
  test.each([
    'https://example.com/hooks',
    'https://hooks.example.com.br:8443/a?b=c',
    'https://EXAMPLE.com./',
    'https://café.example.com/',
  ])('%s may be saved', (url) => {
    expect(readPublicUrl(url, strict)?.protocol).toBe('https:');
  });

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
    '',
    'https://',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://8.8.8.8/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::7f00:1]/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://app.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://ip-10-0-0-1.ec2.internal./',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('%s may not', (url) => {
    expect(readPublicUrl(url, strict)).toBeUndefined();
  });

  test.each(['http://localhost:4000/', 'http://127.0.0.1:4000/', 'https://[::1]:4000/', 'http://127.1/'])(
    '%s may only in development',
    (url) => {
      expect(readPublicUrl(url, strict)).toBeUndefined();
      expect(readPublicUrl(url, development)).toBeDefined();
    },
  );

  test.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'ftp://localhost/',
    'http://localhost:0/',
  ])('%s may not be saved even then', (url) => {
    expect(readPublicUrl(url, development)).toBeUndefined();
  });
});

describe('guard of a call', () => {
  const pointingTo = (...addresses: string[]) => createGuard(strict, async () => addresses);

  test.each(refusedAddresses)('rejects a public name that points to %p', async (address) => {
    await expect(pointingTo(address)('https://127.0.0.1.nip.io/', never)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('rejects a name with one private address among public ones, and a name without addresses', async () => {
    await expect(pointingTo('8.8.8.8', '10.0.0.1')('https://example.com/', never)).rejects.toBeInstanceOf(
      AddressRefused,
    );
    await expect(pointingTo()('https://example.com/', never)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('rejects URLs that could not be saved, without a DNS query', async () => {
    const guard = createGuard(strict, () => Promise.reject(new Error('asked DNS')));
    await expect(guard('http://127.0.0.1:9001/', never)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('resolves once: the connection gets the checked addresses, whatever the name resolves to later', async () => {
    const answers = [['8.8.8.8', '8.8.4.4'], ['169.254.169.254']];
    const guard = createGuard(strict, async () => answers.shift()!);
    const { lookup } = await guard('https://rebinding.example.com/', never);
    const found = await new Promise((resolve, reject) => {
      lookup('rebinding.example.com', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      );
    });
    expect(found).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ]);
  });
});

describe('check when a URL is saved', () => {
  test('rejects a name that points to a private address, and accepts one that does not resolve yet', async () => {
    const inside = createUrlCheck(createGuard(strict, async () => ['10.0.0.1']));
    const unknown = createUrlCheck(createGuard(strict, () => Promise.reject(new Error('queryA ENOTFOUND'))));
    expect(await inside('https://example.com/')).toBe(false);
    expect(await unknown('https://example.com/')).toBe(true);
    expect(await unknown('http://example.com/')).toBe(false);
  });
});
