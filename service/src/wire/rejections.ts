// What an answer says to a person whom the engine rejected, beside the reason: docs/rejections.md.

import type { Notice } from '../core/refusals.ts';
import { isContestable } from '../core/risk/objection.ts';

/** The reasons with the address of the page where the person contests the decision, where the person may. */
export function withRights(
  notices: readonly Notice[],
  decision: { readonly outcome: string; readonly category: string },
  contestUrl: () => string,
): Notice[] {
  if (decision.outcome !== 'Rejected' || !isContestable(decision.category, notices)) return [...notices];
  const [first, ...others] = notices;
  return first ? [{ ...first, values: { ...first.values, contestUrl: contestUrl() } }, ...others] : [];
}
