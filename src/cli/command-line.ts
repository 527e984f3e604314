import { constants } from 'node:os';
import { isError, PayrunError } from '../errors.ts';
import { COMMAND_GROUPS, COMMANDS, type CommandGroup } from './command-table.ts';
import { getHelp } from './help-for-arguments.ts';
import { parseArguments } from './program.ts';
import { type FailedCommand, reportFailure } from './report-failure.ts';
import { createTerminal, loggedTerminal, type Streams } from './terminal/terminal.ts';

/** The exit code that shells expect after Ctrl-C: 128 and the number of SIGINT, even after an orderly stop. */
const INTERRUPTED = 130;

/** Runs the command that the arguments name; resolves with the exit code. */
export async function commandLine(
  argv: readonly string[],
  streams: Streams,
  groups: readonly CommandGroup[] = COMMAND_GROUPS,
): Promise<number> {
  // Read before the arguments are parsed, so that an error in them is also printed as JSON.
  const end = argv.indexOf('--');
  const given = (...flags: string[]) => flags.some((flag) => (end < 0 ? argv : argv.slice(0, end)).includes(flag));
  const manner = { json: given('--json'), quiet: given('-q', '--quiet'), color: !given('--no-color') };
  let terminal = createTerminal(manner, streams);
  try {
    const request = await parseArguments(argv, groups, (text) => void streams.stdout.write(text));
    if (request === null) return 0;
    if (request.entry.stays && !terminal.watched && !terminal.json) terminal = loggedTerminal(terminal, streams);
    if (request.entry.needsLedger) (await import('./with-ledger.ts')).requireLedger();
    const stop = stopSignals(terminal.note);
    try {
      const command = await request.entry.load();
      const { unknownVariables } = await import('../config.ts');
      for (const text of unknownVariables()) terminal.note(`Warning: ${text}`);
      const { printAnswer } = await import('./print-answer.ts');
      const { args, options } = request;
      const code = printAnswer(terminal, await command({ args, options, terminal, signal: stop.signal }));
      return stop.wasInterrupted() || terminal.wasInterrupted() ? INTERRUPTED : code;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      const code = reportFailure(terminal, stop.signal.reason, false);
      return stop.wasInterrupted() ? INTERRUPTED : code;
    } finally {
      stop.release();
    }
  } catch (error) {
    const code = reportFailure(terminal, error, await isDebug(), failedCommand(argv));
    // Ctrl-C in a question, where it is no signal.
    return isError(error, 'stopped') && error.details.signal === 'SIGINT' ? INTERRUPTED : code;
  }
}

function failedCommand(argv: readonly string[]): FailedCommand {
  const name = getHelp(argv, COMMANDS);
  const entry = COMMANDS.find((one) => one.name === name.trim());
  return { name, resumes: entry === undefined || entry.resumes === true };
}

async function isDebug(): Promise<boolean> {
  try {
    const { loadConfig } = await import('../config.ts');
    return ['debug', 'trace'].includes(loadConfig().logLevel);
  } catch {
    return false;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first signal aborts, so that the current call ends and its outcome is recorded. The second one ends the process
 * at once, with the exit code that shells expect.
 */
function stopSignals(note: (text: string) => void) {
  const controller = new AbortController();
  let first: NodeJS.Signals | null = null;
  const stop = (name: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) process.exit(128 + constants.signals[name]);
    first = name;
    note('Stopping. A second signal ends Payrun at once.');
    controller.abort(new PayrunError('stopped', { signal: name }));
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    /** Whether the first signal was Ctrl-C. */
    wasInterrupted: () => first === 'SIGINT',
    release: () => {
      for (const name of SIGNALS) process.removeListener(name, stop);
    },
  };
}
