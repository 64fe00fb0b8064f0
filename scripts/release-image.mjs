// `NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… npm run release:image -- shop/pay:0.1.0` builds and pushes the image of a
// release, from a base and from sources that are known to the byte, and prints the digest that it is to be run by.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../setup/ground.mjs';

function refuse(why) {
  console.error(why);
  process.exit(1);
}

function run(command, ...parameters) {
  const { status, stdout, error } = spawnSync(command, parameters, {
    cwd: projectDir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) refuse(`${command} ${parameters[0]} failed${error ? `: ${error.message}` : ''}.`);
  return stdout.trim();
}

const [name = ''] = process.argv.slice(2);
const base = process.env.NODE_IMAGE ?? '';
const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
if (!/^[\w.:/-]+@sha256:[0-9a-f]{64}$/.test(base))
  refuse('NODE_IMAGE has to name the base image by its digest, like node:24.21.0-bookworm-slim@sha256:…; a tag can be moved.');
if (!name.endsWith(`:${version}`)) refuse(`The image has to be named with the version, like shop/pay:${version}.`);
if (run('git', 'status', '--porcelain') !== '')
  refuse('There are changes that are not committed; a release is built from a commit.');
const revision = run('git', 'rev-parse', 'HEAD');
const labels = [
  '--label',
  `org.opencontainers.image.revision=${revision}`,
  '--label',
  `org.opencontainers.image.base.name=${base}`,
];
run('docker', 'build', '--pull', '--build-arg', `NODE_IMAGE=${base}`, ...labels, '--tag', name, '.');
run('docker', 'push', name);
console.log(`Run it as ${run('docker', 'inspect', '--format', '{{index .RepoDigests 0}}', name)}`);
