// What comments say (STYLE.md): they cite what exists, and they say it in the plain English of the trade.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const skipped = /^(node_modules|dist.*|data|coverage|\.git|\.ci)$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (skipped.test(name)) return [];
    return statSync(path).isDirectory() ? filesBelow(path) : [relative(root, path)];
  });
}

const files = filesBelow(root);

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
    const exists = (name: string): boolean => files.some((file) => file === name || file.endsWith(`/${name}`));
    const missing = comments.flatMap(({ place, text }) =>
      [...text.matchAll(named)].filter(([name]) => !exists(name)).map(([name]) => `${place} names ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
