import { lastPlannedBalances } from '../../../engine/merchants/planned-balances.ts';
import type { RunPlan } from '../../../engine/plan/run-plan.ts';
import { balancesOfPlan } from '../../../lists/tables/run-tables.ts';
import { hasRole } from '../../../permissions/access.ts';
import { amount } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { moment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';

/** The balances that a plan is paid from, with a notice for each known shortfall; empty if nothing is to be paid. */
export async function planBalances(
  view: View,
  { appContext: { ledger } }: Pick<PageDeps, 'appContext'>,
  plan: RunPlan,
): Promise<Markup | ''> {
  const balances = await lastPlannedBalances(ledger.db, plan);
  if (balances.length === 0) return '';
  const merchants = [...new Set(balances.map(({ merchant }) => merchant))];
  const short = balances.filter(({ after }) => after !== null && after < 0n);
  return html`${short.map(
    ({ currency, after, merchant, unpriced, at }) =>
      html`<p class="notice wait">The ${currency} balance${merchants.length > 1 ? ` of ${merchant}` : ''}${at === null ? '' : html`, as of ${moment(view, at)},`} lacks ${unpriced > 0 ? 'at least ' : ''}${amount(view, { currency, minor: -after! })}, before fees. You can submit; the payments wait until the balance covers them.</p>`,
  )}
${listTable(view, balancesOfPlan, balances)}
${
  hasRole(view.currentUser.role, 'maker')
    ? html`<div class="links">${merchants.map((merchant) =>
        actButton(view, {
          action: '/balances',
          button: `Load balances${merchants.length > 1 ? ` of ${merchant}` : ''}`,
          hidden: { merchant, run: plan.run },
          tone: 'link',
        }),
      )}</div>`
    : ''
}`;
}
