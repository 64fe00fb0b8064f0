// Can a regular expression of ours be made to look back, so that its time grows faster than what it reads? Every one in what is
// shipped is asked for: literals, patterns of schemas, and those that are put together at the start, as they are then. Scripts and
// tests read only our own text.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

// Its build in plain JavaScript: the same answer on every machine, without Java or a program of the system.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

const options = { timeout: 20_000, randomSeed: 1 } as const;

/** What is taken for slow and is not, with the reason. */
const known: Readonly<Record<string, string>> = {
  'service/src/core/address/parcel-networks.ts':
    'names of fixed length beside each other: at each character at most the longest is read',
};

const projectDir = resolve(import.meta.dirname, '..');
/** Pattern with its flags → where it was found. */
const found = new Map<string, { readonly source: string; readonly flags: string; readonly at: string }>();
const faults: string[] = [];

function add(source: string, flags: string, at: string): void {
  const key = `/${source}/${flags}`;
  if (!found.has(key)) found.set(key, { source, flags, at });
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile() && /\.(ts|mjs)$/.test(each.name)).map((each) => join(each.parentPath, each.name));
}

/** What a file holds of literals; is a pattern put together in it? */
function readFile(file: string): boolean {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  let builds = false;
  const visit = (node: ts.Node): void => {
    const at = `${relative(projectDir, file)}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node.text.slice(1, end), node.text.slice(end + 1), at);
    }
    const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
    if (isMade) builds = true;
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return builds;
}

/** The patterns that the files make when they are loaded; a file that makes none then would make it of what it is given. */
async function addBuilt(files: readonly string[]): Promise<void> {
  const own = globalThis.RegExp;
  let file = '';
  let made = 0;
  globalThis.RegExp = new Proxy(own, {
    construct(target, [source, flags]: [string, string?]) {
      add(source, flags ?? '', file);
      made += 1;
      return new target(source, flags);
    },
  });
  for (const path of files) {
    file = relative(projectDir, path);
    made = 0;
    // Loaded anew, whatever loaded it before.
    await import(`${pathToFileURL(path).href}?patterns`);
    if (made === 0) faults.push(`${file}: a regular expression is put together while the service runs; write it as a literal`);
  }
  globalThis.RegExp = own;
}

/** What bodies and headers are held against. */
function addSchemas(): void {
  JSON.parse(readFileSync(join(projectDir, 'openapi.json'), 'utf8'), (name, value: unknown) => {
    if (name === 'pattern' && typeof value === 'string') add(value, 'u', 'openapi.json');
    return value;
  });
}

await addBuilt(['service/src', 'cli/src', 'examples'].flatMap(filesBelow).filter(readFile));
addSchemas();
for (const { source, flags, at } of found.values()) {
  if (known[at] !== undefined) continue;
  const judged = checkSync(source, flags, options);
  if (judged.status === 'safe') continue;
  const why = judged.status === 'vulnerable' ? judged.complexity.summary : `could not be judged (${judged.error.kind})`;
  faults.push(`${at}: /${source}/${flags} ${why}`);
}
for (const fault of faults) console.error(fault);
console.log(`${found.size} regular expressions, ${faults.length} that may look back`);
process.exitCode = faults.length === 0 ? 0 : 1;
