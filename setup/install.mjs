// Installs what is missing, and nothing else.
import { checkNode, install, runSteps } from './ground.mjs';

checkNode();
await runSteps(install);
