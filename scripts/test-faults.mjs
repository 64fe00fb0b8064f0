// `npm run test:faults`: what takes minutes and looks for faults that no test thought of. Each file of scripts/faults is a part, run
// one after the other; names choose parts, options are theirs: `npm run test:faults -- fuzz --seed 7 --requests 1000`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, endWithPipe, install, projectDir, runSteps } from '../setup/ground.mjs';

checkNode();
endWithPipe();
await runSteps(install, build);
const { register } = await import('tsx/esm/api');
register();
const { orToldWhy } = await import('./flags.ts');

const parameters = process.argv.slice(2);
const firstOption = parameters.findIndex((each) => each.startsWith('--'));
const chosen = firstOption < 0 ? parameters : parameters.slice(0, firstOption);
const options = parameters.slice(chosen.length);
const parts = readdirSync(join(projectDir, 'scripts', 'faults'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3))
  .sort();
const unknown = chosen.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const part of parts.filter((name) => chosen.length === 0 || chosen.includes(name))) {
  console.log(`\n== ${part}`);
  const { run } = await import(`./faults/${part}.ts`);
  if (!(await orToldWhy(() => run(options)))) failed += 1;
}
console.log(`\n${failed === 0 ? 'no faults found' : `faults found in ${failed} of the parts`}`);
process.exit(failed === 0 ? 0 : 1);
