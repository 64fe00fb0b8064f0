// Ledger = counters = settlement: what the merchant is owed is on exactly one statement, each statement adds up to its lines and to what
// it booked, and payouts and their files say the same.
import { type Books, balance, differing, grouped, text, total } from './check.ts';
import type { Request } from './clients.ts';
import type { Row } from './memory-server.ts';
import { contract } from './merchant.ts';

export function complaintsOfSettlement(requests: readonly Request[], books: Books): string[] {
  const closed = [...books.rows('settlements')].sort((one, other) => Number(one['position']) - Number(other['position']));
  const draft = closed
    .filter((row) => row['state'] !== 'Closed')
    .map((row) => `statement ${text(row['number'])} was never closed`);
  const lines = grouped(books.rows('settlementLines'), 'settlementNumber');
  return [
    ...draft,
    ...complaintsOfEntries(books),
    ...complaintsOfLines(books),
    ...closed.flatMap((row, index) => complaintsOfStatement(row, closed[index - 1], lines.get(text(row['number'])) ?? [])),
    ...complaintsOfBalances(closed, books),
    ...complaintsOfPayouts(closed, books),
    ...complaintsOfFiles(books),
    ...complaintsOfSettling(requests, books),
  ];
}

const settling: ReadonlySet<unknown> = new Set(['merchant_fees', 'merchant_reserve', 'merchant_carried', 'payouts_due']);

/** What has to be settled: all but what settling itself moves. */
const owedEntries = (books: Books): Row[] =>
  books.rows('ledger').filter((entry) => {
    const accounts = [entry['debitAccount'], entry['creditAccount']];
    return accounts.includes('merchant_payables') && !accounts.some((account) => settling.has(account));
  });

/** Each entry is on one line of one statement, and is known to be there. */
function complaintsOfEntries(books: Books): string[] {
  const lines = books.rows('settlementLines');
  const placed = lines.flatMap((line) =>
    (line['ledgerIds'] as readonly string[]).map((ledgerId) => ({
      ledgerId,
      place: `${text(line['settlementNumber'])}/${text(line['lineNumber'])}`,
    })),
  );
  const places = grouped(placed, 'ledgerId');
  const known = new Map(
    books
      .rows('settlementEntries')
      .map((row) => [row['ledgerId'], `${text(row['settlementNumber'])}/${text(row['lineNumber'])}`] as const),
  );
  return owedEntries(books).flatMap((entry) => {
    const own = places.get(text(entry['id'])) ?? [];
    const which = `the entry of ${text(entry['amountMinor'])} from ${text(entry['debitAccount'])}`;
    if (own.length !== 1) return [`${which} is on ${own.length} lines of statements`];
    return known.get(entry['id']) === own[0]?.['place'] ? [] : [`${which} is on a line that is not known`];
  });
}

/** Captures, refunds, purchases and adjustments, each as much as the statements say of it. */
function complaintsOfLines(books: Books): string[] {
  const lines = grouped(books.rows('settlementLines'), 'kind');
  const amounts = (kind: string): Map<string, bigint> => {
    const found = new Map<string, bigint>();
    for (const line of lines.get(kind) ?? [])
      found.set(text(line['subject']), (found.get(text(line['subject'])) ?? 0n) + (line['amountMinor'] as bigint));
    return found;
  };
  const compared = (kind: string, table: string, sign: bigint): string[] => {
    const settled = amounts(kind);
    const rows = books.rows(table);
    return differing(`statements, ${kind}`, [
      ['lines', lines.get(kind)?.length ?? 0, rows.length],
      ...rows.map((row): [string, unknown, unknown] => {
        const number = text(row['number']);
        return [number, settled.get(number), sign * (row['amountMinor'] as bigint)];
      }),
    ]);
  };
  return [
    ...compared('Capture', 'captures', 1n),
    ...compared('Refund', 'refunds', -1n),
    ...compared('Adjustment', 'settlementAdjustments', 1n),
    ...complaintsOfFees(books.rows('settlementLines')),
  ];
}

const rounded = (product: bigint, divisor: bigint): bigint => (product * 2n + divisor) / (divisor * 2n);

/** The percentage of a capture, less what is given back for the part of it that was refunded; and its part of the reserve. */
function complaintsOfFees(lines: readonly Row[]): string[] {
  const term = contract.fees?.terms.find(({ paymentType }) => paymentType === 'Invoice');
  return [...grouped(lines, 'captureNumber')].flatMap(([number, own]) => {
    if (number === '') return [];
    const [capture] = own.filter((line) => line['kind'] === 'Capture');
    const refunds = own.filter((line) => line['kind'] === 'Refund');
    const amount = (capture?.['amountMinor'] ?? 0n) as bigint;
    const fee = rounded(amount * BigInt(term?.percentBps ?? 0), 10_000n);
    const back = amount === 0n ? 0n : rounded(fee * -total(refunds, 'amountMinor'), amount);
    return differing(`the fees of capture ${number}`, [
      ['per cent', total(own, 'percentFeeMinor'), fee - back],
      ['fixed', total(own, 'fixedFeeMinor'), term?.fixedMinor ?? 0n],
      ['reserve', total(own, 'reserveMinor'), rounded(amount * BigInt(contract.reserve?.percentBps ?? 0), 10_000n)],
    ]);
  });
}

const money = (row: Row | undefined, column: string): bigint => (row?.[column] ?? 0n) as bigint;

/** A statement against its lines and the one before it. */
function complaintsOfStatement(row: Row, before: Row | undefined, lines: readonly Row[]): string[] {
  const of = (...kinds: readonly string[]): bigint =>
    total(
      lines.filter((line) => kinds.includes(text(line['kind']))),
      'amountMinor',
    );
  return differing(`statement ${text(row['number'])}`, [
    ['position', row['position'], Number(before?.['position'] ?? 0) + 1],
    ['lines', row['lineCount'], lines.length],
    ['captures', row['capturesMinor'], of('Capture', 'AccountPurchase', 'AccountWithdrawal')],
    ['refunds', row['refundsMinor'], -of('Refund', 'AccountCorrection')],
    ['adjustments', row['adjustmentsMinor'], of('Adjustment', 'Other')],
    ['fees', row['feesMinor'], total(lines, 'percentFeeMinor') + total(lines, 'fixedFeeMinor')],
    ['reserve', row['reserveWithheldMinor'], total(lines, 'reserveMinor')],
    ['reserve released', row['reserveReleasedMinor'], of('ReserveReleased')],
    ['carried in', row['carriedInMinor'], of('CarriedIn')],
    ['carried in from the one before', row['carriedInMinor'], money(before, 'carriedOutMinor')],
    ['carried out', row['carriedOutMinor'], -of('CarriedOut')],
    ['payout', row['payoutMinor'], total(lines, 'netMinor')],
  ]);
}

/** What all statements say, and what the ledger says. */
function complaintsOfBalances(statements: readonly Row[], books: Books): string[] {
  const entries = books.rows('ledger');
  const released = new Map(statements.map((row) => [row['number'], row['releasedBy']]));
  const kept = statements.filter((row) => released.get(row['number']) === null);
  const paid = books.rows('payouts').filter((row) => row['state'] === 'Paid');
  const payouts = total(books.rows('payouts'), 'amountMinor');
  return differing('the ledger', [
    ['owed to the merchant and not settled', balance(entries, 'merchant_payables'), 0n],
    ['fees', -balance(entries, 'merchant_fees'), total(statements, 'feesMinor')],
    ['reserve', -balance(entries, 'merchant_reserve'), total(kept, 'reserveWithheldMinor')],
    ['carried over', -balance(entries, 'merchant_carried'), money(statements.at(-1), 'carriedOutMinor')],
    ['payouts due', -balance(entries, 'payouts_due'), payouts - total(paid, 'amountMinor')],
    ['paid out', -balance(entries, 'payouts'), total(paid, 'amountMinor')],
  ]);
}

const stateAfter: Readonly<Record<string, string>> = {
  'settlement.paid_out': 'Paid',
  'settlement.payout_failed': 'Failed',
  'settlement.payout_returned': 'Failed',
};

/** One for each statement with something to pay, as its events say; what left twice came back between. */
function complaintsOfPayouts(statements: readonly Row[], books: Books): string[] {
  const rows = new Map(books.rows('payouts').map((row) => [row['settlementNumber'], row]));
  const events = grouped(
    books.rows('outbox').filter((event) => text(event['type']).startsWith('settlement.')),
    'subject',
  );
  return statements.flatMap((statement) => {
    const number = text(statement['number']);
    const row = rows.get(number);
    const own = (events.get(number) ?? []).sort((one, other) => Number(one['version']) - Number(other['version']));
    const last = stateAfter[text(own.at(-1)?.['type'])];
    const isStill = last === undefined || row?.['state'] === last || (last === 'Failed' && row?.['state'] === 'Exported');
    const paidTwice = own.filter(({ type }, index) => type === 'settlement.paid_out' && own[index - 1]?.['type'] === type);
    return [
      ...differing(`the payout of ${number}`, [
        ['amount', money(row, 'amountMinor'), statement['payoutMinor']],
        ['events', row?.['version'] ?? 1, own.length],
        ['amount of its event', own[0]?.['amountMinor'], statement['payoutMinor']],
      ]),
      ...(isStill ? [] : [`the payout of ${number} is ${text(row?.['state'])}, and its last event says ${last}`]),
      ...(paidTwice.length > 0 ? [`the payout of ${number} was paid twice`] : []),
    ];
  });
}

/** What a file asks the bank to pay: each attempt of a payout in one file. */
function complaintsOfFiles(books: Books): string[] {
  const asked = new Map<string, number>();
  const complaints: string[] = [];
  for (const file of books.rows('payoutFiles')) {
    const content = text(file['content']);
    const names = [...content.matchAll(/<EndToEndId>([^<]*)</g)].map(([, name]) => text(name));
    const amounts = [...content.matchAll(/<InstdAmt[^>]*>([\d.]*)</g)].map(([, amount]) => BigInt(text(amount).replace('.', '')));
    const sum = amounts.reduce((all, each) => all + each, 0n);
    complaints.push(...differing('a file of payouts', [['sum', file['sumMinor'], sum]]));
    for (const name of names) asked.set(name, (asked.get(name) ?? 0) + 1);
  }
  for (const [name, times] of asked) if (times > 1) complaints.push(`${name} is paid by ${times} files`);
  for (const row of books.rows('payouts')) {
    const files = [...asked.keys()].filter((name) => name.startsWith(`${text(row['settlementNumber'])}-`));
    complaints.push(...differing(`the payout of ${text(row['settlementNumber'])}`, [['files', files.length, row['attempts']]]));
  }
  return complaints;
}

/** What was answered of a statement or a file is what the books have of it: neither changes any more. */
function complaintsOfSettling(requests: readonly Request[], books: Books): string[] {
  const statements = new Map(books.rows('settlements').map((row) => [row['number'], row]));
  const files = new Map(books.rows('payoutFiles').map((row) => [row['id'], row]));
  const euros = (minor: unknown): number => Number(minor) / 100;
  return requests.flatMap(({ wish, attempts }) =>
    attempts.flatMap(({ answer }) => {
      if (answer?.kind !== 'answered' || (wish.do !== 'settle' && wish.do !== 'pay out')) return [];
      const { settlement, file } = JSON.parse(answer.text) as { settlement?: Row; file?: Row };
      const [row, kept] = [statements.get(settlement?.['number']), files.get(file?.['id'])];
      return differing(`answered to ${wish.do}`, [
        ...(settlement ? [['payout', settlement['payout'], euros(row?.['payoutMinor'])] as const] : []),
        ...(settlement ? [['lines', settlement['lineCount'], row?.['lineCount']] as const] : []),
        ...(file ? [['sum', file['sum'], euros(kept?.['sumMinor'])] as const] : []),
      ]);
    }),
  );
}
