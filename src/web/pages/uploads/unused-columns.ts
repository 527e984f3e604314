import { getUnusedColumns } from '../../../engine/review/match-columns.ts';
import { unusedColumnText } from '../../../intake/unused-columns.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { withShownAccounts } from '../../../references/shown-account.ts';
import { figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { columnsPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';

/** The columns that are not used, each with a few cells, and a link to match them. */
export async function unusedPart(view: View, deps: PageDeps, run: RunView): Promise<Markup | ''> {
  const filled = await getUnusedColumns(deps.appContext, run);
  if (filled.length === 0) return '';
  const columnsWithValues = filled.length === 1 ? 'column with values is' : 'columns with values are';
  return html`<p class="notice${filled.some(({ looksUsed }) => looksUsed) ? ' wait' : ''}">${figure(view, filled.length)} ${columnsWithValues} not used: ${withShownAccounts(filled.map(unusedColumnText).join('; '))}. <a href="${columnsPath(run.id)}">Match columns</a></p>`;
}
