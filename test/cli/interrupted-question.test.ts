import { expect, it } from 'vitest';
import { commandLine } from '../../src/cli/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { recordingStreams } from '../support/recording-terminal.ts';

it.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 0],
])(
  'a question that %s ends counts as no, with the exit code that shells expect',
  { timeout: 60_000 },
  async (_, key, code) => {
    const { streams, said: output, type } = recordingStreams(true);
    const ended = commandLine(['restore', 'backup'], streams);
    await eventually(() => expect(output.stderr).toContain('Replace the ledger'));
    type(key);
    expect(await ended).toBe(code);
    expect(output.stdout).toBe('');
  },
);
