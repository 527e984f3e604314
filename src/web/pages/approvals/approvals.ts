import type { Context } from 'hono';
import { approve } from '../../../actions/approve.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { approvalList, type ListedApproval } from '../../../lists/approvals.ts';
import type { Money } from '../../../model.ts';
import { readServiceAmount } from '../../../money.ts';
import { may } from '../../../permissions/access.ts';
import { PERMISSIONS } from '../../../permissions/permissions.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { ApprovalLine } from '../../../reports/approval-line.ts';
import { checkbox, csrfField, refusalNotice } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pathWithNotice } from '../../components/notice-in-url.ts';
import type { PageColumn } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { passwordField } from '../../session/password-field.ts';
import { decideEach } from '../action-form.ts';
import { listFeature } from '../list-page.ts';
import { get, post } from '../route.ts';
import { approvalRefusal } from './approval-decision.ts';

const PATH = '/approvals';
/** The prefix of the field of a chosen run, followed by its id; the value is the hash of what was shown. */
const CHOSEN = 'run-';

/** The result of approving several runs. */
interface Feedback {
  readonly notice?: string | undefined;
  readonly errors?: readonly string[];
  /** The form that was refused: what was chosen is not lost. */
  readonly typed?: Form;
  readonly status?: 409 | 422;
}

/**
 * `GET /approvals?after=`: the runs that await approval. `POST /approvals` approves the chosen ones, each bound to the
 * hash of what was shown: one that has changed since is not approved, and the others are.
 */
export function approvals(deps: PageDeps): Feature {
  const list = listFeature(deps, approvalList, { path: PATH });

  const page = async (context: Context, view: View, { notice, errors = [], typed = {}, status }: Feedback) => {
    const read = await list.read(context, view);
    if (read === null || read instanceof Response) return read;
    const rows = read.rows.map((line): ListedApproval => ({ ...line, why: singleApprovalReason(view, line) }));
    const isChoosable = may(view.currentUser, 'approve') && rows.some(({ why }) => why === null);
    const shown = list.show(
      view,
      { ...read, rows },
      {
        about:
          'Open a run to see every payment. You can approve several runs at once if none of them needs verification.',
        ...(notice ? { notice } : {}),
        above: html`${errors.map((error) => refusalNotice(error))}`,
        ...(isChoosable ? { around: (table) => chooseForm(view, table), choose: chooseColumn(typed) } : {}),
      },
    );
    return context.html(shown, status ?? 200);
  };

  return (app) => {
    list.add(app);
    get(app, deps, PATH, 'viewer', (context, view) => page(context, view, {}));
    post(app, deps, PATH, PERMISSIONS.approve.role, async (context, view) => {
      const form = await readForm(context);
      const wrong = await context.get('confirmPassword')(form);
      if (wrong) return page(context, view, { errors: [wrong], typed: form, status: 422 });
      const chosen = Object.entries(form).flatMap(([name, hash]) => {
        const run = name.slice(CHOSEN.length);
        const refused = `Run ${run} was not approved.`;
        return name.startsWith(CHOSEN) ? [{ subject: { references: [], run }, input: { hash }, refused }] : [];
      });
      if (chosen.length === 0) return page(context, view, { errors: ['Select at least one run.'], status: 422 });
      const { done, errors } = await decideEach(deps, context, approve, chosen);
      const notice = `Approved ${pluralize(done.size, 'run')}.`;
      if (errors.length === 0) return context.redirect(pathWithNotice(view, PATH, notice), 303);
      return page(context, view, { ...(done.size > 0 ? { notice } : {}), errors, status: 409 });
    });
  };
}

const chooseForm = (view: View, table: Markup): Markup =>
  html`<form method="post" action="${PATH}" data-chooses>${csrfField(view)}${table}
<div class="actions chosen">${passwordField('approvals')}<button class="main">Approve selected runs</button>
<p class="quiet" data-chosen role="status">Select runs. Each approval covers exactly what this page shows. A run that changed after this page loaded is not approved.</p></div></form>`;

const chooseColumn = (typed: Form): PageColumn<ListedApproval> => ({
  title: 'Select',
  bare: true,
  cell: (one) =>
    one.why === null
      ? checkbox({
          name: `${CHOSEN}${one.run}`,
          value: one.hash,
          label: `Select run ${one.run}`,
          checked: typed[`${CHOSEN}${one.run}`] === one.hash,
          sums: sumsOf(one),
        })
      : '',
});

/** The debit of a run awaiting approval, where quoted. */
const sumsOf = ({ balances }: ApprovalLine): readonly Money[] =>
  balances.flatMap(({ debit, currency }) => {
    const minor = debit === null ? null : readServiceAmount(debit, currency);
    return minor === null ? [] : [{ currency, minor }];
  });

/** The reason that a run cannot be approved together with others; null if it can. */
function singleApprovalReason(view: View, line: ApprovalLine): string | null {
  if (line.accountsMoved) return 'It can only be rejected.';
  // The reason that only others can approve it matters only to approvers.
  if (!may(view.currentUser, 'approve')) return null;
  const why = approvalRefusal(view.currentUser, line);
  if (why !== null) return why;
  return line.unverified > 0 ? 'Verify the new accounts on its page.' : null;
}
