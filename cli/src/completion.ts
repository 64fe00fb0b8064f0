// `dps completion <shell>`: what a shell needs to complete commands and options by itself. It is written from the commands as
// they are and holds all of them, so that no key press has to start dps.
import type { Command, Option } from 'commander';
import { exitCodes, Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

interface Node {
  /** The words that lead to it, with a blank between; empty for dps itself. */
  readonly path: string;
  readonly next: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly { readonly long: string; readonly about: string; readonly takesValue: boolean }[];
}

const shells = { bash, zsh, fish } as const;
const isShell = (name: string): name is keyof typeof shells => Object.hasOwn(shells, name);

export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion <shell>')
    .description('completion of commands and options, for bash, zsh or fish')
    .addHelpText(
      'after',
      `
Put one of these where your shell begins:
  bash   source <(dps completion bash)
  zsh    source <(dps completion zsh)      after compinit
  fish   dps completion fish | source`,
    )
    .action((shell: string) => {
      if (!isShell(shell)) throw new Failure(`"${shell}" is none of bash, zsh and fish.`, undefined, exitCodes.usage);
      terminal.out(shells[shell](nodesOf(program, [''])));
    });
}

/** A command and all below it, by each of its names. */
function nodesOf(command: Command, paths: readonly string[], above: readonly Option[] = []): Node[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command);
  const options = [...own, ...above.filter(({ long }) => own.every((each) => each.long !== long))];
  const visible = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const shown = options.map(({ long, description, required, optional }) => ({
    long: long ?? '',
    about: description,
    takesValue: required || optional,
  }));
  const next = visible.map((each) => ({ name: each.name(), about: each.description() }));
  const below = visible.flatMap((each) =>
    nodesOf(
      each,
      paths.flatMap((path) => [each.name(), ...each.aliases()].map((name) => `${path} ${name}`.trim())),
      options.filter(({ long }) => long !== '--version' && long !== '--help'),
    ),
  );
  return [...paths.map((path) => ({ path, next, options: shown })), ...below];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const valued = (nodes: readonly Node[]): string[] => [
  ...new Set(nodes.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ long }) => long))),
];

/** The words before the one that is completed lead to a command; what an option takes is skipped. */
const walk = (nodes: readonly Node[], words: string): string => `  local path='' skip='' word
  for word in ${words}; do
    if [[ -n $skip ]]; then skip=''; continue; fi
    case "$word" in
      ${valued(nodes).join('|')}) skip=1 ;;
      -*) ;;
      *) case "\${path:+$path }$word" in
        ${nodes
          .filter(({ path }) => path !== '')
          .map(({ path }) => quoted(path))
          .join('|')}) path="\${path:+$path }$word" ;;
      esac ;;
    esac
  done`;

function bash(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, next, options }) => {
    const words = [...next.map(({ name }) => name), ...options.map(({ long }) => long)];
    return `    ${quoted(path)}) words=${quoted(words.join(' '))} ;;`;
  });
  return `# Completion of dps for bash.
_dps() {
${walk(nodes, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=()
  # The value of an option, and a file that a command takes, are completed as bash completes files.
  [[ -n $skip ]] && return
  local words=''
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _dps dps
`;
}

/** What stands before a colon is the word, what stands behind it is what it means. */
const described = (name: string, about: string): string => quoted(`${name.replaceAll(':', '\\:')}:${about}`);

function zsh(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, next, options }) => {
    const all = [
      ...next.map(({ name, about }) => described(name, about)),
      ...options.map(({ long, about }) => described(long, about)),
    ];
    return `    ${quoted(path)}) items=(${all.join(' ')}) ;;`;
  });
  return `#compdef dps
# Completion of dps for zsh.
_dps() {
${walk(nodes, `"\${(@)words[2,CURRENT-1]}"`)}
  if [[ -n $skip ]]; then _files; return; fi
  local -a items
  case "$path" in
${cases.join('\n')}
  esac
  _describe 'dps' items || _files
}
compdef _dps dps
`;
}

function fish(nodes: readonly Node[]): string {
  const plain = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = nodes.flatMap(({ path, next, options }) => {
    const here = `complete -c dps -n ${plain(`test (__dps_path) = ${plain(path)}`)}`;
    return [
      ...next.map(({ name, about }) => `${here} -f -a ${plain(name)} -d ${plain(about)}`),
      ...options.map(
        ({ long, about, takesValue }) => `${here} -l ${long.replace(/^--/, '')}${takesValue ? ' -r' : ''} -d ${plain(about)}`,
      ),
    ];
  });
  return `# Completion of dps for fish.
function __dps_path
  set -l path ''
  set -l skip ''
  for word in (commandline -opc)[2..-1]
    if test -n "$skip"
      set skip ''
      continue
    end
    switch $word
      case ${valued(nodes).join(' ')}
        set skip 1
      case '-*'
      case '*'
        set -l longer (string trim -- "$path $word")
        if contains -- $longer ${nodes
          .filter(({ path }) => path !== '')
          .map(({ path }) => plain(path))
          .join(' ')}
          set path $longer
        end
    end
  end
  echo -- "$path"
end
${lines.join('\n')}
`;
}
