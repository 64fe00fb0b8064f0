// For `npm run test:mutants`: the tests that need no database, since some of them are run for each mutant.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['service/test/core/*.test.ts'],
    setupFiles: ['service/test/support/each-mutant.ts'],
    // A worker reads the modules once for all files that a mutant is tried on: most of the time went there.
    isolate: false,
    env: { PROPERTY_RUNS: '0.1' },
    testTimeout: 120_000,
  },
});
