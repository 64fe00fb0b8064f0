// The rules of the house, so that nobody has to remember them (STYLE.md): who may import what, words that say nothing,
// sizes, choices that exist on both sides, refusals that are phrased and tested.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderStates } from '../src/core/order/rows.ts';
import { catalogue } from '../src/core/refusals.ts';
import { languages, texts } from '../src/core/texts/texts.ts';
import { sqlName } from '../src/store/table.ts';
import { tables } from '../src/tables.ts';
import { filesBelow } from './support/files.ts';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'service/src');
const read = (path: string): string => readFileSync(path, 'utf8');
const code = filesBelow(root).filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const own = code.filter((path) => path.startsWith(source));
const migrations = filesBelow(join(root, 'service/migrations')).map(read).join('\n');
const short = (path: string): string => relative(root, path);

interface Import {
  readonly from: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** The imports of a file: packages by their name, own files by their path below service/src. */
function importsOf(path: string): Import[] {
  const found = read(path).matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'/gms);
  return [...found].map(([, type, name = '']) => ({
    from: relative(source, path),
    target: name.startsWith('.') ? relative(source, resolve(dirname(path), name)) : name,
    typeOnly: type !== undefined,
  }));
}

const imports = own.flatMap(importsOf);
const shown = (each: Import): string => `${each.from} imports ${each.target}`;

describe('who may import what', () => {
  it('can be told: imports are found', () => expect(imports.length).toBeGreaterThan(250));

  it('the core imports the core, and of packages only those that compute and look up', () => {
    const pure = new Set([
      'temporal-polyfill',
      'decimal.js',
      'libphonenumber-js/max',
      'ibantools',
      'iban-to-bic',
      'kontonummer',
      'bankdata-germany',
      'double-metaphone',
      'fastest-levenshtein',
    ]);
    const allowed = (target: string): boolean => target.startsWith('core/') || pure.has(target);
    expect(imports.filter(({ from, target }) => from.startsWith('core/') && !allowed(target)).map(shown)).toEqual([]);
  });

  it('the core knows no clock, no chance, no input or output', () => {
    const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.|setTimeout|await|async|console\.)/;
    const core = own.filter((path) => path.startsWith(join(source, 'core')));
    const found = core.filter((path) => impure.test(read(path).replace(/^\s*(\/\/|\/?\*).*$/gm, '')));
    expect(found.map(short)).toEqual([]);
  });

  it('an endpoint imports no plumbing but what an endpoint is, and of features no other endpoint, operation, job or page', () => {
    const plumbing = /^(http|jobs|store|postgres|observe|processes|runtime)\/|^book\/(?!endpoint\.ts$)|^[a-z-]+\.ts$/;
    const allowed = (target: string): boolean => target === 'store/db.ts' || !plumbing.test(target);
    const kinds = /\.(endpoint|operation|job|page)\.ts$/;
    const endpointFiles = imports.filter(({ from }) => from.endsWith('.endpoint.ts'));
    expect(endpointFiles.filter(({ target }) => !allowed(target) || kinds.test(target)).map(shown)).toEqual([]);
  });

  it('an operation imports no other endpoint, operation, job or page: what two share is a plain file beside them', () => {
    const operationFiles = imports.filter(({ from }) => from.endsWith('.operation.ts'));
    const kinds = /\.(endpoint|operation|job|page)\.ts$/;
    expect(operationFiles.filter(({ target }) => kinds.test(target)).map(shown)).toEqual([]);
  });

  it('a folder imports only the folders below it in the table of ARCHITECTURE.md, not even for a type', () => {
    const table = /^## The layers$([\s\S]*?)^A job finds/m.exec(read(join(root, 'ARCHITECTURE.md')))?.[1] ?? '';
    const folders = [...table.matchAll(/^\| `([a-z-]+)\/`/gm)].map(([, folder = '']) => folder);
    const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');
    expect([...folders].sort()).toEqual([...new Set(own.map((path) => folderOf(relative(source, path))))].filter(Boolean).sort());
    // The files of the root stand above all folders.
    const layerOf = (path: string): number => folders.length - folders.indexOf(folderOf(path));
    const upward = imports.filter(
      ({ from, target }) =>
        (target.endsWith('.ts') || target.endsWith('.mts')) &&
        folderOf(from) !== folderOf(target) &&
        (folderOf(target) === '' || (folderOf(from) !== '' && layerOf(from) <= layerOf(target))),
    );
    expect(upward.map(shown)).toEqual([]);
  });

  it('PDF packages are imported by the drawing kit alone, and the kit knows nothing but the paper', () => {
    const drawing = new Set(['pdfkit', 'swissqrbill/pdf', 'qrcode']);
    const kit = /^documents\/(press|draw|sheet|blocks|table|codes)\.ts$/;
    expect(imports.filter(({ from, target }) => drawing.has(target) && !kit.test(from)).map(shown)).toEqual([]);
    const known = /^documents\/|^node:|^core\/(documents\/document|texts\/fill|money)\.ts$/;
    const foreign = imports.filter(({ from, target }) => kit.test(from) && !known.test(target) && !drawing.has(target));
    expect(foreign.map(shown)).toEqual([]);
  });

  it('a table imports the core’s types and what a table is', () => {
    const allowed = /^core\/|^store\/table\.ts$|\.sql\.ts$/;
    expect(imports.filter(({ from, target }) => from.endsWith('.sql.ts') && !allowed.test(target)).map(shown)).toEqual([]);
  });

  it('no file comes back to itself by its imports, not even for a type: what two need lies below both', () => {
    const below = new Map(own.map((path) => [relative(source, path), importsOf(path)]));
    const done = new Set<string>();
    const circleFrom = (file: string, way: readonly string[]): string | undefined => {
      if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' -> ');
      if (done.has(file)) return undefined;
      for (const { target } of below.get(file) ?? []) {
        const circle = circleFrom(target, [...way, file]);
        if (circle !== undefined) return circle;
      }
      done.add(file);
      return undefined;
    };
    expect([...below.keys()].flatMap((file) => circleFrom(file, []) ?? [])).toEqual([]);
  });
});

describe('names and sizes', () => {
  it('no name says Manager, Helper, Util, Repository, Handler or Impl', () => {
    const empty = /\b(?:class|interface|type|function|const)\s+\w*(Manager|Helper|Utils?|Repository|Handler|Impl)\b/g;
    expect(code.flatMap((path) => [...read(path).matchAll(empty)].map(([match]) => `${short(path)}: ${match}`))).toEqual([]);
    expect(code.filter((path) => /(manager|helper|utils?|repository|handler|impl)\.(ts|mjs)$/.test(path)).map(short)).toEqual([]);
  });

  it('no code outside a country’s folder asks which country it is, lists countries or assumes one', () => {
    const asked = [
      /\b[cC]ountry(Code)? *[!=]== *'[A-Z]{2}'|case '(?:AT|BE|CH|DK|SE)'/,
      /\b(Record|Set|Map)<CountryCode\b.*= |\bcountries\.[A-Z]{2}\b/,
      /(\?\?|: undefined \?|\?) '(?:AT|BE|CH|DE|DK|FI|SE)'/,
    ];
    const list = join(source, 'core/countries/countries.ts');
    const found = own.filter((path) => path !== list && asked.some((each) => each.test(read(path))));
    expect(found.map(short)).toEqual([]);
  });

  it('files are named in kebab-case and have at most 400 lines, those of tests 500', () => {
    expect(
      code
        .filter((path) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.(endpoint|operation|sql|job|page|test|config|d))?\.(ts|mjs)$/.test(path))
        .map(short),
    ).toEqual([]);
    const most = (path: string): number => (path.endsWith('.test.ts') ? 500 : 400);
    expect(code.filter((path) => read(path).split('\n').length > most(path) + 1).map(short)).toEqual([]);
  });

  it('no function is written straight into a property: V8 makes it old, and it keeps what it sees until the next full collection', () => {
    const written = /\.#?\w+ (?:\?\?|\|\|)?= (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>|\.#?\w+ = (?:async )?function\b/;
    expect(own.filter((path) => written.test(read(path))).map(short)).toEqual([]);
  });

  it('what is exported is used by another file', () => {
    const used = new Map<string, Set<string>>();
    for (const path of code) {
      for (const [word] of read(path).matchAll(/[\w$]+/g)) used.set(word, (used.get(word) ?? new Set()).add(path));
    }
    const exported = own.flatMap((path) =>
      [...read(path).matchAll(/^export (?:const|(?:async )?function|class) (\w+)/gm)].map(([, name = '']) => ({ path, name })),
    );
    expect(exported.filter(({ name }) => used.get(name)?.size === 1).map(({ path, name }) => `${short(path)}: ${name}`)).toEqual(
      [],
    );
    expect(exported.length).toBeGreaterThan(1000);
  });

  it('money is never a float, a day never a Date', () => {
    expect(
      own
        .filter((path) => /Math\.round\([^)]*\* ?100\)|Math\.\w+\([^)]*(?:amount|price)\b[^)]*\*|parseFloat\(/i.test(read(path)))
        .map(short),
    ).toEqual([]);
  });
});

describe('choices', () => {
  const listed = new Set(
    read(join(root, 'docs/choices.md'))
      .match(/\*\*C\d\d/g)
      ?.map((mark) => mark.slice(2)),
  );
  const cited = new Set(code.flatMap((path) => read(path).match(/\bC\d\d\b/g) ?? []));

  it('that code cites are listed in docs/choices.md', () => {
    expect([...cited].filter((choice) => !listed.has(choice))).toEqual([]);
  });

  it('name tests and files that exist', () => {
    const named = read(join(root, 'docs/choices.md')).match(/`[a-z][a-z/-]*\/[a-z-]+(\.[a-z.]+)?`/g) ?? [];
    const known = [...code, ...filesBelow(join(root, 'service'))].map(short);
    const missing = named.map((each) => each.slice(1, -1)).filter((name) => !known.some((path) => path.includes(name)));
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(40);
  });

  it('that are listed as built are cited by code', () => {
    const open = new Set(read(join(root, 'docs/choices.md')).match(/C\d\d(?=[^\n]*_not built yet_)/g));
    expect([...listed].filter((choice) => !cited.has(choice) && !open.has(choice))).toEqual([]);
  });
});

describe('refusals', () => {
  const sources = own
    .filter((path) => !/core\/refusals(\.ts$|\/)/.test(path))
    .map(read)
    .join('\n');
  const tests = code
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('tidy.test.ts'))
    .map(read)
    .join('\n');

  it('are all used', () => {
    expect(Object.keys(catalogue).filter((id) => !sources.includes(`'${id}'`))).toEqual([]);
  });

  it('have ids of their own: each row of a feature is in the catalogue', () => {
    const parts = own.filter((path) => path.includes('core/refusals/'));
    const ids = parts.flatMap((path) => [...read(path).matchAll(/^ {2}'([a-z_.]+)': row\(/gm)].map(([, id]) => id));
    expect(new Set(ids)).toEqual(new Set(Object.keys(catalogue)));
    expect(ids).toHaveLength(Object.keys(catalogue).length);
  });

  it('have codes of their own', () => {
    const codes = Object.values(catalogue).map((row) => row.code);
    expect(codes.filter((each, index) => codes.indexOf(each) !== index)).toEqual([]);
  });

  it('are all tested, by id or by code', () => {
    const untested = Object.entries(catalogue).filter(([id, row]) => !tests.includes(`'${id}'`) && !tests.includes(row.code));
    expect(untested.map(([id]) => id)).toEqual([]);
  });

  it('are phrased in every language, each in its own words', () => {
    for (const language of languages) expect(Object.values(texts[language].refusals).every((text) => text.length > 2)).toBe(true);
    const english = Object.entries(texts.EN.refusals);
    const copied = languages.filter(
      (language) => language !== 'EN' && english.some(([id, text]) => texts[language].refusals[id as 'required'] === text),
    );
    expect(copied).toEqual([]);
  });
});

describe('packages', () => {
  it('that run stand at the root, where the built files find them, in the version that was pinned', () => {
    const packages = (JSON.parse(read(join(root, 'package-lock.json'))) as { packages: Record<string, { version?: string }> })
      .packages;
    const wanted = ['service', 'cli'].flatMap((part) => {
      const { dependencies } = JSON.parse(read(join(root, part, 'package.json'))) as { dependencies: Record<string, string> };
      return Object.entries(dependencies).filter(([name]) => !name.startsWith('@deferred-payment/'));
    });
    expect(wanted.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
    expect(wanted.length).toBeGreaterThan(15);
  });
});

describe('the schema', () => {
  const tenantTables = [...migrations.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/g)].filter(([, , body]) =>
    /^\s*merchant_id uuid not null/m.test(body ?? ''),
  );

  it('has every table that a decision may change', () => {
    const made = tenantTables.map(([, name]) => name);
    expect(
      Object.values(tables)
        .map(sqlName)
        .filter((name) => !made.includes(name)),
    ).toEqual([]);
  });

  it('begins every key of a merchant’s table with merchant_id', () => {
    const keys = tenantTables.flatMap(([, name, body]) =>
      [...(body ?? '').matchAll(/(?:primary key|unique|foreign key) \(([^)]*)\)/g)].map(([, columns]) => `${name}: ${columns}`),
    );
    expect(keys.filter((key) => !/: merchant_id\b/.test(key))).toEqual([]);
    expect(keys.length).toBeGreaterThan(15);
  });

  it('lets old code run on while it changes: indexes of older tables are made beside it, and what breaks says so', () => {
    const files = filesBelow(join(root, 'service/migrations')).sort();
    // Those of the first release meet no rows.
    const later = files.filter((path) => Number(/(\d{4})-/.exec(path)?.[1]) > 32);
    const faults = later.flatMap((path) => {
      const text = read(path);
      const own = [...text.matchAll(/create table (\w+)/g)].map(([, name]) => name);
      const indexed = [...text.matchAll(/create (?:unique )?index (concurrently )?[^;]*? on (\w+)/g)];
      const blocks = indexed.some(([, concurrently, name]) => !concurrently && !own.includes(name));
      const breaks =
        /drop (table|column)|rename (to|column)|alter column \w+ (type|set not null)|add column (?![^,;]*default)[^,;]* not null/i.test(
          text,
        );
      return [
        ...(blocks ? [`${short(path)} makes an index that blocks writes; see --! concurrently`] : []),
        ...(breaks && !text.startsWith('--! breaking') ? [`${short(path)} breaks old code and does not say so`] : []),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('has no triggers, no sequences, and the states of the core', () => {
    expect(migrations).not.toMatch(/create (trigger|sequence)|serial|generated .* as identity/i);
    expect(migrations).toContain(`state in (${orderStates.map((state) => `'${state}'`).join(', ')})`);
  });
});
