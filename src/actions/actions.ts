import { accept } from './accept.ts';
import type { InstallationAction, RunAction, UserAction } from './action.ts';
import { adopt } from './adopt.ts';
import { approve } from './approve.ts';
import { dismiss } from './dismiss.ts';
import { addEndpointAction } from './endpoints/add.ts';
import { removeEndpointAction } from './endpoints/remove.ts';
import { replayEndpointAction } from './endpoints/replay.ts';
import { rotateEndpointAction } from './endpoints/rotate.ts';
import { release } from './release.ts';
import { remove } from './remove.ts';
import { rerun } from './rerun.ts';
import { reschedule } from './reschedule.ts';
import { resolve } from './resolve.ts';
import { discard, submit } from './submit.ts';
import { reject, stop, withdraw } from './take-back.ts';
import { addToken } from './tokens/add.ts';
import { revokeToken } from './tokens/revoke.ts';
import { addUserAction } from './users/add.ts';
import { disable, enable } from './users/enabled.ts';
import { notify } from './users/notify.ts';
import { changePassword } from './users/password.ts';
import { resetCodes } from './users/reset-totp.ts';
import { changeRights } from './users/rights.ts';

/** The decisions about payments and runs, in the order of the help. */
export const RUN_ACTIONS: readonly RunAction[] = [
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
  adopt,
];

/** The decisions about users and programs, in the order of the help. */
export const USER_ACTIONS: readonly UserAction[] = [
  addUserAction,
  changeRights,
  notify,
  changePassword,
  disable,
  enable,
  resetCodes,
  addToken,
  revokeToken,
];

/** The decisions about endpoints, in the order of the help. */
export const ENDPOINT_ACTIONS: readonly InstallationAction[] = [
  addEndpointAction,
  rotateEndpointAction,
  removeEndpointAction,
  replayEndpointAction,
];
