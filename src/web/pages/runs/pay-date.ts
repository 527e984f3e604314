import { reschedule } from '../../../actions/reschedule.ts';
import { unknownHolidays } from '../../../engine/plan/run-plan.ts';
import { fixedPayDateReason, mayOnlyPostpone } from '../../../engine/review/change-pay-date.ts';
import { getBatches } from '../../../ledger/batches/batch.ts';
import { getPayDate, getRunCurrencies, type PayDate } from '../../../ledger/runs/pay-date.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { may } from '../../../permissions/access.ts';
import { pageActor } from '../../../permissions/actor.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment } from '../../components/relative-time.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actionForm, type RefusedForm } from '../action-form.ts';

/** The sentence that says when a run is sent: its pay date, and why it was moved. */
export function payDateWords(view: View, { startsAt, zone, because }: PayDate): Markup {
  const localTime = showInZone(startsAt.getTime(), zone);
  return html`The run will be sent on ${exactMoment(view, startsAt)}${zone === view.timeZone ? '' : html`<span class="quiet"> (${localTime} ${zone})</span>`}${
    because === null ? '' : `; moved because ${because}`
  }.`;
}

/** The pay date of a run that is not sent yet, and the form that changes it; empty if the date is fixed. */
export async function payDatePart(
  view: View,
  { appContext }: PageDeps,
  run: bigint,
  refused: RefusedForm | null = null,
): Promise<{ readonly words: Markup | ''; readonly change: Markup | '' }> {
  const { db } = appContext.ledger;
  const found = await getRun(db, run);
  const batches = await getBatches(db, run);
  if (found.options.dryRun || fixedPayDateReason(found, batches) !== null) return { words: '', change: '' };
  const date = getPayDate(found);
  const isLater = await mayOnlyPostpone(db, found, batches, pageActor(view.currentUser.name, undefined));
  const today = showInZone(view.now, appContext.config.timeZone).slice(0, 10);
  return {
    words:
      date === null
        ? ''
        : html`<p id="pay-date"><strong>Pay date.</strong> ${payDateWords(view, date)} The balance is checked then.${unknownHolidays(date, await getRunCurrencies(db, run)).map(({ text }) => ` ${text}`)}</p>`,
    change: may(view.currentUser, 'reschedule')
      ? actionForm(view, reschedule, {
          path: runPath(run),
          title: date === null ? 'Schedule payments' : 'Change pay date',
          question: `If that day falls on a weekend or a bank holiday for one of the run’s currencies, the run is sent on the next business day.${isLater ? ' The run is approved: only a user who may approve it can move it to an earlier day.' : ''}`,
          fields: { on: { type: 'date', value: date?.on ?? today, min: isLater ? (date?.on ?? today) : today } },
          refused,
          more:
            date === null || isLater
              ? ''
              : actButton(view, {
                  action: `${runPath(run)}/${reschedule.name}`,
                  button: 'Remove pay date',
                  hidden: { on: '' },
                }),
        })
      : '',
  };
}
