import { setImmediate, setTimeout } from 'node:timers/promises';

/** Two to three times as long as a block takes, so that most of the time is left to payments and pages. */
const PAUSE_MS = 10;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Waits until a block of an upload may be sealed or opened: one block at a time, however many files are received and
 * read, and with a pause if there are several. A lone upload does not pause.
 */
export async function takeTurn(): Promise<void> {
  waiting += 1;
  last = last.then(() => (waiting > 1 ? setTimeout(PAUSE_MS) : setImmediate()));
  await last;
  waiting -= 1;
}
