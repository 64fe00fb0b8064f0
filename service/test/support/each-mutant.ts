// Runs before each test file when mutants are tried: the same cases for each of them, and none made smaller, as that one case
// fails is all that is asked.
import fc from 'fast-check';
import { manyRuns } from './runs.ts';

fc.configureGlobal({ seed: 20_261_122, endOnFailure: true, ...manyRuns(100) });
