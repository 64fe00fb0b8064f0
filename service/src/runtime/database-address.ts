// The address of the database. Like libpq's it may name several hosts, `postgres://user@a:5432,b:5432/dps?target_session_attrs=read-write`,
// of which the service finds the one that takes writes; `pg` by itself knows one host (docs/failover.md).

/** What a server has to be: any, one that takes writes, or one that is no copy. */
export const demands = ['any', 'read-write', 'primary'] as const;
export type Demand = (typeof demands)[number];

export interface DatabaseAddress {
  /** An address of each host alone, in the order given. */
  readonly places: readonly [string, ...string[]];
  readonly demand: Demand;
}

/** The message says what is wrong, and nothing of the address, which may hold a password. */
export class WrongAddress extends Error {}

export function readDatabaseAddress(text: string): DatabaseAddress {
  const scheme = ['postgres://', 'postgresql://'].find((each) => text.startsWith(each));
  if (scheme === undefined) throw new WrongAddress('is not an address starting with postgres:// or postgresql://');
  const { user, hosts, rest } = partsOf(text.slice(scheme.length));
  const [path = '', query] = rest.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  if ((parameters.get('host') ?? '').includes(','))
    throw new WrongAddress('names several hosts by host=…; they belong before the name of the database, like a:5432,b:5432');
  const demand = demandOf(parameters.get('target_session_attrs'), hosts.length);
  // Only what is ours is taken out: decoded and encoded again, the others might not be what they were.
  const others = (query ?? '').split('&').filter((each) => each !== '' && !each.startsWith('target_session_attrs='));
  if (hosts.length > 1 && !hosts.every(isHost))
    throw new WrongAddress(
      'has a list of hosts that is not like a:5432,b:5432: a host is empty, or a port no number from 1 to 65535',
    );
  const places = hosts.map((host) => placeOf(`${scheme}${user}${host}${path}${others.length > 0 ? `?${others.join('&')}` : ''}`));
  return { places: places as [string, ...string[]], demand };
}

/** Who, the hosts, and what follows them. */
function partsOf(text: string): { readonly user: string; readonly hosts: string[]; readonly rest: string } {
  const end = text.search(/[/?#]/);
  const authority = end < 0 ? text : text.slice(0, end);
  const at = authority.lastIndexOf('@') + 1;
  return { user: authority.slice(0, at), hosts: authority.slice(at).split(','), rest: end < 0 ? '' : text.slice(end) };
}

function isHost(text: string): boolean {
  const [, host = '', port] = /^(\[[\d.:a-f]+\]|[\w.%-]+)(?::(\d+))?$/i.exec(text) ?? [];
  return host !== '' && (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535));
}

function placeOf(text: string): string {
  if (URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/'))) return text;
  throw new WrongAddress('is not an address like postgres://user@host:5432/database');
}

/** One of several hosts has to be chosen by something: who says nothing wants the one that takes writes. */
function demandOf(given: string | null, hosts: number): Demand {
  if (given === null) return hosts > 1 ? 'read-write' : 'any';
  const demand = demands.find((each) => each === given);
  if (demand !== undefined) return demand;
  throw new WrongAddress(`has a target_session_attrs that is none of ${demands.join(', ')}; the service writes`);
}
