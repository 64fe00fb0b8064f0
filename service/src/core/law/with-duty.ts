// Which countries have a duty in their law, and from which day on: what jobs look for candidates by.
import { type CountryCode, countryCodes } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { rowsOf } from './law-on.ts';
import type { Duty } from './rows.ts';

export interface DutyOf {
  readonly country: CountryCode;
  readonly since: Day;
}

export const withDuty = (duty: Duty): readonly DutyOf[] =>
  countryCodes.flatMap((country) => {
    const days = rowsOf(country).flatMap((row) => (row.parameter === 'duties' && row.value.includes(duty) ? [row.from] : []));
    const [since] = days.sort();
    return since === undefined ? [] : [{ country, since }];
  });
