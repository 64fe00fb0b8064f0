// Credit transfers for a bank: ISO 20022 pain.001.001.09, one payment of one account to many (EPC132-08 for the euro). The
// order of the elements is that of the standard; banks refuse a file that has another.
import type { Day, Instant } from '../dates.ts';
import type { Currency } from '../money.ts';
import { sepaText } from './sepa-text.ts';
import { element, type XmlElement, xmlOf } from './xml.ts';

export interface BankAccount {
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | null;
}

export interface PostalAddress {
  readonly street: string;
  readonly postalCode: string;
  readonly postalPlace: string;
  readonly countryCode: string;
}

export interface CreditTransfer {
  /** Goes with the payment to its receiver, at most 35 characters: unique for ever. */
  readonly endToEndId: string;
  readonly amountMinor: bigint;
  readonly creditor: BankAccount;
  /** Outside the SEPA banks ask for it. */
  readonly address: PostalAddress | null;
  /** What the payment is about, for people. */
  readonly remittance: string;
}

export interface CreditTransferFile {
  /** At most 35 characters, unique for the bank. */
  readonly messageId: string;
  readonly madeAt: Instant;
  readonly executionOn: Day;
  readonly currency: Currency;
  readonly debtor: BankAccount;
  readonly transfers: readonly CreditTransfer[];
}

/** Amounts have a point and two decimals. */
function amountText(minor: bigint): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const text = (name: string, value: string): XmlElement => element(name, value);
const agentOf = ({ bic }: BankAccount): XmlElement =>
  element('FinInstnId', bic ? [text('BICFI', bic)] : [element('Othr', [text('Id', 'NOTPROVIDED')])]);
const accountOf = (name: string, { iban }: BankAccount, currency?: Currency): XmlElement =>
  element(name, [element('Id', [text('IBAN', iban)]), currency ? text('Ccy', currency) : undefined]);

/** The whole file. Euro is a SEPA credit transfer; other currencies are plain transfers with shared charges. */
export function creditTransferXml(file: CreditTransferFile): string {
  const { messageId, currency, transfers, debtor } = file;
  const count = String(transfers.length);
  const sum = amountText(transfers.reduce((total, { amountMinor }) => total + amountMinor, 0n));
  const initiator = sepaText(debtor.name, 70);
  return xmlOf(
    element(
      'Document',
      [
        element('CstmrCdtTrfInitn', [
          element('GrpHdr', [
            text('MsgId', messageId),
            text('CreDtTm', new Date(file.madeAt).toISOString().replace(/\.\d{3}Z$/, 'Z')),
            text('NbOfTxs', count),
            text('CtrlSum', sum),
            element('InitgPty', [text('Nm', initiator)]),
          ]),
          element('PmtInf', [
            text('PmtInfId', `${messageId}-1`),
            text('PmtMtd', 'TRF'),
            // One debit for all of them on the bank statement.
            text('BtchBookg', 'true'),
            text('NbOfTxs', count),
            text('CtrlSum', sum),
            currency === 'EUR' ? element('PmtTpInf', [element('SvcLvl', [text('Cd', 'SEPA')])]) : undefined,
            element('ReqdExctnDt', [text('Dt', file.executionOn)]),
            element('Dbtr', [text('Nm', initiator)]),
            accountOf('DbtrAcct', debtor, currency),
            element('DbtrAgt', [agentOf(debtor)]),
            text('ChrgBr', currency === 'EUR' ? 'SLEV' : 'SHAR'),
            ...transfers.map((transfer) => transferOf(transfer, currency)),
          ]),
        ]),
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
    ),
  );
}

function transferOf(transfer: CreditTransfer, currency: Currency): XmlElement {
  const { creditor, endToEndId, amountMinor, address, remittance } = transfer;
  const agent = creditor.bic ? element('CdtrAgt', [agentOf(creditor)]) : undefined;
  const withAddress = currency !== 'EUR' && address ? addressOf(address) : undefined;
  return element('CdtTrfTxInf', [
    element('PmtId', [text('EndToEndId', endToEndId)]),
    element('Amt', [element('InstdAmt', amountText(amountMinor), { Ccy: currency })]),
    agent,
    element('Cdtr', [text('Nm', sepaText(creditor.name, 70)), withAddress]),
    accountOf('CdtrAcct', creditor),
    element('RmtInf', [text('Ustrd', sepaText(remittance, 140))]),
  ]);
}

/** Structured, as the unstructured form is on its way out. */
const addressOf = ({ street, postalCode, postalPlace, countryCode }: PostalAddress): XmlElement =>
  element('PstlAdr', [
    text('StrtNm', sepaText(street, 70)),
    text('PstCd', sepaText(postalCode, 16)),
    text('TwnNm', sepaText(postalPlace, 35)),
    text('Ctry', countryCode),
  ]);
