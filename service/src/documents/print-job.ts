// What goes between the printer and its worker thread.
import type { Document } from '../core/documents/document.ts';

export interface PrintJob {
  readonly id: number;
  readonly document: Document;
}

/** What the thread says: once that it has everything it draws with, and then of each document the result. */
export type Said = { readonly ready: true } | Printed;

export type Printed =
  | { readonly id: number; readonly bytes: Uint8Array }
  /** The name of the fault alone: its text may hold what the document holds. */
  | { readonly id: number; readonly fault: string };
