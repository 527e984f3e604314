import type { Hono } from 'hono';
import { unknownHolidays } from '../../../engine/plan/run-plan.ts';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { changePayDate, onlyLater, whyFixed } from '../../../engine/review/change-pay-date.ts';
import { batchesOf } from '../../../ledger/batches/batch.ts';
import { currenciesOfRun, type PayDate, payDateOf } from '../../../ledger/runs/pay-date.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import type { RunView } from '../../../ledger/views/run-view.ts';
import { may } from '../../../permissions/access.ts';
import { pageActor } from '../../../permissions/actor.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { type PageWithForms, postBesideForm, type RefusedForm, refusedOf } from '../beside-form.ts';
import { pathWithRunNotice } from '../run-notices.ts';

const PAY_DATE = 'pay-date';

/** `POST /runs/:run/pay-date`: gives a run another pay date, or none. */
export function payDatePost(app: Hono, deps: PageDeps, page: PageWithForms<RunView>): void {
  const { appContext } = deps;
  const at = { path: '/runs/:run', action: PAY_DATE, role: PERMISSIONS.reschedule.role };
  postBesideForm(app, deps, at, page, async ({ context, view, found, form: { on } }) => {
    // Only an empty field removes the date.
    if (on === undefined) return runPath(found.id);
    const day = on.trim() === '' ? null : on.trim();
    await changePayDate(appContext, found.id, { on: day, by: actorOf(context) });
    if (found.confirmed_at !== null) await enqueue(appContext, { kind: 'run', run: String(found.id) });
    return `${pathWithRunNotice(view, found.id, day === null ? 'pay date removed' : 'pay date set')}#pay-date`;
  });
}

/** The sentence that says when a run is sent: its pay date, and why it was moved. */
export function payDateWords(view: View, { on, startsAt, zone, because }: PayDate): Markup {
  const there = showInZone(startsAt.getTime(), zone);
  return html`It is sent on ${exactMoment(view, startsAt)}${zone === view.timeZone ? '' : html`<span class="quiet"> (${there} ${zone})</span>`}${
    because === null ? '' : html`. Asked for was ${on}, moved because ${because}`
  }.`;
}

/** When a run that is not sent yet will be, and the form that changes it; empty if its date cannot change any more. */
export async function payDatePart(
  view: View,
  { appContext }: PageDeps,
  run: bigint,
  refused: RefusedForm | null = null,
): Promise<{ readonly words: Markup | ''; readonly change: Markup | '' }> {
  const { db } = appContext.ledger;
  const found = await getRun(db, run);
  const batches = await batchesOf(db, run);
  if (found.options.dryRun || whyFixed(found, batches) !== null) return { words: '', change: '' };
  const date = payDateOf(found);
  const action = `${runPath(run)}/${PAY_DATE}`;
  const mine = refusedOf(refused, PAY_DATE);
  const isLater = await onlyLater(db, found, batches, pageActor(view.currentUser.name, undefined));
  const today = showInZone(view.now, appContext.config.timeZone).slice(0, 10);
  return {
    words:
      date === null
        ? ''
        : html`<p id="pay-date"><strong>Pay date.</strong> ${payDateWords(view, date)} The balance is checked then.${unknownHolidays(date, await currenciesOfRun(db, run)).map(({ text }) => ` ${text}`)}</p>`,
    change: may(view.currentUser, 'reschedule')
      ? html`<details class="confirm"${mine ? html` open` : ''}><summary>${date === null ? 'Pay on a date' : 'Change pay date'}</summary><div>
${mine ? html`<p class="notice bad" role="alert">${mine.why}</p>` : ''}${actButton(view, {
  action,
  button: 'Set pay date',
  body: field({
    name: 'on',
    id: 'pay-on',
    label: 'Pay on',
    type: 'date',
    value: mine?.form.on ?? date?.on ?? today,
    min: isLater ? (date?.on ?? today) : today,
    required: true,
    hint: `On a weekend or a bank holiday of its currencies it is sent on the next business day.${isLater ? ' It is approved: only a user who may approve it can move it to an earlier day.' : ''}`,
  }),
})}
${date === null || isLater ? '' : actButton(view, { action, button: 'Remove pay date', hidden: { on: '' } })}
</div></details>`
      : '',
  };
}
