import { enqueue } from '../../../engine/queue/enqueue.ts';
import { changePayDate, onlyLater, whyFixed } from '../../../engine/review/change-pay-date.ts';
import { may } from '../../../engine/users/access.ts';
import { pageActor } from '../../../engine/users/actor.ts';
import { batchesOf } from '../../../ledger/batches/batch.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type PayDate, payDateOf } from '../../../ledger/runs/pay-date.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { readForm } from '../../bodies/read-form.ts';
import { actButton, field } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { post, unlessRefused } from '../route.ts';
import { pathWithRunNotice } from '../run-notices.ts';

/** `POST /runs/:run/pay-date`: gives a run another pay date, or none. */
export function payDate({ appContext, ...deps }: PageDeps): Feature {
  return (app) => {
    post(app, { appContext, ...deps }, '/runs/:run/pay-date', 'maker', async (context, view) => {
      const found = await selectRun(
        appContext.ledger.db,
        view.currentUser.merchants,
        runIdOf(context.req.param('run')),
      );
      if (!found) return null;
      const { on } = await readForm(context);
      if (typeof on !== 'string') return null;
      const day = on.trim() === '' ? null : on.trim();
      const done = pathWithRunNotice(view, found.id, day === null ? 'pay date removed' : 'pay date set');
      return unlessRefused(context, view, done, '#pay-date', async () => {
        await changePayDate(appContext, found.id, { on: day, by: actorOf(context) });
        if (found.confirmed_at !== null) await enqueue(appContext, { kind: 'run', run: String(found.id) });
      });
    });
  };
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
): Promise<{ readonly words: Markup | ''; readonly change: Markup | '' }> {
  const { db } = appContext.ledger;
  const found = await getRun(db, run);
  const batches = await batchesOf(db, run);
  if (found.options.dryRun || whyFixed(found, batches) !== null) return { words: '', change: '' };
  const date = payDateOf(found);
  const action = `${runPath(run)}/pay-date`;
  const isLater = await onlyLater(db, found, batches, pageActor(view.currentUser.name, undefined));
  const today = showInZone(view.now, appContext.config.timeZone).slice(0, 10);
  return {
    words:
      date === null
        ? ''
        : html`<p id="pay-date"><strong>Pay date.</strong> ${payDateWords(view, date)} The balance is checked then.</p>`,
    change: may(view.currentUser, 'reschedule')
      ? html`<details class="confirm"><summary>${date === null ? 'Pay on a date' : 'Change pay date'}</summary><div>
${actButton(view, {
  action,
  button: 'Set pay date',
  body: field({
    name: 'on',
    id: 'pay-on',
    label: 'Pay on',
    type: 'date',
    value: date?.on ?? today,
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
