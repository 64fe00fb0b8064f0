// A value of a schema, for operations that bring no example of their own.
import type { Json } from './schemas.ts';

interface Node {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-12-20',
  'date-time': '2026-11-20T09:30:00Z',
  uuid: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
  // By the name of the member, where its form says too little.
  id: '00000000-0000-7000-8000-000000004445',
  name: 'Lampenladen Berlin',
  country: 'DE',
  currency: 'EUR',
  orderNumber: 'WEB-1001',
  captureNumber: 'R-2026-1001',
  customerNumber: '1795167000123456789',
  accountNumber: '0100.0000008',
  transactionId: 'bank-2026-11-20-18',
  settlementNumber: 'EUR-000001',
  paymentReference: 'RF18 5390 0754 7034',
  iban: 'DE89370400440532013000',
  reason: 'As agreed with the customer',
  url: 'https://shop.example/webhooks',
};

const money = /amount|fee|balance|interest/i;

/** An amount where the name says so and its bounds allow it; else the least that there may be. */
function numberOf({ minimum = 0, maximum = Infinity, type }: Node, name: string): number {
  if (type === 'number' && money.test(name) && minimum <= sampleAmount && sampleAmount <= maximum) return sampleAmount;
  return minimum;
}

const sampleAmount = 104.95;

export function sampleOf(schema: object, name = ''): Json {
  const node = schema as Node;
  if (node.properties) {
    return Object.fromEntries(Object.entries(node.properties).map(([member, inner]) => [member, sampleOf(inner, member)]));
  }
  if (node.items) return [sampleOf(node.items, name)];
  if (node.enum) return node.enum[0] ?? '';
  if (node.type === 'boolean') return false;
  if (node.type === 'number' || node.type === 'integer') return numberOf(node, name);
  if (node.type === 'string') return texts[node.format ?? name] ?? '';
  return {};
}
