// What the documents tell a person to do can be done: commands and settings exist, links lead somewhere, nothing is left out.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { columns } from '../../service/src/bank/read-csv.ts';
import { contractMembers } from '../../service/src/core/agreement/contract-form.ts';
import { openReasons } from '../../service/src/core/bank-file/entry.ts';
import { countryCodes } from '../../service/src/core/countries/countries.ts';
import { eventTypes } from '../../service/src/core/events.ts';
import { lawRows } from '../../service/src/core/law/law.ts';
import { catalogue } from '../../service/src/core/refusals.ts';
import { policyMembers } from '../../service/src/core/risk/policy-form.ts';
import { listKinds } from '../../service/src/core/rows.ts';
import { operatorScopes } from '../../service/src/core/scopes.ts';
import { retryAfterSeconds } from '../../service/src/core/webhooks/retry.ts';
import { allJobs, type JobListDeps } from '../../service/src/jobs.ts';
import { metricTable } from '../../service/src/observe/catalogue.ts';
import { readConfig } from '../../service/src/runtime/config.ts';
import { commands } from '../src/dps.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'STYLE.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...below('docs'),
  ...below('examples'),
];

const silent = { env: {}, out: () => undefined, err: () => undefined };
const program = commands(silent, () => undefined);

/** `dps …` in blocks of a shell, whole, and in the running text, where a command may be named without all that it needs. */
function commandsIn(page: string): { text: string; whole: boolean }[] {
  const text = read(page);
  const blocks = [...text.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split('\n').flatMap((line) =>
      line
        .replace(/\s#\s.*$/, '')
        .replace(/^\$ /, '')
        .split(/&&|;|\||\$\(/)
        .map((part) => /^(?:[\w ]*? )?(?:npm run (?:--silent )?dps -- |dps )(.*)$/.exec(part.trim())?.[1] ?? '')
        .filter((words) => words !== '')
        .map((words) => ({ text: words.replace(/\)$/, ''), whole: true })),
    ),
  );
  const spans = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`(?:npm run (?:--silent )?dps -- |dps )([^`]+)`/g)];
  const inline = spans.map(([, words = '']) => ({
    text: words.replace(/\s+/g, ' '),
    whole: page.endsWith('runbook.md') || words.trim().includes(' --'),
  }));
  return [...blocks, ...inline].filter(({ text: words }) => !/^--( |$)|^--help|…\s*--help/.test(words));
}

const wordsOf = (text: string): string[] => (text.match(/"[^"]*"|'[^']*'|<[^>]*>|[^\s]+/g) ?? []).filter((word) => word !== '>');

/** What is wrong with a command as it is written, or nothing. */
function faultsOf(text: string, whole: boolean): string[] {
  const [line = '', redirected] = text.split(/\s>\s/);
  const words = wordsOf(line);
  let command: Command = program;
  const options = [...command.options];
  const mandatory: string[] = [];
  const left: string[] = [];
  const faults: string[] = [];
  const given = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [choice = ''] = left.length === 0 ? word.split('|') : [''];
    const next = word
      .split('|')
      .map((name) => command.commands.find((each) => each.name() === name || each.aliases().includes(name)));
    if (choice !== '' && next[0] !== undefined) {
      if (next.includes(undefined)) faults.push(`"${word}" is not all there`);
      command = next[0];
      options.push(...command.options);
      continue;
    }
    if (!word.startsWith('--')) {
      left.push(word);
      continue;
    }
    const [name = ''] = word.split('=');
    const option = options.find(({ long }) => long === name);
    if (option === undefined) faults.push(`no option ${name}`);
    else if ((option.required || option.optional) && !word.includes('=')) at += 1;
    given.add(name);
  }
  mandatory.push(...command.options.filter((option) => option.mandatory).map(({ long }) => long ?? ''));
  const shortened = left.includes('…');
  const wanted = command.registeredArguments;
  if (command.commands.length > 0 && left.length > 0 && wanted.length === 0 && !shortened)
    faults.push(`no command ${left[0] ?? ''}`);
  if (left.length > wanted.length && wanted.every(({ variadic }) => !variadic) && !shortened)
    faults.push(`too much: ${left.join(' ')}`);
  if ((whole || redirected !== undefined) && !shortened) {
    faults.push(...mandatory.filter((name) => !given.has(name)).map((name) => `${name} is missing`));
    if (left.length < wanted.filter(({ required }) => required).length) faults.push('an argument is missing');
  }
  return [...new Set(faults)];
}

describe('documents', () => {
  it('name commands of dps as they are', () => {
    const found = pages.flatMap((page) => commandsIn(page).map((command) => ({ page, ...command })));
    const wrong = found.flatMap(({ page, text, whole }) =>
      faultsOf(text, whole).map((fault) => `${page}: dps ${text}: ${fault}`),
    );
    expect(wrong).toEqual([]);
    expect(found.length).toBeGreaterThan(60);
  });

  it('tell every setting, in docs/settings.md or a page that its row leads to', () => {
    const asked = new Set<string>();
    const env = new Proxy({} as NodeJS.ProcessEnv, {
      get: (_none, name) => {
        asked.add(String(name));
        return undefined;
      },
    });
    readConfig(env);
    const settings = /## Settings\n([\s\S]*?)\n## /.exec(read('docs/settings.md'))?.[1] ?? '';
    const linked = [...settings.matchAll(/\]\(([\w-]+\.md)/g)].map(([, page = '']) => read(join('docs', page))).join('\n');
    expect([...asked].filter((name) => !`${settings}${linked}`.includes(`\`${name}\``))).toEqual([]);
    expect(asked.size).toBeGreaterThan(30);
  });

  it('lead nowhere but to files and headings that exist', () => {
    const anchorsOf = (page: string): string[] =>
      [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      );
    const wrong = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, path = '', anchor]) => {
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return [`${page}: ${link}`];
        const known =
          anchor === undefined || !target.endsWith('.md') || page.includes('generated') || anchorsOf(target).includes(anchor);
        return known ? [] : [`${page}: ${link}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('name jobs, metrics, events and messages that there are', () => {
    const jobs = new Set(
      allJobs({ secrets: {}, places: {}, deliverer: {}, heads: {}, eventDays: 400 } as unknown as JobListDeps).map(
        ({ name }) => name,
      ),
    );
    const codes = new Set(Object.values(catalogue).map(({ code }) => code));
    const kinds = new Set(eventTypes.map((type) => type.split('.')[0]));
    const metrics = Object.keys(metricTable);
    const written = pages.filter((page) => !page.includes('generated'));
    const wrong = written.flatMap((page) => {
      const text = read(page);
      const named = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
      const told = named(/\b(dps_[a-z_]+)(?!\w|…)/g)
        .filter((name) => !/^dps_(live|test|service|restored|job)_?$/.test(name))
        .filter((name) => !metrics.includes(name.replace(/_(bucket|sum|count)$/, '')));
      const asked = named(/`([a-z_]+\.[a-z_]+)`/g).filter((name) => kinds.has(name.split('.')[0] ?? ''));
      return [
        ...named(/\bjobs? `([^`]+)`/g).filter((name) => !jobs.has(name)),
        ...told,
        ...asked.filter((name) => !eventTypes.some((type) => type === name)),
        ...named(/\b([245]00\.\d{3})\b/g).filter((code) => !codes.has(code)),
      ].map((name) => `${page}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('list what the code lists', () => {
    /** What stands in backticks in the first column of the table under such a heading of columns. */
    const rowsOf = (page: string, heading: RegExp): string[] => {
      const lines = read(page).split('\n');
      const start = lines.findIndex((line) => heading.test(line));
      const rows = lines.slice(start + 2, start + 2 + lines.slice(start + 2).findIndex((line) => !line.startsWith('|')));
      return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    };
    const sorted = (names: readonly string[]): string[] => [...names].sort();
    const listed: [string, string[], readonly string[]][] = [
      ['scopes', rowsOf('docs/administration.md', /^\| scope /), operatorScopes],
      ['members of a contract', rowsOf('docs/administration.md', /^\| member /), contractMembers],
      ['members of a policy', rowsOf('docs/risk.md', /^\| member /), policyMembers.filter((name) => name !== 'version')],
      ['columns of a bank statement', rowsOf('docs/bank-files.md', /^\| column /), columns],
      ['why an entry waits', rowsOf('docs/bank-files.md', /^\| `why` /), openReasons],
      ['kinds of entries of a list', rowsOf('docs/lists.md', /^\| kind /), listKinds],
    ];
    for (const [what, found, known] of listed) expect([what, ...sorted(found)]).toEqual([what, ...sorted(known)]);
    const pauses = retryAfterSeconds.map((seconds) =>
      seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`,
    );
    const told = `${pauses.slice(0, -1).join(', ')} and ${pauses.at(-1) ?? ''}`;
    expect(read('docs/webhooks.md').replace(/\s+/g, ' ')).toContain(told);
  });

  it('can be found from the README, and decisions from their list', () => {
    const readme = read('README.md');
    const loose = below('docs').filter((page) => !/docs\/(adr|generated)\//.test(page) && !readme.includes(page));
    const linked = loose.filter(
      (page) => !pages.some((other) => other !== page && read(other).includes(page.replace('docs/', ''))),
    );
    expect(linked).toEqual([]);
    const list = read('docs/adr/README.md');
    const decisions = readdirSync(join(root, 'docs/adr')).filter((name) => name !== 'README.md');
    expect(decisions.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  });

  it('name files that exist where they say how to add something', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`((?:service|docs|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    // The files of the examples are to be made.
    const examples = /\/(notes\.(endpoint|operation)|send-notes\.job)\.ts$/;
    const missing = named.filter((path) => !existsSync(join(root, path)) && !examples.test(path));
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('say the fees of reminders that the newest rows of the law allow', () => {
    const rows = [...read('docs/reminders.md').matchAll(/^\| ([A-Z]{2}(?:, [A-Z]{2})*) +\|(.*)$/gm)];
    const said = rows.flatMap(([, places = '', text = '']) => {
      const amounts = [...text.matchAll(/(\d+(?:\.\d\d)?) [A-Z]{3}/g)].map(([, amount]) => Number(amount));
      return places.split(', ').map((place) => [place, [...new Set(amounts)]] as const);
    });
    const allowed = countryCodes.map((country) => {
      const fee = lawRows.filter((each) => each.place === country && each.parameter === 'reminderFee').at(-1)?.value ?? 0n;
      return [country, fee === 0n ? [] : [Number(fee) / 100]] as const;
    });
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(allowed));
  });

  it('tell of every folder of the service in the architecture', () => {
    const page = read('ARCHITECTURE.md');
    const folders = readdirSync(join(root, 'service/src'), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !page.includes(`${name}/`))).toEqual([]);
  });

  it('build an image of files that exist', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = '']) =>
      words.split(' ').slice(0, -1),
    );
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(copied.length).toBeGreaterThan(5);
  });
});
