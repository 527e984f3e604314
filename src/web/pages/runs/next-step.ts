import { isSamePerson } from '../../../engine/review/approvals.ts';
import { may } from '../../../engine/users/access.ts';
import type { PermissionName } from '../../../engine/users/permissions.ts';
import type { RunState } from '../../../states.ts';
import { approvePath, paymentPath, runPath, runPaymentsPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { isWhole, UNKNOWN_BATCHES } from '../settings/settings-nav.ts';

/** What has to be known of a run to say what it waits for. */
export interface StandingRun {
  readonly id: bigint;
  readonly state: RunState;
  readonly maker: string;
  /** It waits for the yes or no to what it is about to pay. */
  readonly unconfirmed: boolean;
  /** Of some of its payments nobody can say whether they were paid. */
  readonly unknown: boolean;
  /** Some of its payments were made otherwise than their rows say. */
  readonly discrepancy: boolean;
  /** Nothing of it is paid before an admin has decided about batches that the ledger does not know. */
  readonly blocked: boolean;
}

/** Something that somebody does about a run, and where. */
interface RunAction {
  readonly label: string;
  readonly path: (run: bigint) => string;
  readonly deed: PermissionName;
  readonly isNext: (run: StandingRun) => boolean;
  /** It is done on the page of the run itself, where its own part stands. */
  readonly onItsPage?: true;
}

/** What a run can wait for, in the order in which it is asked; the last line takes what is left. */
const RUN_ACTIONS: readonly RunAction[] = [
  {
    label: 'Review discrepancies',
    path: (run) => runPaymentsPath(run, { state: 'discrepancy' }),
    deed: 'resolve',
    isNext: ({ discrepancy }) => discrepancy,
    onItsPage: true,
  },
  {
    label: 'Decide about unknown batches',
    path: () => UNKNOWN_BATCHES,
    deed: 'adopt',
    isNext: ({ state, blocked }) => state === 'needs_person' && blocked,
  },
  {
    label: 'Look and decide',
    path: approvePath,
    deed: 'approve',
    isNext: ({ state }) => state === 'waiting_approval',
  },
  {
    label: 'Say yes or no',
    path: (run) => `${runPath(run)}#answer`,
    deed: 'upload',
    isNext: ({ state, unconfirmed }) => state === 'needs_person' && unconfirmed,
    onItsPage: true,
  },
  {
    label: 'Say what became of them',
    path: (run) => runPaymentsPath(run, { state: 'unknown' }),
    deed: 'resolve',
    isNext: ({ state, unknown }) => state === 'needs_person' && unknown,
    onItsPage: true,
  },
  {
    label: 'See what is missing',
    path: (run) => `${runPath(run)}#funds`,
    deed: 'see',
    isNext: ({ state }) => state === 'waiting_funds',
    onItsPage: true,
  },
  {
    label: 'Approve it in the payout service',
    path: (run) => `${runPath(run)}#batches`,
    deed: 'see',
    isNext: ({ state }) => state === 'awaiting_service_approval',
    onItsPage: true,
  },
  {
    label: 'See what is wrong',
    path: (run) => `${runPath(run)}#batches`,
    deed: 'see',
    isNext: ({ state }) => state === 'needs_person',
    onItsPage: true,
  },
];

/** Where somebody gets on with something that waits. */
export interface NextStep {
  /** It is for this visitor to do; else they may look at it. */
  readonly mine: boolean;
  readonly label: string;
  readonly path: string;
  readonly onItsPage: boolean;
}

/**
 * What is next with a run that waits; who may not do it may look at it, and so may who made it, where it waits for approval. Null
 * where it waits for nobody.
 */
export function nextStep({ visitor }: Pick<View, 'visitor'>, run: StandingRun): NextStep | null {
  // The page of unknown batches is for nobody else to look at.
  const seesIt = (deed: PermissionName) => deed !== 'adopt' || (may(visitor, deed) && isWhole(visitor));
  const action = RUN_ACTIONS.find(({ isNext, deed }) => isNext(run) && seesIt(deed));
  if (!action) return null;
  const { label, path, deed, onItsPage = false } = action;
  const mine = may(visitor, deed) && !(deed === 'approve' && isSamePerson(visitor.name, run.maker));
  return { mine, label: mine ? label : 'Look', path: path(run.id), onItsPage };
}

/** What is done about payments that a person decides about, by their state. */
const PAYMENT_ACTIONS = {
  held: { label: 'Look and release', deed: 'release' },
  unknown: { label: 'Say what became of them', deed: 'resolve' },
  discrepancy: { label: 'Review', deed: 'resolve' },
} as const satisfies Record<string, { readonly label: string; readonly deed: PermissionName }>;

/** The same with payments of a run: the page of the only one, or their list. */
export function nextOfPayments(
  { visitor }: Pick<View, 'visitor'>,
  {
    run,
    state,
    payments,
    payment,
  }: { run: bigint; state: 'held' | 'unknown' | 'discrepancy'; payments: number; payment: string | null },
): NextStep {
  const { label, deed } = PAYMENT_ACTIONS[state];
  const path = payments === 1 && payment !== null ? paymentPath(payment) : runPaymentsPath(run, { state });
  const mine = may(visitor, deed);
  return { mine, label: mine ? label : 'Look', path, onItsPage: false };
}
