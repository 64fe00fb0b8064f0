// Items as the lines of an invoice or credit note, each with its rate of VAT.
import { type CountryCode, countries } from '../core/countries/countries.ts';
import { type InvoiceLine, lineMinor } from '../core/documents/invoice.ts';
import { isRate, rateOf, statedRate } from '../core/documents/vat.ts';
import { type Line, netOf } from '../core/order/totals.ts';
import { lineFromWire, type OrderItem } from '../wire/items.ts';

/** Customers are in these countries, and a shop may have to charge the VAT of theirs. */
const ratesAnywhere: ReadonlySet<string> = new Set(Object.values(countries).flatMap(({ payment }) => payment.vatRates));

interface Priced {
  readonly item: OrderItem;
  readonly line: Line;
  /** The rate that the item names, as far as it is one of its prices. */
  readonly stated: string | null;
}

/** Lines beside others of their order: what those name as their rate is likely that of one that names none. */
export function linesBeside(items: readonly OrderItem[], others: readonly OrderItem[], country: CountryCode): InvoiceLine[] {
  const { vatRates } = countries[country].payment;
  const priced = items.map((item) => pricedIn(item, vatRates));
  const named = [...priced, ...others.map((item) => pricedIn(item, vatRates))].flatMap(({ stated }) => stated ?? []);
  const rates = [...new Set([...named, ...vatRates])];
  return priced.map(({ item, line, stated }) => ({
    description: item.description ?? item.productId ?? '',
    quantity: String(item.quantity),
    grossUnitE4: line.grossUnitE4,
    grossMinor: lineMinor(line.grossUnitE4, line.quantityE6),
    netMinor: netOf(line),
    vatPercent: stated ?? computed(line, rates) ?? sentRate(item),
  }));
}

/** The rate of all lines, in per cent, where they have one. */
export function rateOfAll(lines: readonly InvoiceLine[]): number | undefined {
  const [first, ...others] = lines.map(({ vatPercent }) => vatPercent);
  return first == null || others.some((each) => each !== first) ? undefined : Number(first);
}

const computed = ({ grossUnitE4, netUnitE4 }: Line, rates: readonly string[]): string | null =>
  netUnitE4 === null ? null : rateOf(grossUnitE4, netUnitE4, rates);

const sentRate = ({ vatPercent }: OrderItem): string | null => (isRate(vatPercent) ? String(vatPercent) : null);

function pricedIn(sent: OrderItem, ofCountry: readonly string[]): Priced {
  const item = withoutNoNet(sent);
  const line = lineFromWire(item);
  const rate = sentRate(item);
  const { grossUnitE4: gross, netUnitE4: net } = line;
  // Where the rate alone is known, the net is computed by it.
  const isFree = rate === null || net === null || line.vatPercentE4 !== undefined;
  return { item, line, stated: isFree ? rate : statedRate({ gross, net }, rate, { ofCountry, anywhere: ratesAnywhere }) };
}

/** A net price of nothing beside a gross price says no VAT: no rate takes all. Shops send it for one that they did not compute. */
function withoutNoNet(item: OrderItem): OrderItem {
  const { netUnitPrice, vatAmount: _vat, ...rest } = item;
  return netUnitPrice === 0 && item.grossUnitPrice !== 0 ? rest : item;
}
