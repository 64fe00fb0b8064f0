// `npm run build`: installs what is missing and compiles what has changed.
import { build, checkNode, install, runSteps } from './ground.mjs';

checkNode();
await runSteps(install, build);
