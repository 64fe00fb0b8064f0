// Are holes known in the packages we use? The registry is asked; where it cannot be, that is said, and nothing fails for it. A hole in
// what runs that is high or critical fails; what is only used to develop is listed.
import { spawnSync } from 'node:child_process';
import { npmCommand, projectDir } from '../setup/ground.mjs';

const { command, before } = npmCommand();

/** What the registry answered, or why it did not. */
function ask(...more) {
  const parameters = [...before, 'audit', '--json', ...more];
  const { stdout, stderr, error } = spawnSync(command, parameters, { cwd: projectDir, encoding: 'utf8', timeout: 60_000 });
  try {
    const { vulnerabilities, message } = JSON.parse(stdout);
    return vulnerabilities ? { found: Object.values(vulnerabilities) } : { why: message ?? 'it gave no answer' };
  } catch {
    return { why: error?.message ?? (stderr.trim().split('\n')[0] || 'it gave no answer') };
  }
}

const show = ({ name, severity, range, fixAvailable }) =>
  `${severity}: ${name} ${range}${fixAvailable ? ', mended in a later version' : ''}`;
const isGrave = ({ severity }) => severity === 'high' || severity === 'critical';

const all = ask();
const running = all.found ? ask('--omit=dev') : all;
if (!running.found) {
  console.log(`ATTENTION: known holes in packages were NOT LOOKED FOR: the registry could not be asked (${running.why}).`);
} else {
  for (const hole of running.found) console.log(`runs         ${show(hole)}`);
  const names = new Set(running.found.map(({ name }) => name));
  for (const hole of all.found.filter(({ name }) => !names.has(name))) console.log(`development  ${show(hole)}`);
  const grave = running.found.filter(isGrave).length;
  console.log(`${all.found.length} packages with known holes, ${grave} of them run and are high or critical`);
  process.exitCode = grave === 0 ? 0 : 1;
}
