import { baselineWasm } from './baseline-wasm.ts';
import { commandLine } from './command-line.ts';

// A closed pipe (`payrun payments | head`) must not stop a run halfway.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

baselineWasm();
const code = await commandLine(process.argv.slice(2), process);
// Exit now: timers of the rate limit keep running for a minute after the last call, and everything that must be closed
// is closed.
process.exitCode = code;
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
process.exit(code);
