// References and remarks that a request may carry: kept with the record and read back, never decided on.
import { said } from '../core/json.ts';
import { CutText, InstantText, Opt, type Static, Text, Type } from './schema.ts';

/** The shop's and its payment partner's references. */
export const references = {
  parentTransactionReference: Opt(Text(128)),
  transactionReference: Opt(Text(100)),
  yourReference: Opt(CutText(128)),
  ourReference: Opt(CutText(128)),
  merchantId: Opt(CutText(50)),
};
export const References = Type.Object(references, { title: 'References' });

/** The nested form that some plug-ins use in captures. */
export const CaptureReferences = Type.Object(
  {
    yourReference: Opt(CutText(128)),
    ourReference: Opt(CutText(128)),
    contractDate: Opt(InstantText()),
    invoiceDate: Opt(InstantText()),
    costCenter: Opt(CutText(50)),
  },
  { title: 'CaptureReferences' },
);

type ReferencesBody = Static<typeof References> & { readonly references?: Static<typeof CaptureReferences> };

/** What of a body is a reference, in one flat object. */
export function referencesOf(body: ReferencesBody): Record<string, string> {
  const {
    references: nested = {},
    parentTransactionReference,
    transactionReference,
    yourReference,
    ourReference,
    merchantId,
  } = body;
  return said({
    ...nested,
    parentTransactionReference,
    transactionReference,
    merchantId,
    yourReference: yourReference ?? nested.yourReference,
    ourReference: ourReference ?? nested.ourReference,
  });
}
