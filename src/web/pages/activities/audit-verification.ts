import type { AppContext } from '../../../engine/context/app-context.ts';
import { hasOwnKeys } from '../../../engine/jobs/reconcile.ts';
import { checkedGuarantees } from '../../../lists/tables/operation-tables.ts';
import { type VerifyReport, verifyLedger } from '../../../reports/verify.ts';
import { counted, figure } from '../../components/amount.ts';
import { actButton } from '../../components/form.ts';
import { html, type Markup } from '../../components/markup.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { listTable } from '../../lists/list-table.ts';

/** Number of findings to show; `payrun verify` lists all. */
const MOST = 50;

interface Verified {
  readonly by: string;
  /** ms UTC. */
  readonly startedAt: number;
  readonly ended: number;
  /** Null: the verification failed; `code` says why. */
  readonly report: VerifyReport | null;
  readonly code: string | null;
}

/** The verification of this process. Only one runs at a time, because it reads the whole ledger. */
export function createVerification(appContext: AppContext) {
  const { clock, log, config, defaultMerchant } = appContext;
  const alsoMerchant = hasOwnKeys(config) ? defaultMerchant : null;
  let now: Pick<Verified, 'by' | 'startedAt'> | null = null;
  let last: Verified | null = null;

  const runVerification = async (by: string, startedAt: number, remote: boolean): Promise<void> => {
    const done = (report: VerifyReport | null, code: string | null) => {
      last = { by, startedAt, ended: clock.now(), report, code };
    };
    try {
      done(await verifyLedger({ ...appContext, alsoMerchant }, { remote }), null);
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? 'defect');
      log.warn({ code }, 'the audit could not be verified');
      done(null, code);
    } finally {
      now = null;
    }
  };

  return {
    /** Starts in the background, unless one is in progress. `remote`: also compares with the payout service. */
    begin(by: string, remote: boolean): void {
      if (now) return;
      now = { by, startedAt: clock.now() };
      void runVerification(by, now.startedAt, remote);
    },
    get isBusy() {
      return now !== null;
    },
    part: (
      view: View,
    ): Markup => html`${now ? html`<p class="notice" role="status">Verification in progress, started ${moment(view, new Date(now.startedAt))} by ${now.by}. <a href="/settings/audit">Refresh</a></p>` : ''}
${last ? lastPart(view, last) : now ? '' : html`<p>Not verified since Payrun started.</p>`}
${now ? '' : actButton(view, { action: '/settings/audit/verify', button: 'Verify audit' })}
<p class="quiet">Rechecks all payments and the audit log in the database. This takes several minutes for a million payments.</p>`,
  };
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-([0-9a-f]{8})([0-9a-f]{4})\b/g;

/** Ids of batches by their ends, as everywhere on the pages; `payrun verify` has all of them. */
const shortIds = (text: string): string => text.replace(UUID, (_, __, end: string) => `…${end}`);

function lastPart(view: View, { by, startedAt, ended, report, code }: Verified): Markup {
  const when = html`${exactMoment(view, new Date(ended))} by ${by}, in ${figure(view, Math.ceil((ended - startedAt) / 1_000))} s`;
  if (!report)
    return html`<p class="notice bad" role="alert">The verification ended with an error (${(code ?? 'defect').replaceAll('_', ' ')}), ${when}. Try again.</p>`;
  const { checked } = report;
  // Discrepancies with the payout service have their own part of the page: they are no sign that the database was
  // changed.
  const findings = report.findings.filter(({ code }) => code === undefined);
  return html`${
    findings.length === 0
      ? html`<p class="notice good" role="status"><strong>Audit integrity: verified.</strong> Verified ${when}.</p>`
      : html`<p class="notice bad" role="alert"><strong>${counted(view, findings.length, 'finding')}.</strong> Verified ${when}. Stop paying until each is explained: the database was changed outside Payrun, or a reference was paid twice.</p>
<ul>${findings.slice(0, MOST).map(({ guarantee, what }) => html`<li>${shortIds(what)} <span class="quiet">guarantee ${guarantee}</span></li>`)}</ul>
${findings.length > MOST ? html`<p class="quiet">The first ${MOST}. The command line lists all of them.</p>` : ''}`
  }
<details><summary>What was checked</summary>${listTable(view, checkedGuarantees, checked)}</details>`;
}
