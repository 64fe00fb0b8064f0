// Which addresses may be called. A receiver's name can be pointed anywhere by its owner, at this machine or at the cloud's
// metadata too, so the addresses it resolves to are looked at, all of them, inside the look-up of the connection itself: what
// was looked at is what is connected to.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { blockListOf } from '../runtime/networks.ts';

/** IANA's special-purpose registry and what else is no place on the internet: RFC 6890, 5737, 6598, 2544, 5771, 1112. */
const refusedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's machines ask their host there, under an address that looks like a public one.
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 only what is globally routed is allowed at all … */
const globalV6 = '2000::/3';
/** … but for what in it reaches something else: protocol assignments with Teredo, documentation, 6to4. */
const refusedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

export interface Addresses {
  /** May this address be connected to? */
  readonly allows: (address: string) => boolean;
  /** For a connection: resolves a name, and fails unless every address it has is allowed. */
  readonly lookup: LookupFunction;
}

class AddressRefused extends Error {
  readonly code = 'EADDRESSREFUSED';
}

/** `allowed`: networks that the operator opened, in CIDR notation. `resolve` is the system's, but for tests. */
export function createAddresses(allowed: readonly string[], resolve: typeof systemLookup = systemLookup): Addresses {
  const [opened, refused4, global6, refused6] = [allowed, refusedV4, [globalV6], refusedV6].map(blockListOf) as [
    BlockList,
    BlockList,
    BlockList,
    BlockList,
  ];
  const allows = (address: string): boolean => {
    const version = isIP(address);
    if (version === 0 || address.includes('%')) return false;
    // An IPv4 address in the clothes of IPv6 is outside 2000::/3; opening IPv4 networks does not open those forms.
    if (version === 4) return opened.check(address, 'ipv4') || !refused4.check(address, 'ipv4');
    const isMapped = /^::ffff:/i.test(address) || /^(0+:){5}ffff:/i.test(address);
    if (isMapped) return false;
    return opened.check(address, 'ipv6') || (global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6'));
  };
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = found as LookupAddress[] | undefined;
      if (error) return callback(error, '', 0);
      if (!addresses?.length || addresses.some(({ address }) => !allows(address)))
        return callback(new AddressRefused('an address that may not be called'), '', 0);
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
  return { allows, lookup };
}

const lowestFreePort = 1024;
const knownPorts = [80, 443];

/** Why an address cannot be an endpoint's: words for the operator; nothing when it can. */
export function urlFault(text: string, addresses: Addresses, plainAllowed: boolean): string | undefined {
  // A parser leaves out line breaks and tabs: what is called would not be what is kept and shown.
  if (/\p{Cc}/u.test(text) || !URL.canParse(text)) return 'it is no address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(plainAllowed && url.protocol === 'http:'))
    return plainAllowed ? 'it has to begin with https:// or http://' : 'it has to begin with https://';
  if (url.username !== '' || url.password !== '') return 'it must not hold a user name or password';
  if (url.hash !== '') return 'it must not hold a fragment';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!knownPorts.includes(port) && port < lowestFreePort) return 'its port has to be 443, 80 or above 1023';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return undefined;
  // 0x7f.1 and 2130706433 are read as 127.0.0.1: no honest address is written so.
  const written = /^[a-z]+:[\\/]*(?:[^\\/@?#]*@)?(\[[^\]]*\]|[^:\\/?#]*)/i.exec(text.trim())?.[1] ?? '';
  if (written.replace(/^\[|\]$/g, '').toLowerCase() !== host) return 'an IP address has to be written in its usual form';
  return addresses.allows(host) ? undefined : 'its address is private or reserved (WEBHOOK_ALLOWED_NETWORKS opens some)';
}
