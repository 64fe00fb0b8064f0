// One transaction of an entry (TxDtls), as far as it is read. A batch holds thousands of them, and their sum is known
// at its end only: so what is kept of each is little.
import type { Element } from './read-xml.ts';
import { given } from './statement.ts';

interface Party {
  readonly name: string | null;
  readonly account: string | null;
}

export interface Part {
  /** Of the transaction: the surest first, each as it was sent. */
  readonly amounts: readonly { readonly text: string; readonly currency: string }[];
  /** CRDT, DBIT, or empty where it goes the way of its entry. */
  readonly direction: string;
  readonly bankReference: string | null;
  readonly endToEndId: string | null;
  readonly returnReason: string | null;
  readonly references: readonly string[];
  readonly texts: readonly string[];
  readonly hasRemittance: boolean;
  readonly debtor: Party;
  readonly creditor: Party;
}

/** What an entry is made of that the file says nothing else of. */
export const emptyPart: Part = {
  amounts: [],
  direction: '',
  bankReference: null,
  endToEndId: null,
  returnReason: null,
  references: [],
  texts: [],
  hasRemittance: false,
  debtor: { name: null, account: null },
  creditor: { name: null, account: null },
};

export const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((each) => each.name === name);
const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((each) => each.name === name) ?? [];
const at = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((found, name) => child(found, name), element);
export const textAt = (element: Element | undefined, ...path: readonly string[]): string => at(element, ...path)?.text ?? '';

export const accountOf = (account: Element | undefined): string =>
  (textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id')).replace(/\s/g, '').toUpperCase();

export function partOf(details: Element): Part {
  const amounts = [child(details, 'Amt'), at(details, 'AmtDtls', 'TxAmt', 'Amt'), at(details, 'AmtDtls', 'InstdAmt', 'Amt')];
  const references = child(details, 'Refs');
  const remittance = child(details, 'RmtInf');
  const structured = all(remittance, 'Strd');
  const texts = [
    ...all(remittance, 'Ustrd'),
    ...structured.flatMap((each) => all(each, 'AddtlRmtInf')),
    ...all(details, 'AddtlTxInf'),
  ];
  return {
    amounts: amounts.flatMap((each) => (each ? [{ text: each.text, currency: each.attributes['Ccy'] ?? '' }] : [])),
    direction: textAt(details, 'CdtDbtInd'),
    bankReference: given(textAt(references, 'AcctSvcrRef')),
    endToEndId: given(textAt(references, 'EndToEndId')),
    returnReason: returnReasonOf(details),
    references: structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')).filter(Boolean),
    texts: texts.map(({ text }) => text).filter(Boolean),
    hasRemittance: remittance !== undefined,
    debtor: partyOf(details, 'Dbtr'),
    creditor: partyOf(details, 'Cdtr'),
  };
}

function partyOf(details: Element, side: string): Party {
  const party = at(details, 'RltdPties', side);
  return {
    name: textAt(party, 'Pty', 'Nm') || textAt(party, 'Nm') || null,
    account: accountOf(at(details, 'RltdPties', `${side}Acct`)) || null,
  };
}

function returnReasonOf(details: Element): string | null {
  const returned = child(details, 'RtrInf');
  if (!returned) return null;
  const code = textAt(returned, 'Rsn', 'Cd') || textAt(returned, 'Rsn', 'Prtry');
  return /^[A-Z0-9]{1,4}$/.test(code) ? code : 'NARR';
}
