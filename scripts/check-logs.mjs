// Looks through what all services of a test run logged and counted: nothing in it may be of a person. Everybody the tests know is
// looked for by name, and whatever has the form of an e-mail address, an IBAN or a national number is found without being known.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from '../setup/ground.mjs';

/** Names that the sandbox's personas have are words of ours as well, which a log may say. */
const words = new Set([
  'reject',
  'review',
  'underage',
  'chargebackpresent',
  'strongcustomerauthentication',
  'pending',
  'person',
  'test',
]);

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Everybody whom a test names: the texts of the members that hold names and streets. */
export function peopleOfTests(folders) {
  const member = /\b(?:firstName|lastName|companyName|careOf|street)\s*:\s*['"]([^'"\\]{4,})['"]/g;
  const texts = folders.flatMap(filesBelow).filter((path) => path.endsWith('.ts'));
  const found = texts.flatMap((path) => Array.from(readFileSync(path, 'utf8').matchAll(member), ([, text]) => text));
  return [...new Set(found)].filter((text) => /^\p{L}[\p{L}\p{M} .'-]+$/u.test(text) && !words.has(text.toLowerCase()));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** ISO 13616: the remainder of 97 tells an IBAN from other letters and digits. */
function isIban(text) {
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** What looks personal in one line; a name of the tests only as a whole word. */
export function personalIn(line, names) {
  // The value of a metric is a count, however many digits it has. Ids and traces are chance in hexadecimal digits: any number
  // may stand in them. A stack tells places in files.
  const text = line.replace(
    /(?<=^[a-z_]+(?:\{.*\})? )[\d.e+-]+$|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:[0-9a-f]{16}){1,4}\b|node_modules\/@\S+/g,
    '…',
  );
  return [
    ...(text.match(/[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? []),
    ...(text.match(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g) ?? []).filter(isIban),
    ...(text.match(/\b\d{6}(?:\d\d)?[-+A-F]\d{3}[0-9A-Z]\b/g) ?? []),
    ...(text.match(/(?<![\w.])\d{10,12}(?![\w.])/g) ?? []),
    ...(text.match(/\bTest[a-j]+\b/g) ?? []),
    ...(text.match(names) ?? []),
  ];
}

/** Answered on the socket, where there is no request yet; service/test/http tries them on real connections. */
const neverAnswered = new Set(['400.250', '400.251', '400.375']);

/** Codes of the catalogue that no answer of the run had. */
function unansweredIn(folder) {
  const catalogue = filesBelow(join(projectDir, 'service/src/core/refusals'));
  const codes = catalogue.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/\brow\(\s*'(\d{3}\.\d{3})'/g), ([, code]) => code),
  );
  const kept = filesBelow(folder).filter((path) => path.endsWith('.answers'));
  const answered = new Set(
    kept.flatMap((path) => Array.from(readFileSync(path, 'utf8').matchAll(/^code (.+)$/gm), ([, code]) => code)),
  );
  return codes.filter((code) => !answered.has(code) && !neverAnswered.has(code));
}

function check(folder, isPart) {
  const tests = ['service/test', 'cli/test'].map((path) => join(projectDir, path));
  const people = peopleOfTests(tests);
  const names = new RegExp(`(?<![\\p{L}\\d])(?:${people.map(escaped).join('|')})(?![\\p{L}\\d])`, 'giu');
  const found = new Map();
  let lines = 0;
  for (const path of filesBelow(folder)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line !== '') lines += 1;
      for (const text of personalIn(line, names)) if (!found.has(text)) found.set(text, line.slice(0, 400));
    }
  }
  for (const [text, line] of [...found].slice(0, 20)) console.log(`${text}\n    in ${line}`);
  console.log(`${lines} lines of logs and metrics, ${people.length} names looked for, ${found.size} found.`);
  const unanswered = isPart ? [] : unansweredIn(folder);
  if (unanswered.length > 0) console.log(`Messages of the catalogue that no test was answered with: ${unanswered.join(', ')}.`);
  // No line of a whole run would prove nothing; some files of tests alone start no service.
  return (lines > 0 || isPart) && found.size === 0 && unanswered.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(check(process.argv[2] ?? '', process.argv[3] === '--part') ? 0 : 1);
