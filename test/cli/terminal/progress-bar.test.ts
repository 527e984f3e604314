import { describe, expect, it } from 'vitest';
import { createProgressBar, describe as inWords } from '../../../src/cli/terminal/progress-bar.ts';
import type { Progress } from '../../../src/engine/leases/progress-tracker.ts';
import { recordingTerminal } from '../../support/recording-terminal.ts';

const at = (changes: Partial<Progress>): Progress => ({
  ...{ stage: 'recipients', done: 0, total: 100, calls: 0, callsExpected: null, msLeft: null },
  ...changes,
});

describe('progress', () => {
  it.each<[Partial<Progress>, number, string]>([
    [{}, 0, 'recipients and accounts [------------------------] 0/100'],
    [{ done: 50 }, 0, 'recipients and accounts [############------------] 50/100'],
    [{ done: 100, total: 100 }, 500, 'recipients and accounts [########################] 100/100'],
    [{ done: 0, total: 0 }, 500, 'recipients and accounts [########################] 0/0'],
    [{ done: 30 }, 60_000, 'recipients and accounts [#######-----------------] 30/100, 30 a minute'],
    [{ stage: 'intake', done: 50_000, total: null }, 2_000, 'reading and checking 50,000, 25,000 a second'],
    [{ stage: 'report', done: 0, total: null, msLeft: 68_000 }, 0, 'writing results'],
    [
      { calls: 12, callsExpected: 2013, msLeft: 1_200_000 },
      0,
      'recipients and accounts [------------------------] 0/100, 12 of 2,013 calls, 20 min left',
    ],
    [
      { calls: 40, callsExpected: 37, msLeft: 0 },
      0,
      'recipients and accounts [------------------------] 0/100, 40 calls',
    ],
  ])('%j after %d ms in words', (changes, elapsed, words) => {
    expect(inWords(at(changes), elapsed)).toBe(words);
  });

  it('redraws one line on a terminal, at most ten times a second, and clears it', () => {
    const { terminal, output } = recordingTerminal({ tty: true });
    let now = 0;
    const bar = createProgressBar(terminal, () => now);
    for (let done = 0; done < 50; done++) {
      bar.show(at({ done }));
      now += 10;
    }
    bar.end();
    const drawn = output.stderr.split('\r\u001b[2K').slice(1);
    expect(drawn).toHaveLength(6);
    expect(drawn.at(-1)).toBe('Recipients         49 of 100\n');
    expect(output.stdout).toBe('');
  });

  it('is not shown with --quiet, on a terminal or elsewhere', () => {
    for (const tty of [true, false]) {
      const { terminal, output } = recordingTerminal({ tty, quiet: true });
      const bar = createProgressBar(terminal, () => 0);
      bar.show(at({ done: 3 }));
      bar.end();
      expect(output).toEqual({ stdout: '', stderr: '' });
    }
  });

  it('is a line for each stage that is over, with its own calls, and elsewhere one every half minute', () => {
    const { terminal, output } = recordingTerminal();
    let now = 0;
    const bar = createProgressBar(terminal, () => now);
    bar.show(at({ stage: 'intake', done: 100, total: null }));
    // The plan is shown here.
    bar.end();
    bar.show(at({ stage: 'intake', done: 100, total: null, calls: 1 }));
    for (let second = 0; second < 65; second++) {
      bar.show(at({ done: second, calls: 1 + second }));
      now += 1000;
    }
    bar.show(at({ stage: 'create', done: 1, total: null, calls: 70 }));
    bar.show(at({ stage: 'create', done: 2, total: null, calls: 74 }));
    bar.show(at({ stage: 'report', done: 0, total: null, calls: 74 }));
    bar.end();
    bar.end();
    expect(output.stderr.split('\n')).toEqual([
      'Rows read          100',
      expect.stringMatching(/^recipients and accounts .* 30\/100/),
      expect.stringMatching(/^recipients and accounts .* 60\/100/),
      'Recipients         64 of 100, 65 calls, 1 min 5 s',
      'Batches            2, 9 calls',
      'Results',
      '',
    ]);
  });
});
