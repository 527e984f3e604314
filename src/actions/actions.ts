import { accept } from './accept.ts';
import type { Action } from './action.ts';
import { approve } from './approve.ts';
import { dismiss } from './dismiss.ts';
import { reject } from './reject.ts';
import { release } from './release.ts';
import { remove } from './remove.ts';
import { rerun } from './rerun.ts';
import { reschedule } from './reschedule.ts';
import { resolve } from './resolve.ts';
import { discard, submit } from './submit.ts';
import { stop, withdraw } from './take-back.ts';

/** Every decision that is one form and one command, in the order of the help. */
export const ACTIONS: readonly Action[] = [
  submit,
  discard,
  approve,
  reject,
  rerun,
  withdraw,
  stop,
  reschedule,
  release,
  remove,
  dismiss,
  resolve,
  accept,
];
