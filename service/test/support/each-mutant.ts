// Runs before each test file when mutants are tried: the same cases for each of them, and none made smaller, as that one case
// fails is all that is asked.
import fc from 'fast-check';
import { inject, vi } from 'vitest';
import { manyRuns } from './runs.ts';

fc.configureGlobal({ seed: 20_261_122, endOnFailure: true, ...manyRuns(100) });

declare module 'vitest' {
  interface ProvidedContext {
    /** Stryker's: which tests reach what is found out in a first run without a mutant. */
    mode?: 'dry-run' | 'mutant';
  }
}

// What a file computes once and keeps is reached by its first test alone: so in that run each file computes it anew.
if (inject('mode') !== 'mutant') vi.resetModules();
