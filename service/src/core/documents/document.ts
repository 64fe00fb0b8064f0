// A document as data: the content of the paper, block after block. The core composes it, documents/ draws it; neither knows
// the other's trade. It holds nothing that a structured clone cannot carry, so that it can be handed to a worker thread.
import type { Instant } from '../dates.ts';

export interface Document {
  /** The title of the file; the pages themselves only show their blocks. */
  readonly title: string;
  /** BCP 47. */
  readonly languageTag: string;
  /** The document's own moment: the only time that gets into its bytes. */
  readonly madeAt: Instant;
  /** At the foot of every page, on the left. */
  readonly foot: string;
  /** At the foot of every page, on the right; `{page}` and `{pages}` are filled in. */
  readonly pageOf: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | Heading
  | Paragraph
  | Facts
  | Sides
  | List
  | Table
  | Payment
  | SwissBill
  | Blanks
  | { readonly kind: 'break' };

export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3;
  readonly text: string;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly tone?: 'strong' | 'small' | 'warning';
  /** An address that the text leads to: below it, to be clicked. */
  readonly link?: string;
}

/** With an address that the value leads to: below it, to be clicked. */
export type FactRow = readonly [label: string, value: string, link?: string | undefined];

/** Labels with their values, one below the other; with `ruled` each in a box of its own, as official forms have it. */
export interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly FactRow[];
  readonly ruled?: boolean;
}

/** Two columns side by side, such as addressee and facts of a letter. */
export interface Sides {
  readonly kind: 'sides';
  readonly left: readonly string[];
  readonly right: readonly (readonly [label: string, value: string])[];
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly string[];
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /** A row never breaks over two pages; the head is repeated on each. */
  readonly rows: readonly (readonly string[])[];
  /** Rows below a rule, in bold: the sums. They stay together, and with the last row above them. */
  readonly totals?: readonly (readonly string[])[];
}

export interface Column {
  readonly title: string;
  /** A share of the width, in relation to the other columns'. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** How to pay: facts in a frame, with what a telephone or a bank reads beside or below them. */
export interface Payment {
  readonly kind: 'payment';
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly qr?: { readonly payload: string; readonly caption: string };
  /** Digits as a Code 128 bar code (the Finnish bank bar code). */
  readonly bars?: { readonly digits: string; readonly caption: string };
}

/** The payment part of a Swiss QR-bill; it is at the foot of a page, whole. */
export interface SwissBill {
  readonly kind: 'swissBill';
  readonly language: 'DE' | 'EN' | 'FR';
  readonly account: string;
  readonly creditor: SwissAddress;
  readonly debtor: SwissAddress | null;
  readonly currency: 'CHF' | 'EUR';
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly message: string;
}

/** A structured address ("S"); the combined form is no longer allowed. */
export interface SwissAddress {
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly postalCode: string;
  readonly place: string;
  readonly country: string;
}

/** Lines to be filled in by hand. */
export interface Blanks {
  readonly kind: 'blanks';
  readonly labels: readonly string[];
}
