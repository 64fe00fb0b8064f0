// What comments say (STYLE.md): they cite what exists, and they say it in the plain English of the trade.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './support/files.ts';

const root = resolve(import.meta.dirname, '../..');
const files = filesBelow(root).map((path) => relative(root, path));

/** The comment lines of a file, each with the place where it is found. */
function commentsOf(file: string): { readonly place: string; readonly text: string }[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => (/^\s*(\/\/|\/?\*)/.test(text) ? [{ place: `${file}:${index + 1}`, text }] : []));
}

const comments = files.filter((file) => /\.(ts|mjs)$/.test(file)).flatMap(commentsOf);

describe('comments cite what exists', () => {
  it('names no chapter of a document that the reader does not have', () => {
    const chapter = /\b(design|law|specification|wire form) (\(section |law )?\d|wire-format \w/;
    expect(comments.filter(({ text }) => chapter.test(text))).toEqual([]);
  });

  it('names only files that are there', () => {
    const named = /(?<![\w/.*@-])(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.[a-z]+)*\.(?:ts|md|mjs|sql|json|py)\b/g;
    // What a command of ours writes into build/ is there once somebody ran it.
    const exists = (name: string): boolean =>
      name.startsWith('build/') || files.some((file) => file === name || file.endsWith(`/${name}`));
    const missing = comments.flatMap(({ place, text }) =>
      [...text.matchAll(named)].filter(([name]) => !exists(name)).map(([name]) => `${place} names ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

/**
 * Words that hide who does what, what to write instead, and how often comments of service/src still hold them. A count may
 * only fall: lower it here when it does.
 */
const vague: readonly (readonly [words: RegExp, instead: string, most: number])[] = [
  [/\b(tell|tells|told|telling)\b/gi, 'return, record, report, answer, log, show', 0],
  [/\bnobody\b/gi, 'name the person or process that is missing: no merchant, no other process', 1],
  [/\b(whoever|whichever)\b/gi, 'the caller, the operator, the process that …', 0],
  [/\bwhatever\b/gi, 'name it, or: even if, every', 0],
  [/\b(somebody|anybody|everybody)\b/gi, 'a person, another process, every customer', 0],
  [/\bstands?\b/gi, 'is, is in, is valid', 0],
  [/\b(is|are|was|were) none\b/gi, 'is missing, undefined if, is not a …', 6],
  [/\bthe same again\b/gi, 'a repeated request', 0],
  [/\bthe house\b/gi, 'the project, the service', 2],
  [/\bcomes? to\b/gi, 'amounts to, results in', 0],
  [/\b(becomes?|became) of\b/gi, 'happens to, the result', 0],
  [/\btwins?\b/gi, 'a concurrent request, a built-in source', 0],
  [/\bfor good\b/gi, 'permanently', 0],
  [/\bas good as\b/gi, 'treated as', 0],
];

describe('comments say who does what', () => {
  const own = comments.filter(({ place }) => place.startsWith('service/src/'));
  it.each(vague)('%s: say %s', (words, _, most) => {
    const found = own.flatMap(({ place, text }) => (text.match(words) ?? []).map(() => `${place}: ${text.trim()}`));
    if (found.length > most) expect(found, `${found.length} comments, ${most} allowed`).toHaveLength(most);
    expect(found.length, 'fewer than before: lower the number in this file').toBe(most);
  });
});
