import { commandLine } from './command-line.ts';

// A reader that goes away (`payrun payments | head`) must not end a run halfway.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const code = await commandLine(process.argv.slice(2), process);
// Slots of the quota hold their timers for a minute after the last call; everything that must be closed is closed by now.
process.exitCode = code;
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))));
process.exit(code);
