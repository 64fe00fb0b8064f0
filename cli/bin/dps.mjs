#!/usr/bin/env node
// The `dps` command, what `npx dps` finds: installs and builds what is missing, then runs it (cli/src/main.ts).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, checkNode, install, projectDir, readSettings, runSteps } from '../../setup/ground.mjs';

checkNode();
readSettings();
// What the command itself says may be read by a machine, so the progress of a build goes beside it.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
await runSteps(install, build);
process.stdout.write = write;
await import(pathToFileURL(join(projectDir, 'dist', 'cli', 'src', 'main.js')).href);
