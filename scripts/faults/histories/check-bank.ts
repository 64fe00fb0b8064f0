// A bank's files: each line that was taken in stands once, in whichever files it came, and its money was booked once.
import { type Books, differing, grouped, text, total } from './check.ts';
import type { Request } from './clients.ts';
import type { Row } from './memory-server.ts';

export function complaintsOfBank(requests: readonly Request[], books: Books): string[] {
  const entries = books.rows('bankEntries');
  return [
    ...complaintsOfFiles(requests, entries, books),
    ...complaintsOfBookings(entries, books),
    ...entries
      .filter((row) => !['Open', 'Booked'].includes(text(row['state'])))
      .map((row) => `a line of a bank file is left ${text(row['state'])}`),
  ];
}

/** Every line of a file that was answered is there, and none is there twice. */
function complaintsOfFiles(requests: readonly Request[], entries: readonly Row[], books: Books): string[] {
  const byReference = grouped(entries, 'bankReference');
  const complaints = [...byReference].flatMap(([reference, rows]) =>
    rows.length > 1 ? [`the line ${reference} of a bank file stands ${rows.length} times`] : [],
  );
  const importsOf = new Map<string, Set<unknown>>();
  const imports = new Map(books.rows('bankImports').map((row) => [row['id'], row]));
  for (const { wish, attempts } of requests) {
    if (wish.do !== 'bank file') continue;
    for (const { answer } of attempts) {
      if (answer?.kind !== 'answered') continue;
      const said = JSON.parse(answer.text) as Readonly<Record<string, number>>;
      const row = imports.get(said['importId']);
      const file = JSON.stringify(wish.lines);
      importsOf.set(file, new Set([...(importsOf.get(file) ?? []), said['importId']]));
      const parts = ['booked', 'waiting', 'closed', 'underway'].reduce((sum, name) => sum + Number(said[name]), 0);
      complaints.push(
        ...differing('the answer to a bank file', [
          ['entries', said['entries'], wish.lines.length],
          ['entries that are kept', row?.['entryCount'], wish.lines.length],
          ['repeated', said['repeated'], row?.['repeatedCount']],
          ['entries by state', parts, wish.lines.length - Number(said['repeated'])],
        ]),
      );
      for (const { bankReference, amount } of wish.lines) {
        const [entry] = byReference.get(bankReference) ?? [];
        complaints.push(...differing(`the line ${bankReference}`, [['amount', entry?.['amountMinor'], BigInt(amount)]]));
      }
    }
  }
  for (const ids of importsOf.values()) if (ids.size > 1) complaints.push(`one bank file is ${ids.size} imports`);
  return complaints;
}

/** What an entry says that it booked is what was booked for it, no more than came, and nothing else was booked in its name. */
function complaintsOfBookings(entries: readonly Row[], books: Books): string[] {
  const payments = [...books.rows('payments'), ...books.rows('accountPayments')];
  const ofBank = payments.filter((row) => text(row['transactionId']).startsWith('bank-'));
  const own = grouped(
    ofBank.map((row): Row => ({ ...row, entryId: text(row['transactionId']).slice('bank-'.length, -'-1'.length) })),
    'entryId',
  );
  const ids = new Set(entries.map((row) => text(row['id'])));
  const strays = [...own.keys()].filter((id) => !ids.has(id)).map((id) => `a payment of the bank without its line: ${id}`);
  return [
    ...strays,
    ...entries.flatMap((row) => {
      const booked = own.get(text(row['id'])) ?? [];
      const bookings = row['bookings'] as readonly Row[];
      const whose = `the line ${text(row['bankReference'])}`;
      const [amount, sum] = [row['amountMinor'] as bigint, total(booked, 'amountMinor')];
      return [
        ...differing(whose, [
          ['booked', row['bookedMinor'], sum],
          ['bookings', bookings.length, booked.length],
          ['amount of its booking', BigInt(text(bookings[0]?.['amountMinor'] ?? 0)), sum],
          ...(row['state'] === 'Booked' ? [['booked whole', sum, amount] as const] : []),
        ]),
        ...(sum > amount ? [`${whose} booked ${sum} of ${amount}`] : []),
      ];
    }),
  ];
}
