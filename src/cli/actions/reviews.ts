import type { Typed } from '../../actions/action.ts';
import type { AppContext } from '../../engine/context/app-context.ts';
import { ledgerLocation } from '../../engine/context/ledger-location.ts';
import { batchesText, listUnknownBatches, requireUnknown, type UnknownOfMerchant } from '../../engine/review/adopt.ts';
import { checkApproval } from '../../engine/review/approvals.ts';
import { planToSubmit, shownPlan } from '../../engine/review/submit-run.ts';
import { EXIT, PayrunError } from '../../errors.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { batchesNotKnown } from '../../lists/tables/settings-tables.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { PermissionName } from '../../permissions/permissions.ts';
import { systemClock } from '../../platform/clock.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { usageError } from '../../references/usage-error.ts';
import { approvalSummary } from '../../reports/approval-summary.ts';
import { type Invocation, optionText } from '../command.ts';
import { confirmPaying } from '../terminal/confirm-paying.ts';
import { showApproval } from '../terminal/show-approval.ts';
import { showPlan } from '../terminal/show-plan.ts';
import { showRowWarnings } from '../terminal/show-row-warnings.ts';
import { rowsAsTable } from '../terminal/table.ts';

/** The facts that a command shows before a decision, which binds to them. */
export interface Review {
  readonly lines: readonly string[];
  readonly document: object;
  readonly input: Typed;
  /** Asks on the terminal. */
  readonly agrees: () => Promise<boolean>;
  /** Shown if nothing is decided, and added to the document. */
  readonly left: string;
  readonly declined?: object;
  /** There is nothing to decide: why. */
  readonly nothing?: string | undefined;
  /** If it is only shown; default: done. */
  readonly exitCode?: number;
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
      lines: [...showPlan({ ...plan, banner: null }), ...(await showRowWarnings(appContext, plan))],
      document: { run, plan: { payable: plan.payable, rows: plan.rows, totals: plan.totals } },
      input: { shown: shownPlan(plan), businesses: 'yes' },
      agrees: () => confirmPaying(terminal, signal, plan.notes),
      left: `Not submitted. Run ${run} is still ready to submit.`,
      declined: { submitted: false },
    };
  },
  async approve(appContext, { run, by, invocation: { options, terminal, signal } }) {
    const approval = await approvalSummary(appContext.ledger, run);
    const approver = by ?? (options.as === undefined ? null : { name: String(options.as) });
    if (approver) await checkApproval(appContext, run, approver);
    const wanted = optionText(options, 'hash');
    if (wanted !== undefined && wanted !== approval.hash) throw new PayrunError('approval_outdated', { run });
    return {
      lines: showApproval(approval, systemClock.now()),
      document: { run, approval },
      input: { hash: approval.hash },
      agrees: async () => !terminal.interactive || terminal.ask('Approve these payments?', signal),
      left: `Not approved. Run ${run} still awaits approval.`,
      declined: { approved: false },
    };
  },
  async adopt(appContext, { invocation: { options, terminal, signal } }) {
    const [merchant, installation] = [optionText(options, 'merchant'), optionText(options, 'installation')];
    const found = await listUnknownBatches(appContext, merchant === undefined ? undefined : [merchant], signal);
    if (installation !== undefined) requireUnknown(found);
    const isEmpty = found.length === 0;
    if (!isEmpty && !options.yes && !options.dryRun && !terminal.interactive) throw usageError('no_terminal_to_adopt');
    const question =
      installation === undefined
        ? 'Adopt them into this ledger as history, so that no one is paid twice?'
        : `Record that "${installation}" created them, and pays other people than this ledger?`;
    return {
      lines: [`Ledger: ${ledgerLocation(appContext.config)}`, ...showFound(found)],
      document: { unknown: found, adopted: [] },
      input: { merchants: found.map((one) => one.merchant).join(' '), batches: batchesText(found) },
      agrees: () => terminal.ask(question, signal),
      left: 'Nothing was changed.',
      nothing: isEmpty ? 'Every Payrun batch in the payout service is in this ledger.' : undefined,
      exitCode: EXIT.waits,
    };
  },
};

function showFound(found: readonly UnknownOfMerchant[]): readonly string[] {
  const all = found.flatMap(({ merchant, batches }) => batches.map((batch) => ({ ...batch, merchant })));
  if (all.length === 0) return [];
  return [
    `The service has ${pluralize(all.length, 'batch', 'batches')} that ${all.length === 1 ? 'is' : 'are'} not in this ledger:`,
    rowsAsTable(batchesNotKnown, all),
  ];
}
