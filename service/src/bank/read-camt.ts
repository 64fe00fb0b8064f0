// ISO 20022 camt.053, versions 001.02 to 001.14, as the entries that were booked, each returned as soon as it was read. What the
// standard moved between versions (the status, the party's name) is looked for in both places. What the standard demands and
// an entry cannot be understood without is demanded, with its place; the rest may be missing, in another order, or unknown.
import { amountFromFile, keptAmount } from '../core/bank-file/amount.ts';
import type { BankEntry } from '../core/bank-file/entry.ts';
import { isDay } from '../core/dates.ts';
import { accountOf, child, emptyPart, type Part, partOf, textAt } from './camt-part.ts';
import { type Element, readXml } from './read-xml.ts';
import { breather, type FileSummary, given, mostEntries, type Take } from './statement.ts';
import { Unreadable } from './unreadable.ts';

/** A statement as far as it was read. */
interface OpenStatement {
  readonly position: number;
  id: string;
  account: string | undefined;
  hasBalance: boolean;
  entryCount: number;
}

/** An entry as far as it was read: what it has once, by name, and the parts it is made of. */
interface OpenEntry {
  /** In words: which of which statement, and the line. */
  readonly place: string;
  readonly statement: OpenStatement;
  readonly members: Map<string, Element>;
  /** ToldPart as JSON: text of its own, where pieces of the file's text would hold all of it in memory. */
  readonly parts: string[];
  /** Their sum, with the sign of their direction; nothing when one does not say its amount. */
  partsUnits: bigint | undefined;
  /** How many movements the details before this one said they hold; what this one says, and where its parts begin. */
  movements: number;
  countGiven: number;
  partsBefore: number;
}

/** A part by its entry: what of it is the entry's currency, and whether it goes its way. */
interface KeptPart extends Part {
  readonly amount: string | null;
  readonly isOpposite: boolean;
}

/** What is read of an entry; its other members mean nothing here. */
const entryMembers = ['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt', 'AcctSvcrRef', 'AddtlNtryInf'];
const ofStatement = 'BkToCstmrStmt/Stmt';
const ofEntry = `${ofStatement}/Ntry`;
const wanted: ReadonlySet<string> = new Set([
  ...['Id', 'Acct'].map((name) => `${ofStatement}/${name}`),
  ...entryMembers.map((name) => `${ofEntry}/${name}`),
  ...['Btch', 'TxDtls'].map((name) => `${ofEntry}/NtryDtls/${name}`),
]);

export async function readCamt(bytes: Buffer, take: Take): Promise<FileSummary> {
  let format = '';
  let statement: OpenStatement | undefined;
  let entry: OpenEntry | undefined;
  let statementCount = 0;
  let entryCount = 0;
  let pendingCount = 0;
  let ready: OpenEntry[] = [];
  const breathe = breather();
  const inStatement = (line: number): OpenStatement => statement ?? fail(`line ${line}`, 'it stands in no statement');

  await readXml(bytes, {
    begin(namespace, name) {
      format = formatOf(namespace, name);
    },
    wanted: (path) => wanted.has(path.join('/')),
    open(path, line) {
      const name = path.join('/');
      if (name === ofStatement) {
        statementCount += 1;
        statement = { position: statementCount, id: '', account: undefined, hasBalance: false, entryCount: 0 };
      } else if (name === `${ofStatement}/Bal`) inStatement(line).hasBalance = true;
      else if (name === ofEntry) entry = begun(inStatement(line), line);
    },
    take(element, path) {
      if (path.length === 3) headOf(inStatement(element.line), element);
      else if (entry) addTo(entry, element);
    },
    close(path) {
      const name = path.join('/');
      if (name === ofStatement && statement) checkEnded(statement);
      if (name === `${ofEntry}/NtryDtls` && entry) countMovements(entry);
      if (name !== ofEntry || !entry) return;
      if (isBooked(entry)) {
        entryCount += Math.max(1, entry.parts.length);
        if (entryCount > mostEntries) throw new Unreadable(`it holds more than ${mostEntries} entries: import it in parts`);
        ready.push(entry);
      } else pendingCount += 1;
    },
    async between() {
      const entries = ready;
      ready = [];
      for (const each of entries)
        for (const booked of entriesOf(each)) {
          take(booked, each.statement.position);
          await breathe();
        }
    },
  });
  if (statementCount === 0) throw new Unreadable('it holds no statement');
  return { format, statementCount, pendingCount };
}

function formatOf(namespace: string, name: string): string {
  const version = /^urn:iso:std:iso:20022:tech:xsd:(camt\.053\.001\.(\d\d))$/.exec(namespace);
  if (name === 'Document' && version && Number(version[2]) >= 2 && Number(version[2]) <= 14) return version[1] ?? '';
  const other = /(camt|pain|pacs)\.\d{3}\.001\.\d\d/.exec(namespace)?.[0];
  throw new Unreadable(`it is no camt.053 of version 001.02 to 001.14${other === undefined ? '' : ` but ${other}`}`);
}

function fail(place: string, why: string): never {
  throw new Unreadable(`${place}: ${why}`);
}

/** The two members of a statement that distinguish its entries. */
function headOf(statement: OpenStatement, element: Element): void {
  const place = `statement ${statement.position} (line ${element.line})`;
  if (element.name === 'Id') {
    if (statement.id !== '') fail(place, 'it has two Id');
    if (element.text === '') fail(place, 'its Id is empty');
    statement.id = element.text;
  } else {
    if (statement.account !== undefined) fail(place, 'it has two Acct');
    statement.account = accountOf(element) || fail(place, 'its Acct has no Id');
  }
}

function begun(statement: OpenStatement, line: number): OpenEntry {
  statement.entryCount += 1;
  const place = `entry ${statement.entryCount} of statement ${statement.position} (line ${line})`;
  if (statement.id === '') fail(place, 'its statement has no Id before it');
  if (statement.account === undefined) fail(place, 'its statement has no Acct before it');
  return { place, statement, members: new Map(), parts: [], partsUnits: 0n, movements: 0, countGiven: 0, partsBefore: 0 };
}

function checkEnded({ position, id, account, hasBalance }: OpenStatement): void {
  const missing = id === '' ? 'Id' : account === undefined ? 'Acct' : hasBalance ? undefined : 'Bal';
  if (missing !== undefined) fail(`statement ${position}`, `it has no ${missing}`);
}

function addTo(entry: OpenEntry, element: Element): void {
  const { name } = element;
  if (name === 'TxDtls') addPart(entry, partOf(element));
  else if (name === 'Btch') entry.countGiven = Number(/^\d{1,15}$/.exec(textAt(element, 'NbOfTxs'))?.[0] ?? 0);
  else {
    if (entry.members.has(name)) fail(entry.place, `it has two ${name}`);
    entry.members.set(name, element);
  }
}

function addPart(entry: OpenEntry, part: Part): void {
  const { place, members } = entry;
  const { currency } = amountOf(members.get('Amt'), place);
  const own = part.amounts.find((each) => each.currency === currency);
  const units = own && (amountFromFile(own.text, currency) ?? fail(place, `the amount of one of its parts is none: ${anAmount}`));
  const isOpposite = part.direction !== '' && part.direction !== members.get('CdtDbtInd')?.text;
  const kept: KeptPart = { ...part, amount: units === undefined ? null : String(units), isOpposite };
  entry.parts.push(JSON.stringify(kept));
  const signed = units === undefined ? undefined : isOpposite ? -units : units;
  entry.partsUnits = entry.partsUnits === undefined || signed === undefined ? undefined : entry.partsUnits + signed;
}

function countMovements(entry: OpenEntry): void {
  entry.movements += Math.max(entry.countGiven, entry.parts.length - entry.partsBefore);
  entry.partsBefore = entry.parts.length;
  entry.countGiven = 0;
}

/** `Sts` holds the code itself up to version 07, an element with it since. */
function isBooked({ members, place }: OpenEntry): boolean {
  const status = members.get('Sts');
  const code = textAt(status, 'Cd') || status?.text || '';
  if (code === '' && child(status, 'Prtry')) fail(place, 'its Sts is the bank’s own, and nobody can tell whether it is booked');
  return (code || fail(place, 'it has no Sts')) === 'BOOK';
}

/** What all parts of an entry share. */
type Common = Pick<
  BankEntry,
  'account' | 'statementId' | 'direction' | 'isReversal' | 'currency' | 'bookedOn' | 'valueOn' | 'bankReference'
>;

function* entriesOf(entry: OpenEntry): Generator<BankEntry> {
  const { place, statement, members, parts } = entry;
  const amount = amountOf(members.get('Amt'), place);
  const bookedOn = dayOf(members, 'BookgDt', place) ?? dayOf(members, 'ValDt', place) ?? fail(place, 'it has no booking date');
  const common: Common = {
    account: statement.account ?? '',
    statementId: statement.id,
    direction: directionOf(members.get('CdtDbtInd'), place),
    isReversal: isTrue(members.get('RvslInd'), place),
    currency: amount.currency,
    bookedOn,
    valueOn: dayOf(members, 'ValDt', place) ?? bookedOn,
    bankReference: given(members.get('AcctSvcrRef')?.text ?? ''),
  };
  const words = members.get('AddtlNtryInf')?.text ?? '';
  if (parts.length > 1 && entry.partsUnits === amount.units) {
    const opposite = common.direction === 'credit' ? 'debit' : 'credit';
    for (const text of parts) {
      const part = keptPart(text);
      const own: Common = { ...common, direction: part.isOpposite ? opposite : common.direction };
      const kept = keptAmount(BigInt(part.amount ?? '0'), amount.currency);
      yield { ...own, ...detailsOf(part, words, common), ...kept, isUndivided: false };
    }
    return;
  }
  const part = parts.length === 1 ? keptPart(parts[0]) : undefined;
  // One of several: the others' money is not this one's. More than was booked is less a bank's charges, and one payment.
  const isOneOfMore = entry.movements > 1 || BigInt(part?.amount ?? amount.units) < amount.units || part?.isOpposite === true;
  // Parts that do not add up to the sum that was booked (charges, another currency) cannot be assigned to a debt by us.
  const isUndivided = parts.length > 1 || isOneOfMore;
  yield {
    ...common,
    ...detailsOf(part ?? emptyPart, words, common),
    ...keptAmount(amount.units, amount.currency),
    isUndivided,
  };
}

const keptPart = (text = ''): KeptPart => JSON.parse(text) as KeptPart;

function directionOf(indicator: Element | undefined, place: string): 'credit' | 'debit' {
  if (indicator?.text === 'CRDT') return 'credit';
  if (indicator?.text === 'DBIT') return 'debit';
  return fail(place, `it ${indicator ? 'is neither credit nor debit' : 'has no CdtDbtInd'}`);
}

function isTrue(indicator: Element | undefined, place: string): boolean {
  if (indicator === undefined || ['false', '0'].includes(indicator.text)) return false;
  return ['true', '1'].includes(indicator.text) || fail(place, 'its RvslInd is neither true nor false');
}

const anAmount = 'digits, at most two decimals where its currency is one that accounts are kept in';

interface EntryAmount {
  /** By core/bank-file/amount.ts. */
  readonly units: bigint;
  readonly currency: string;
}

function amountOf(element: Element | undefined, place: string): EntryAmount {
  if (!element) return fail(place, 'it has no Amt');
  const currency = element.attributes['Ccy'] ?? fail(place, 'its amount has no currency (Ccy)');
  if (!/^[A-Z]{3}$/.test(currency)) fail(place, 'the currency (Ccy) of its amount is none');
  const units = amountFromFile(element.text, currency) ?? fail(place, `its amount is none: ${anAmount}`);
  return { units, currency };
}

function dayOf(members: OpenEntry['members'], name: string, place: string): string | undefined {
  const date = members.get(name);
  if (date === undefined) return undefined;
  const day = (textAt(date, 'Dt') || textAt(date, 'DtTm')).slice(0, 10);
  return isDay(day) ? day : fail(place, `its ${name} is no date`);
}

function detailsOf(
  { endToEndId, returnReason, references, texts, hasRemittance, bankReference: own, debtor, creditor }: Part,
  words: string,
  { direction, bankReference }: Common,
): Omit<BankEntry, 'amountMinor' | 'amountDecimals' | 'isUndivided' | Exclude<keyof Common, 'bankReference'>> {
  const party = direction === 'credit' ? debtor : creditor;
  return {
    bankReference: own === null || own === bankReference ? bankReference : `${bankReference ?? ''}/${own}`,
    endToEndId,
    returnReason,
    references,
    // Some banks give a payment's words only with the entry.
    texts: hasRemittance || words === '' ? texts : [...texts, words],
    partyName: party.name,
    partyAccount: party.account,
  };
}
