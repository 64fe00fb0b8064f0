// Networks that a key may be used from: addresses, or CIDR as 203.0.113.0/24 and 2001:db8::/32.
import { BlockList, isIP } from 'node:net';

/** An address, or a network with the length of its prefix. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || /[^0-9a-fA-F.:]/.test(address)) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Is a network, or an address, whole within one of the networks? */
export function isPartOf(network: string, networks: readonly string[]): boolean {
  const [base = ''] = network.split('/');
  return networks.some(
    (each) => widthOf(network) <= widthOf(each) && isIP(base) === isIP(each.split('/')[0] ?? '') && isWithin(base, [each]),
  );
}

/** How many bits are free in it. */
function widthOf(network: string): number {
  const [base = '', prefix] = network.split('/');
  const bits = isIP(base) === 6 ? 128 : 32;
  return bits - Number(prefix ?? bits);
}

/** Is an address within one of the networks? An IPv4 address may be written as one of IPv6 (::ffff:203.0.113.7). */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  if (family === 0) return false;
  return blockListOf(networks).check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whom an address is counted as: of IPv6 the network of 64 bits, as who has one of its addresses has all of them. */
export function holderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const left = 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, left) }, () => '0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A function that checks whether an address is in one of these networks. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    const [family, bits] = isIP(base) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(base, Number(prefix ?? bits), family);
  }
  return list;
}
