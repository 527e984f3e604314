import { usageError } from '../references/usage-error.ts';
import type { Command, CommandEntry } from './command.ts';
import { FOR_ALL } from './shared-options.ts';

/** The possible next words: words of commands, or the options of one. */
interface Place {
  readonly words: string;
  readonly candidates: readonly { readonly text: string; readonly summary: string }[];
}

const HELP = { flags: '--help', summary: 'what it does, and its options' };

function placesOf(table: readonly CommandEntry[]): readonly Place[] {
  const groups = new Map<string, Map<string, string>>();
  const add = (words: string, text: string, summary: string) => {
    const known = groups.get(words) ?? new Map<string, string>();
    if (!known.has(text)) known.set(text, summary);
    groups.set(words, known);
  };
  for (const { name, summary } of table) {
    const words = name.split(' ');
    words.forEach((word, i) => {
      add(words.slice(0, i).join(' '), word, i === words.length - 1 ? summary : `see payrun ${word} --help`);
    });
  }
  for (const { name, options = [] } of table) {
    for (const { flags, summary } of [...options, ...FOR_ALL, HELP])
      add(name, flags.match(/--[a-z-]+/)?.[0] ?? flags, summary);
  }
  return [...groups].map(([words, candidates]) => ({
    words,
    candidates: [...candidates].map(([text, summary]) => ({ text, summary })),
  }));
}

/** The candidates by place as a `case` of the shell; the longest words come first, as `rules set` before `rules`. */
function cases(table: readonly CommandEntry[], assign: (candidates: Place['candidates']) => string): string {
  return placesOf(table)
    .toSorted((a, b) => b.words.length - a.words.length)
    .map(({ words, candidates }) => `    ${words === '' ? '*' : `"${words} "*`}) ${assign(candidates)} ;;`)
    .join('\n');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const bash = (table: readonly CommandEntry[]) => `# payrun completion for bash: eval "$(payrun completion bash)"
_payrun() {
  local current=\${COMP_WORDS[COMP_CWORD]} candidates=
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases(table, (candidates) => `candidates=${quoted(candidates.map(({ text }) => text).join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o bashdefault -o default -F _payrun payrun
`;

const zsh = (table: readonly CommandEntry[]) => `#compdef payrun
# payrun completion for zsh: eval "$(payrun completion zsh)"
_payrun() {
  local -a candidates
  case "\${(j: :)words[2,CURRENT-1]} " in
${cases(
  table,
  (candidates) =>
    `candidates=(${candidates.map(({ text, summary }) => quoted(`${text.replaceAll(':', '\\:')}:${summary}`)).join(' ')})`,
)}
  esac
  _describe payrun candidates || _files
}
compdef _payrun payrun
`;

const fish = (table: readonly CommandEntry[]) =>
  [
    '# payrun completion for fish: payrun completion fish | source',
    'function __payrun_at',
    '  set -l words (commandline -opc)',
    '  set -l typed "$words[2..]"',
    '  if test (count $argv) -eq 0; test -z "$typed"; return; end',
    '  string match -q -- "$argv" "$typed"; or string match -q -- "$argv *" "$typed"',
    'end',
    ...placesOf(table).flatMap(({ words, candidates }) =>
      candidates.map(({ text, summary }) =>
        [
          `complete -c payrun -n ${quoted(`__payrun_at ${words}`.trim())}`,
          text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`,
          `-d ${quoted(summary)}`,
        ].join(' '),
      ),
    ),
    '',
  ].join('\n');

/** The completion script of each shell, from the table of commands. */
export const SHELLS: Readonly<Record<string, (table: readonly CommandEntry[]) => string>> = { bash, zsh, fish };

/** The command that prints the script by which a shell completes the commands of this table. */
export const completionOf =
  (table: readonly CommandEntry[]): Command =>
  async ({ args: [shell = ''] }) => {
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script) throw usageError('shell_unknown', { shell: shell.slice(0, 40) });
    const text = script(table);
    return { document: { shell, script: text }, lines: [text.trimEnd()] };
  };
