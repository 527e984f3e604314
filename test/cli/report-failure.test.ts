import { describe, expect, it } from 'vitest';
import { asPayrunError, reportFailure } from '../../src/cli/report-failure.ts';
import { PayrunError } from '../../src/errors.ts';
import { recordingTerminal } from '../support/recording-terminal.ts';

describe('a failure', () => {
  it('that Payrun knows prints its sentence and the next step', () => {
    const { terminal, output } = recordingTerminal();
    expect(reportFailure(terminal, new PayrunError('file_missing', { file: 'a.csv' }), true)).toBe(2);
    expect(output).toEqual({ stdout: '', stderr: 'The file a.csv does not exist.\nCheck the name and the folder.\n' });
  });

  it('with --json is one document on standard output, and nothing else', () => {
    const { terminal, output } = recordingTerminal({ json: true });
    expect(reportFailure(terminal, new PayrunError('database_unreachable', { detail: 'it sleeps' }), false)).toBe(5);
    expect(JSON.parse(output.stdout)).toEqual({
      error: {
        code: 'database_unreachable',
        message: 'Payrun can’t reach the database: it sleeps.',
        next: 'Nothing is lost. Once it is back, run `payrun resume`.',
      },
    });
    expect(output.stderr).toBe('');
  });

  it('that is unexpected is a defect with its location and without a stack', () => {
    const { terminal, output } = recordingTerminal();
    const error = new TypeError('x is not a function');
    // Vitest loads a test file under a name with a query.
    error.stack = error.stack!.replaceAll(/\?vitest=\d+/g, '');
    expect(reportFailure(terminal, error, false)).toBe(1);
    expect(output.stderr).toMatch(/^Payrun has a bug: TypeError: x is not a function \(.*:\d+\)\.\nPlease report this/);
    expect(output.stderr).not.toMatch(/^\s+at /m);
  });

  it('has its stack at log level debug', () => {
    const { terminal, output } = recordingTerminal();
    reportFailure(terminal, new TypeError('x is not a function'), true);
    expect(output.stderr).toMatch(/^\s+at /m);
  });

  const DATA = [
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'ada@example.com',
    '12345678',
    'GB29NWBK60161331926819',
  ];
  it.each(DATA)('G5: never shows %s, which a library may quote', (data) => {
    const { terminal, output } = recordingTerminal();
    const error = new SyntaxError(`Unexpected token in "${data}" at 3\n${data}`);
    reportFailure(terminal, error, true);
    expect(output.stderr).toContain('Unexpected token in');
    for (const piece of data.split(/[ @]/).filter((part) => part.length > 3))
      expect(output.stderr).not.toContain(piece);
  });

  it.each([['a text'], [undefined], [{ code: 7 }]])('that is %j and not an error is a defect too', (thrown) => {
    expect(asPayrunError(thrown)).toMatchObject({ code: 'defect', exitCode: 1 });
  });
});
