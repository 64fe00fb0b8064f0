// The tests of a cluster would pass on the embedded server as well, and say nothing of a cluster.
import { nodesOf } from './global-setup.ts';

export default async function onlyOnCluster(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  if (given !== '' && (await nodesOf({ connectionString: given })).length > 2) return;
  const why = given === '' ? 'is not set' : 'leads to no coordinator that knows two workers';
  throw new Error(`TEST_DATABASE_URL ${why}: docs/scaling.md says what npm run test:citus needs.`);
}
