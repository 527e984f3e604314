import { isError } from '../errors.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { type Origin, unknownBatches } from '../ledger/unknown-batches.ts';
import type { Finding } from '../ledger/verify.ts';
import {
  attemptedBatches,
  batchesByTag,
  batchPayments,
  type KnownBatch,
  type KnownPayment,
  merchantsToVerify,
  paymentsById,
} from '../ledger/verify-remote.ts';
import type { RemotePayment } from '../service/answer-shapes.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import { type PayrunBatch, payrunBatchPages } from '../service/payrun-batches.ts';
import type { Service } from '../service/service.ts';
import { comparePayment, PAID, whereItGoes } from './compare-payment.ts';
import type { Checked } from './verify.ts';

/** The most that a page of the service has. */
const PAGE = 1_000;
/** Who made a batch that the ledger does not know. */
const MADE_BY: Readonly<Record<Origin, string>> = {
  own: 'made by this ledger before it was restored, or by a copy of it',
  other: 'made by another installation',
  unsaid: 'made by an older Payrun',
};
/** What the service calls a batch that it pays or has paid. */
const BEGUN = new Set(['accepted', 'processing', 'complete', 'failed']);

/**
 * Compares the ledger with what the service holds: every batch on which a start was attempted is there, with its payments to
 * the cent and to the account that was meant, and there is no batch of ours that the ledger does not know, or knows as void. Only reads: a call per 1,000
 * batches of the merchant, and one per 1,000 payments.
 */
export async function verifyAtService(
  db: Db,
  serviceOf: (merchant: string) => Promise<Service>,
  run: bigint | null,
): Promise<{ checked: readonly Checked[]; findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  let listed = 0;
  let batches = 0;
  let payments = 0;
  let accounts = 0;
  for (const merchant of await merchantsToVerify(db, run)) {
    const service = await serviceOf(merchant);
    // Before the list is asked for: what starts meanwhile is in the list, and need not be in here.
    const attempted = await attemptedBatches(db, merchant, run);
    const there = await listOurs(service);
    listed += there.length;
    batches += attempted.length;
    const byTag = Map.groupBy(there, ({ tag }) => tag);
    findings.push(...(await findStrays(db, merchant, there, run)));
    for (const batch of attempted) {
      const found = byTag.get(batch.tag)?.find(({ id }) => id === batch.remote_id);
      if (!found)
        findings.push(batchFinding('G4', batch, `the service does not have it any more (${batch.remote_id}).`));
      else {
        const compared = await comparePayments(db, service, batch);
        payments += compared.payments;
        accounts += compared.accounts;
        findings.push(...compared.findings);
      }
    }
  }
  return {
    checked: [
      { guarantee: 'G4', what: 'every batch whose start was attempted is at the service', count: batches },
      {
        guarantee: 'G2',
        what: 'every payment of them is there, to the same recipient and to the cent',
        count: payments,
      },
      {
        guarantee: 'G2',
        what: 'every one of them that shows its account goes to the one that was meant',
        count: accounts,
      },
      { guarantee: 'G1', what: 'the ledger knows every batch of ours at the service', count: listed },
    ],
    findings,
  };
}

async function listOurs(service: Service): Promise<readonly PayrunBatch[]> {
  const found: PayrunBatch[] = [];
  for await (const page of payrunBatchPages({ service })) found.push(...page);
  return found;
}

/** Batches with a tag of ours that should not be there, or not be paid. */
async function findStrays(
  db: Db,
  merchant: string,
  there: readonly PayrunBatch[],
  run: bigint | null,
): Promise<readonly Finding[]> {
  const known = await batchesByTag(
    db,
    merchant,
    there.map(({ tag }) => tag),
  );
  const unknown = new Map((await unknownBatches(db, merchant, there)).map((batch) => [batch.id, batch.origin]));
  return there.flatMap((batch) => {
    const ours = known.get(batch.tag);
    const danger = BEGUN.has(batch.status) ? 'it pays' : 'it pays nobody unless somebody sends it';
    const at = `at the service (${batch.id}, ${batch.status})`;
    if (!ours) {
      const origin = unknown.get(batch.id);
      if (run !== null || origin === undefined) return [];
      const what = `a batch of merchant ${merchant} ${at} has the tag ${batch.tag}, and the ledger does not know it (${MADE_BY[origin]}): ${danger}.`;
      return [{ guarantee: 'G1', run: null, row: null, payment: null, batch: null, what }];
    }
    if (run !== null && ours.run_id !== run) return [];
    if (ours.state === 'void') return [batchFinding('G1', ours, `it is void, and still ${at}: ${danger}.`)];
    if (ours.remote_id !== null && ours.remote_id !== batch.id)
      return [batchFinding('G1', ours, `it is there a second time ${at}: ${danger}.`)];
    if (BEGUN.has(batch.status) && !ours.attempted)
      return [batchFinding('G2', ours, `it is paid ${at}, and Payrun never started it.`)];
    return [];
  });
}

/** Every payment of the service's batch against the ledger's, then those of the ledger that the service does not have. */
async function comparePayments(
  db: Db,
  service: Service,
  batch: KnownBatch,
): Promise<{ payments: number; accounts: number; findings: readonly Finding[] }> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let accounts = 0;
  try {
    for await (const page of batchPaymentPages({ service }, batch.remote_id!)) {
      const known = await paymentsById(
        db,
        page.flatMap(({ externalId }) => externalId ?? []),
      );
      for (const listed of page) {
        const ours = known.get(listed.externalId ?? '');
        if (ours?.batch_id === batch.id) {
          seen.add(ours.id);
          if (whereItGoes(ours, listed) !== null) accounts++;
        }
        const found = ours
          ? difference(ours, listed, batch)
          : batchFinding('G2', batch, `the service pays ${listed.id} in it, which the ledger does not know.`);
        if (found) findings.push(found);
      }
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return {
      payments: 0,
      accounts: 0,
      findings: [batchFinding('G4', batch, `the service does not have it any more (${batch.remote_id}).`)],
    };
  }
  for (let after = -1; ; ) {
    const page = await batchPayments(db, batch.id, after, PAGE);
    for (const ours of page) {
      if (seen.has(ours.id)) continue;
      findings.push(paymentFinding('G4', ours, `the service does not have it in batch ${batch.remote_id}.`));
    }
    if (page.length < PAGE) return { payments: seen.size, accounts, findings };
    after = page.at(-1)!.row;
  }
}

/** Null where both agree; never a bank detail. */
function difference(ours: KnownPayment, listed: RemotePayment, batch: KnownBatch): Finding | null {
  if (ours.batch_id !== batch.id) {
    const here = ours.batch_id ? 'in another one' : 'in none';
    return paymentFinding('G1', ours, `the service has it in batch ${batch.remote_id}, and the ledger ${here}.`);
  }
  const [first] = comparePayment(ours, listed);
  if (first?.kind === 'recipient') return paymentFinding('G2', ours, 'the service pays it to another recipient.');
  if (first?.kind === 'account')
    return paymentFinding('G2', ours, 'the service pays it to another account than was meant.');
  if (first?.kind === 'currency' || first?.kind === 'amount') {
    const there = first.kind === 'amount' ? first.there : `in ${first.there}`;
    return paymentFinding('G2', ours, `its amount at the service is ${there}, which is not what the ledger has.`);
  }
  if (ours.state === 'failed' && PAID.has(listed.status)) {
    const what = `it is noted as failed, and is ${listed.status} at the service: run again, it would be paid twice.`;
    return paymentFinding('G1', ours, what);
  }
  return null;
}

function batchFinding(guarantee: Finding['guarantee'], batch: KnownBatch, what: string): Finding {
  return { guarantee, run: String(batch.run_id), row: null, payment: null, batch: batch.id, what };
}

function paymentFinding(guarantee: Finding['guarantee'], payment: KnownPayment, what: string): Finding {
  const { run_id, row, id, batch_id } = payment;
  return { guarantee, run: String(run_id), row, payment: id, batch: batch_id, what };
}
