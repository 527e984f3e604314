import type { Hono } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { stopRun, withdrawRun } from '../../../engine/review/take-back.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { maskBankDetails } from '../../../mask-bank-details.ts';
import { isAllOnHold, type RunStatus } from '../../../outcomes/run-outcome.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { BEFORE_START } from '../../../states.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { answerWithin } from '../answer-before-timeout.ts';
import { type PageWithForms, postBesideForm, type RefusedForm, refusedOf } from '../beside-form.ts';
import { pathWithRunNotice } from '../run-notices.ts';

const ACTIONS = { withdraw: withdrawRun, stop: stopRun } as const;

/** `POST /runs/:run/withdraw` and `/stop`, each with a reason: like `payrun withdraw` and `payrun stop`. */
export function takeBackPosts(app: Hono, deps: PageDeps, page: PageWithForms<RunView>): void {
  const { appContext } = deps;
  for (const action of ['withdraw', 'stop'] as const) {
    const at = { path: '/runs/:run', action, role: PERMISSIONS[action].role };
    postBesideForm(app, deps, at, page, async ({ context, view, found, form: { because = '' } }) => {
      const run = String(found.id);
      const acts = ACTIONS[action](appContext, run, { by: actorOf(context), because, progress: () => {} });
      await answerWithin(appContext, acts, { run, what: 'the withdrawal or stop of a run was not completed' });
      // Follows what was sent, writes the results, and completes it if another process had the run.
      await enqueue(appContext, { kind: 'run', run });
      return pathWithRunNotice(view, run, action === 'stop' ? 'stopped' : 'withdrawn');
    });
  }
}

/**
 * The form to withdraw a run that awaits approval or that is on hold, or to stop one that is at work; empty if neither
 * applies.
 */
export function takeBackPart(
  view: View,
  { id, state }: Pick<RunView, 'id' | 'state'>,
  status: RunStatus,
  refused: RefusedForm | null = null,
): Markup | '' {
  const { confirmed, hasPayments, batches, hasReady, unsent } = status;
  const isUnsent = hasReady || unsent > 0 || BEFORE_START.some((one) => (batches[one] ?? 0) > 0);
  const isHeld = isAllOnHold(status);
  if (!isHeld && (!confirmed || !hasPayments || state === 'done' || !isUnsent)) return '';
  const isSent = Object.entries(batches).some(([one, n]) => !UNSENT.has(one) && !(one === 'unknown' && n === unsent));
  const isWaiting = state === 'waiting_approval' || unsent > 0;
  const action = isHeld || (isWaiting && !isSent) ? 'withdraw' : 'stop';
  if (!may(view.currentUser, action)) return '';
  const { summary, says: consequence } = isHeld ? WORDS.held : WORDS[action];
  const mine = refusedOf(refused, action);
  const value = maskBankDetails(mine?.form.because ?? '');
  return html`<details class="confirm"${mine ? html` open` : ''}><summary>${summary}</summary><div><p>${consequence}</p>
${mine ? html`<p class="notice bad" role="alert">${mine.why}</p>` : ''}${actButton(view, {
  action: `${runPath(id)}/${action}`,
  button: summary,
  tone: 'danger',
  body: field({ name: 'because', id: `${action}-because`, label: 'Reason', value, required: true }),
})}</div></details>`;
}

const UNSENT: ReadonlySet<string> = new Set(['planned', 'creating', 'void', ...BEFORE_START]);

const WORDS = {
  withdraw: {
    summary: 'Withdraw run',
    says: 'Nothing of it is paid: its batches are deleted and its payments canceled. The references are free again.',
  },
  held: {
    summary: 'Withdraw run',
    says: 'Nothing of it is paid: its payments on hold are canceled, and nobody can release them. The references are free again.',
  },
  stop: {
    summary: 'Stop run',
    says: 'What was sent stays sent and is followed to its end; it cannot be called back here. Nothing else is sent: the other payments are canceled, and their references are free again.',
  },
} as const;
