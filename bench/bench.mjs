// `npm run bench`: installs and builds what is missing, then measures (bench/bench.ts).
import { build, checkNode, install, runSteps } from '../setup/ground.mjs';

checkNode();
await runSteps(install, build);
const { register } = await import('tsx/esm/api');
register();
await import('./bench.ts');
