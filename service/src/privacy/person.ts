// Finding a person for an export or an erasure: everything under which something of them is kept.

import { entriesOfPayer, isStray } from '../bank/payers.ts';
import { readNationalNumber } from '../core/countries/rules.ts';
import { comparableOfProfile } from '../core/customer.ts';
import { type Applicant, applicantKeys, hitsOf, strongHit } from '../core/lists.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import type { OrderContents } from '../core/order/rows.ts';
import { identitiesOfNumber } from '../core/party.ts';
import type { CustomerProfile, ListEntry } from '../core/rows.ts';
import { customerProfiles } from '../customers/profiles.sql.ts';
import type { Deps } from '../http/deps.ts';
import { orderContents } from '../orders/orders.sql.ts';
import { listEntries } from '../risk/lists.sql.ts';
import { arrayText, opener, selectList } from '../store/table.ts';
import { type Introducing, introductionFromWire } from '../wire/customers.ts';
import { type LookedAt, marksFromWire } from '../wire/traits.ts';
import { findPerson, findPersonLinks, listEntriesUnder } from './person.sql.ts';
import { exportStatement, type LinksOfPerson, linksOf, type PersonTable, personLinks, personTables } from './person-data.sql.ts';

type Reading = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/** How a person is named: never in an address, which would be kept in logs. */
export interface NamedPerson {
  readonly customerNumber?: string;
  readonly identificationNumber?: string;
  readonly orderNumber?: string;
  /** By those who have read it in the database. */
  readonly key?: string;
}

export interface FoundPerson {
  /** The id of the customer that represents all of them. */
  readonly customerId: string;
  readonly erasedAt: number | null;
  readonly links: LinksOfPerson;
  /** Entries of bank statements from the person's own accounts that were not booked: not found by what was booked. */
  readonly strays: readonly string[];
}

/** May what belongs to no single merchant be searched? It is the operator's, and not for keys of one organisation. */
export interface Sight {
  readonly wholeOperator: boolean;
}

/** Who is meant, with all merged into them; undefined when there is no such person. */
export async function findNamed(
  named: NamedPerson,
  merchant: MerchantOnClock,
  deps: Reading,
  { wholeOperator }: Sight,
): Promise<FoundPerson | undefined> {
  const { customerNumber = null, identificationNumber, orderNumber, key } = named;
  const { hashes } = deps.secrets;
  const ofNumber = customerNumber === null ? [] : hashes(`number:${customerNumber}`);
  const { country } = merchant;
  const identities = identificationNumber === undefined ? [] : identitiesOfNumber(identificationNumber, country);
  const ofPerson = identities.flatMap((each) => hashes(`id:${each}`));
  const rows = await deps.db.read(
    findPerson,
    merchant.id,
    customerNumber,
    arrayText('text', key === undefined ? ofNumber : [key]),
    arrayText('text', ofPerson),
    orderNumber?.toLowerCase() ?? null,
  );
  const [survivor = rows[0]] = rows.filter((row) => row['mergedInto'] === null);
  if (!survivor) return undefined;
  const keys = rows.map((row) => String(row['key']));
  const [found] = await deps.db.read(findPersonLinks, merchant.id, arrayText('text', keys));
  const links = { ...(found as unknown as LinksOfPerson), keys, marks: keys, entryIds: [] };
  const kept = await keptOf(links, merchant, deps);
  const strays = wholeOperator ? await straysOf(kept, deps) : [];
  return {
    customerId: String(survivor['id']),
    erasedAt: (survivor['erasedAt'] as number | null) ?? null,
    links: {
      ...links,
      ...(await hashedLinks(kept, links, merchant, deps)),
      bankEntryIds: [...links.bankEntryIds, ...strays],
    },
    strays,
  };
}

/** Who the person is by what is kept, opened. */
interface Kept {
  readonly profiles: readonly CustomerProfile[];
  readonly contents: readonly OrderContents[];
}

async function keptOf(links: LinksOfPerson, merchant: MerchantOnClock, deps: Reading): Promise<Kept> {
  const profiles = (await rowsOf(customerProfiles.name, links, merchant, deps)) as unknown as CustomerProfile[];
  const contents = (await rowsOf(orderContents.name, links, merchant, deps)) as unknown as OrderContents[];
  // Thousands of orders mostly say the same of their buyer, and each saying costs dozens of hashes.
  const said = contents.map((each) => [saidOf(each), each] as const);
  return { profiles, contents: [...new Map(said).values()] };
}

const saidOf = ({ customer, deliveryCustomer, nationalId, bankAccount }: OrderContents): string =>
  JSON.stringify([customer, deliveryCustomer, nationalId, bankAccount]);

/** From accounts that orders named, with the person's name on it or none: an account may be two people's. */
async function straysOf({ profiles, contents }: Kept, deps: Reading): Promise<string[]> {
  const accounts = contents.flatMap(({ bankAccount }) => bankAccount ?? []);
  const customers = [...profiles, ...contents.flatMap(({ customer }) => (customer ?? []) as Partial<CustomerProfile>)];
  const names = customers.map(({ firstName, lastName, companyName }) => companyName ?? `${firstName ?? ''} ${lastName ?? ''}`);
  return (await entriesOfPayer(accounts, names, deps)).filter(isStray).map(({ id }) => id);
}

/** What only keyed hashes find: counted marks, and entries of the lists that surely mean this person alone. */
async function hashedLinks(
  { profiles, contents }: Kept,
  links: LinksOfPerson,
  merchant: MerchantOnClock,
  deps: Reading,
): Promise<Pick<LinksOfPerson, 'marks' | 'entryIds'>> {
  const { hash, hashes } = deps.secrets;
  // The texts themselves, to be hashed by every key.
  const text = (each: string): string => each;
  const marks = contents.flatMap(({ customer, deliveryCustomer }) => {
    const looked = { ...(customer !== null && { customer }), ...(deliveryCustomer !== null && { deliveryCustomer }) };
    const texts = marksFromWire({ items: [], totalGrossAmount: 0, ...looked } as LookedAt, merchant.country, text);
    return Object.values(texts).flatMap(hashes);
  });
  const applicants = [
    ...profiles.map((profile) => ({ ...comparableOfProfile(profile), nationalId: profile.nationalId, bankAccount: null })),
    // As every order said it was: what changed since may be on a list.
    ...contents.flatMap((each) => applicantsOf(each, merchant, hash)),
  ];
  const keys = [...new Set(applicants.flatMap((each) => applicantKeys(each, merchant.country).flatMap(hashes)))];
  const rows = await deps.db.read(listEntriesUnder, merchant.id, arrayText('text', keys));
  const entries = rows
    .map((row) => opener(merchant.id, deps.secrets)(listEntries, row) as unknown as ListEntry)
    .map((entry) => ({ ...entry, removedAt: null, expiresAt: null }));
  const hits = applicants.flatMap((each) => hitsOf(each, entries, merchant.country, deps.clock()));
  // An address is many people's, and so is a whole domain.
  const meant = hits.filter(({ kind, strength, match }) => kind !== 'address' && strength >= strongHit && match !== 'associated');
  return { marks: [...new Set([...links.keys, ...marks])], entryIds: [...new Set(meant.map(({ entryId }) => entryId))] };
}

function applicantsOf(
  { customer, deliveryCustomer, nationalId, bankAccount }: OrderContents,
  merchant: MerchantOnClock,
  hash: (text: string) => string,
): Applicant[] {
  if (customer === null) return [];
  const introducing = {
    customer: { ...(customer as object), ...(nationalId !== null && { identificationNumber: nationalId }) },
    ...(deliveryCustomer !== null && { deliveryCustomer }),
    ...(bankAccount !== null && { bankAccount }),
  } as Introducing;
  const { applicant } = introductionFromWire(introducing, merchant.country, hash);
  const read = nationalId === null ? undefined : readNationalNumber(nationalId, merchant.country, '2100-01-01');
  // A national number contains the birth date as well as the person does.
  return [{ ...applicant, birthDate: applicant.birthDate ?? (typeof read === 'object' ? (read.birthDate ?? null) : null) }];
}

/** The rows of one table of a person, opened. */
export async function rowsOf(
  name: string,
  links: LinksOfPerson,
  merchant: MerchantOnClock,
  { db, secrets }: Pick<Reading, 'db' | 'secrets'>,
): Promise<Record<string, unknown>[]> {
  const each = personTables.find(({ table }) => table.name === name);
  if (!each) throw new Error(`nothing of a person in ${name}`);
  const rows = await db.read(exportStatement(each, selectList(each.table, 't')), merchant.id, ...linkValues(each, links));
  return rows.map((row) => ({ ...opener(merchant.id, secrets)(each.table, row) }));
}

/** The lists that a statement of a table takes. */
export function linkValues(each: PersonTable, links: LinksOfPerson): string[] {
  return linksOf(each).map((link) => arrayText(personLinks[link] === 'uuid[]' ? 'uuid' : 'text', links[link]));
}
