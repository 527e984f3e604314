import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordingTerminal } from '../../support/recording-terminal.ts';

describe('the terminal', () => {
  it('writes a result for people, or a document for programs, never both', () => {
    for (const json of [false, true]) {
      const { terminal, output } = recordingTerminal({ json });
      terminal.print('for people');
      terminal.document({ rows: 3n, big: 2n ** 64n });
      terminal.note('meanwhile');
      const document = '{\n  "rows": 3,\n  "big": "18446744073709551616"\n}\n';
      expect(output).toEqual({ stdout: json ? document : 'for people\n', stderr: 'meanwhile\n' });
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
    const { terminal, output, type } = recordingTerminal();
    const asked = terminal.ask('Pay them?');
    type(`${answer}\n`);
    expect(await asked).toBe(yes);
    expect(output.stderr).toContain('Pay them? [y/N] ');
    expect(output.stdout).toBe('');
  });

  it.each([
    ['Ctrl-C', '\u0003', true],
    ['Ctrl-D', '\u0004', false],
  ])('takes %s as no, and knows whether it was Ctrl-C', async (_, key, interrupted) => {
    const { terminal, type } = recordingTerminal({ tty: true });
    const asked = terminal.ask('Pay them?');
    await setImmediate();
    type(key);
    expect(await asked).toBe(false);
    expect(terminal.wasInterrupted()).toBe(interrupted);
  });

  it('lets no text of a sheet or the service move the cursor or change the text direction', async () => {
    const name = 'Ann\u001b[2J\u001b]0;title\u0007\u009b31ma \u202eevil\u2066\r\u200f\u0085!';
    const bad = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
    for (const tty of [false, true]) {
      const { terminal, output, type } = recordingTerminal({ tty });
      terminal.print(name);
      terminal.note(name);
      void terminal.ask(name);
      type('n\n');
      await setImmediate();
      expect(output.stdout).not.toMatch(bad);
      if (!tty) expect(output.stderr).not.toMatch(bad);
      expect(output.stdout).toBe('Ann[2J]0;title31ma evil!\n');
    }
    const { terminal, output: printed } = recordingTerminal({ json: true });
    terminal.document({ name });
    terminal.line({ name });
    expect(printed.stdout).not.toMatch(bad);
    const [document, line] = printed.stdout.split(/(?<=\n})\n/);
    for (const json of [document!, line!]) expect(JSON.parse(json)).toEqual({ name });
  });

  it('keeps its own colors, and no colors of other text', () => {
    const { terminal, output } = recordingTerminal({ tty: true });
    terminal.print(`${terminal.style('red', 'FAULT \u001b[32m')} in \u001b[32mgreen`);
    expect(output.stdout.replace('\u001b[31m', '<').replace('\u001b[39m', '>')).toMatch(
      /^<?FAULT \[32m>? in \[32mgreen\n$/,
    );
  });

  it('ends a question when told to stop', async () => {
    const { terminal } = recordingTerminal();
    const stop = new AbortController();
    const asked = terminal.ask('Pay them?', stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow('abort');
  });
});
