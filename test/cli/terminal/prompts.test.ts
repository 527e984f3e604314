import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createPrompts } from '../../../src/cli/terminal/prompts.ts';

function terminal() {
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode(raw: boolean) {
      this.isRaw = raw;
      return this;
    },
  });
  let shown = '';
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 }).on('data', (text) => {
    shown += text;
  });
  const prompts = createPrompts({ stdin, stderr } as never);
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      await new Promise((done) => setImmediate(done));
      stdin.write(key);
    }
  };
  return { prompts, type, stdin, shown: () => shown };
}

describe('a question for a secret', () => {
  it.each([
    [['seven', '\r'], 'seven'],
    [['sevenx', '\u007f', '\r'], 'seven'],
    [['wrong', '\u0015', 'séven', '\r'], 'séven'],
  ])('reads %j as %j, shows nothing of it, and leaves the terminal as it was', async (typed, heard) => {
    const { prompts, type, stdin, shown } = terminal();
    const asked = prompts.secret({ message: 'Password' });
    await type(...typed);
    expect(await asked).toBe(heard);
    expect(stdin.isRaw).toBe(false);
    expect(shown()).toContain('Password');
    expect(shown()).not.toMatch(/seven|séven|wrong/);
  });

  it('is repeated if the answer has an error', async () => {
    const { prompts, type, shown } = terminal();
    const fault = (answer: string) => (answer === 'right' ? undefined : 'That is not it.');
    const asked = prompts.secret({ message: 'Password', fault });
    await type('wrong', '\r', '\u0015', 'right', '\r');
    expect(await asked).toBe('right');
    expect(shown()).toContain('That is not it.');
  });

  it('ends with Ctrl-C, and so does the command', async () => {
    const { prompts, type } = terminal();
    const asked = prompts.secret({ message: 'Password' });
    const ended = expect(asked).rejects.toMatchObject({ code: 'stopped', details: { signal: 'SIGINT' } });
    await type('sev', '\u0003');
    await ended;
  });
});

it('an empty line means the default; a choice is one of the list', async () => {
  const { prompts, type } = terminal();
  const line = prompts.text({ message: 'Folder', otherwise: 'inbox' });
  await type('\r');
  expect(await line).toBe('inbox');
  const choice = prompts.choose({
    message: 'Environment',
    options: [
      { value: 'sandbox', label: 'sandbox' },
      { value: 'production', label: 'production' },
    ],
  });
  await type('\u001b[B', '\r');
  expect(await choice).toBe('production');
});
