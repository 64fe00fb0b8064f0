// A bank refuses a whole file for one character it does not take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreditTransfer, type CreditTransferFile, creditTransferXml } from '../../src/core/bank-file/pain-001.ts';
import { type DirectDebit, directDebitXml } from '../../src/core/bank-file/pain-008.ts';
import { sepaText } from '../../src/core/bank-file/sepa-text.ts';
import { element, xmlOf } from '../../src/core/bank-file/xml.ts';

describe('text for SEPA', () => {
  it('keeps to the basic set and its length, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 140 }), (text, length) => {
        const sent = sepaText(text, length);
        expect(sent).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(sent.length).toBeLessThanOrEqual(length);
        expect(sent).not.toMatch(/^[ /]|[ /]$|\/\/| {2}/);
        expect(sepaText(sent, length)).toBe(sent);
      }),
    );
  });

  it.each([
    ['Lampenladen Müller & Söhne', 'Lampenladen Mueller + Soehne'],
    ['Björk Interiör', 'Bjoerk Interioer'],
    ['Fjord & Fjell Ålesund', 'Fjord + Fjell Aalesund'],
    ['Maison Lumière', 'Maison Lumiere'],
    ['Smørrebrød’s', "Smoerrebroed's"],
    ['Łódź Ďáblice', 'Lodz Dablice'],
    ['EUR-000017\nfor  May', 'EUR-000017 for May'],
    ['//Ref//1/', 'Ref/1'],
    ['東京', '..'],
    ['½ Preis', '. Preis'],
    ['/ /Ref / ', 'Ref'],
    ['x\u0301y', 'xy'],
    ['\u0301', ''],
  ])('writes %j as %j', (text, sent) => expect(sepaText(text, 70)).toBe(sent));

  it('counts what a letter becomes, not the letter', () => expect(sepaText('ÄÄÄÄ', 5)).toBe('AeAeA'));
});

describe('XML', () => {
  it('cannot be broken out of, and leaves out what XML cannot hold', () => {
    const written = xmlOf(element('A', [element('B', `<&>"'\u0000\ud800\u0007x`, { c: '"<\'' }), undefined, element('D', '')]));
    expect(written).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<A>\n  <B c="&quot;&lt;&apos;">&lt;&amp;&gt;&quot;&apos;x</B>\n  <D></D>\n</A>\n',
    );
  });
});

/** Of a file only its elements and texts count. */
const dense = (xml: string): string => xml.replace(/\n\s*/g, '');
const madeAt = Date.parse('2026-11-23T09:30:00.123Z');
const shop = { name: 'Lampenladen Müller', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const head = (id: string, count: number, sum: string): string => `<GrpHdr><MsgId>${id}</MsgId>
  <CreDtTm>2026-11-23T09:30:00Z</CreDtTm><NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum>
  <InitgPty><Nm>Lampenladen Mueller</Nm></InitgPty></GrpHdr>`;
const notProvided = '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>';

describe('a file of credit transfers', () => {
  const address = { street: 'Storgata 1', postalCode: '0155', postalPlace: 'Oslo', countryCode: 'NO' };
  const creditor = { name: 'Björk', iban: 'FI2112345600000785' };
  const transfer: CreditTransfer = { endToEndId: 'P-1', amountMinor: 5n, creditor, address, remittance: 'EUR-1 & more' };
  const other = { ...transfer, endToEndId: 'P-2', amountMinor: 1_000_000n, creditor: { ...creditor, bic: 'NDEAFIHH' } };
  const file = { messageId: 'M-1', madeAt, executionOn: '2026-11-24', debtor: shop };
  const written = (rest: Pick<CreditTransferFile, 'currency' | 'transfers'> & Partial<CreditTransferFile>): string =>
    dense(creditTransferXml({ ...file, ...rest }));
  const document = (inside: string): string =>
    dense(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>${inside}</CstmrCdtTrfInitn></Document>
    `);
  const debtor = (currency: string, agent: string): string => `<ReqdExctnDt><Dt>2026-11-24</Dt></ReqdExctnDt>
    <Dbtr><Nm>Lampenladen Mueller</Nm></Dbtr>
    <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>${currency}</Ccy></DbtrAcct><DbtrAgt>${agent}</DbtrAgt>`;
  const creditorAccount =
    '<CdtrAcct><Id><IBAN>FI2112345600000785</IBAN></Id></CdtrAcct><RmtInf><Ustrd>EUR-1 + more</Ustrd></RmtInf>';

  it('in euro is one SEPA payment to all of them, with the sum of all', () =>
    expect(written({ currency: 'EUR', transfers: [transfer, other] })).toBe(
      document(`${head('M-1', 2, '10000.05')}
      <PmtInf><PmtInfId>M-1-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>
        <NbOfTxs>2</NbOfTxs><CtrlSum>10000.05</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
        ${debtor('EUR', '<FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId>')}<ChrgBr>SLEV</ChrgBr>
        <CdtTrfTxInf><PmtId><EndToEndId>P-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">0.05</InstdAmt></Amt>
          <Cdtr><Nm>Bjoerk</Nm></Cdtr>${creditorAccount}</CdtTrfTxInf>
        <CdtTrfTxInf><PmtId><EndToEndId>P-2</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">10000.00</InstdAmt></Amt>
          <CdtrAgt><FinInstnId><BICFI>NDEAFIHH</BICFI></FinInstnId></CdtrAgt>
          <Cdtr><Nm>Bjoerk</Nm></Cdtr>${creditorAccount}</CdtTrfTxInf>
      </PmtInf>`),
    ));

  it('in another currency says where its receivers live, and shares the charges', () => {
    const expected = (postal: string): string =>
      document(`${head('M-1', 1, '0.05')}
      <PmtInf><PmtInfId>M-1-1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>
        <NbOfTxs>1</NbOfTxs><CtrlSum>0.05</CtrlSum>${debtor('NOK', notProvided)}<ChrgBr>SHAR</ChrgBr>
        <CdtTrfTxInf><PmtId><EndToEndId>P-1</EndToEndId></PmtId><Amt><InstdAmt Ccy="NOK">0.05</InstdAmt></Amt>
          <Cdtr><Nm>Bjoerk</Nm>${postal}</Cdtr>${creditorAccount}</CdtTrfTxInf></PmtInf>`);
    const inNok = { currency: 'NOK', debtor: { ...shop, bic: null } } as const;
    expect(written({ ...inNok, transfers: [transfer] })).toBe(
      expected(`<PstlAdr><StrtNm>Storgata 1</StrtNm><PstCd>0155</PstCd><TwnNm>Oslo</TwnNm><Ctry>NO</Ctry></PstlAdr>`),
    );
    expect(written({ ...inNok, transfers: [{ ...transfer, address: null }] })).toBe(expected(''));
  });
});

describe('a file of direct debits', () => {
  const debit = (endToEndId: string, over: Partial<DirectDebit> = {}): DirectDebit => ({
    endToEndId,
    amountMinor: 5n,
    sequenceType: 'RCUR',
    collectOn: '2026-12-01',
    mandateId: 'MND-1',
    signedOn: '2026-11-01',
    debtorName: 'Ida Weber',
    debtorIban: 'DE02120300000000202051',
    remittance: 'Rechnung 1',
    ...over,
  });
  const creditor = { ...shop, creditorId: 'DE98ZZZ09999999999' };
  const each = (
    id: string,
    amount: string,
    name = 'Ida Weber',
  ): string => `<DrctDbtTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId>
    <InstdAmt Ccy="EUR">${amount}</InstdAmt>
    <DrctDbtTx><MndtRltdInf><MndtId>MND-1</MndtId><DtOfSgntr>2026-11-01</DtOfSgntr></MndtRltdInf></DrctDbtTx>
    <DbtrAgt>${notProvided}</DbtrAgt><Dbtr><Nm>${name}</Nm></Dbtr>
    <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct><RmtInf><Ustrd>Rechnung 1</Ustrd></RmtInf></DrctDbtTxInf>`;
  const block = (
    number: number,
    count: number,
    sum: string,
    sequence: string,
    on: string,
    agent: string,
    inside: string,
  ): string =>
    `<PmtInf><PmtInfId>M-2-${number}</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>false</BtchBookg>
    <NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum>
    <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>${sequence}</SeqTp></PmtTpInf>
    <ReqdColltnDt>${on}</ReqdColltnDt><Cdtr><Nm>Lampenladen Mueller</Nm></Cdtr>
    <CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></CdtrAcct><CdtrAgt>${agent}</CdtrAgt><ChrgBr>SLEV</ChrgBr>
    <CdtrSchmeId><Id><PrvtId><Othr><Id>DE98ZZZ09999999999</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>
    ${inside}</PmtInf>`;
  const document = (inside: string): string =>
    dense(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>${inside}</CstmrDrctDbtInitn></Document>
    `);

  it('collects what shares a day and a sequence type in one block, each with its own sum, the earliest first', () => {
    const debits = [
      debit('D-1'),
      debit('D-2', { collectOn: '2026-11-30', sequenceType: 'OOFF', amountMinor: 123_456n }),
      debit('D-3', { amountMinor: 95n }),
      debit('D-4', { sequenceType: 'FRST' }),
    ];
    const agent = '<FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId>';
    const blocks = [
      block(1, 1, '1234.56', 'OOFF', '2026-11-30', agent, each('D-2', '1234.56')),
      block(2, 1, '0.05', 'FRST', '2026-12-01', agent, each('D-4', '0.05')),
      block(3, 2, '1.00', 'RCUR', '2026-12-01', agent, each('D-1', '0.05') + each('D-3', '0.95')),
    ];
    const file = directDebitXml({ messageId: 'M-2', madeAt, creditor, debits });
    expect(dense(file)).toBe(document(head('M-2', 4, '1235.61') + blocks.join('')));
  });

  it('names no bank and no debtor where none is known', () => {
    const debits = [debit('D-1', { debtorName: '' })];
    const file = directDebitXml({ messageId: 'M-2', madeAt, creditor: { ...creditor, bic: null }, debits });
    const inside = block(1, 1, '0.05', 'RCUR', '2026-12-01', notProvided, each('D-1', '0.05', 'NOTPROVIDED'));
    expect(dense(file)).toBe(document(head('M-2', 1, '0.05') + inside));
  });
});
