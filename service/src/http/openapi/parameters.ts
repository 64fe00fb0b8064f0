// Parameters in the OpenAPI document: those of the path, and the headers that every operation understands.
import type { Filters } from '../filters.ts';
import type { JsonObject } from './schemas.ts';

interface Described {
  readonly description: string;
  readonly example: string;
}

const pathParameters: Readonly<Record<string, Described>> = {
  orderNumber: { description: 'The shop’s order number; upper and lower case do not matter.', example: 'WEB-1001' },
  captureNumber: { description: 'Number of a capture: the invoice number, or the one that was made.', example: 'R-2026-1001' },
  refundNumber: {
    description: 'Number of a refund: the credit note number, or the one that was made.',
    example: '1795167000345678901',
  },
  voidNumber: { description: 'Number of a cancellation.', example: '1795167000456789012' },
  shippingNumber: { description: 'Number of a shipping detail; counts from 1 in each order.', example: '1' },
  customerNumber: { description: 'The shop’s customer number, or the one that was given.', example: '1795167000123456789' },
  documentId: { description: 'Id of a document.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b13' },
  token: {
    description: 'Merchant, document, end and signature, as the link came.',
    example: '00000000-0000-7000-8000-000000004445.0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b13.1797811200.signature.pdf',
  },
  checkoutId: {
    description: 'The id that payment-methods or authorize answered.',
    example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  },
  accountNumber: { description: 'Number of a customer account.', example: '0100.0000008' },
  ssn: {
    description: 'National identification number of the account’s owner. Never written to a log.',
    example: '19121212-1212',
  },
  organisationId: { description: 'Id of an organisation.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10' },
  keyId: { description: 'Id of a key, never the key itself.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b20' },
  merchantId: { description: 'Id of a merchant.', example: '00000000-0000-7000-8000-000000004445' },
  name: { description: 'Name of a job.', example: 'expire-authorizations' },
  number: { description: 'Number of what it is about, as a list of them has it.', example: 'EUR-000001' },
  transactionId: { description: 'Your own number of a payment.', example: 'bank-2026-11-20-18' },
  currency: { description: 'A currency of ISO 4217.', example: 'EUR' },
  version: { description: 'Version, from 1.', example: '1' },
  entryId: { description: 'Id of an entry.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b30' },
  endpointId: { description: 'Id of a webhook endpoint.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b31' },
  fileId: { description: 'Id of a file.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b32' },
  importId: { description: 'Id of an import.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b33' },
  changeId: { description: 'Id of a change of a payout account.', example: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b34' },
};

export function pathParameter(name: string): JsonObject {
  const known = pathParameters[name];
  return {
    name,
    in: 'path',
    required: true,
    ...(known && { description: known.description }),
    schema: { type: 'string', maxLength: 256 },
    ...(known && { example: known.example }),
  };
}

/** What an operation finds behind the question mark. */
export function queryParameters(query: Filters): JsonObject[] {
  return Object.entries(query).map(([name, { about: description, schema }]) => ({ name, in: 'query', description, schema }));
}

/** Headers as components, by the name under which operations refer to them. */
export const headerParameters: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A word of your own for this request, best a UUID. Sent again with the same body, the first answer comes back byte for byte. `X-Idempotency-Key` (up to 50 characters) is understood as well.',
    // Without an example: tried from the page, the same key with another body would be refused.
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request, for your logs and ours. Made for you when it is missing.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
};

export const headerParameter = (name: 'IdempotencyKey' | 'RequestId'): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
});
