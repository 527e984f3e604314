import { isIPv6 } from 'node:net';

/**
 * The key that requests and failed logins are counted by: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because a client with one of those addresses has all of them (RFC 6177).
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [before, after] = [groups(head), groups(tail ?? '')];
  // An IPv4 address at the end fills two groups.
  const last = (after.at(-1) ?? before.at(-1) ?? '').includes('.') ? 1 : 0;
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - last - before.length - after.length)).fill('0');
  const first = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}
