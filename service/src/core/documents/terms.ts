// What an invoice says beside the order: settled when the goods are captured, because a merchant's account or a due date may
// be others by the time somebody asks for the paper.
import type { Day } from '../dates.ts';
import type { Merchant, Payee } from '../merchant.ts';
import type { JsonObject } from '../rows.ts';

export interface InvoiceTerms {
  readonly shopName: string;
  readonly payee: Payee;
  readonly dueOn: Day;
}

export function invoiceTerms({ name, contract }: Pick<Merchant, 'name' | 'contract'>, dueOn: Day): JsonObject {
  return { shopName: name, payee: contract.payee as unknown as JsonObject, dueOn };
}
