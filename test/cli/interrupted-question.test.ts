import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine } from '../../src/cli/command-line.ts';
import { completionMark } from '../../src/ledger/embedded/has-ledger.ts';
import { eventually } from '../support/eventually.ts';
import { recordingStreams } from '../support/recording-terminal.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

it.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 0],
])('a question that %s ends counts as no, with the exit code that shells expect', async (_, key, code) => {
  const { streams, said: output, type } = recordingStreams(true);
  mkdirSync(dirname(completionMark(folder)), { recursive: true });
  writeFileSync(completionMark(folder), '');
  const ended = commandLine(['restore', folder], streams);
  await eventually(() => expect(output.stderr).toContain('Replace the ledger'));
  type(key);
  expect(await ended).toBe(code);
  expect(output.stdout).toBe('');
});
