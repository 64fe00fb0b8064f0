// A customer number means one person permanently. Some shops send one for all their guests, or give a number to a second person: where a
// request certainly names another, its number means no one, and it is decided by the identity that it has without the number.
import { keyOf } from './in-hand.ts';
import type { State } from './state.ts';
import type { Write } from './write.ts';

/**
 * The write with that identity, whose rows are to be locked and loaded first. Where customers were merged, an operator said that two
 * names are one person: either of them will do.
 */
export function apartFromNumber(write: Write, state: State): Write | undefined {
  const { person } = write.needs;
  if (!person?.byNumber || !person.apartFrom) return undefined;
  const key = keyOf(state, person);
  const { mergedInto = null } = state.find('customers', key) ?? {};
  const known = [key, mergedInto].flatMap((each) => (each === null ? [] : (state.find('customerProfiles', each) ?? [])));
  const apart = person.apartFrom(known);
  if (!apart) return undefined;
  const { apartFrom: _asked, ...same } = person;
  return {
    ...write,
    needs: { ...write.needs, person: { ...same, ...apart, number: null, byNumber: false, numberIsAnothers: true } },
  };
}
