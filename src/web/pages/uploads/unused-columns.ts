import { mapFile } from '../../../engine/review/save-format.ts';
import { isMistake } from '../../../errors.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import { type UnusedColumn, unusedColumns, unusedInWords } from '../../../intake/unused-columns.ts';
import { storedSheetBytes } from '../../../ledger/runs/stored-sheet.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { withShownAccounts } from '../../../references/shown-account.ts';
import { figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { columnsPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';

/** The stored sheet of a run, to be read again. */
export function storedSheetOf({ appContext: { ledger } }: PageDeps, { sheet, sheet_id }: RunView): SheetSource {
  return storedSheetBytes(ledger, { id: sheet_id!, name: sheet ?? '' });
}

/** The columns of a run's sheet with values that no payment uses, read from the sealed sheet. */
export async function unusedOf(deps: PageDeps, run: RunView): Promise<readonly UnusedColumn[]> {
  const unused = (run.understood?.unused ?? []) as readonly number[];
  if (unused.length === 0 || run.sheet_id === null) return [];
  try {
    return unusedColumns(await mapFile(deps.appContext, storedSheetOf(deps, run), run.options), unused);
  } catch (error) {
    // The settings of columns have changed since it was read.
    if (isMistake(error)) return [];
    throw error;
  }
}

/** The columns that are not used, each with a few cells, and a link to match them. */
export async function unusedPart(view: View, deps: PageDeps, run: RunView): Promise<Markup | ''> {
  const filled = await unusedOf(deps, run);
  if (filled.length === 0) return '';
  const said = filled.length === 1 ? 'column with values is' : 'columns with values are';
  return html`<p class="notice${filled.some(({ looksUsed }) => looksUsed) ? ' wait' : ''}">${figure(view, filled.length)} ${said} not used: ${withShownAccounts(filled.map(unusedInWords).join('; '))}. <a href="${columnsPath(run.id)}">Match columns</a></p>`;
}
