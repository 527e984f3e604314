import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { loadConfig } from '../../src/config.ts';
import { type BatchChange, getBatch, moveBatch, recountBatch } from '../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { moneyKey } from '../../src/ledger/payments/fingerprints.ts';
import { sealRow } from '../../src/ledger/payments/sealed-row.ts';
import { claimRun, createRun, type RunOptions } from '../../src/ledger/runs/run.ts';
import type { FixedSide, PaymentDraft, SheetRow } from '../../src/model.ts';
import { createLog } from '../../src/platform/log.ts';
import { canonicalReference } from '../../src/references/spellings.ts';
import type { Service } from '../../src/service/service.ts';
import type { BatchState, PaymentState } from '../../src/states.ts';
import type { ActiveRun, StepDeps } from '../../src/step.ts';
import { impatientClock } from './impatient-clock.ts';
import { type Given, splitGiven, testRules } from './test-rules.ts';

/** No call is expected; one that is made fails the test. */
const NO_SERVICE = {
  call: (name: string) => Promise.reject(new Error(`${name} was called`)),
} as unknown as Service;

export async function addTestMerchant(ledger: Ledger, merchant = 'acme'): Promise<string> {
  await ledger.db.query(
    `insert into payrun.merchant (id, environment, country, access_fp) values ($1, 'sandbox', 'US', $2) on conflict do nothing`,
    [merchant, Buffer.from(merchant)],
  );
  return merchant;
}

/** A run of a merchant, claimed by this process. */
export async function startTestRun(
  ledger: Ledger,
  given: { merchant?: string; maker?: string; parent?: bigint; options?: Partial<RunOptions> } = {},
): Promise<ActiveRun> {
  const merchant = await addTestMerchant(ledger, given.merchant);
  const { maker = 'mia', parent } = given;
  const options: RunOptions = { onInvalid: 'skip', dryRun: false, ...given.options };
  const id = await createRun(ledger.db, {
    job: 'pay-sheet',
    sheetId: null,
    merchant,
    maker,
    options,
    ...(parent === undefined ? {} : { parent }),
  });
  const fence = await claimRun(ledger.db, id, 'test', 600_000, null);
  return { id, fence: fence!, merchant, maker, options };
}

/** Dependencies of a step: real parts, except for the service, which refuses every call unless one is given. */
export function testDeps(ledger: Ledger, given: Partial<StepDeps> & { env?: Given } = {}): StepDeps {
  const { env: more = {}, ...parts } = given;
  const { env, rules } = splitGiven(more);
  const config = loadConfig({ PAYRUN_HOME: '/nowhere', PAYRUN_SETTLE_POLL_MS: '10', ...env }, tmpdir());
  return {
    ledger,
    service: NO_SERVICE,
    clock: impatientClock(0.01),
    ids: randomUUID,
    config,
    looksAgain: false,
    rules: async () => testRules(rules),
    log: createLog('silent'),
    progress: () => {},
    signal: new AbortController().signal,
    ...parts,
  };
}

/** A row of a sheet that pays a recipient whom the ledger is to know. */
export function sheetRow(row: number, cells: SheetRow['cells'] = {}, findings: SheetRow['findings'] = []): SheetRow {
  return {
    row,
    cells: { amount: '10.00', currency: 'EUR', referenceId: `person-${row}`, ...cells },
    original: [],
    findings,
  };
}

export function testDraft(given: Partial<PaymentDraft> = {}): PaymentDraft {
  return {
    reference: null,
    merchant: null,
    sourceCurrency: 'EUR',
    fixed: 'source',
    amount: { currency: 'EUR', minor: 1_000n },
    tags: [],
    recipient: { key: 'ref:person-1', referenceId: 'person-1', profile: null, account: null },
    ...given,
  };
}

export interface TestPayment {
  readonly state?: Exclude<PaymentState, 'started'>;
  readonly reference?: string;
  readonly minor?: bigint;
  readonly currency?: string;
  readonly fixed?: FixedSide;
  /** The recipient; rows with the same text pay the same person. */
  readonly recipientKey?: string;
  /** Their e-mail, if the row has one next to another key. Equal to `recipientKey`: it is the key. */
  readonly person?: string;
  /** Their bank details, profile and the rest that rows are compared by. */
  readonly account?: string | null;
  readonly profile?: string;
  /** The source of a derived reference. */
  readonly derived?: string;
  /** The name of the recipient. */
  readonly name?: string;
  /** The number of the account alone; no one has the same without one. */
  readonly number?: string;
  /** Rows are compared by it, where they have one. */
  readonly memo?: string;
  readonly daysAgo?: number;
  readonly batch?: string;
  readonly recipient?: string;
  /** The country of the account that its batch pays. */
  readonly country?: string;
  /** The payment of an earlier run that it replaces. */
  readonly replaces?: string;
  readonly corrected?: boolean;
}

/** Rows of a run as the intake leaves them, from row 2 on. Returns their ids. */
export async function addPayments(
  ledger: Ledger,
  run: Pick<ActiveRun, 'id' | 'merchant'>,
  payments: readonly TestPayment[],
): Promise<string[]> {
  const { rows } = await ledger.db.query<{ next: number }>(
    'select coalesce(max(row), 1) + 1 as next from payrun.payment where run_id = $1',
    [run.id],
  );
  const ids: string[] = [];
  for (const [i, payment] of payments.entries()) {
    const {
      minor = 1_000n,
      currency = 'EUR',
      fixed = 'source',
      state = 'ready',
      daysAgo = 0,
      account = 'account',
    } = payment;
    const fp = (text: string | null | undefined) => (text ? ledger.vault.fingerprint('test', text) : null);
    const row = rows[0]!.next + i;
    const id = randomUUID();
    const key = canonicalReference(payment.reference ?? '');
    await ledger.db.query(
      `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, derived_fp, source_currency, fixed, currency, minor,
         recipient_fp, account_fp, profile_fp, batch_id, recipient_id, paid_account_fp, row_sealed, created_at, person_fp,
         paid_account_country, reference_key, account_key, recipient_name, money_key, replaces, corrected)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $21, now() - $18 * interval '1 day', $19, $20, $22, $23, $24, $25, $26, $27)`,
      [
        id,
        run.id,
        run.merchant,
        row,
        state,
        payment.reference ?? `ref-${id}`,
        fp(payment.derived),
        fixed === 'source' ? currency : 'EUR',
        fixed,
        currency,
        minor,
        fp(payment.recipientKey ?? id),
        fp(account),
        fp(payment.profile ?? 'profile'),
        payment.batch ?? null,
        payment.recipient ?? null,
        payment.batch ? fp(account) : null,
        daysAgo,
        fp(payment.person),
        payment.country ?? null,
        sealRow(ledger.vault, run.merchant, id, { cells: {}, draft: null }),
        payment.reference && !payment.derived && key !== payment.reference ? key : null,
        payment.number ? fp(payment.number)!.readBigInt64BE() : null,
        payment.name ?? null,
        payment.memo === undefined ? null : moneyKey(ledger.vault, { amount: { currency, minor }, memo: payment.memo }),
        payment.replaces ?? null,
        payment.corrected === true,
      ],
    );
    ids.push(id);
  }
  return ids;
}

/** Takes the payments of a run back to where the intake has loaded them, before they are compared. */
export async function hideLoaded(ledger: Ledger, run: Pick<ActiveRun, 'id'>): Promise<void> {
  await ledger.db.query('update payrun.run set loading = true where id = $1', [run.id]);
}

/** A recipient whom the service knows. Returns the ledger's id of them. */
export async function addRecipient(
  ledger: Ledger,
  merchant: string,
  recipientKey: string = randomUUID(),
): Promise<string> {
  const id = randomUUID();
  await ledger.db.query(
    `insert into payrun.recipient (id, merchant_id, key_fp, reference_id, remote_id, account_remote_id, account_fp)
     values ($1, $2, $3, $5::text, 'R-' || $5::text, 'A-' || $5::text, $4)`,
    [id, merchant, ledger.vault.fingerprint('test', recipientKey), ledger.vault.fingerprint('test', 'account'), id],
  );
  return id;
}

/** A planned batch of a run with these payments. */
export async function addBatch(
  ledger: Ledger,
  run: ActiveRun,
  payments: readonly TestPayment[],
  currency = 'EUR',
): Promise<BatchRow> {
  const id = randomUUID();
  await ledger.db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor)
     values ($1, $2, $3, $4, $5, $6, 0, 0)`,
    [id, run.id, run.merchant, currency, `payrun-${id}`, run.maker],
  );
  const recipient = await addRecipient(ledger, run.merchant);
  await addPayments(
    ledger,
    run,
    payments.map((payment) => ({ state: 'batched' as const, batch: id, recipient, currency, ...payment })),
  );
  // As the plan keeps it: whom and where the service pays.
  await ledger.db.query(
    `update payrun.payment p set paid_recipient_remote_id = r.remote_id, paid_account_remote_id = r.account_remote_id,
       paid_account_fp = r.account_fp from payrun.recipient r where r.id = p.recipient_id and p.batch_id = $1`,
    [id],
  );
  return recountBatch(ledger.db, id);
}

/** Moves a batch through these states, with what each needs. */
export async function moveThrough(
  ledger: Ledger,
  batch: BatchRow,
  ...states: readonly BatchState[]
): Promise<BatchRow> {
  let now = await getBatch(ledger.db, batch.id);
  for (const to of states) {
    const sendingMinor = String(now.source_minor);
    const quote = {
      count: now.payments,
      sendingMinor,
      debitMinor: sendingMinor,
      feesMinor: '0',
      expiresAt: '2099-01-01T00:00:00Z',
    };
    const changes: Partial<Record<BatchState, BatchChange>> = {
      open: { remoteId: `B-${now.id}` },
      quoted: { quote, approval: null },
      approved: { approval: { hash: Buffer.alloc(32), by: 'cleo' } },
    };
    now = await moveBatch(ledger.db, now, to, changes[to]);
  }
  return now;
}

/** The way of a batch to a state. */
export const BATCH_WAYS: Readonly<Record<BatchState, readonly BatchState[]>> = {
  planned: [],
  creating: ['creating'],
  open: ['creating', 'open'],
  quoted: ['creating', 'open', 'quoted'],
  approved: ['creating', 'open', 'quoted', 'approved'],
  starting: ['creating', 'open', 'quoted', 'approved', 'starting'],
  waiting_funds: ['creating', 'open', 'quoted', 'approved', 'starting', 'waiting_funds'],
  awaiting_service_approval: ['creating', 'open', 'quoted', 'approved', 'starting', 'awaiting_service_approval'],
  rejected_at_service: [
    'creating',
    'open',
    'quoted',
    'approved',
    'starting',
    'awaiting_service_approval',
    'rejected_at_service',
  ],
  started: ['creating', 'open', 'quoted', 'approved', 'starting', 'started'],
  settled: ['creating', 'open', 'quoted', 'approved', 'starting', 'started', 'settled'],
  unknown: ['creating', 'unknown'],
  void: ['void'],
};
