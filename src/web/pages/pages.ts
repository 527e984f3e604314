import type { Feature } from '../../http/feature.ts';
import type { AnyList } from '../../lists/list.ts';
import { LISTS } from '../../lists/lists.ts';
import { assets } from '../components/assets.ts';
import { createView, type PageDeps } from '../components/view.ts';
import { auditPage } from './activities/audit.ts';
import { approvals } from './approvals/approvals.ts';
import { approvePage } from './approvals/approve.ts';
import { exceptions } from './exceptions/exceptions.ts';
import { home } from './home/home.ts';
import { liveUpdates } from './home/live-updates.ts';
import { listPages } from './list-page.ts';
import { paymentPage } from './payments/payment.ts';
import { paymentProof } from './payments/payment-proof.ts';
import { find } from './recipients/find.ts';
import { recipientPage } from './recipients/recipient.ts';
import { recipientDetails } from './recipients/recipient-details.ts';
import { journalExports } from './reports/journal.ts';
import { reports } from './reports/reports.ts';
import { readReturns } from './reports/returns-read.ts';
import { statements } from './reports/statements.ts';
import { pageNotFound } from './route.ts';
import { funds } from './runs/funds.ts';
import { runPage } from './runs/run.ts';
import { runDownloads } from './runs/run-downloads.ts';
import { templates } from './runs/templates.ts';
import { endpoints } from './settings/endpoints.ts';
import { settings } from './settings/settings.ts';
import { settingsOperation } from './settings/settings-operation.ts';
import { tokens } from './settings/tokens.ts';
import { unknownBatchesPage } from './settings/unknown-batches.ts';
import { users } from './settings/users.ts';
import { corrections } from './uploads/corrections.ts';
import { payOne } from './uploads/pay-one.ts';
import { upload } from './uploads/upload.ts';

/** All pages. `NAVIGATION` in `src/web/components/navigation.ts` has the links to them. */
const PAGES: readonly ((deps: PageDeps) => Feature)[] = [
  home,
  liveUpdates,
  find,
  runPage,
  runDownloads,
  funds,
  approvals,
  approvePage,
  upload,
  payOne,
  corrections,
  templates,
  exceptions,
  paymentPage,
  paymentProof,
  recipientPage,
  recipientDetails,
  reports,
  statements,
  journalExports,
  readReturns,
  settings,
  users,
  tokens,
  endpoints,
  settingsOperation,
  unknownBatchesPage,
  auditPage,
];

/** All pages and their assets. Must be registered after `sessions`, because each page needs a visitor. */
export function pages(deps: PageDeps, lists: readonly AnyList[] = LISTS): Feature {
  return (app) => {
    for (const add of [assets(), listPages(deps, lists), ...PAGES.map((page) => page(deps))]) add(app);
    // A user who is logged in can leave a wrong address by the links of the frame.
    app.use('*', async (context) =>
      context.get('currentUser') && /\btext\/html\b/.test(context.req.header('Accept') ?? '')
        ? context.html(pageNotFound(createView(context, deps)), 404)
        : context.notFound(),
    );
  };
}
