import type { RunPlan } from '../../engine/plan/run-plan.ts';
import { showPayDate } from '../../ledger/runs/pay-date.ts';
import { debitsByStatus } from '../../lists/tables/sum-tables.ts';
import { stateCountText } from '../../outcomes/status-words.ts';
import { aboutMinutes } from '../../platform/about-minutes.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { runNames } from '../../reports/run-names.ts';
import { showMerchants } from './show-merchants.ts';
import { oneLine, tableLines } from './table.ts';

/** The fees are known only once the service has quoted. */
const FEES =
  'Fees: deducted from recipients, unless the merchant covers them in the payout service. A targetAmount arrives in full.';

/** The plan of a run and its costs in lines, for the uploader who submits it. */
export function showPlan(plan: RunPlan): readonly string[] {
  const {
    run,
    rows,
    payable,
    counts,
    debits,
    newRecipients,
    changedRecipients,
    calls,
    minutes,
    sameSheet,
    readAs,
    warnings,
    banner,
    ledger,
    merchants = [],
    cutOff,
    payDate,
  } = plan;
  const aside = (['invalid', 'held', 'already_paid', 'dismissed', 'canceled'] as const)
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => stateCountText(state, counts[state]));
  return [
    ...(banner === null ? [] : [banner]),
    `Ledger: ${ledger}`,
    `${runNames(merchants.length > 0 ? merchants.map((one) => one.run) : [run])}: ${pluralize(payable, 'payment')} of ${pluralize(rows, 'row')}${aside.length > 0 ? ` (${aside.join(', ')})` : ''}.`,
    ...(sameSheet ? [oneLine(sameSheet.message)] : []),
    ...(readAs === null ? [] : [oneLine(readAs)]),
    ...warnings.map(oneLine),
    ...tableLines(debitsByStatus, debits).map((line) => `  ${line}`),
    ...showMerchants(
      merchants.map((one) => ({
        ...one,
        text: `${pluralize(one.payable, 'payment')} of ${pluralize(one.rows, 'row')}`,
      })),
      'pays',
    ).map((line) => `  ${line}`),
    `Recipients: ${newRecipients.toLocaleString('en-US')} new, ${changedRecipients.toLocaleString('en-US')} changed.`,
    calls === 0
      ? 'No API calls are needed.'
      : `Estimated time: ${aboutMinutes(minutes)} (${pluralize(calls, 'API call')}).`,
    ...(payable === 0 ? [] : [FEES]),
    ...(payDate === null ? [] : [`It is sent on ${showPayDate(payDate)}.`]),
    ...(cutOff?.inTime ? [`It can be sent before the cut-off, ${cutOff.by}.`] : []),
  ];
}
