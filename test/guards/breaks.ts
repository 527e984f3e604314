import type { Guarantee } from '../docs/guarantees.ts';

/**
 * A guard that is broken on purpose: `from` is in `file` once, and becomes `to`. Then the test fails, or one of so many teams of the
 * simulator finds what does not hold.
 */
export type Break = {
  readonly guarantee: Guarantee;
  readonly guard: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
} & ({ readonly test: string } | { readonly seeds: number });

const REFUSALS = 'test/ledger/refusals.test.ts';
const START = 'test/batches/start.test.ts';
const BATCHES = 'src/ledger/schema/06-batches.sql';
const TRIGGERS = 'src/ledger/schema/13-triggers.sql';

/** It was found by the first one. */
const SEEDS = 20;

export const BREAKS: readonly Break[] = [
  {
    guarantee: 'G7',
    guard: 'who approved may still approve when the money moves',
    file: 'src/batches/starts/send.ts',
    from: `const lapse = next === 'send' ? await approvalLapse(db, deps, batch) : null;`,
    to: 'const lapse = null as Awaited<ReturnType<typeof approvalLapse>>;',
    seeds: SEEDS,
  },
  {
    guarantee: 'G1',
    guard: 'a reference has one payment in a batch',
    file: 'src/ledger/schema/07-payments.sql',
    from: `'unknown', 'discrepancy') then null else id end)) nulls not distinct`,
    to: `'unknown', 'discrepancy') then id else id end)) nulls not distinct`,
    test: REFUSALS,
  },
  {
    guarantee: 'G1',
    guard: 'a reference has one live payment',
    file: TRIGGERS,
    from: 'join payrun.run r on r.id = a.run_id and not r.loading',
    to: 'join payrun.run r on false',
    test: REFUSALS,
  },
  {
    guarantee: 'G1',
    guard: 'a row that another run replaced is not paid by a second one',
    file: 'src/ledger/payments/hold-against-earlier.ts',
    from: `p.state = 'ready' and e.id = p.replaces and case`,
    to: 'false and e.id = p.replaces and case',
    test: 'test/ledger/payments/hold-rules.long.test.ts',
  },
  {
    guarantee: 'G1',
    guard: 'what was found to be paid after all holds the rows that pay it again',
    file: 'src/ledger/batches/recorded-unpaid.ts',
    from: 'const held = isLive ? await holdReady(db, report.id) : [];',
    to: 'const held: HeldReady[] = [];',
    test: 'test/batches/settlements/recheck-payments.test.ts',
  },
  {
    guarantee: 'G1',
    guard: 'that a payment is not found is read twice',
    file: 'src/batches/settlements/check-outcome.ts',
    from: '  await findsUnpayable(service, payment, true);\n',
    to: '',
    test: 'test/batches/settlements/check-outcome.test.ts',
  },
  {
    guarantee: 'G7',
    guard: 'edits that were submitted do not change',
    file: 'src/ledger/payments/row-edit.ts',
    from: 'and row = any($3::int[]) and not',
    to: 'and row = any($3::int[]) or not',
    test: 'test/ledger/payments/row-edit.test.ts',
  },
  {
    guarantee: 'G1',
    guard: 'a batch is moved by one of two processes',
    file: 'src/ledger/batches/batch.ts',
    from: 'where id = $1 and state = $2 returning',
    to: 'where id = $1 and $2::text is not null returning',
    test: 'test/states.test.ts',
  },
  {
    guarantee: 'G1',
    guard: 'a started batch is not started again',
    file: BATCHES,
    from: `check (state in ('started', 'unknown', 'settled') or started_at is null)`,
    to: 'check (true)',
    test: 'test/states.test.ts',
  },
  {
    guarantee: 'G1',
    guard: 'a batch on whose start was attempted does not end',
    file: BATCHES,
    from: `attempted_is_never_void check (state <> 'void' or start_attempted_at is null)`,
    to: 'attempted_is_never_void check (true)',
    test: REFUSALS,
  },
  {
    guarantee: 'G2',
    guard: 'a started batch has an approval, a quote and a remote id',
    file: BATCHES,
    from: `'started', 'settled') or resolved_by is not null`,
    to: `'started', 'settled') or true`,
    test: REFUSALS,
  },
  {
    guarantee: 'G2',
    guard: 'a payment in a batch does not change',
    file: TRIGGERS,
    from: `when (old.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy'))`,
    to: 'when (false)',
    test: REFUSALS,
  },
  {
    guarantee: 'G2',
    guard: 'a payment read back has the planned amount',
    file: 'src/batches/prices/compare-listed.ts',
    from: 'if (there !== planned.minor)',
    to: 'if (false)',
    test: 'test/batches/prices/compare-listed.test.ts',
  },
  {
    guarantee: 'G2',
    guard: 'the batch at the service is compared directly before its start',
    file: 'src/batches/starts/preflight.ts',
    from: '  if (difference && !gone) {\n    await requireReview(run, deps, batch, there);\n    return null;',
    to: '  if (difference && !gone && gone) {\n    await requireReview(run, deps, batch, there);\n    return null;',
    test: START,
  },
  {
    guarantee: 'G2',
    guard: 'the batch at the service is compared while it awaits funds, and may begin by itself',
    file: 'src/batches/starts/preflight.ts',
    from: 'if (there.difference && !there.gone) await requireReview',
    to: 'if (there.difference && !there.gone && there.gone) await requireReview',
    test: START,
  },
  {
    guarantee: 'G7',
    guard: 'an approval is of the accounts that the recipients have',
    file: 'src/batches/starts/send.ts',
    from: ' && !(await accountsMoved(db, batch.id))',
    to: '',
    test: START,
  },
  {
    guarantee: 'G2',
    guard: 'a payment that was made has the ordered amount',
    file: 'src/batches/outcomes/compare-made-payment.ts',
    from: 'if (there === minor) return null;',
    to: 'if (there !== null) return null;',
    test: 'test/batches/outcomes/compare-made-payment.test.ts',
  },
  {
    guarantee: 'G2',
    guard: 'a quote has the totals of the ledger',
    file: 'src/batches/quotes/quote-batch.ts',
    from: '    difference = compareBatchTotals(batch, total?.count ?? null, sending, debit);\n    // A late',
    to: '    difference = null;\n    // A late',
    test: 'test/batches/quotes/quote-batch.test.ts',
  },
  {
    guarantee: 'G3',
    guard: 'a call that may have taken effect is not sent again',
    file: 'src/service/may-repeat.ts',
    from: `const harmless = effect === 'reads' || repeatable === true;`,
    to: `const harmless = effect === 'reads' || repeatable !== undefined || true;`,
    test: 'test/service/service.test.ts',
  },
  {
    guarantee: 'G3',
    guard: 'a lost answer is read first',
    file: 'src/service/known-outcome.ts',
    from: 'if (found !== null) return found;',
    to: '',
    test: 'test/service/known-outcome.test.ts',
  },
  {
    guarantee: 'G3',
    guard: 'a batch that was sent at the service is followed',
    file: 'src/batches/reconciliations/external-start.ts',
    from: 'return hasStarted(status) || status === AWAITING_APPROVAL',
    to: 'return status === null',
    test: 'test/batches/reconciliations/external-start.test.ts',
  },
  {
    guarantee: 'G4',
    guard: 'nothing sees the rows of a sheet before all are in',
    file: 'src/ledger/schema/07-payments.sql',
    from: 'select id from payrun.run where loading',
    to: 'select id from payrun.run where false',
    test: 'test/intake/interrupted-intake.test.ts',
  },
  {
    guarantee: 'G5',
    guard: 'a sealed value opens only where it was sealed',
    file: 'src/ledger/vault/vault.ts',
    from: `typeof place === 'string' ? place : place.bound`,
    to: `typeof place === 'string' ? '' : ''`,
    test: 'test/ledger/vault/vault.test.ts',
  },
  {
    guarantee: 'G6',
    guard: 'an event does not change',
    file: TRIGGERS,
    from: 'event_append_only before update or delete or truncate',
    to: 'event_append_only before truncate',
    test: REFUSALS,
  },
  {
    guarantee: 'G6',
    guard: 'an event is keyed',
    file: 'src/ledger/audit/audit-chain.ts',
    from: 'if (!event.mac.equals(eventMac(db, event.hash)))',
    to: 'if (event.mac.length === 0 && eventMac(db, event.hash).length === 0)',
    test: 'test/ledger/audit/audit-chain.test.ts',
  },
  {
    guarantee: 'G7',
    guard: 'the maker does not approve',
    file: BATCHES,
    from: 'maker_is_not_approver check (payrun.name_key(approved_by) <> payrun.name_key(maker))',
    to: 'maker_is_not_approver check (true)',
    test: REFUSALS,
  },
  {
    guarantee: 'G7',
    guard: 'an approval is of these amounts',
    file: 'src/ledger/batches/approval-hash.ts',
    from: 'fixed, currency, minor, paid_recipient_remote_id',
    to: 'fixed, currency, paid_recipient_remote_id',
    test: 'test/ledger/batches/approval-hash.test.ts',
  },
  {
    guarantee: 'G7',
    guard: 'an approval is of this price',
    file: 'src/ledger/batches/approval-hash.ts',
    from: 'canonicalJson({ batch: id, remoteId, currency, quote })',
    to: 'canonicalJson({ batch: id, remoteId, currency, quoted: quote !== null })',
    test: 'test/ledger/batches/approval-hash.test.ts',
  },
  {
    guarantee: 'G7',
    guard: 'a person is one in every spelling of the name',
    file: 'src/ledger/users/name-key.ts',
    from: 'return nameKey(one) === nameKey(other);',
    to: 'return one === other;',
    test: 'test/batches/approve.test.ts',
  },
  {
    guarantee: 'G8',
    guard: 'a link leads nowhere else after the login',
    file: 'src/web/session/path-after-login.ts',
    from: `!/^\\/(?![/\\\\])[\\x21-\\x7e]*$/.test(given)) return '/';\n  if (given.includes('\\\\')) return '/';`,
    to: 'false) return given;\n  if (true) return given;',
    test: 'test/web/session/session.test.ts',
  },
  {
    guarantee: 'G9',
    guard: 'a failure is forgotten',
    file: 'src/platform/once.ts',
    from: 'kept = null;',
    to: '',
    test: 'test/platform/once.test.ts',
  },
];
