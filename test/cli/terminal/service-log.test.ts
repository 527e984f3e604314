import { afterEach, expect, it, vi } from 'vitest';
import { createServiceLog } from '../../../src/cli/terminal/service-log.ts';
import { loadConfig } from '../../../src/config.ts';
import { recordingTerminal } from '../../support/recording-terminal.ts';

afterEach(() => void vi.restoreAllMocks());

/** What is printed where, if a service tells of a run before it is on. */
function saidOn(manner: { tty?: boolean; json?: boolean }, env: Record<string, string> = {}) {
  const { terminal, output } = recordingTerminal(manner);
  let logged = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged += text;
    return true;
  });
  const { tell, begin, log, banner } = createServiceLog(loadConfig({ PAYRUN_HOME: '/nowhere', ...env }), terminal);
  banner('SANDBOX, NO MONEY MOVES');
  tell({ event: 'run', run: '7', text: 'Run 7: Paid.' });
  begin({ facts: { event: 'serving' }, lines: ['It serves.'], hint: ['Ctrl-C stops it.'] });
  log.warn('the mail server is away');
  return { stdout: output.stdout, logged };
}
const parsed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('on a terminal prints sentences under the sandbox banner, including warnings', () => {
  const { stdout, logged } = saidOn({ tty: true });
  expect(stdout).toMatch(
    /^SANDBOX, NO MONEY MOVES\n\d\d:\d\d:\d\d {2}Run 7: Paid\.\nIt serves\.\nCtrl-C stops it\.\n$/,
  );
  expect(logged).toBe('Warning: the mail server is away.\n');
});

it('without a terminal has each event once in the JSON log, and no keyboard hint', () => {
  const { stdout, logged } = saidOn({});
  expect(stdout).toBe('');
  expect(parsed(logged)).toEqual([
    { level: 30, time: expect.any(String), event: 'run', run: '7', msg: 'Run 7: Paid.' },
    { level: 30, time: expect.any(String), event: 'serving', msg: 'It serves.' },
    { level: 40, time: expect.any(String), msg: 'the mail server is away' },
  ]);
});

it('omits events from the log if a higher level is set', () => {
  const { stdout, logged } = saidOn({}, { PAYRUN_LOG_LEVEL: 'warn' });
  expect(stdout).toBe('');
  expect(parsed(logged)).toEqual([expect.objectContaining({ level: 40 })]);
});

it('with --json has a line of JSON for each event on standard output, and only warnings in the log', () => {
  const { stdout, logged } = saidOn({ json: true });
  expect(parsed(stdout)).toEqual([
    { event: 'run', at: expect.any(String), run: '7', text: 'Run 7: Paid.' },
    { event: 'serving' },
  ]);
  expect(parsed(logged)).toEqual([expect.objectContaining({ level: 40 })]);
});
