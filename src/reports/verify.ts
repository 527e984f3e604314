import { getGuarantee } from '../discrepancies/describe-discrepancy.ts';
import {
  type AcceptedDiscrepancy,
  applyAcceptances,
  type ServiceDiscrepancy,
} from '../discrepancies/service-discrepancy.ts';
import { PayrunError } from '../errors.ts';
import { verifyAllChains, verifyChain } from '../ledger/audit/audit-chain.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getRun } from '../ledger/runs/run.ts';
import type { VerifiedGuarantee } from '../ledger/verifications/ledger-check.ts';
import { type BrokenGuarantee, LEDGER_CHECKS, runCheck, runIds } from '../ledger/verifications/verify.ts';
import { verifyApprovals } from '../ledger/verifications/verify-approvals.ts';
import { verifyRows } from '../ledger/verifications/verify-rows.ts';
import { verifySealed } from '../ledger/verifications/verify-sealed.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Service } from '../service/service.ts';
import { verifyAnchors } from './verify-anchors.ts';
import { type ServiceVerification, verifyAtService } from './verify-at-service.ts';

export interface VerifyReport {
  readonly checked: readonly VerifiedGuarantee[];
  /** Empty if every guarantee holds. `what` is a complete sentence. */
  readonly findings: readonly BrokenGuarantee[];
  /** With `remote`: accepted discrepancies with the service. Not findings. */
  readonly accepted?: readonly AcceptedDiscrepancy[];
  /** With `remote`: the merchants that could not be compared, with the reasons. */
  readonly notCompared?: ServiceVerification['notCompared'];
  /** With `remote`: payments that were compared by account id only, because their rows were purged. */
  readonly rowsRemoved?: number;
}

export interface VerifyDeps {
  readonly ledger: Ledger;
  readonly clock?: Clock;
  /** Needed only for `remote`. */
  readonly service?: (merchant: string) => Promise<Service>;
  /** A merchant to compare even if the ledger does not know it: the one whose keys this process has. */
  readonly alsoMerchant?: string | null;
}

export interface VerifyOptions {
  readonly run?: string | undefined;
  readonly remote?: boolean;
  /** Text of an anchor file or of notifications that were kept outside the database. */
  readonly anchors?: string | undefined;
}

/** The most findings of one check: a damaged table must not produce a million sentences. */
const MOST = 1_000;

/**
 * Recomputes the guarantees G1, G2, G4, G6 and G7 from the tables alone, for one run or all. With `remote` it also
 * compares them with the payout service, in one call per 1,000 batches and per 1,000 payments, and stores the
 * discrepancies, so that they can be accepted. Changes nothing else. Runs may proceed meanwhile, so a finding is
 * reported only if it is found twice. Throws `run_unknown`.
 */
export async function verifyLedger(
  deps: VerifyDeps,
  { run, remote = false, anchors }: VerifyOptions = {},
): Promise<VerifyReport> {
  const { ledger, service, alsoMerchant, clock = systemClock } = deps;
  const id = run === undefined ? null : (await getRun(ledger.db, run)).id;
  const { checked, ...recomputed } = await recompute(ledger, id, anchors);
  let { findings } = recomputed;
  if (findings.length > 0) {
    const again = new Set((await recompute(ledger, id, anchors)).findings.map((finding) => JSON.stringify(finding)));
    findings = findings.filter((finding) => again.has(JSON.stringify(finding)));
  }
  if (!remote) return { checked, findings: findings.map(asSentence) };
  if (!service) throw new PayrunError('defect', { detail: 'a comparison with no service to compare with' });
  const { notCompared, rowsRemoved, ...there } = await verifyAtService(ledger, service, id, alsoMerchant);
  const at = new Date(clock.now());
  const comparisons = there.merchants.map((merchant) => {
    const failure = notCompared.find((one) => one.merchant === merchant)?.message ?? null;
    return { merchant, kind: 'verify' as const, run: id, since: null, at, failure };
  });
  const { open, accepted } = await ledger.tx((db) => applyAcceptances(db, there.found, comparisons, at));
  return {
    checked: [...checked, ...there.checked],
    findings: [...findings.map(asSentence), ...open.map(asFinding)],
    accepted,
    notCompared,
    rowsRemoved,
  };
}

async function recompute(ledger: Ledger, run: bigint | null, anchors?: string): Promise<VerifyReport> {
  const { db, vault } = ledger;
  const checked: VerifiedGuarantee[] = [];
  const findings: BrokenGuarantee[] = [];
  for (const check of LEDGER_CHECKS) {
    const { count, findings: found } = await runCheck(db, check, run, MOST);
    checked.push({ guarantee: check.guarantee, what: check.what, count });
    findings.push(...found);
  }

  let events = 0;
  const chains = run === null ? verifyAllChains(db) : [await verifyChain(db, `run-${run}`)];
  for await (const { chain, events: sound, broken } of chains) {
    events += sound;
    if (!broken) continue;
    const of = /^run-(\d+)$/.exec(chain)?.[1] ?? null;
    const where = of === null ? `the audit "${chain}"` : 'its audit';
    const what = `event ${broken.seq} of ${where} ${broken.what}.`;
    findings.push({ guarantee: 'G6', run: of, row: null, payment: null, batch: null, what });
  }
  checked.push({ guarantee: 'G6', what: 'every event of the audit follows from the one before it', count: events });

  if (anchors !== undefined) {
    const anchored = await verifyAnchors(ledger, anchors);
    checked.push({
      guarantee: 'G6',
      what: 'the audit continues from every anchor that was kept',
      count: anchored.anchors,
    });
    findings.push(...anchored.findings.slice(0, MOST));
  }

  if (run === null) {
    const sealed = await verifySealed(db, vault);
    checked.push({
      guarantee: 'G6',
      what: 'every key, webhook and secret is sealed for its own merchant and row',
      count: sealed.values,
    });
    findings.push(...sealed.findings.slice(0, MOST));
  }

  let rows = 0;
  let approvals = 0;
  for (const id of run === null ? await runIds(db) : [run]) {
    const came = await verifyRows(db, vault, id);
    const verifiedApprovals = await verifyApprovals(db, id);
    rows += came.rows;
    approvals += verifiedApprovals.approvals;
    findings.push(...came.findings.slice(0, MOST), ...verifiedApprovals.findings);
  }
  checked.push(
    { guarantee: 'G6', what: 'every row is as it was imported with its sheet', count: rows },
    { guarantee: 'G7', what: 'what was approved is what is paid', count: approvals },
  );
  return { checked, findings };
}

function asFinding(one: ServiceDiscrepancy): BrokenGuarantee {
  const { code, run, row, payment, batch, what } = one;
  return { guarantee: getGuarantee(one), run, row, payment, batch, what, code };
}

/** "Row 3 of run 1: it is in no batch." */
function asSentence(finding: BrokenGuarantee): BrokenGuarantee {
  const { run, row, batch, what } = finding;
  const of = run === null ? '' : ` of run ${run}`;
  const where =
    row !== null ? `Row ${row}${of}` : batch !== null ? `Batch ${batch}${of}` : run !== null ? `Run ${run}` : null;
  return { ...finding, what: where === null ? what.charAt(0).toUpperCase() + what.slice(1) : `${where}: ${what}` };
}
