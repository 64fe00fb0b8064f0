// A telephone number in E.164 form is taken as it is where the library that reads all other forms would read the same, and only there: but for
// freephone numbers of Belarus, whose 8 that library takes for the digit that is dialled before a call within the country.
import fc from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { phoneOf } from '../../src/core/contact.ts';
import { countryCodes } from '../../src/core/countries/countries.ts';

const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);

/** A number of any country, with some digits behind its + changed, put in or left out. */
const mistyped = fc
  .tuple(
    fc.constantFrom(...numbers),
    fc.array(fc.record({ at: fc.nat(14), digit: fc.nat(9), how: fc.constantFrom('change', 'insert', 'leave out') }), {
      maxLength: 3,
    }),
  )
  .map(([number, slips]) => {
    const digits = Array.from(number.slice(1));
    for (const { at, digit, how } of slips)
      digits.splice(at % digits.length, how === 'insert' ? 0 : 1, ...(how === 'leave out' ? [] : [String(digit)]));
    return `+${digits.join('')}`;
  })
  .filter((text) => !text.startsWith('+3758'));

it('is what the library reads', () => {
  let valid = 0;
  fc.assert(
    fc.property(mistyped, fc.constantFrom(undefined, ...countryCodes), (text, country) => {
      const read = parsePhoneNumberFromString(text, country);
      const expected = read?.isValid() && read.ext === undefined ? read.number : undefined;
      expect(phoneOf(text, country)).toBe(expected);
      if (expected !== undefined) valid += 1;
    }),
    { numRuns: 5000 },
  );
  expect(valid).toBeGreaterThan(500);
});
