import { stop, withdraw } from '../../../actions/take-back.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { isAllOnHold, type StatusFacts } from '../../../outcomes/run-outcome.ts';
import { may } from '../../../permissions/access.ts';
import { BEFORE_START } from '../../../states.ts';
import type { Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { View } from '../../components/view.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';

/**
 * The form to withdraw a run that awaits approval or that is on hold, or to stop one that is at work; empty if neither
 * applies.
 */
export function takeBackPart(
  view: View,
  { id, status: runStatus, finished_at }: Pick<RunView, 'id' | 'status' | 'finished_at'>,
  status: StatusFacts,
  refused: RefusedForm | null = null,
): Markup | '' {
  const { confirmed, hasPayments, batches, hasReady, unsent } = status;
  const isUnsent = hasReady || unsent > 0 || BEFORE_START.some((one) => (batches[one] ?? 0) > 0);
  const isHeld = isAllOnHold(status);
  if (!isHeld && (!confirmed || !hasPayments || finished_at !== null || !isUnsent)) return '';
  const isSent = Object.entries(batches).some(([one, n]) => !UNSENT.has(one) && !(one === 'unknown' && n === unsent));
  const isWaiting = runStatus === 'awaiting_approval' || unsent > 0;
  const action = isHeld || (isWaiting && !isSent) ? withdraw : stop;
  if (!may(view.currentUser, action.name)) return '';
  return actionForm(view, action, { path: runPath(id), refused, ...(isHeld ? { question: OF_HELD } : {}) });
}

const UNSENT: ReadonlySet<string> = new Set(['planned', 'creating', 'void', ...BEFORE_START]);

const OF_HELD =
  'Nothing of it is paid: its payments on hold are canceled, and nobody can release them. The references are free again.';
