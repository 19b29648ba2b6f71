/** The key for counting tries: an IPv4 address, or a customer's IPv6 network, which has 2^64 addresses. */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = Array<string>(Math.max(0, 8 - groups(head).length - groups(tail).length)).fill('0');
  return [...groups(head), ...(ip.includes('::') ? zeros : []), ...groups(tail)].slice(0, 4).join(':');
}
