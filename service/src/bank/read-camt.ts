// ISO 20022 camt.053, versions 001.02 to 001.14, as the entries that were booked. What the standard moved between versions
// (the status, the party's name) is looked for in both places.
import type { BankEntry } from '../core/bank-file/entry.ts';
import { isDay } from '../core/dates.ts';
import { type Element, readXml, Unreadable } from './read-xml.ts';

/** More would take the memory that everybody else needs; a bank's files hold some thousands. */
export const mostEntries = 100_000;

export interface StatementFile {
  readonly format: string;
  /** The entries of each statement. */
  readonly statements: readonly (readonly BankEntry[])[];
  /** Entries that the bank has announced and not booked. */
  readonly pendingCount: number;
}

export async function readCamt(bytes: Buffer): Promise<StatementFile> {
  const statements: BankEntry[][] = [];
  let entryCount = 0;
  let format = '';
  let statement = { id: '', account: '', currency: '' };
  let pendingCount = 0;
  const within = (path: readonly string[], child: string): boolean =>
    path.length === 3 && path[0] === 'BkToCstmrStmt' && path[1] === 'Stmt' && path[2] === child;
  await readXml(bytes, {
    begin(namespace, name) {
      const version = /^urn:iso:std:iso:20022:tech:xsd:(camt\.053\.001\.(\d\d))$/.exec(namespace);
      if (name !== 'Document' || !version || Number(version[2]) < 2 || Number(version[2]) > 14) {
        const other = /(camt|pain|pacs)\.\d{3}\.001\.\d\d/.exec(namespace)?.[0];
        throw new Unreadable(`it is no camt.053 of version 001.02 to 001.14${other === undefined ? '' : ` but ${other}`}`);
      }
      format = version[1] ?? '';
    },
    wanted: (path) => ['Id', 'Acct', 'Ntry'].some((child) => within(path, child)),
    take(element) {
      if (element.name === 'Id') {
        statement = { id: element.text, account: '', currency: '' };
        statements.push([]);
      } else if (element.name === 'Acct') {
        statement = { ...statement, account: accountOf(element), currency: textAt(element, 'Ccy') };
      } else if (!isBooked(element)) pendingCount += 1;
      else {
        const entries = entriesOf(element, statement);
        for (const entry of entries) statements.at(-1)?.push(entry);
        entryCount += entries.length;
        if (entryCount > mostEntries) throw new Unreadable(`it holds more than ${mostEntries} entries: import it in parts`);
      }
    },
  });
  if (statements.length === 0) throw new Unreadable('it holds no statement');
  return { format, statements, pendingCount };
}

const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((each) => each.name === name);
const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((each) => each.name === name) ?? [];
const at = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((found, name) => child(found, name), element);
const textAt = (element: Element | undefined, ...path: readonly string[]): string => at(element, ...path)?.text ?? '';

const accountOf = (account: Element | undefined): string =>
  (textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id')).replace(/\s/g, '').toUpperCase();

/** `Sts` holds the code itself up to version 07, an element with it since. */
function isBooked(entry: Element): boolean {
  const status = child(entry, 'Sts');
  return (textAt(status, 'Cd') || status?.text || 'BOOK') === 'BOOK';
}

interface StatementHead {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
}

/** What all parts of an entry share. */
type Common = Pick<
  BankEntry,
  'account' | 'statementId' | 'direction' | 'isReversal' | 'currency' | 'bookedOn' | 'valueOn' | 'bankReference'
>;

function entriesOf(entry: Element, statement: StatementHead): BankEntry[] {
  const amount = amountOf(child(entry, 'Amt'), statement.id);
  const bookedOn = dayOf(child(entry, 'BookgDt')) ?? dayOf(child(entry, 'ValDt'));
  if (bookedOn === undefined) throw new Unreadable(`an entry of statement ${statement.id} has no booking date`);
  const common: Common = {
    account: statement.account,
    statementId: statement.id,
    direction: directionOf(entry, statement.id),
    isReversal: ['true', '1'].includes(textAt(entry, 'RvslInd')),
    currency: amount.currency,
    bookedOn,
    valueOn: dayOf(child(entry, 'ValDt')) ?? bookedOn,
    bankReference: given(textAt(entry, 'AcctSvcrRef')),
  };
  const details = all(entry, 'NtryDtls');
  const parts = details.flatMap((each) => all(each, 'TxDtls'));
  const whole = (part: Element | undefined, isUndivided: boolean): BankEntry => ({
    ...common,
    ...detailsOf(part, entry, common),
    amountMinor: amount.minor,
    isUndivided,
  });
  if (parts.length <= 1) {
    const [part] = parts;
    const told = part && partAmount(part, amount.currency, statement.id);
    // One of several: the others' money is not this one's. More than was booked is less a bank's charges, and one payment.
    const isOneOfMore = details.reduce((sum, each) => sum + movementsIn(each), 0) > 1 || (told ?? amount.minor) < amount.minor;
    const isUndivided = isOneOfMore || (part !== undefined && !directionWithin(part, common));
    return [whole(part, isUndivided)];
  }
  const split = parts.map((part) => ({ part, amount: partAmount(part, amount.currency, statement.id) }));
  const signed = split.map((each) => (directionWithin(each.part, common) ? 1n : -1n) * (each.amount ?? 0n));
  const sum = signed.reduce((total, each) => total + each, 0n);
  // What does not come to the sum that was booked (charges, another currency) cannot be laid on anybody's debt by us.
  if (split.some((each) => each.amount === undefined) || sum !== amount.minor) return [whole(undefined, true)];
  return split.map((each) => ({
    ...common,
    direction: directionWithin(each.part, common) ? common.direction : common.direction === 'credit' ? 'debit' : 'credit',
    ...detailsOf(each.part, entry, common),
    amountMinor: each.amount ?? 0n,
    isUndivided: false,
  }));
}

function movementsIn(details: Element): number {
  const told = textAt(details, 'Btch', 'NbOfTxs');
  return Math.max(all(details, 'TxDtls').length, /^\d+$/.test(told) ? Number(told) : 0);
}

/** Does a part go the way of its entry? */
function directionWithin(part: Element, { direction }: Pick<Common, 'direction'>): boolean {
  const own = textAt(part, 'CdtDbtInd');
  return own === '' || own === (direction === 'credit' ? 'CRDT' : 'DBIT');
}

function directionOf(entry: Element, statementId: string): 'credit' | 'debit' {
  const indicator = textAt(entry, 'CdtDbtInd');
  if (indicator === 'CRDT') return 'credit';
  if (indicator === 'DBIT') return 'debit';
  throw new Unreadable(`an entry of statement ${statementId} is neither credit nor debit`);
}

interface EntryAmount {
  readonly minor: bigint;
  readonly currency: string;
}

function amountOf(element: Element | undefined, statementId: string): EntryAmount {
  const minor = minorOf(element?.text ?? '');
  const currency = element?.attributes['Ccy'] ?? '';
  if (minor === undefined || !/^[A-Z]{3}$/.test(currency))
    throw new Unreadable(`an amount of statement ${statementId} is none: digits, at most two decimals and a currency`);
  return { minor, currency };
}

/** Hundredths of a decimal text without a sign; further decimals may only be zeros. */
export function minorOf(text: string): bigint | undefined {
  const [, whole, decimals = ''] = /^\+?(\d{1,13}|(?=\.\d))(?:\.(\d{0,2})0*)?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole || '0') * 100n + BigInt(decimals.padEnd(2, '0'));
}

/** Of one part, in the entry's currency; nothing where the file does not say. */
function partAmount(part: Element, currency: string, statementId: string): bigint | undefined {
  const told = [child(part, 'Amt'), at(part, 'AmtDtls', 'TxAmt', 'Amt'), at(part, 'AmtDtls', 'InstdAmt', 'Amt')];
  const own = told.find((each) => each?.attributes['Ccy'] === currency);
  return own && amountOf(own, statementId).minor;
}

function dayOf(date: Element | undefined): string | undefined {
  const day = (textAt(date, 'Dt') || textAt(date, 'DtTm')).slice(0, 10);
  return isDay(day) ? day : undefined;
}

/** Banks fill in words where they have no number. */
const given = (text: string): string | null =>
  text === '' || /^(NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|NICHT ANGEGEBEN|0+)$/i.test(text) ? null : text;

function detailsOf(
  part: Element | undefined,
  entry: Element,
  { direction, bankReference }: Common,
): Omit<BankEntry, 'amountMinor' | 'isUndivided' | Exclude<keyof Common, 'bankReference'>> {
  const references = child(part, 'Refs');
  const remittance = child(part, 'RmtInf');
  const structured = all(remittance, 'Strd');
  const side = direction === 'credit' ? 'Dbtr' : 'Cdtr';
  const party = at(part, 'RltdPties', side);
  const own = given(textAt(references, 'AcctSvcrRef'));
  const texts = [
    ...all(remittance, 'Ustrd'),
    ...structured.flatMap((each) => all(each, 'AddtlRmtInf')),
    ...all(part, 'AddtlTxInf'),
    // Some banks tell a payment's words only here.
    ...(remittance === undefined ? all(entry, 'AddtlNtryInf') : []),
  ];
  return {
    bankReference: own === null || own === bankReference ? bankReference : `${bankReference ?? ''}/${own}`,
    endToEndId: given(textAt(references, 'EndToEndId')),
    returnReason: returnReasonOf(part),
    references: structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')).filter(Boolean),
    texts: texts.map(({ text }) => text).filter(Boolean),
    partyName: textAt(party, 'Pty', 'Nm') || textAt(party, 'Nm') || null,
    partyAccount: accountOf(at(part, 'RltdPties', `${side}Acct`)) || null,
  };
}

function returnReasonOf(part: Element | undefined): string | null {
  const returned = child(part, 'RtrInf');
  if (!returned) return null;
  const code = textAt(returned, 'Rsn', 'Cd') || textAt(returned, 'Rsn', 'Prtry');
  return /^[A-Z0-9]{1,4}$/.test(code) ? code : 'NARR';
}
