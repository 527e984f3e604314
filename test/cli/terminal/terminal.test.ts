import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingTerminal } from '../../support/recording-terminal.ts';

describe('the terminal', () => {
  it('writes a result for people, or a document for programs, never both', () => {
    for (const json of [false, true]) {
      const { terminal, said } = recordingTerminal({ json });
      terminal.print('for people');
      terminal.document({ rows: 3n, big: 2n ** 64n });
      terminal.note('meanwhile');
      const document = '{\n  "rows": 3,\n  "big": "18446744073709551616"\n}\n';
      expect(said).toEqual({ stdout: json ? document : 'for people\n', stderr: 'meanwhile\n' });
    }
  });

  it.each([
    ['y', true],
    ['Yes', true],
    [' y ', true],
    ['', false],
    ['n', false],
    ['yep', false],
    ['j', false],
  ])('takes the answer "%s" for %s', async (answer, yes) => {
    const { terminal, said, type } = recordingTerminal();
    const asked = terminal.ask('Pay them?');
    type(`${answer}\n`);
    expect(await asked).toBe(yes);
    expect(said.stderr).toContain('Pay them? [y/N] ');
    expect(said.stdout).toBe('');
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('takes %s for a no', async (_, key) => {
    const { terminal, type } = recordingTerminal({ tty: true });
    const asked = terminal.ask('Pay them?');
    await setImmediate();
    type(key);
    expect(await asked).toBe(false);
  });

  it('stops asking when it is told to', async () => {
    const { terminal } = recordingTerminal();
    const stop = new AbortController();
    const asked = terminal.ask('Pay them?', stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow('abort');
  });
});
