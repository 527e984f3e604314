import type { RunBatch, RunFigures, RunView } from '../../ledger/pages/run-view.ts';
import type { PaymentState } from '../../states.ts';
import { figure } from '../page/amount.ts';
import { stateWord } from '../page/badge.ts';
import { html, type Markup } from '../page/markup.ts';
import { readerWords } from '../page/reader-words.ts';
import type { View } from '../page/view.ts';

/** Rows in these never reached the service. */
const NEVER_SENT: readonly PaymentState[] = ['held', 'invalid', 'cancelled'];

/** A run that is done can have paid nobody: "done" alone would be read as paid. */
export function paidNobody(
  view: View,
  run: Pick<RunView, 'state' | 'note' | 'dry_run'>,
  figures: readonly Pick<RunFigures, 'state' | 'payments'>[],
  batches: readonly Pick<RunBatch, 'note'>[],
): Markup | '' {
  const some = figures.filter(({ payments }) => payments > 0);
  if (run.state !== 'done' || run.note || run.dry_run || some.length === 0) return '';
  if (some.some(({ state }) => !NEVER_SENT.includes(state))) return '';
  const counts = NEVER_SENT.map((state) => ({
    state,
    payments: some.filter((one) => one.state === state).reduce((sum, one) => sum + one.payments, 0),
  })).filter(({ payments }) => payments > 0);
  // Who said no, and why.
  const reasons = [...new Set(batches.flatMap(({ note }) => note ?? []))];
  return html`<p class="notice wait">This run paid nobody: ${counts.map(({ state, payments }) => `${figure(view, payments)} ${stateWord(state)}`).join(', ')}.${reasons.map((reason) => html` ${readerWords(reason)}`)}</p>`;
}
