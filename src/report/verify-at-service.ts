import { isError } from '../errors.ts';
import { namedAccount } from '../ledger/kept-row.ts';
import type { Db, Ledger } from '../ledger/open-ledger.ts';
import { type Origin, unknownBatches } from '../ledger/unknown-batches.ts';
import type { Finding } from '../ledger/verify.ts';
import {
  attemptedBatches,
  batchesByTag,
  batchPayments,
  type KnownBatch,
  type KnownPayment,
  type KnownRow,
  merchantsToVerify,
  paymentsById,
} from '../ledger/verify-remote.ts';
import type { RemotePayment } from '../service/answer-shapes.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import { type PayrunBatch, payrunBatchPages } from '../service/payrun-batches.ts';
import type { Service } from '../service/service.ts';
import { comparePayment, PAID, type PaymentDifference, showsAccountOfItsDay, whereItGoes } from './compare-payment.ts';
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

/** A merchant that could not be compared, and why. */
export interface NotCompared {
  readonly merchant: string;
  readonly code: string;
  readonly message: string;
  readonly next: string;
  readonly exitCode: number;
}

export interface AtService {
  readonly checked: readonly Checked[];
  readonly findings: readonly Finding[];
  readonly notCompared: readonly NotCompared[];
  /** Payments whose account could be compared by its id only, because what their rows said was removed. */
  readonly rowsRemoved: number;
}

/** What was looked at of a batch or of everything. */
interface Looked {
  payments: number;
  /** Accounts that were compared by their ids, and by the bank details of the row. */
  accounts: number;
  details: number;
  rowsRemoved: number;
}

/**
 * Compares the ledger with what the service holds: every batch on which a start was attempted is there, with its payments to
 * the cent, in the same state and to the account that its row names, and there is no batch of ours that the ledger does not know, or knows
 * as void. Only reads: a call per 1,000 batches of the merchant, and one per 1,000 payments. What goes on meanwhile is no finding: what
 * is found of a batch counts only if it is found twice. `also`: a merchant that the ledger need not know. What keeps one merchant from
 * being compared does not keep the others. Throws `database_unreachable`.
 */
export async function verifyAtService(
  ledger: Pick<Ledger, 'db' | 'vault'>,
  serviceOf: (merchant: string) => Promise<Service>,
  run: bigint | null,
  also: string | null = null,
): Promise<AtService> {
  const { db } = ledger;
  const findings: Finding[] = [];
  const notCompared: NotCompared[] = [];
  const total: Looked = { payments: 0, accounts: 0, details: 0, rowsRemoved: 0 };
  let listed = 0;
  let batches = 0;
  const compareMerchant = async (merchant: string) => {
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
      if (!found) {
        findings.push(batchFinding('G4', batch, `the service does not have it any more (${batch.remote_id}).`));
        continue;
      }
      if (!BEGUN.has(found.status) && (batch.state === 'started' || batch.state === 'settled'))
        findings.push(
          batchFinding('G4', batch, `it is started here, and the service has not begun it (${found.status}).`),
        );
      const { looked, found: first } = await comparePayments(ledger, service, batch);
      for (const key of ['payments', 'accounts', 'details', 'rowsRemoved'] as const) total[key] += looked[key];
      if (first.length === 0) continue;
      const again = new Set((await comparePayments(ledger, service, batch)).found.map((one) => JSON.stringify(one)));
      findings.push(...first.filter((one) => again.has(JSON.stringify(one))));
    }
  };
  const merchants = await merchantsToVerify(db, run);
  for (const merchant of run === null && also !== null ? new Set([also, ...merchants]) : merchants) {
    try {
      await compareMerchant(merchant);
    } catch (error) {
      if (!isError(error) || error.code === 'database_unreachable') throw error;
      const { code, message, next, exitCode } = error;
      notCompared.push({ merchant, code, message, next, exitCode });
    }
  }
  return {
    checked: [
      { guarantee: 'G4', what: 'every batch whose start was attempted is at the service', count: batches },
      {
        guarantee: 'G2',
        what: 'every payment of them is there, to the same recipient, to the cent and in the same state',
        count: total.payments,
      },
      {
        guarantee: 'G2',
        what: 'every one of them that shows its account goes to the one that was meant',
        count: total.accounts,
      },
      {
        guarantee: 'G2',
        what: 'every one of them that shows its account shows the bank details of its row',
        count: total.details,
      },
      { guarantee: 'G1', what: 'the ledger knows every batch of ours at the service', count: listed },
    ],
    findings,
    notCompared,
    rowsRemoved: total.rowsRemoved,
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
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  service: Service,
  batch: KnownBatch,
): Promise<{ readonly looked: Looked; readonly found: readonly Finding[] }> {
  const found: Finding[] = [];
  const seen = new Set<string>();
  const looked: Looked = { payments: 0, accounts: 0, details: 0, rowsRemoved: 0 };
  const compareOne = (ours: KnownRow, listed: RemotePayment) => {
    if (ours.batch_id !== batch.id) {
      const here = ours.batch_id ? 'in another one' : 'in none';
      found.push(paymentFinding('G1', ours, `the service has it in batch ${batch.remote_id}, and the ledger ${here}.`));
      return;
    }
    seen.add(ours.id);
    looked.payments++;
    if (whereItGoes(ours, listed) !== null) looked.accounts++;
    const named = namedAccount(vault, ours.id, ours.row_sealed);
    if (named === undefined) looked.rowsRemoved++;
    else if (named && showsAccountOfItsDay(ours, listed)) looked.details++;
    for (const difference of comparePayment(ours, listed, named ?? null)) found.push(asFinding(ours, difference));
  };
  try {
    for await (const page of batchPaymentPages({ service }, batch.remote_id!)) {
      const known = await paymentsById(
        db,
        page.flatMap(({ externalId }) => externalId ?? []),
      );
      for (const listed of page) {
        const ours = known.get(listed.externalId ?? '');
        if (ours) compareOne(ours, listed);
        else
          found.push(batchFinding('G2', batch, `the service pays ${listed.id} in it, which the ledger does not know.`));
      }
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    const gone = batchFinding('G4', batch, `the service does not have it any more (${batch.remote_id}).`);
    return { looked: { payments: 0, accounts: 0, details: 0, rowsRemoved: 0 }, found: [gone] };
  }
  for (let after = -1; ; ) {
    const page = await batchPayments(db, batch.id, after, PAGE);
    for (const ours of page) {
      if (seen.has(ours.id)) continue;
      found.push(paymentFinding('G4', ours, `the service does not have it in batch ${batch.remote_id}.`));
    }
    if (page.length < PAGE) return { looked, found };
    after = page.at(-1)!.row;
  }
}

/** One thing in which a payment differs, as a sentence; never a bank detail. */
function asFinding(ours: KnownPayment, { kind, here, there }: PaymentDifference): Finding {
  switch (kind) {
    case 'recipient':
      return paymentFinding('G2', ours, 'the service pays it to another recipient.');
    case 'account': {
      const differs = /, which differs.*$/.exec(there)?.[0] ?? '';
      return paymentFinding('G2', ours, `the service pays it to another account than was meant${differs}.`);
    }
    case 'currency':
      return paymentFinding('G2', ours, `its amount at the service is in ${there}, which is not what the ledger has.`);
    case 'amount':
      return paymentFinding('G2', ours, `its amount at the service is ${there}, which is not what the ledger has.`);
    case 'state': {
      const danger = here === 'failed' && PAID.has(there) ? ': run again, it would be paid twice' : '';
      return paymentFinding(
        danger ? 'G1' : 'G4',
        ours,
        `it is noted as ${here}, and is ${there} at the service${danger}.`,
      );
    }
  }
}

function batchFinding(guarantee: Finding['guarantee'], batch: KnownBatch, what: string): Finding {
  return { guarantee, run: String(batch.run_id), row: null, payment: null, batch: batch.id, what };
}

function paymentFinding(guarantee: Finding['guarantee'], payment: KnownPayment, what: string): Finding {
  const { run_id, row, id, batch_id } = payment;
  return { guarantee, run: String(run_id), row, payment: id, batch: batch_id, what };
}
