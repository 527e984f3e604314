import type { Context } from 'hono';
import { enqueue } from '../../../engine/queue/enqueue.ts';
import { recordApproval } from '../../../engine/review/approvals.ts';
import { PayrunError } from '../../../errors.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectRunList } from '../../../ledger/views/run-list.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import type { Money } from '../../../model.ts';
import { readServiceAmount } from '../../../money.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { type ApprovalLine, listApprovals } from '../../../reports/approval-line.ts';
import { type Form, readForm } from '../../bodies/read-form.ts';
import { decimalAmount, figure } from '../../components/amount.ts';
import { checkbox, csrfField } from '../../components/form.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { noWrap } from '../../components/no-wrap.ts';
import { noticeIn, pathWithNotice } from '../../components/notice-in-url.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { approvePath } from '../../components/paths.ts';
import { moment } from '../../components/relative-time.ts';
import { empty, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { confirmPassword, passwordField } from '../../session/confirm-password.ts';
import { get, post } from '../route.ts';
import { whyNot } from './approval-decision.ts';

const PAGE = 20;
/** The prefix of the field of a chosen run, followed by its id; the value is the hash of what was shown. */
const CHOSEN = 'run-';

/** The result of approving several runs. */
interface Feedback {
  readonly notice?: string;
  readonly errors?: readonly string[];
  /** The form that was refused: what was chosen is not lost. */
  readonly typed?: Form;
}

/**
 * `GET /approvals?before=`: the runs that await approval. `POST /approvals` approves the chosen ones, each bound to the
 * hash of what was shown: one that has changed since is not approved, and the others are.
 */
export function approvals(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger } = appContext;

  const page = async (context: Context, view: View, feedback: Feedback = {}) => {
    const before = runIdOf(context.req.query('before'));
    const filter = {
      status: 'awaiting_approval' as const,
      before,
      limit: PAGE + 1,
    };
    const found = await selectRunList(ledger.db, view.currentUser.merchants, filter);
    const ids = found.slice(0, PAGE).map(({ id }) => id);
    const summaries = await listApprovals(ledger, ids);
    const next = found.length > PAGE ? found[PAGE - 1]!.id : null;
    return approvalsPage(view, summaries, { ...feedback, isFirst: before === null, next });
  };

  return (app) => {
    get(app, deps, '/approvals', 'viewer', (context, view) => {
      const notice = noticeIn(context, view);
      return page(context, view, notice ? { notice } : {});
    });
    post(app, deps, '/approvals', PERMISSIONS.approve.role, async (context, view) => {
      const form = await readForm(context);
      const wrong = await confirmPassword(context, form);
      if (wrong) return context.html(await page(context, view, { errors: [wrong], typed: form }), 422);
      const chosen = Object.entries(form).flatMap(([name, hash]) =>
        name.startsWith(CHOSEN) && typeof hash === 'string' ? [{ run: name.slice(CHOSEN.length), hash }] : [],
      );
      if (chosen.length === 0)
        return context.html(await page(context, view, { errors: ['Choose at least one run.'] }), 422);
      const errors: string[] = [];
      let done = 0;
      for (const { run, hash } of chosen)
        try {
          if (!(await selectRun(ledger.db, view.currentUser.merchants, runIdOf(run))))
            throw new PayrunError('run_unknown', { run });
          const by = actorOf(context);
          if (await recordApproval(appContext, run, { by, shown: hash, progress: () => {} }))
            await enqueue(appContext, { kind: 'run', run });
          done += 1;
        } catch (error) {
          if (!(error instanceof PayrunError) || error.code === 'defect') throw error;
          errors.push(`Run ${run} was not approved. ${error.onPage}`);
        }
      const notice = `Approved ${pluralize(done, 'run')}.`;
      if (errors.length === 0) return context.redirect(pathWithNotice(view, '/approvals', notice), 303);
      return context.html(await page(context, view, { ...(done > 0 ? { notice } : {}), errors }), 409);
    });
  };
}

function approvalsPage(
  view: View,
  summaries: readonly ApprovalLine[],
  {
    notice,
    errors = [],
    typed = {},
    isFirst,
    next,
  }: Feedback & { readonly isFirst: boolean; readonly next: bigint | null },
): Markup {
  const choosable = may(view.currentUser, 'approve') && summaries.some((one) => whyByItself(view, one) === null);
  const list = table<ApprovalLine>(
    'Runs that await approval',
    [
      ...(choosable
        ? [
            {
              title: 'Choose',
              bare: true as const,
              cell: (one: ApprovalLine) =>
                whyByItself(view, one) === null
                  ? checkbox({
                      name: `${CHOSEN}${one.run}`,
                      value: one.hash,
                      label: `Choose run ${one.run}`,
                      checked: typed[`${CHOSEN}${one.run}`] === one.hash,
                      sums: sumsOf(one),
                    })
                  : '',
            },
          ]
        : []),
      {
        title: 'Run',
        names: true,
        cell: ({ run, sheet, maker, submittedAt, merchant }) =>
          html`<a href="${approvePath(run)}">${sheet ?? `Run ${run}`}</a><br><span class="quiet">Run ${run} of ${merchant}, submitted by ${maker} ${moment(view, new Date(submittedAt))}</span>`,
      },
      {
        title: 'Payments',
        align: 'right',
        cell: ({ payments, recipients }) =>
          html`${figure(view, payments)}<br><span class="quiet">${noWrap(pluralize(recipients, 'recipient'))}</span>`,
      },
      {
        title: 'Total debit',
        align: 'right',
        compact: 'beside titled',
        cell: ({ balances }) =>
          html`${balances.map(
            ({ debit, currency, after }, i) =>
              html`${i ? html`<br>` : ''}${debit === null ? `${currency} not quoted yet` : decimalAmount(view, debit, currency)}${after?.startsWith('-') ? html`<br><span class="badge wait">Insufficient funds</span>` : ''}`,
          )}`,
      },
      {
        title: 'Unusual',
        wide: true,
        compact: 'line',
        cell: (one) => {
          const why = whyByItself(view, one);
          return html`${unusualWords(one)}${why === null ? '' : html`<br> <span class="quiet">${why}</span>`}`;
        },
      },
      { title: 'Approvals', cell: ({ approvals: { given, needed } }) => `${given} of ${needed}` },
    ],
    summaries,
    empty('Nothing awaits approval.', 'A run shows here as soon as its payments are prepared and priced.'),
    { stacks: true },
  );
  return layout(view, {
    title: 'Approvals',
    about: 'Open a run to see every payment. Several can be approved at once if nothing in them has to be verified.',
    ...(notice ? { notice } : {}),
    main: html`${errors.map((error) => html`<p class="notice bad" tabindex="-1" autofocus role="alert">${error}</p>`)}
${
  choosable
    ? html`<form method="post" action="/approvals" data-chooses>${csrfField(view)}${list}
<div class="actions chosen">${passwordField('approvals')}<button class="main">Approve chosen runs</button>
<p class="quiet" data-chosen role="status">Choose runs. Each approval covers exactly what this page shows of the run; one that changes meanwhile is not approved.</p></div></form>`
    : list
}
${pager({ first: isFirst ? null : '/approvals', next: next === null ? null : pathWith('/approvals', { before: next }) })}`,
  });
}

/** What the approval of a run debits, as far as it is quoted. */
const sumsOf = ({ balances }: ApprovalLine): readonly Money[] =>
  balances.flatMap(({ debit, currency }) => {
    const minor = debit === null ? null : readServiceAmount(debit, currency);
    return minor === null ? [] : [{ currency, minor }];
  });

/** Why a run cannot be approved together with others; null if it can. */
function whyByItself(view: View, summary: ApprovalLine): string | null {
  if (summary.accountsMoved) return 'It can only be rejected.';
  // Why only others can approve it matters to nobody who approves nothing.
  if (!may(view.currentUser, 'approve')) return null;
  const why = whyNot(view.currentUser, summary);
  if (why !== null) return why;
  if (summary.unverified > 0) return 'Verify the new accounts on its page.';
  return null;
}

/** Amounts are counted: each stands with its reason on the page of the run. */
function unusualTitles(unusual: ApprovalLine['unusual']): readonly string[] {
  const amounts = unusual.filter(({ kind, row }) => kind === 'amount_above' && row !== null).length;
  const totals = unusual.filter(({ kind }) => kind === 'total_above').length;
  return [
    ...unusual.flatMap(({ kind, title, row }) =>
      kind === 'total_above' || (kind === 'amount_above' && row !== null) ? [] : [title],
    ),
    amounts > 0 ? `${pluralize(amounts, 'amount')} far above earlier ones` : '',
    totals > 0 ? `${totals === 1 ? 'total' : 'totals'} far above earlier runs` : '',
  ];
}

/** "1 changed account, 4 new recipients, 2 others". */
function unusualWords(summary: ApprovalLine): string {
  const { changedAccounts, corrected, cameBack, newRecipients, released, warned, unusual, held } = summary;
  const changed = changedAccounts.count - changedAccounts.uncertain;
  const feedback = [
    changed > 0 ? pluralize(changed, 'changed account') : '',
    changedAccounts.uncertain > 0 ? `${pluralize(changedAccounts.uncertain, 'account')} not certain` : '',
    corrected.count > 0 ? `${pluralize(corrected.count, 'row')} corrected` : '',
    cameBack.count > 0
      ? `${cameBack.count} after one that failed or was returned${cameBack.changed > 0 ? `, ${cameBack.changed} to another account` : ''}`
      : '',
    ...unusualTitles(unusual),
    newRecipients.payments > 0 ? pluralize(newRecipients.count, 'new recipient') : '',
    released.count > 0 ? `${released.count} released` : '',
    warned.count > 0 ? pluralize(warned.count, 'warning') : '',
    held.count > 0 ? `${held.count} on hold` : '',
  ].filter(Boolean);
  return feedback.length === 0 ? 'nothing' : feedback.join('; ');
}
