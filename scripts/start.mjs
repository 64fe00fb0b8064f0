// `npm start`: installs what is missing, builds what has changed, and becomes the service. It is the same process to the end,
// so that signals and the exit code are the service's own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, checkNode, install, projectDir, readSettings, runSteps } from '../setup/ground.mjs';

checkNode();
readSettings();
await runSteps(install, build);
await import(pathToFileURL(join(projectDir, 'dist', 'service', 'src', 'main.js')).href);
