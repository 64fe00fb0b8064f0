// `npm run demo`: installs and builds what is missing, then plays the examples (scripts/demo.ts).
import { build, checkNode, install, runSteps } from './ground.mjs';

checkNode();
await runSteps(install, build);
const { register } = await import('tsx/esm/api');
register();
await import('./demo.ts');
