// Bank statements for tests, in the element order of camt.053.
export interface Movement {
  readonly amount: string;
  readonly currency?: string;
  readonly on?: string;
  readonly valueOn?: string;
  readonly debit?: boolean;
  readonly status?: string;
  readonly reversal?: boolean;
  readonly bankReference?: string;
  readonly reference?: string;
  readonly texts?: readonly string[];
  readonly endToEndId?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly returnReason?: string;
  /** Parts of a batch. */
  readonly parts?: readonly Movement[];
  readonly batchOf?: number;
}

const tag = (name: string, content: string | undefined): string => (content ? `<${name}>${content}</${name}>` : '');
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function details(movement: Movement, version: string, isPart: boolean): string {
  const { amount, currency = 'EUR', reference, texts = [], name, iban, returnReason } = movement;
  const party = version >= '08' ? tag('Pty', tag('Nm', escaped(name ?? ''))) : tag('Nm', escaped(name ?? ''));
  const [side, account] = movement.debit ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct'];
  return tag(
    'TxDtls',
    tag('Refs', (isPart ? tag('AcctSvcrRef', movement.bankReference) : '') + tag('EndToEndId', movement.endToEndId)) +
      (isPart ? `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>` : '') +
      tag('RltdPties', (name ? tag(side, party) : '') + tag(account, tag('Id', tag('IBAN', iban)))) +
      tag(
        'RmtInf',
        texts.map((text) => tag('Ustrd', escaped(text))).join('') + tag('Strd', tag('CdtrRefInf', tag('Ref', reference))),
      ) +
      tag('RtrInf', tag('Rsn', tag('Cd', returnReason))),
  );
}

function entry(movement: Movement, version: string): string {
  const { amount, currency = 'EUR', on = '2026-11-20', valueOn = on, parts, batchOf } = movement;
  const status = movement.status ?? 'BOOK';
  return tag(
    'Ntry',
    `<Amt Ccy="${currency}">${amount}</Amt>` +
      tag('CdtDbtInd', movement.debit ? 'DBIT' : 'CRDT') +
      (movement.reversal ? tag('RvslInd', 'true') : '') +
      tag('Sts', version >= '08' ? tag('Cd', status) : status) +
      tag('BookgDt', tag('Dt', on)) +
      tag('ValDt', tag('Dt', valueOn)) +
      tag('AcctSvcrRef', movement.bankReference) +
      tag('BkTxCd', tag('Prtry', tag('Cd', 'NTRF'))) +
      tag(
        'NtryDtls',
        tag('Btch', tag('NbOfTxs', batchOf === undefined ? undefined : String(batchOf))) +
          (batchOf !== undefined
            ? ''
            : (parts ?? [movement]).map((part) => details(part, version, parts !== undefined)).join('')),
      ),
  );
}

export interface CamtOptions {
  readonly version?: string;
  readonly account?: string;
  readonly id?: string;
  readonly prefix?: string;
}

export function statement(
  movements: readonly Movement[],
  { version = '08', account = 'DE02120300000000202051', id = 'S1' }: CamtOptions = {},
): string {
  return tag(
    'Stmt',
    tag('Id', id) +
      tag('CreDtTm', '2026-11-20T20:00:00') +
      tag('Acct', tag('Id', tag('IBAN', account)) + tag('Ccy', 'EUR')) +
      tag(
        'Bal',
        tag('Tp', tag('CdOrPrtry', tag('Cd', 'CLBD'))) +
          '<Amt Ccy="EUR">1000.00</Amt>' +
          tag('CdtDbtInd', 'CRDT') +
          tag('Dt', tag('Dt', '2026-11-20')),
      ) +
      movements.map((movement) => entry(movement, version)).join(''),
  );
}

export function camt(movements: readonly Movement[] | readonly (readonly Movement[])[], options: CamtOptions = {}): string {
  const { version = '08' } = options;
  const lists = (Array.isArray(movements[0]) ? movements : [movements]) as readonly (readonly Movement[])[];
  const statements = lists.map((list, index) => statement(list, { ...options, id: `${options.id ?? 'S'}${index + 1}` })).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>${tag('GrpHdr', tag('MsgId', 'M1') + tag('CreDtTm', '2026-11-20T20:00:00'))}${statements}</BkToCstmrStmt></Document>`;
}
