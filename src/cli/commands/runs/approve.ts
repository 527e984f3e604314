import { approveRun, checkApproval } from '../../../engine/review/approvals.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import { systemClock } from '../../../platform/clock.ts';
import { approvalSummary } from '../../../reports/approval-summary.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { showApproval } from '../../terminal/show-approval.ts';
import { withAppContext } from '../../with-app-context.ts';

/**
 * Shows the summary of a run, asks for confirmation on a terminal, approves exactly the payments that were shown, and
 * continues the run.
 */
export async function approve({ args, options, terminal, signal }: Invocation): Promise<number> {
  const run = args[0]!;
  const dryRun = options.dryRun === true;
  const wanted = textOf(options, 'hash');
  return withAppContext(terminal, async (appContext, bar) => {
    const approval = await approvalSummary(appContext.ledger, run);
    if (dryRun && options.as !== undefined) await checkApproval(appContext, run, { name: String(options.as) });
    const by = dryRun ? null : await actingUser(appContext, 'approve', { options, terminal });
    if (by !== null) await checkApproval(appContext, run, by);
    if (wanted !== undefined && wanted !== approval.hash) throw new PayrunError('approval_outdated', { run });

    const lines = showApproval(approval, systemClock.now());
    for (const line of [...(await bannerLines(appContext)), ...lines])
      dryRun ? terminal.print(line) : terminal.note(line);
    if (dryRun) {
      terminal.document({ run: approval.run, approval });
      return EXIT.done;
    }
    if (!options.yes && terminal.interactive && !(await terminal.ask('Approve these payments?', signal))) {
      terminal.document({ run: approval.run, approved: false, approval });
      terminal.print(`Nothing was decided: run ${run} still waits for approval.`);
      return EXIT.waits;
    }
    const verified = textOf(options, 'verified');
    const outcome = await approveRun(appContext, run, {
      ...{ by: by!, shown: approval.hash, verified },
      progress: bar.show,
      signal,
    });
    bar.end();
    const answer = outcomeAnswer(outcome);
    terminal.document({ ...(answer.document as object), approval });
    for (const line of [...(await bannerLines(appContext)), ...answer.lines]) terminal.print(line);
    return answer.exitCode;
  });
}
