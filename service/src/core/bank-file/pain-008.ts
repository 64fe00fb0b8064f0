// Direct debits for a bank: ISO 20022 pain.008.001.08, SEPA core scheme (EPC130-08). The order of the elements is that of the
// standard; banks refuse a file that has another. What shares a sequence type and a day is one block.
import type { Day, Instant } from '../dates.ts';
import { sepaText } from './sepa-text.ts';
import { element, type XmlElement, xmlOf } from './xml.ts';

/** First and further collections of a mandate, or the only one. */
const sequenceTypes = ['FRST', 'RCUR', 'OOFF'] as const;
export type SequenceType = (typeof sequenceTypes)[number];

export interface DirectDebit {
  readonly endToEndId: string;
  readonly amountMinor: bigint;
  readonly sequenceType: SequenceType;
  readonly collectOn: Day;
  readonly mandateId: string;
  readonly signedOn: Day;
  readonly debtorName: string;
  readonly debtorIban: string;
  /** What the debtor reads on the statement. */
  readonly remittance: string;
}

export interface Creditor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly creditorId: string;
}

export interface DirectDebitFile {
  /** At most 35 characters, unique for the bank. */
  readonly messageId: string;
  readonly madeAt: Instant;
  readonly creditor: Creditor;
  readonly debits: readonly DirectDebit[];
}

const text = (name: string, value: string): XmlElement => element(name, value);
const notProvided = element('FinInstnId', [element('Othr', [text('Id', 'NOTPROVIDED')])]);

function amountText(minor: bigint): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sumOf = (debits: readonly DirectDebit[]): string =>
  amountText(debits.reduce((sum, { amountMinor }) => sum + amountMinor, 0n));

/** The whole file; the same file again is the same bytes. */
export function directDebitXml({ messageId, madeAt, creditor, debits }: DirectDebitFile): string {
  const blocks = new Map<string, DirectDebit[]>();
  for (const debit of debits) {
    const name = `${debit.collectOn} ${debit.sequenceType}`;
    blocks.set(name, [...(blocks.get(name) ?? []), debit]);
  }
  const sorted = [...blocks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, block]) => block);
  return xmlOf(
    element(
      'Document',
      [
        element('CstmrDrctDbtInitn', [
          element('GrpHdr', [
            text('MsgId', messageId),
            text('CreDtTm', new Date(madeAt).toISOString().replace(/\.\d{3}Z$/, 'Z')),
            text('NbOfTxs', String(debits.length)),
            text('CtrlSum', sumOf(debits)),
            element('InitgPty', [text('Nm', sepaText(creditor.name, 70))]),
          ]),
          ...sorted.map((block, index) => blockOf(block, `${messageId}-${index + 1}`, creditor)),
        ]),
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08' },
    ),
  );
}

function blockOf(debits: readonly DirectDebit[], id: string, { name, iban, bic, creditorId }: Creditor): XmlElement {
  const [first] = debits;
  if (!first) throw new Error('a block without a direct debit');
  return element('PmtInf', [
    text('PmtInfId', id),
    text('PmtMtd', 'DD'),
    // One entry for each on the bank statement: so each finds its collection again.
    text('BtchBookg', 'false'),
    text('NbOfTxs', String(debits.length)),
    text('CtrlSum', sumOf(debits)),
    element('PmtTpInf', [
      element('SvcLvl', [text('Cd', 'SEPA')]),
      element('LclInstrm', [text('Cd', 'CORE')]),
      text('SeqTp', first.sequenceType),
    ]),
    text('ReqdColltnDt', first.collectOn),
    element('Cdtr', [text('Nm', sepaText(name, 70))]),
    element('CdtrAcct', [element('Id', [text('IBAN', iban)]), text('Ccy', 'EUR')]),
    element('CdtrAgt', [bic === null ? notProvided : element('FinInstnId', [text('BICFI', bic)])]),
    text('ChrgBr', 'SLEV'),
    element('CdtrSchmeId', [
      element('Id', [
        element('PrvtId', [element('Othr', [text('Id', creditorId), element('SchmeNm', [text('Prtry', 'SEPA')])])]),
      ]),
    ]),
    ...debits.map(debitOf),
  ]);
}

const debitOf = (debit: DirectDebit): XmlElement =>
  element('DrctDbtTxInf', [
    element('PmtId', [text('EndToEndId', debit.endToEndId)]),
    element('InstdAmt', amountText(debit.amountMinor), { Ccy: 'EUR' }),
    element('DrctDbtTx', [element('MndtRltdInf', [text('MndtId', debit.mandateId), text('DtOfSgntr', debit.signedOn)])]),
    element('DbtrAgt', [notProvided]),
    element('Dbtr', [text('Nm', sepaText(debit.debtorName, 70) || 'NOTPROVIDED')]),
    element('DbtrAcct', [element('Id', [text('IBAN', debit.debtorIban)])]),
    element('RmtInf', [text('Ustrd', sepaText(debit.remittance, 140))]),
  ]);
