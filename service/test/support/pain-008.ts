// Files of direct debits (pain.008), as the tests hold them against the standard.
import { expect } from 'vitest';
import { all, type Node, parseXml, type Structure, structureFaults, textAt } from './bank-xml.ts';

const amountForm = /^\d{1,9}\.\d\d$/;
const textForm = /^[A-Za-z0-9/\-?:().,'+ ]+$/;
/** Element order and number as the standard writes them down; not a validation against its schema, which is not at hand. */
const pain008: Structure = {
  Document: ['CstmrDrctDbtInitn'],
  CstmrDrctDbtInitn: ['GrpHdr', 'PmtInf+'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum?', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg?',
    'NbOfTxs?',
    'CtrlSum?',
    'PmtTpInf?',
    'ReqdColltnDt',
    'Cdtr',
    'CdtrAcct',
    'CdtrAgt',
    'UltmtCdtr?',
    'ChrgBr?',
    'CdtrSchmeId?',
    'DrctDbtTxInf+',
  ],
  DrctDbtTxInf: ['PmtId', 'InstdAmt', 'ChrgBr?', 'DrctDbtTx?', 'UltmtCdtr?', 'DbtrAgt', 'Dbtr', 'DbtrAcct', 'Purp?', 'RmtInf?'],
  PmtTpInf: ['SvcLvl', 'LclInstrm', 'SeqTp'],
  SvcLvl: ['Cd'],
  LclInstrm: ['Cd'],
  SeqTp: /^(FRST|RCUR|OOFF)$/,
  PmtId: ['InstrId?', 'EndToEndId'],
  DrctDbtTx: ['MndtRltdInf'],
  MndtRltdInf: ['MndtId', 'DtOfSgntr'],
  Cdtr: ['Nm'],
  Dbtr: ['Nm'],
  InitgPty: ['Nm'],
  CdtrAcct: ['Id', 'Ccy?'],
  DbtrAcct: ['Id'],
  CdtrAgt: ['FinInstnId'],
  DbtrAgt: ['FinInstnId'],
  RmtInf: ['Ustrd'],
  CdtrSchmeId: ['Id'],
  PrvtId: ['Othr'],
  ...Object.fromEntries(
    ['CdtrAcct', 'DbtrAcct'].map((account) => [
      `Document/CstmrDrctDbtInitn/PmtInf${account === 'DbtrAcct' ? '/DrctDbtTxInf' : ''}/${account}/Id`,
      ['IBAN'],
    ]),
  ),
  'Document/CstmrDrctDbtInitn/PmtInf/CdtrSchmeId/Id': ['PrvtId'],
  'Document/CstmrDrctDbtInitn/PmtInf/CdtrSchmeId/Id/PrvtId/Othr': ['Id', 'SchmeNm'],
  'Document/CstmrDrctDbtInitn/PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id': /^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/,
  SchmeNm: ['Prtry'],
  Prtry: /^SEPA$/,
  Othr: ['Id'],
  'Document/CstmrDrctDbtInitn/PmtInf/CdtrAgt/FinInstnId': ['Othr'],
  'Document/CstmrDrctDbtInitn/PmtInf/DrctDbtTxInf/DbtrAgt/FinInstnId': ['Othr'],
  Id: /^NOTPROVIDED$/,
  Cd: /^(SEPA|CORE)$/,
  MsgId: /^[A-Za-z0-9+?/:().,'-]{1,35}$/,
  PmtInfId: /^[A-Za-z0-9+?/:().,'-]{1,35}$/,
  EndToEndId: /^[A-Za-z0-9+?/:().,'-]{1,35}$/,
  MndtId: /^[A-Za-z0-9+?/:().,'-]{1,35}$/,
  PmtMtd: /^DD$/,
  BtchBookg: /^(true|false)$/,
  ChrgBr: /^SLEV$/,
  Ccy: /^EUR$/,
  IBAN: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/,
  Nm: textForm,
  Ustrd: textForm,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: amountForm,
  InstdAmt: amountForm,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  ReqdColltnDt: /^\d{4}-\d\d-\d\d$/,
  DtOfSgntr: /^\d{4}-\d\d-\d\d$/,
};
const cents = (text: string): number => Math.round(Number(text) * 100);

/** A file of direct debits whose elements and sums are as the standard writes them down. */
export function expectWhole(xml: string): Node {
  const root = parseXml(xml);
  expect(root.attributes['xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.008.001.08');
  expect(structureFaults(root, pain008)).toEqual([]);
  for (const part of [...all(root, 'PmtInf'), root]) {
    const amounts = all(part, 'InstdAmt').map(({ text }) => cents(text));
    const head = part === root ? (all(root, 'GrpHdr')[0] ?? part) : part;
    expect([textAt(head, 'NbOfTxs'), cents(textAt(head, 'CtrlSum'))]).toEqual([
      String(amounts.length),
      amounts.reduce((sum, each) => sum + each, 0),
    ]);
  }
  return root;
}
