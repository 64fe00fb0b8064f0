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

/**
 * Whom an address is counted as, the same for every way to write it: of IPv6 the network of 64 bits, as who has one of its addresses
 * has all of them; of an IPv4 address inside one of IPv6, as a socket or a translator writes it (RFC 4291, 6052), the IPv4 address.
 */
export function holderOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const start = groups.slice(0, 6).map((group) => group.toString(16));
  if (embedding.includes(start.join(':'))) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${start.slice(0, 4).join(':')}::/64`;
}

const embedding = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** The eight groups of an IPv6 address; its last 32 bits may be written as an IPv4 address, and a zone is no part of it. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const last = plain.slice(plain.lastIndexOf(':') + 1);
  const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
  const ofLast = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const hex = last.includes('.') ? plain.slice(0, -last.length) + ofLast : plain;
  const [head = [], tail = []] = hex.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const left = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...left, ...tail].map((group) => Number.parseInt(group, 16));
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
