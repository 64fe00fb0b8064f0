// What is wrong with a form that people wrote: each fault as its member and its reason.
import { Refusal } from '../../src/core/refusals.ts';

export const faultsOf = (read: unknown): string[] =>
  read instanceof Refusal ? read.notices.map(({ id, field }) => `${field} ${id}`).toSorted() : [];
