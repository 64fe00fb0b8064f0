import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['service/test/**/*.test.ts', 'service/src/**/*.test.ts', 'cli/test/**/*.test.ts'],
    globalSetup: ['service/test/support/global-setup.ts'],
    // A process per file: tests start servers and read signals, which threads of one process share.
    pool: 'forks',
    maxWorkers: 2,
    // Properties that are tried more often take longer.
    testTimeout: 20_000 * Math.max(1, Number(process.env['PROPERTY_RUNS'] ?? 1)),
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
});
