// `npm run test:citus`: what needs a cluster, and the tests of the interface, of races and of jobs on it. TEST_DATABASE_URL leads to
// a database of the coordinator that knows its nodes (docs/scaling.md).
import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** What cannot apply there, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'service/test/races/budgets.test.ts': 'rows and log are counted in the statistics of one server',
};

/** Single tests. */
const testsLeftOut: Readonly<Record<string, string>> = {
  'by an index, not by reading all orders': 'the plan is made on the node, whose statistics the test does not change',
  'whose database cannot reach the rows asks to come back':
    'a check that fails on a node loses its code; citus/nodes has a node away',
};

export default defineConfig({
  test: {
    ...usual.test,
    include: ['service/test/{citus,http,races,model}/**/*.test.ts', 'service/test/store/statements.test.ts'],
    exclude: Object.keys(leftOut),
    globalSetup: ['service/test/support/only-on-cluster.ts', 'service/test/support/global-setup.ts'],
    testNamePattern: new RegExp(`^(?!.*(?:${Object.keys(testsLeftOut).join('|')}))`),
    // Each statement goes over two servers, and each file copies a database on every node.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
