// `npm run demo`: installs and builds what is missing, then plays the examples (scripts/demo.ts).
import { build, checkNode, endWithPipe, install, readSettings, runSteps } from '../setup/ground.mjs';

checkNode();
readSettings();
endWithPipe();
await runSteps(install, build);
const { register } = await import('tsx/esm/api');
register();
await import('./demo.ts');
