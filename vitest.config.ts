import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['service/test/**/*.test.ts', 'service/src/**/*.test.ts', 'cli/test/**/*.test.ts'],
    // They need a cluster: vitest-citus.config.ts.
    exclude: ['**/node_modules/**', 'service/test/citus/**'],
    globalSetup: ['service/test/support/global-setup.ts'],
    setupFiles: ['service/test/support/each-file.ts'],
    // Processes, not threads: tests start servers and read signals, which threads of one process share.
    pool: 'forks',
    maxWorkers: 2,
    // The files of a process share its modules, which keep nothing that one test could leave to another: loading them anew for
    // each of the files took a third of the whole run.
    isolate: false,
    // Properties that are tried more often take longer. The limits only end what hangs: a test of several starts takes half a
    // minute on a busy machine.
    testTimeout: 120_000 * Math.max(1, Number(process.env['PROPERTY_RUNS'] ?? 1)),
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    teardownTimeout: 60_000,
  },
});
