// What a shell offers after the words so far, asked of the shell itself where it is installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './support/command.ts';

let folder: string;
const scriptOf = (shell: string): string => join(folder, `dps.${shell}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dps-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) await writeFile(scriptOf(shell), (await command(['completion', shell], {})).out);
});
afterAll(() => rm(folder, { recursive: true }));

const programs = { bash: '/usr/bin/bash', zsh: '/usr/bin/zsh', fish: '/usr/bin/fish' } as const;
/** The words offered for the last of those that are typed. */
const offered = {
  bash: (words: readonly string[]) =>
    run('bash', [
      '-c',
      `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dps; echo "\${COMPREPLY[*]}"`,
      scriptOf('bash'),
      ...words,
    ]),
  zsh: (words: readonly string[]) => {
    const asked = `compdef() { :; }; _describe() { print -r -- "\${(@)\${(P@)2}%%:*}" }; source $1; shift; words=("$@"); CURRENT=$#; _dps`;
    const all = run('zsh', ['-fc', asked, 'zsh', scriptOf('zsh'), ...words]);
    return all.filter((word) => word.startsWith(words.at(-1) ?? ''));
  },
  fish: (words: readonly string[]) =>
    execFileSync(programs.fish, ['-N', '-c', `source $argv[1]; complete -C "$argv[2]"`, scriptOf('fish'), words.join(' ')], {
      encoding: 'utf8',
    })
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      .filter(Boolean),
};
const run = (shell: 'bash' | 'zsh', parameters: readonly string[]): string[] =>
  execFileSync(programs[shell], parameters, { encoding: 'utf8' }).trim().split(/\s+/).filter(Boolean);

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  it.skipIf(!existsSync(programs[shell])).each([
    [['rev'], ['reviews']],
    [['reviews', 'ap'], ['approve']],
    [['review', 'ap'], ['approve']],
    [
      ['--url', 'reviews', 'merchants', 'contract', 's'],
      ['set', 'show'],
    ],
    [['reviews', 'approve', 'WEB-1', '--mer'], ['--merchant']],
    [['policy', 'show', '--merchant', 'de', '--v'], ['--version']],
    [['--ver'], ['--version']],
    [['clock', '--ver'], []],
  ])('after dps %j it offers %j', (words, wanted) => {
    expect([...new Set(offered[shell](['dps', ...words]))].sort()).toEqual(wanted);
  });
});

it('is for three shells', async () => {
  expect(await command(['completion', 'tcsh'], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('bash, zsh and fish'),
  });
});
