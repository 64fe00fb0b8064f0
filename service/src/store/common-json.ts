// JSON that many rows of a merchant say alike: the policy that decisions were made under, the creditor that invoices name. It is kept
// once, by a mark that its text makes, and never changes: a row that names the mark says for ever what it said when it was written.
import { hash } from 'node:crypto';

export interface CommonContent {
  /** A UUID of the first half of the SHA-256 of the text. */
  readonly mark: string;
  readonly text: string;
}

const made = new WeakMap<object, CommonContent>();

/** The content of a value of such a column, nothing where it has none: made once for an object, which no code may change any more. */
export function contentOf(value: unknown): CommonContent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const content = made.get(value) ?? contentFrom(JSON.stringify(value));
  made.set(value, content);
  return content;
}

function contentFrom(text: string): CommonContent {
  const digits = hash('sha256', text, 'hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20, 32)];
  return { mark: parts.join('-'), text };
}
