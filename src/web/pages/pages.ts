import type { Feature } from '../app.ts';
import { assets } from '../page/assets.ts';
import type { PageDeps } from '../page/view.ts';
import { approve } from './approve.ts';
import { askBalance } from './ask-balance.ts';
import { audit } from './audit.ts';
import { find } from './find.ts';
import { fix } from './fix.ts';
import { funds } from './funds.ts';
import { home } from './home.ts';
import { live } from './live.ts';
import { payment } from './payment.ts';
import { paymentDecisions } from './payment-decisions.ts';
import { recipient } from './recipient.ts';
import { recipients } from './recipients.ts';
import { reports } from './reports.ts';
import { run } from './run.ts';
import { runAnswer } from './run-answer.ts';
import { runDiscrepancies } from './run-discrepancies.ts';
import { runDownloads } from './run-downloads.ts';
import { runHistory } from './run-history.ts';
import { runRerun } from './run-rerun.ts';
import { runs } from './runs.ts';
import { settings } from './settings.ts';
import { settingsOperation } from './settings-operation.ts';
import { settingsRules } from './settings-rules.ts';
import { templates } from './templates.ts';
import { unknownBatches } from './unknown-batches.ts';
import { upload } from './upload.ts';
import { users } from './users.ts';

/** The pages, one line each. What leads to them is `NAVIGATION` in `src/web/page/navigation.ts`. */
const PAGES: readonly ((deps: PageDeps) => Feature)[] = [
  home,
  live,
  askBalance,
  find,
  runs,
  run,
  runHistory,
  runDownloads,
  runRerun,
  funds,
  runDiscrepancies,
  approve,
  upload,
  runAnswer,
  fix,
  templates,
  payment,
  paymentDecisions,
  recipients,
  recipient,
  reports,
  settings,
  users,
  settingsRules,
  settingsOperation,
  unknownBatches,
  audit,
];

/** All pages and what they load. They are registered after `sessions`: each asks for a visitor. */
export function pages(deps: PageDeps): Feature {
  return (app) => {
    for (const add of [assets(), ...PAGES.map((page) => page(deps))]) add(app);
  };
}
