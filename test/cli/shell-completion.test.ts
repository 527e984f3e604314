import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { SHELLS } from '../../src/cli/shell-completion.ts';

/** What bash proposes for these words, of which the last one is being typed. */
function proposed(...words: string[]): string[] {
  const line = ['payrun', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${SHELLS.bash!(COMMANDS)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _payrun; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe('the completion of bash', () => {
  it('proposes commands, and the second word of commands that have one', () => {
    expect(proposed('pa')).toEqual(['pay', 'payments']);
    expect(proposed('vault', '')).toEqual(['rotate']);
    expect(proposed('users', 're')).toEqual(['reset-totp']);
  });

  it('proposes the options of the command that was typed', () => {
    expect(proposed('pay', 'june.csv', '--ye')).toEqual(['--yes']);
    expect(proposed('merchants', 'add', 'acme', '--acc')).toEqual(['--access-key']);
    expect(proposed('rules', '')).toContain('set');
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('of %s names every command, and the shell accepts it if installed', (shell) => {
    const script = SHELLS[shell]!(COMMANDS);
    for (const { name } of COMMANDS) expect(script).toContain(name.split(' ').at(-1));
    const read = spawnSync(shell, shell === 'fish' ? ['--no-execute'] : ['-n'], { input: script, encoding: 'utf8' });
    if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: '' });
  });
});
