import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { processPort } from './process-port.ts';
import { createReader } from './reader.ts';

// The entry of a process that reads one sheet at a time, and asks Payrun's for its bytes and results.

// It ends with Payrun's process, which answers signals for both.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
/** A sheet that loops hears of no disconnect. */
const WATCH = `setInterval(() => {
  try {
    if (process.ppid === ${Number(process.argv[2])} && process.kill(process.ppid, 0)) return;
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}, 1_000);`;
new Worker(WATCH, { eval: true, execArgv: [] }).unref();

// On Linux it is the first to end if memory is short, and its dump has nothing of the sheet.
for (const [file, value] of Object.entries({ oom_score_adj: '1000', coredump_filter: '0' }))
  try {
    writeFileSync(`/proc/self/${file}`, value);
  } catch {}

const reader = createReader((method, ...args) => main.call(method, ...args));
const METHODS = {
  ...reader,
  close: async () => {
    await reader.close();
    // It may end by a signal, which would not write it.
    flushCompileCache();
  },
};
const main = processPort(process, () => METHODS);
