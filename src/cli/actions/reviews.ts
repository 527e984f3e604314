import type { Typed } from '../../actions/action.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { checkApproval } from '../../engine/review/approvals.ts';
import { planToSubmit, shownPlan } from '../../engine/review/submit-run.ts';
import { PayrunError } from '../../errors.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { PermissionName } from '../../permissions/permissions.ts';
import { systemClock } from '../../platform/clock.ts';
import { usageError } from '../../references/usage-error.ts';
import { approvalSummary } from '../../reports/approval-summary.ts';
import { type Invocation, textOf } from '../command.ts';
import { confirmPaying } from '../terminal/confirm-paying.ts';
import { showApproval } from '../terminal/show-approval.ts';
import { showPlan } from '../terminal/show-plan.ts';

/** What a command shows before it decides, to which the decision is bound. */
interface Review {
  readonly lines: readonly string[];
  readonly document: object;
  readonly input: Typed;
  /** Asks on the terminal. */
  readonly agrees: () => Promise<boolean>;
  /** The end of "still waits". */
  readonly waitsFor: string;
  /** Added to the document if nothing is decided. */
  readonly declined: object;
}

interface Reviewing {
  readonly run: string;
  /** Null if it is only shown. */
  readonly by: Actor | null;
  readonly invocation: Invocation;
}

/** By the name of the action. */
export const REVIEWS: {
  readonly [name in PermissionName]?: (appContext: AppContext, reviewing: Reviewing) => Promise<Review>;
} = {
  async submit(appContext, { run, invocation: { terminal, signal, options } }) {
    const { id } = await getRun(appContext.ledger.db, run);
    const plan = await planToSubmit(appContext, id);
    if (plan === null) throw new PayrunError('not_asked', { run });
    if (!options.yes && !options.dryRun && !terminal.interactive) throw usageError('no_terminal_to_pay');
    return {
      lines: showPlan({ ...plan, banner: null }),
      document: { plan: { payable: plan.payable, rows: plan.rows, totals: plan.totals } },
      input: { shown: shownPlan(plan), businesses: 'yes' },
      agrees: () => confirmPaying(terminal, signal, plan.notes),
      waitsFor: 'to be submitted',
      declined: { submitted: false },
    };
  },
  async approve(appContext, { run, by, invocation: { options, terminal, signal } }) {
    const approval = await approvalSummary(appContext.ledger, run);
    const approver = by ?? (options.as === undefined ? null : { name: String(options.as) });
    if (approver) await checkApproval(appContext, run, approver);
    const wanted = textOf(options, 'hash');
    if (wanted !== undefined && wanted !== approval.hash) throw new PayrunError('approval_outdated', { run });
    return {
      lines: showApproval(approval, systemClock.now()),
      document: { approval },
      input: { hash: approval.hash },
      agrees: async () => !terminal.interactive || terminal.ask('Approve these payments?', signal),
      waitsFor: 'for approval',
      declined: { approved: false },
    };
  },
};
