import type { SandboxLedger } from '../support/payroll.ts';
import type { Office, Origin } from './office.ts';
import { promisedToKnow, SAME_REFERENCE } from './promises.ts';
import type { Booked, BookedPayment, JudgedRun } from './read-books.ts';
import { FINAL, NOT_PAID } from './state-ends.ts';

type Served = SandboxLedger['payments'][number];

/** With which a command ends when a person has to look. */
const ASKS = 4;
/** States in which a person has to decide. */
const ASKED = ['unknown', 'discrepancy'];
/** States of a row whose payment must not have been paid until now. */
const NOT_YET_PAID = [...NOT_PAID, 'ready'];

/** On which day each payment of the service was first seen as paid. */
export type PaidDays = Map<string, number>;

/**
 * Current violations, as sentences; empty if there are none. Records in `days` what was paid since the last call.
 * `isRead`: everything in progress was read in the service since it was sent.
 */
export async function violations(office: Office, days: PaidDays, isRead: boolean): Promise<readonly string[]> {
  const [books, service, ibans] = [await office.judgedBooks(), await office.serviceLedger(), await office.ibans()];
  const paid = service.payments.filter(({ status, timesPaid }) => timesPaid > 0 && status !== 'returned');
  for (const { id } of paid) if (!days.has(id)) days.set(id, office.today());
  return [
    ...service.payments.filter(({ timesPaid }) => timesPaid > 1).map(({ id }) => `the service paid ${id} twice`),
    ...paidTwice(office, books, paid, days),
    ...wronglyPaid(office, books, paid, { ibans, payers: office.payers(), isRead }),
    ...untrueStates(books, service),
    ...untruePaidBefore(office, books, service),
    ...untrueRuns(books),
    ...books.untold,
  ];
}

/** The reason of a payment whose reference was paid by another one as well. */
const TWICE = /paid twice/;

/** The reason of a payment that was confirmed as not paid, and was paid. */
const AFTER_ALL = /paid it after all/;

/**
 * Two payments of one intended payment, although Payrun promises to recognize it and no one released it. If the service
 * denied one of them for a while, no one could know; then it must be a discrepancy in its own ledger as soon as that
 * knows both. A row under another reference must be reported as paid after all.
 */
function paidTwice(
  { origins, released, accepted, denied, paidBlind, home }: Office,
  { payments }: Booked,
  paid: readonly Served[],
  days: PaidDays,
): string[] {
  const idsOf = (is: (payment: BookedPayment) => boolean) => new Set(payments.filter(is).map(({ id }) => id));
  const reported = idsOf(
    ({ id, state, reason }) => accepted.has(id) || (state === 'discrepancy' && TWICE.test(reason ?? '')),
  );
  const afterAll = idsOf(({ reason }) => AFTER_ALL.test(reason ?? ''));
  // A process was killed behind its start, and no one has carried its run on yet.
  const notRead = idsOf(({ state }) => state === 'batched' || state === 'unknown');
  const known = paid.flatMap((one) => {
    const [origin, id] = [origins.get(one.externalId), one.externalId];
    return origin ? [{ ...origin, id, day: days.get(one.id)!, wanted: released.has(id) }] : [];
  });
  return [...Map.groupBy(known, ({ row }) => row.due).entries()].flatMap(([due, unsorted]) => {
    const times = unsorted.toSorted((a, b) => a.day - b.day);
    return times.flatMap((later, i) => {
      if (later.wanted) return [];
      for (const earlier of times.slice(0, i)) {
        const promise = promisedToKnow(earlier, later, later.day - earlier.day);
        const isElsewhere = later.home !== home.name;
        const isTold = reported.has(earlier.id) || reported.has(later.id);
        const isToldAlone = afterAll.has(earlier.id) && promise !== SAME_REFERENCE;
        // Payments after the service showed the truth again could have been prevented.
        const isBlind = paidBlind.has(later.id) && (isTold || isToldAlone || notRead.has(later.id));
        if (denied.has(earlier.id) && (isElsewhere || isBlind)) continue;
        if (promise !== null) return [`${due} was paid ${nameOf(earlier)} and ${nameOf(later)}, though ${promise}`];
      }
      return [];
    });
  });
}

const nameOf = ({ row, home, run }: Origin) =>
  `as "${row.cells.paymentReference || 'no reference'}" in run ${run} of ${home}`;

/** Paid unlike its row, or by no row: that can happen by hand, but then a user must be asked to review it. */
function wronglyPaid(
  { origins, hands, accepted }: Office,
  { runs, payments, batches }: Booked<JudgedRun>,
  paid: readonly Served[],
  {
    ibans,
    payers,
    isRead,
  }: { ibans: ReadonlyMap<string, string>; payers: ReadonlyMap<string, string>; isRead: boolean },
): string[] {
  // A run that was interrupted is compared with the service when it is resumed, and one in progress at its next look.
  const isCompared = (state: string) => state !== 'working' && (isRead || state !== 'on_the_way');
  const asks = new Set(
    runs.filter(({ exitCode, state }) => exitCode === ASKS || !isCompared(state)).map(({ id }) => id),
  );
  const booked = new Map(payments.map((payment) => [payment.id, payment]));
  const batchRuns = new Map(batches.flatMap(({ remoteId, run }) => (remoteId === null ? [] : [[remoteId, run]])));
  return paid.flatMap((one) => {
    const origin = origins.get(one.externalId);
    if (!origin) {
      const run = batchRuns.get(one.batchId);
      const byHand = hands.done.some((what) => what.includes('was added to batch'));
      // A ledger that adopted its batch has it as a row, under the service's id.
      const isRow = payments.some(({ reference }) => reference === one.id);
      if (byHand && (isRow || run === undefined || asks.has(run))) return [];
      return [`the service paid ${one.id} (${one.amount} ${one.currency}), which no row asks for, and no one is told`];
    }
    const ours = booked.get(one.externalId);
    const { cells } = origin.row;
    const amount = Number(cells.amount || cells.targetAmount);
    const wrong = [
      ...(Number(one.amount) === amount ? [] : [`${one.amount} instead of ${amount}`]),
      ...(ibans.get(one.accountId ?? '') === cells.iban ? [] : ['to an account that its row does not name']),
      ...(payers.get(one.id) === cells.merchant ? [] : ['by a merchant that its row does not name']),
    ];
    if (wrong.length === 0 || !ours || asks.has(ours.run) || accepted.has(ours.id)) return [];
    return [`${origin.row.due} was paid ${wrong.join(' and ')}, is ${ours.state}, and no one is asked to look`];
  });
}

/** A current state of the ledger that is not the payment's outcome; and sums that differ by a cent. */
function untrueStates({ payments }: Booked, service: SandboxLedger): string[] {
  const byPayment = Map.groupBy(service.payments, ({ externalId }) => externalId);
  return payments.flatMap((payment) => {
    const there = byPayment.get(payment.id) ?? service.payments.filter(({ id }) => id === payment.reference);
    const what = untrueState(payment, there.find(({ timesPaid }) => timesPaid > 0) ?? there[0]);
    return what === null ? [] : [`${payment.reference} of run ${payment.run} is ${payment.state}, and ${what}`];
  });
}

function untrueState({ state, paid }: BookedPayment, there: Served | undefined): string | null {
  const isPaid = there !== undefined && there.timesPaid > 0;
  if (state === 'processed' && !isPaid) return 'the service did not pay it';
  if (NOT_YET_PAID.includes(state) && isPaid && there.status !== 'returned') return 'the service paid it';
  // A returned payment is found by `settle`.
  const minor = isPaid ? String(Math.round(Number(there.amount) * 100)) : null;
  return state === 'processed' && minor !== paid ? `the service paid ${minor}, the ledger says ${paid}` : null;
}

/** Rows reported as already paid by an earlier payment under the same reference. */
function untruePaidBefore({ origins, accepted }: Office, { payments }: Booked, service: SandboxLedger): string[] {
  return payments.flatMap(({ id, run, state, reference, earlier }) => {
    if (state !== 'already_paid') return [];
    const output = `${reference} of run ${run} is already_paid`;
    if (!service.payments.some(({ externalId, timesPaid }) => externalId === earlier && timesPaid > 0))
      return [`${output}, and the service never paid it`];
    const [now, before] = [origins.get(id), origins.get(earlier!)];
    // If a user accepted a payment, the rows are not decisive.
    if (!now || !before || accepted.has(earlier!) || asksOf(now) === asksOf(before)) return [];
    return [`${output}, and asks for ${asksOf(now)}, while ${asksOf(before)} was paid`];
  });
}

const asksOf = ({ row: { cells } }: Origin) =>
  `${Number(cells.amount || cells.targetAmount)} ${cells.currency || cells.targetCurrency} to ${cells.iban}`;

function untrueRuns({ runs, payments }: Booked<JudgedRun>): string[] {
  return runs.flatMap(({ id, state, rowsIn, exitCode }) => {
    const rows = payments.filter(({ run }) => run === id);
    const asked = rows.find((row) => ASKED.includes(row.state));
    if (asked && exitCode !== ASKS && (state === 'done' || state === 'needs_person'))
      return [`run ${id} ends with ${exitCode}, and ${asked.reference} is ${asked.state}`];
    if (state !== 'done') return [];
    const open = rows.filter((row) => !FINAL.includes(row.state) && row.state !== 'unknown');
    return [
      ...open.map((row) => `run ${id} is done, and ${row.reference} is ${row.state}`),
      ...(rowsIn === null || rowsIn === rows.length ? [] : [`run ${id} read ${rowsIn} rows and has ${rows.length}`]),
    ];
  });
}
