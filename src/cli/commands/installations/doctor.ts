import { checkInstallation } from '../../../engine/doctor/check-installation.ts';
import { type Check, worstCheck } from '../../../engine/doctor/checks.ts';
import { EXIT } from '../../../errors.ts';
import { usageError } from '../../../references/usage-error.ts';
import { type Command, textOf } from '../../command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { record } from './doctor-record.ts';

/**
 * Checks everything that a run needs. Prints one line each, and the next step if it fails.
 */
export const doctor: Command = async (invocation) => {
  const { options, terminal } = invocation;
  const recordTo = textOf(options, 'record');
  if (recordTo !== undefined) return record(recordTo, invocation);
  if (options.write) throw usageError('write_needs_record');
  const checks = await checkInstallation(!options.local);
  showChecks(checks, terminal);
  terminal.document(checksDocument(checks));
  return worstCheck(checks, { strict: options.strict === true });
};

const MARKS = { ok: ['green', 'ok  '], look: ['yellow', 'LOOK'], fail: ['red', 'FAIL'] } as const;

/** Prints a line for each check, and the next step if it fails. */
export function showChecks(checks: readonly Check[], terminal: Terminal): void {
  const width = Math.max(...checks.map(({ check }) => check.length));
  for (const line of checks) {
    const { check, detail, next } = line;
    const [color, mark] = MARKS[levelOf(line)];
    terminal.print(`${terminal.style(color, mark)}  ${check.padEnd(width)}  ${detail}`);
    if (next !== null) terminal.print(`${' '.repeat(width + 8)}${next}`);
  }
}

const levelOf = ({ ok, exit }: Check) => (ok ? 'ok' : exit === EXIT.waits ? 'look' : 'fail');

export function checksDocument(checks: readonly Check[]) {
  return {
    ok: checks.every(({ ok }) => ok),
    checks: checks.map((line) => {
      const { check, ok, detail, next } = line;
      return { check, ok, level: levelOf(line), detail, next };
    }),
  };
}
