import { type ApprovalParties, runApprovalRefusal } from '../../../engine/review/approval-parties.ts';
import { isSamePerson } from '../../../ledger/users/name-key.ts';
import type { ShownRun } from '../../../ledger/views/shown-run.ts';
import { approvalsText } from '../../../outcomes/approvals-count.ts';
import { may } from '../../../permissions/access.ts';
import type { PermissionName } from '../../../permissions/permissions.ts';
import type { RunStatus } from '../../../states.ts';
import type { IconName } from '../../components/icon.ts';
import { approvePath, fixPath, paymentPath, runPath, runPaymentsPath } from '../../components/paths.ts';
import { seesAllMerchants, UNKNOWN_BATCHES } from '../../components/settings-nav.ts';
import type { View } from '../../components/view.ts';

/** The facts of a run that determine its next step. */
export interface RunToAct extends Pick<ShownRun, 'id' | 'status' | 'confirmed_at' | 'finished_at'> {
  /** Some of its payments are unconfirmed. */
  readonly unknown: boolean;
  /** Some of its payments differ from their rows. */
  readonly discrepancy: boolean;
  /** It is stopped until an admin has handled batches that the ledger does not know. */
  readonly blocked: boolean;
  /** The facts that decide who may approve it; null if it does not await approval. */
  readonly parties: ApprovalParties | null;
}

/** An action on a run, and its page. */
interface StepOfRun {
  readonly label: string;
  readonly path: (run: bigint) => string;
  readonly permission: PermissionName;
  readonly isNext: (run: RunToAct) => boolean;
  /** It has a page of its own; the page of the run contains the others. */
  readonly hasOwnPage?: true;
}

const needsUser = ({ status, finished_at }: RunToAct): boolean =>
  finished_at === null && (status === 'action_required' || status === 'ready_to_submit');

/** All next steps of a run, in order of priority; the last one applies to every other run with action required. */
const RUN_ACTIONS: readonly StepOfRun[] = [
  {
    label: 'Review discrepancies',
    path: (run) => runPaymentsPath(run, { state: 'discrepancy' }),
    permission: 'resolve',
    isNext: ({ discrepancy }) => discrepancy,
  },
  {
    label: 'Review unknown batches',
    path: () => UNKNOWN_BATCHES,
    permission: 'adopt',
    isNext: (run) => needsUser(run) && run.blocked,
    hasOwnPage: true,
  },
  {
    label: 'Review and approve',
    path: approvePath,
    permission: 'approve',
    isNext: ({ status }) => status === 'awaiting_approval',
    hasOwnPage: true,
  },
  {
    label: 'Review and submit',
    path: (run) => `${runPath(run)}#answer`,
    permission: 'upload',
    isNext: (run) => needsUser(run) && run.confirmed_at === null,
  },
  {
    label: 'Confirm outcome',
    path: (run) => runPaymentsPath(run, { state: 'unknown' }),
    permission: 'resolve',
    isNext: (run) => needsUser(run) && run.unknown,
  },
  {
    label: 'View shortfall',
    path: (run) => `${runPath(run)}#funds`,
    permission: 'submit',
    isNext: ({ status }) => status === 'insufficient_funds',
  },
  {
    label: 'Approve it in the payout service',
    path: (run) => `${runPath(run)}#batches`,
    permission: 'submit',
    isNext: ({ status }) => status === 'awaiting_service_approval',
  },
  {
    label: 'View issue',
    path: (run) => `${runPath(run)}#batches`,
    permission: 'submit',
    isNext: needsUser,
  },
];

/** The action for a waiting run, by its status, in the order of the overview: of a sheet, or of some payments. */
export const RUNS_TO_DO = {
  awaiting_approval: ['approve', (subject) => `Approve ${subject}`],
  ready_to_submit: ['upload', (subject) => `Submit ${subject}`],
  insufficient_funds: ['funds', (subject) => `Fund ${subject}`],
  awaiting_service_approval: ['wait', (subject) => `Approve ${subject} in the payout service`],
  action_required: ['alert', (subject) => `Review ${subject}`],
} as const satisfies Partial<Record<RunStatus, readonly [icon: IconName, what: (subject: string) => string]>>;

/** A link to the next step of a run or payment. */
export interface NextStep {
  /** True if the visitor may do it; otherwise they may only view it. */
  readonly isForUser: boolean;
  readonly label: string;
  readonly path: string;
  readonly onItsPage: boolean;
}

/**
 * The next step of a run. A visitor without the permission gets a link to view it, and so does an approver who may not
 * approve this run. Null if no action is required.
 */
export function nextStep({ currentUser }: Pick<View, 'currentUser'>, run: RunToAct): NextStep | null {
  // Only admins of all merchants may see the page of unknown batches.
  const seesIt = (permission: PermissionName) =>
    permission !== 'adopt' || (may(currentUser, permission) && seesAllMerchants(currentUser));
  const action = RUN_ACTIONS.find(({ isNext, permission }) => isNext(run) && seesIt(permission));
  if (!action) return null;
  const { label, path, permission, hasOwnPage = false } = action;
  const parties = permission === 'approve' ? run.parties : null;
  const isForUser =
    may(currentUser, permission) && (parties === null || runApprovalRefusal(currentUser, parties) === null);
  const view = parties?.approvals.given ? `View (${approvalsText(parties.approvals)})` : 'View';
  return { isForUser, label: isForUser ? label : view, path: path(run.id), onItsPage: !hasOwnPage };
}

/** The correction of rows that were not paid: for makers, and for the uploader. */
export function rowsToCorrectStep(
  { currentUser }: Pick<View, 'currentUser'>,
  { run, maker }: { readonly run: bigint; readonly maker: string },
): NextStep {
  const isAllowed = may(currentUser, 'correct');
  const isForUser = isAllowed && (currentUser.role === 'maker' || isSamePerson(currentUser.name, maker));
  return {
    isForUser,
    label: isAllowed ? 'Correct rows' : 'View',
    path: isAllowed ? fixPath(run) : runPath(run),
    onItsPage: false,
  };
}

/** The next step for payments in these states. */
const PAYMENT_ACTIONS = {
  held: { label: 'Review', permission: 'release' },
  unknown: { label: 'Confirm outcome', permission: 'resolve' },
  discrepancy: { label: 'Review', permission: 'resolve' },
} as const satisfies Record<string, { readonly label: string; readonly permission: PermissionName }>;

/** The next step for payments of a run: the page of the payment if there is only one, otherwise the list. */
export function paymentsStep(
  { currentUser }: Pick<View, 'currentUser'>,
  {
    run,
    state,
    payments,
    payment,
  }: { run: bigint; state: 'held' | 'unknown' | 'discrepancy'; payments: number; payment: string | null },
): NextStep {
  const { label, permission } = PAYMENT_ACTIONS[state];
  const path = payments === 1 && payment !== null ? paymentPath(payment) : runPaymentsPath(run, { state });
  const isForUser = may(currentUser, permission);
  return { isForUser, label: isForUser ? label : 'View', path, onItsPage: false };
}
