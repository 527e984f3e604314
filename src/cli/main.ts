import { COMMANDS } from './command-table.ts';
import { reportFailure } from './failure.ts';
import { parseArguments } from './program.ts';
import { stopSignals } from './stop-signals.ts';
import { createTerminal } from './terminal.ts';

/** Does what the arguments ask for; resolves with the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  // Known before the arguments are read, so that a mistake in them is told in the form that was asked for.
  const end = argv.indexOf('--');
  const terminal = createTerminal((end < 0 ? argv : argv.slice(0, end)).includes('--json'), process);
  try {
    const request = await parseArguments(argv, COMMANDS, (text) => void process.stdout.write(text));
    if (request === null) return 0;
    const stop = stopSignals(terminal.note);
    try {
      const command = await request.entry.load();
      return await command({ args: request.args, options: request.options, terminal, signal: stop.signal });
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      stop.release();
    }
  } catch (error) {
    return reportFailure(terminal, error, await isDebug());
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

// A reader that goes away (`payrun payments | head`) must not end a run halfway.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const code = await main(process.argv.slice(2));
// Slots of the quota hold their timers for a minute after the last call; everything that must be closed is closed by now.
process.exitCode = code;
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
process.exit(code);
