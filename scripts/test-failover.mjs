// `npm run test:failover`: a cluster of PostgreSQL by Patroni whose leader is hurt twenty times under load (docs/failover.md). Needs root
// and Debian's packages.
import { build, checkNode, endWithPipe, install, runSteps } from '../setup/ground.mjs';

checkNode();
endWithPipe();
await runSteps(install, build);
const { register } = await import('tsx/esm/api');
register();
const { orToldWhy } = await import('./flags.ts');
const { run } = await import('./failover/run.ts');
process.exit((await orToldWhy(() => run(process.argv.slice(2)))) ? 0 : 1);
