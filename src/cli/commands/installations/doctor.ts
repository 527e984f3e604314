import { resolve } from 'node:path';
import { type Config, loadConfig } from '../../../config.ts';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { withReadOnlyHome } from '../../../engine/context/read-only-home.ts';
import { checkInstallation } from '../../../engine/doctor/check-installation.ts';
import { type Check, worstCheck } from '../../../engine/doctor/checks.ts';
import { recordMerchant } from '../../../engine/maintenance/record-merchant.ts';
import { refuseRecorded, writeRecording } from '../../../engine/maintenance/record-steps.ts';
import { EXIT } from '../../../errors.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Command, type Invocation, optionText } from '../../command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withAppContext } from '../../with-app-context.ts';

/**
 * Checks everything that a run needs. Prints one line each, and the next step if it fails.
 */
export const doctor: Command = async (invocation) => {
  const { options, terminal } = invocation;
  const recordTo = optionText(options, 'record');
  if (recordTo !== undefined) return record(recordTo, invocation);
  if (options.write) throw usageError('write_needs_record');
  const checks = await checkInstallation(!options.local);
  showChecks(checks, terminal);
  terminal.document(checksDocument(checks));
  return worstCheck(checks, { strict: options.strict === true });
};

const MARKS = { ok: ['green', 'ok  '], look: ['yellow', 'WARN'], fail: ['red', 'FAIL'] } as const;

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

/** Records the form of the service's answers, without their values. */
export const record = (folder: string, invocation: Invocation): Promise<number> =>
  withReadOnlyHome(loadConfig(), (config) => recordWith(config, folder, invocation));

async function recordWith(config: Config, folder: string, { options, terminal, signal }: Invocation) {
  const path = resolve(folder);
  refuseRecorded(path);
  const work = async (appContext: AppContext) => {
    const { ledger } = appContext;
    const by = options.write ? await actingUser({ ledger, config }, 'service_change', { options, terminal }) : null;
    const recording = await recordMerchant(appContext, {
      ...{ by, parent: optionText(options, 'parent'), signal },
      onStep: ({ step, status, unread }) =>
        terminal.print(`${status ?? '---'}  ${step}${unread === null ? '' : `: Payrun cannot read it: ${unread}`}`),
    });
    await writeRecording(path, recording);
    const { steps } = recording;
    const unread = steps.filter((one) => one.unread !== null).map(({ step, unread }) => ({ step, unread }));
    terminal.document({ folder: path, answers: steps.length, unread });
    terminal.print(
      `${pluralize(steps.length, 'response')} of the payout service recorded in ${folder}, without values. Review the folder before you send it.`,
    );
    return EXIT.done;
  };
  return withAppContext(terminal, work, config);
}
