import type { RunPlan } from '../../engine/plan/run-plan.ts';
import { showPayDate } from '../../ledger/runs/pay-date.ts';
import { debitsByStatus } from '../../lists/tables/sum-tables.ts';
import { stateCountText } from '../../outcomes/status-words.ts';
import { aboutMinutes } from '../../platform/call-minutes.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { runNames } from '../../reports/run-names.ts';
import { showMerchants } from './show-merchants.ts';
import { oneLine, tableLines } from './table.ts';

/** The fees are known only once the service has quoted. */
const FEES =
  'Fees: deducted from recipients, unless the merchant covers them in the payout service. A targetAmount arrives in full.';

/** The plan of a run and its costs in lines, for the uploader who submits it. */
export function showPlan(plan: RunPlan): readonly string[] {
  const { merchants = [] } = plan;
  const aside = (['invalid', 'held', 'already_paid', 'dismissed', 'canceled'] as const)
    .filter((state) => (plan.counts[state] ?? 0) > 0)
    .map((state) => stateCountText(state, plan.counts[state]));
  return [
    ...(plan.banner === null ? [] : [plan.banner]),
    `Ledger: ${plan.ledger}`,
    `${runNames(merchants.length > 0 ? merchants.map((one) => one.run) : [plan.run])}: ${pluralize(plan.payable, 'payment')} from ${pluralize(plan.rows, 'row')}${aside.length > 0 ? ` (${aside.join(', ')})` : ''}.`,
    ...(plan.sameSheet ? [oneLine(plan.sameSheet.message)] : []),
    ...(plan.readAs === null ? [] : [oneLine(plan.readAs)]),
    ...plan.warnings.map(oneLine),
    ...tableLines(debitsByStatus, plan.debits).map((line) => `  ${line}`),
    ...showMerchants(
      merchants.map((one) => ({
        ...one,
        text: `${pluralize(one.payable, 'payment')} from ${pluralize(one.rows, 'row')}`,
      })),
      'pays',
    ).map((line) => `  ${line}`),
    `Recipients: ${plan.newRecipients.toLocaleString('en-US')} new, ${plan.changedRecipients.toLocaleString('en-US')} changed.`,
    plan.calls === 0
      ? 'No API calls are needed.'
      : `Estimated time: ${aboutMinutes(plan.minutes)} (${pluralize(plan.calls, 'API call')}).`,
    ...(plan.payable === 0 ? [] : [FEES]),
    ...(plan.payDate === null ? [] : [`The run will be sent on ${showPayDate(plan.payDate)}.`]),
    ...(plan.cutOff?.inTime ? [`It can be sent before the cut-off, ${plan.cutOff.by}.`] : []),
  ];
}
