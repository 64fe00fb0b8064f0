// The elements of camt.053.001.02 and .08 in the order and number of their message definition reports (ISO 20022), as far as
// banks use them; written by hand, no schema was at hand. What is in no list here is told as such.
import { type Node, type Structure, structureFaults } from './bank-xml.ts';

const text = /^[^<>]{1,500}$/;
const code = /^[A-Z0-9]{1,4}$/;
const day = /^\d{4}-\d\d-\d\d$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
const amount = /^\d{1,13}(\.\d{1,5})?$/;
const number = /^\d{1,15}$/;
const truth = /^(true|false)$/;
const direction = /^(CRDT|DBIT)$/;
const currency = /^[A-Z]{3}$/;
const codeOrOwn = ['Cd|Prtry'];
const address = ['Dept?', 'SubDept?', 'StrtNm?', 'BldgNb?'];
const place = ['PstCd?', 'TwnNm?'];
const party = ['Nm?', 'PstlAdr?', 'Id?', 'CtryOfRes?', 'CtctDtls?'];
const agents = [
  'DbtrAgt?',
  'CdtrAgt?',
  'IntrmyAgt1?',
  'IntrmyAgt2?',
  'IntrmyAgt3?',
  'RcvgAgt?',
  'DlvrgAgt?',
  'IssgAgt?',
  'SttlmPlc?',
  'Prtry*',
];

/** What both versions share. */
const shared: Structure = {
  Document: ['BkToCstmrStmt'],
  BkToCstmrStmt: ['GrpHdr', 'Stmt+'],
  PgNb: number,
  LastPgInd: truth,
  MsgPgntn: ['PgNb', 'LastPgInd'],
  MsgRcpt: party,
  'MsgRcpt/Id': ['OrgId|PrvtId'],
  'Refs/Prtry': ['Tp', 'Ref'],
  'Refs/Prtry/Tp': text,
  FrToDt: ['FrDtTm', 'ToDtTm'],
  FrDtTm: instant,
  ToDtTm: instant,
  CreDtTm: instant,
  ElctrncSeqNb: number,
  LglSeqNb: number,
  CpyDplctInd: /^(CODU|COPY|DUPL)$/,
  'Acct/Id': ['IBAN|Othr'],
  'RltdAcct/Id': ['IBAN|Othr'],
  'DbtrAcct/Id': ['IBAN|Othr'],
  'CdtrAcct/Id': ['IBAN|Othr'],
  RltdAcct: ['Id', 'Tp?', 'Ccy?', 'Nm?'],
  IBAN: /^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/,
  Othr: ['Id', 'SchmeNm?', 'Issr?'],
  SchmeNm: codeOrOwn,
  Svcr: ['FinInstnId', 'BrnchId?'],
  'Bal/Tp': ['CdOrPrtry', 'SubTp?'],
  CdOrPrtry: codeOrOwn,
  Bal: ['Tp', 'CdtLine*', 'Amt', 'CdtDbtInd', 'Dt', 'Avlbty*'],
  'Bal/Dt': ['Dt|DtTm'],
  BookgDt: ['Dt|DtTm'],
  ValDt: ['Dt|DtTm'],
  'Dt/Dt': day,
  'BookgDt/Dt': day,
  'ValDt/Dt': day,
  DtTm: instant,
  Avlbty: ['Dt', 'Amt', 'CdtDbtInd'],
  'Avlbty/Dt': ['NbOfDays|ActlDt'],
  NbOfDays: /^-?\d{1,15}$/,
  ActlDt: day,
  TtlCdtNtries: ['NbOfNtries?', 'Sum?'],
  TtlDbtNtries: ['NbOfNtries?', 'Sum?'],
  NbOfNtries: number,
  Sum: amount,
  NbOfTxs: number,
  NtryDtls: ['Btch?', 'TxDtls*'],
  Btch: ['MsgId?', 'PmtInfId?', 'NbOfTxs?', 'TtlAmt?', 'CdtDbtInd?'],
  AmtDtls: ['InstdAmt?', 'TxAmt?', 'CntrValAmt?', 'AnncdPstngAmt?', 'PrtryAmt*'],
  InstdAmt: ['Amt', 'CcyXchg?'],
  TxAmt: ['Amt', 'CcyXchg?'],
  CntrValAmt: ['Amt', 'CcyXchg?'],
  CcyXchg: ['SrcCcy', 'TrgtCcy?', 'UnitCcy?', 'XchgRate', 'CtrctId?', 'QtnDt?'],
  SrcCcy: currency,
  TrgtCcy: currency,
  UnitCcy: currency,
  XchgRate: /^\d{1,11}(\.\d{1,10})?$/,
  BkTxCd: ['Domn?', 'Prtry?'],
  Domn: ['Cd', 'Fmly'],
  Fmly: ['Cd', 'SubFmlyCd'],
  SubFmlyCd: code,
  'BkTxCd/Prtry': ['Cd', 'Issr?'],
  'BkTxCd/Prtry/Cd': text,
  RltdPties: ['InitgPty?', 'Dbtr?', 'DbtrAcct?', 'UltmtDbtr?', 'Cdtr?', 'CdtrAcct?', 'UltmtCdtr?', 'TradgPty?', 'Prtry*'],
  DbtrAcct: ['Id', 'Tp?', 'Ccy?', 'Nm?'],
  CdtrAcct: ['Id', 'Tp?', 'Ccy?', 'Nm?'],
  PrvtId: ['DtAndPlcOfBirth?', 'Othr*'],
  Ctry: /^[A-Z]{2}$/,
  DbtrAgt: ['FinInstnId', 'BrnchId?'],
  CdtrAgt: ['FinInstnId', 'BrnchId?'],
  ClrSysMmbId: ['ClrSysId?', 'MmbId'],
  ClrSysId: codeOrOwn,
  Purp: codeOrOwn,
  RmtInf: ['Ustrd*', 'Strd*'],
  Ustrd: /^[^<>]{1,140}$/,
  CdtrRefInf: ['Tp?', 'Ref?'],
  'CdtrRefInf/Tp': ['CdOrPrtry', 'Issr?'],
  'RfrdDocInf/Tp': ['CdOrPrtry', 'Issr?'],
  Ref: /^[^<>]{1,35}$/,
  RltdDts: ['AccptncDtTm?', 'TradActvtyCtrctlSttlmDt?', 'TradDt?', 'IntrBkSttlmDt?', 'StartDt?', 'EndDt?', 'TxDtTm?', 'Prtry*'],
  AccptncDtTm: instant,
  IntrBkSttlmDt: day,
  RtrInf: ['OrgnlBkTxCd?', 'Orgtr?', 'Rsn?', 'AddtlInf*'],
  OrgnlBkTxCd: ['Domn?', 'Prtry?'],
  'OrgnlBkTxCd/Prtry': ['Cd', 'Issr?'],
  'OrgnlBkTxCd/Prtry/Cd': text,
  Rsn: codeOrOwn,
  Amt: amount,
  Ccy: currency,
  TtlAmt: amount,
  TtlChrgsAndTaxAmt: amount,
  CdtDbtInd: direction,
  RvslInd: truth,
  Cd: code,
  'Sts/Cd': /^(BOOK|PDNG|INFO|FUTR)$/,
  Prtry: text,
};
const texts = [
  ...['MsgId', 'NtryRef', 'AcctSvcrRef', 'AddtlNtryInf', 'AddtlTxInf', 'AddtlInf', 'AddtlStmtInf', 'AddtlRmtInf', 'Id', 'Nm'],
  ...['PmtInfId', 'InstrId', 'EndToEndId', 'TxId', 'MndtId', 'ChqNb', 'ClrSysRef', 'Issr', 'Nb', 'MmbId', 'BIC', 'BICFI'],
  ...['Dept', 'SubDept', 'StrtNm', 'BldgNb', 'PstCd', 'TwnNm', 'AdrLine', 'UETR', 'AcctSvcrTxId', 'TechInptChanl', 'LEI'],
];

const header = [
  'LglSeqNb?',
  'CreDtTm?',
  'FrToDt?',
  'CpyDplctInd?',
  'RptgSrc?',
  'Acct',
  'RltdAcct?',
  'Intrst*',
  'Bal+',
  'TxsSummry?',
  'Ntry*',
  'AddtlStmtInf?',
];
const upToDetails = [
  'NtryRef?',
  'Amt',
  'CdtDbtInd',
  'RvslInd?',
  'Sts',
  'BookgDt?',
  'ValDt?',
  'AcctSvcrRef?',
  'Avlbty*',
  'BkTxCd',
  'ComssnWvrInd?',
  'AddtlInfInd?',
  'AmtDtls?',
];
const fromRemittance = [
  'RltdRmtInf{0,10}',
  'RmtInf?',
  'RltdDts?',
  'RltdPric?',
  'RltdQties*',
  'FinInstrmId?',
  'Tax?',
  'RtrInf?',
  'CorpActn?',
  'SfkpgAcct?',
];
const references = ['MsgId?', 'AcctSvcrRef?', 'PmtInfId?', 'InstrId?', 'EndToEndId?'];

const own02: Structure = {
  GrpHdr: ['MsgId', 'CreDtTm', 'MsgRcpt?', 'MsgPgntn?', 'AddtlInf?'],
  Stmt: ['Id', 'ElctrncSeqNb?', ...header.map((rule) => (rule === 'CreDtTm?' ? 'CreDtTm' : rule))],
  Acct: ['Id', 'Tp?', 'Ccy?', 'Nm?', 'Ownr?', 'Svcr?'],
  Ownr: party,
  FinInstnId: ['BIC?', 'ClrSysMmbId?', 'Nm?', 'PstlAdr?', 'Othr?'],
  TxsSummry: ['TtlNtries?', 'TtlCdtNtries?', 'TtlDbtNtries?', 'TtlNtriesPerBkTxCd*'],
  TtlNtries: ['NbOfNtries?', 'Sum?', 'TtlNetNtryAmt?', 'CdtDbtInd?'],
  TtlNetNtryAmt: amount,
  Ntry: [...upToDetails, 'Chrgs*', 'TechInptChanl?', 'Intrst*', 'NtryDtls*', 'AddtlNtryInf?'],
  Sts: /^(BOOK|PDNG|INFO)$/,
  Chrgs: ['TtlChrgsAndTaxAmt?', 'Amt', 'CdtDbtInd?', 'Tp?', 'Rate?', 'Br?', 'Pty?', 'Tax?'],
  'Chrgs/Tp': codeOrOwn,
  TxDtls: [
    'Refs?',
    'AmtDtls?',
    'Avlbty*',
    'BkTxCd?',
    'Chrgs*',
    'Intrst*',
    'RltdPties?',
    'RltdAgts?',
    'Purp?',
    ...fromRemittance,
    'AddtlTxInf?',
  ],
  Refs: [...references, 'TxId?', 'MndtId?', 'ChqNb?', 'ClrSysRef?', 'Prtry?'],
  Dbtr: party,
  Cdtr: party,
  UltmtDbtr: party,
  UltmtCdtr: party,
  Orgtr: party,
  PstlAdr: ['AdrTp?', ...address, ...place, 'CtrySubDvsn?', 'Ctry?', 'AdrLine{0,7}'],
  BICOrBEI: text,
  'Dbtr/Id': ['OrgId|PrvtId'],
  'Cdtr/Id': ['OrgId|PrvtId'],
  OrgId: ['BICOrBEI?', 'Othr*'],
  RltdAgts: agents,
  Strd: ['RfrdDocInf*', 'RfrdDocAmt?', 'CdtrRefInf?', 'Invcr?', 'Invcee?', 'AddtlRmtInf{0,3}'],
  RfrdDocInf: ['Tp?', 'Nb?', 'RltdDt?'],
};

const own08: Structure = {
  GrpHdr: ['MsgId', 'CreDtTm', 'MsgRcpt?', 'MsgPgntn?', 'OrgnlBizQry?', 'AddtlInf?'],
  Stmt: ['Id', 'StmtPgntn?', 'ElctrncSeqNb?', 'RptgSeq?', ...header],
  StmtPgntn: ['PgNb', 'LastPgInd'],
  Acct: ['Id', 'Tp?', 'Ccy?', 'Nm?', 'Prxy?', 'Ownr?', 'Svcr?'],
  Ownr: party,
  FinInstnId: ['BICFI?', 'ClrSysMmbId?', 'LEI?', 'Nm?', 'PstlAdr?', 'Othr?'],
  TxsSummry: ['TtlNtries?', 'TtlCdtNtries?', 'TtlDbtNtries?', 'TtlNtriesPerBkTxCd*'],
  TtlNtries: ['NbOfNtries?', 'Sum?', 'TtlNetNtry?'],
  TtlNetNtry: ['Amt', 'CdtDbtInd'],
  Ntry: [...upToDetails, 'Chrgs?', 'TechInptChanl?', 'Intrst?', 'CardTx?', 'NtryDtls*', 'AddtlNtryInf?'],
  Sts: codeOrOwn,
  Chrgs: ['TtlChrgsAndTaxAmt?', 'Rcrd*'],
  Rcrd: ['Amt', 'CdtDbtInd?', 'ChrgInclInd?', 'Tp?', 'Rate?', 'Br?', 'Agt?', 'Tax?'],
  ChrgInclInd: truth,
  'Rcrd/Tp': codeOrOwn,
  TxDtls: [
    ...['Refs?', 'Amt?', 'CdtDbtInd?', 'AmtDtls?', 'Avlbty*', 'BkTxCd?', 'Chrgs?', 'Intrst?', 'RltdPties?', 'RltdAgts?'],
    ...['LclInstrm?', 'Purp?', ...fromRemittance, 'CshDpst*', 'CardTx?', 'AddtlTxInf?', 'SplmtryData*'],
  ],
  Refs: [
    ...[...references, 'UETR?', 'TxId?', 'MndtId?', 'ChqNb?', 'ClrSysRef?'],
    ...['AcctOwnrTxId?', 'AcctSvcrTxId?', 'MktInfrstrctrTxId?', 'PrcgId?', 'Prtry*'],
  ],
  Dbtr: ['Pty|Agt'],
  Cdtr: ['Pty|Agt'],
  UltmtDbtr: ['Pty|Agt'],
  UltmtCdtr: ['Pty|Agt'],
  Pty: party,
  Orgtr: party,
  PstlAdr: [
    ...['AdrTp?', ...address, 'BldgNm?', 'Flr?', 'PstBx?', 'Room?', ...place],
    ...['TwnLctnNm?', 'DstrctNm?', 'CtrySubDvsn?', 'Ctry?', 'AdrLine{0,7}'],
  ],
  'Ownr/Id': ['OrgId|PrvtId'],
  'Pty/Id': ['OrgId|PrvtId'],
  OrgId: ['AnyBIC?', 'LEI?', 'Othr*'],
  RltdAgts: ['InstgAgt?', 'InstdAgt?', ...agents],
  Strd: ['RfrdDocInf*', 'RfrdDocAmt?', 'CdtrRefInf?', 'Invcr?', 'Invcee?', 'TaxRmt?', 'GrnshmtRmt?', 'AddtlRmtInf{0,3}'],
  RfrdDocInf: ['Tp?', 'Nb?', 'RltdDt?', 'LineDtls*'],
};

const leaves: Structure = Object.fromEntries(texts.map((name) => [name, text]));
const structures: Readonly<Record<string, Structure>> = {
  '02': { ...leaves, ...shared, ...own02 },
  '08': { ...leaves, ...shared, ...own08 },
};

/** What is wrong with a statement by the standard's lists; empty when everything is in its place. */
export function camtFaults(document: Node): string[] {
  const version = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d\d)$/.exec(document.attributes['xmlns'] ?? '')?.[1] ?? '';
  const structure = structures[version];
  if (!structure) return [`${document.name}: no camt.053 of a version that is listed`];
  return [...structureFaults(document, structure), ...currencyFaults(document)];
}

/** Amounts alone have an attribute, and it is their currency. */
function currencyFaults(node: Node, path = node.name): string[] {
  // The net sum of a summary is a plain number.
  const isAmount = node.name.endsWith('Amt') && node.children.length === 0 && !path.includes('/TtlNetNtry');
  const named = Object.keys(node.attributes).join();
  const wanted = isAmount ? 'Ccy' : node.name === 'Document' ? 'xmlns' : '';
  const isRight = named === wanted && (!isAmount || currency.test(node.attributes['Ccy'] ?? ''));
  return [
    ...(isRight ? [] : [`${path}: attributes ${named}`]),
    ...node.children.flatMap((each) => currencyFaults(each, `${path}/${each.name}`)),
  ];
}
