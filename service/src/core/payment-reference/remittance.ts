// What a transfer says it is for: a reference that banks read (ISO 11649), else its text.
import { isRfReference } from './rf.ts';

export type Remittance = { readonly reference: string } | { readonly text: string };

export const remittanceOf = (reference: string): Remittance => (isRfReference(reference) ? { reference } : { text: reference });
