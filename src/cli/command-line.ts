import { baselineWasm } from './baseline-wasm.ts';
import { COMMANDS } from './command-table.ts';
import { reportFailure } from './failure.ts';
import { helpOf } from './help-of.ts';
import { parseArguments } from './program.ts';
import { createTerminal, type Streams } from './screens/terminal.ts';
import { stopSignals } from './stop-signals.ts';

/** What shells expect of a program that was ended by Ctrl-C, however orderly it ended: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** Does what the arguments ask for; resolves with the exit code. */
export async function commandLine(argv: readonly string[], streams: Streams): Promise<number> {
  // Known before the arguments are read, so that a mistake in them is told in the form that was asked for.
  const end = argv.indexOf('--');
  const terminal = createTerminal((end < 0 ? argv : argv.slice(0, end)).includes('--json'), streams);
  try {
    const request = await parseArguments(argv, COMMANDS, (text) => void streams.stdout.write(text));
    if (request === null) return 0;
    if (!request.entry.stays) baselineWasm();
    if (request.entry.needsLedger) (await import('./with-ledger.ts')).requireLedger();
    const stop = stopSignals(terminal.note);
    try {
      const command = await request.entry.load();
      const code = await command({ args: request.args, options: request.options, terminal, signal: stop.signal });
      return stop.wasInterrupted() ? INTERRUPTED : code;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      const code = reportFailure(terminal, stop.signal.reason, false);
      return stop.wasInterrupted() ? INTERRUPTED : code;
    } finally {
      stop.release();
    }
  } catch (error) {
    return reportFailure(terminal, error, await isDebug(), helpOf(argv, COMMANDS));
  }
}

async function isDebug(): Promise<boolean> {
  try {
    const { loadConfig } = await import('../config.ts');
    return ['debug', 'trace'].includes(loadConfig().logLevel);
  } catch {
    return false;
  }
}
