import { parseMinor } from '../../../src/money.ts';
import type { Hands } from '../../simulator/hand-edits.ts';
import type { BookedPayment, Books } from '../../simulator/read-books.ts';
import { NOT_PAID } from '../../simulator/state-ends.ts';
import type { SandboxLedger } from '../../support/payroll.ts';
import { breachesAfterDenial } from './breaches-after-denial.ts';
import { breachesByHand } from './breaches-by-hand.ts';
import { ENDS } from './salaries.ts';

/**
 * What of "never twice, never lost" does not hold, as sentences: what really happened at the service compared with what the
 * ledger says and with what the sheet asked for. Empty when all holds. Where somebody edited at the service by hand, a run may end by
 * asking for a person instead; also where the service denied for a while what it had paid (`isDenied`).
 */
export function breaches(
  books: Books,
  sandbox: SandboxLedger,
  hands: Pick<Hands, 'done' | 'accounts'> = { done: [], accounts: new Set() },
  isDenied = false,
): readonly string[] {
  if (isDenied)
    return [
      ...unfinished({ ...books, runs: books.runs.filter(({ exitCode }) => exitCode !== 4) }),
      ...breachesAfterDenial(books, sandbox),
      ...inTwoBatches(books, sandbox),
      ...strayBatches(books, sandbox),
      ...rowsMissing(books),
    ];
  if (hands.done.length > 0) {
    const nobodyAsked = books.runs.every(({ exitCode }) => exitCode !== 4);
    return [
      ...unfinished({ ...books, runs: books.runs.filter(({ exitCode }) => exitCode !== 4) }),
      ...(nobodyAsked ? lost(books, unpayable(hands.done)) : []),
      ...withoutWayOut(books, unpayable(hands.done)),
      ...breachesByHand(books, sandbox, hands.accounts),
      ...inTwoBatches(books, sandbox),
      ...strayBatches(books, sandbox),
      ...rowsMissing(books),
    ];
  }
  return [
    ...unfinished(books),
    ...lost(books),
    ...paidOtherwise(books, sandbox),
    ...inTwoBatches(books, sandbox),
    ...strayBatches(books, sandbox),
    ...totals(books, sandbox),
    ...rowsMissing(books),
    ...books.findings.map((finding) => `verify: ${finding}`),
  ];
}

function unfinished({ runs, payments }: Books): string[] {
  return runs
    .filter(({ state }) => state !== 'done')
    .map(({ id, state, note }) => {
      const rows = payments.filter(({ run }) => run === id).map((row) => `${row.reference} ${row.state}`);
      return `run ${id} is ${state} in the end: ${note ?? 'no reason'} (${rows.join(', ')})`;
    });
}

/** References of the people whom somebody made unpayable at the service. */
function unpayable(done: readonly string[]): ReadonlySet<string> {
  const numbers = done.flatMap((what) => /person(\d+)@\S+ was made unpayable/.exec(what)?.[1] ?? []);
  return new Set(numbers.map((n) => `REF-${n}`));
}

/** A payment that the service refused because of its recipient says how it is paid (G9). */
function withoutWayOut({ payments }: Books, references: ReadonlySet<string>): string[] {
  return payments.flatMap(({ reference, run, state, reason }) =>
    state === 'failed' &&
    references.has(reference ?? '') &&
    /refuses this payment/.test(reason ?? '') &&
    !/Retry/.test(reason!)
      ? [`${reference} of run ${run} names no way out: ${reason}`]
      : [],
  );
}

/** Every row of the sheet has come to its end once; where the sheet came again, its other copies are not paid. */
function lost({ payments }: Books, unpayable: ReadonlySet<string> = new Set()): string[] {
  return Object.entries(ENDS).flatMap(([reference, end]) => {
    if (unpayable.has(reference)) return [];
    const rows = payments.filter((payment) => payment.reference === reference);
    const ended = rows.filter(({ state }) => state === end);
    const others = rows.filter(({ state }) => !['held', 'already_paid', 'canceled', 'invalid', end].includes(state));
    const output = `${reference} is ${rows.map(({ run, state, reason }) => `${state} in run ${run} (${reason ?? ''})`).join(', ') || 'nowhere'}`;
    if (ended.length === 0 || others.length > 0) return [`${output} instead of ${end}`];
    // A reference of a payment that failed is free again, and the sheet may have come again after that.
    return end === 'processed' && ended.length > 1 ? [`${output}: twice`] : [];
  });
}

function paidOtherwise({ payments }: Books, sandbox: SandboxLedger): string[] {
  const booked = new Map(payments.map((payment) => [payment.id, payment]));
  const strangers = sandbox.payments
    .filter(({ externalId }) => !booked.has(externalId))
    .map(({ id }) => `the service holds payment ${id}, of which the ledger knows nothing`);
  return [...strangers, ...payments.flatMap((payment) => paidTimes(payment, sandbox))];
}

function paidTimes({ id, state, reference }: BookedPayment, sandbox: SandboxLedger): string[] {
  const times = sandbox.payments
    .filter(({ externalId }) => externalId === id)
    .reduce((sum, { timesPaid }) => sum + timesPaid, 0);
  const expected = state === 'processed' || state === 'returned' ? 1 : NOT_PAID.includes(state) ? 0 : null;
  return times === expected ? [] : [`${reference} is ${state} in the ledger and was paid ${times} times`];
}

function inTwoBatches({ batches }: Books, sandbox: SandboxLedger): string[] {
  const begun = new Set(sandbox.batches.filter(({ status }) => status !== 'open').map(({ id }) => id));
  const seen = new Map<string, string>();
  const twice = sandbox.payments
    .filter(({ batchId, externalId }) => externalId && begun.has(batchId))
    .flatMap(({ externalId, batchId }) => {
      const before = seen.get(externalId);
      seen.set(externalId, batchId);
      return before && before !== batchId ? [`payment ${externalId} is in two started batches`] : [];
    });
  const remote = batches.flatMap(({ remoteId }) => remoteId ?? []);
  return new Set(remote).size === remote.length
    ? twice
    : [...twice, 'two batches of the ledger are one at the service'];
}

/** A stray open batch moves no money, but a person could send it. */
function strayBatches({ batches }: Books, sandbox: SandboxLedger): string[] {
  const known = new Set(batches.map(({ remoteId }) => remoteId));
  return sandbox.batches
    .filter(({ id }) => !known.has(id))
    .map(({ id, status }) => `the service holds batch ${id} (${status}), of which the ledger knows nothing`);
}

/** Per currency and to the cent: what was paid at the service, what the ledger says was paid, what the rows ask for. */
function totals({ payments }: Books, sandbox: SandboxLedger): string[] {
  const paid = payments.filter(({ state }) => state === 'processed');
  const sum = (of: readonly (readonly [string, bigint])[]) => {
    const sums = new Map<string, bigint>();
    for (const [currency, minor] of of) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
    return [...sums]
      .map(([currency, minor]) => `${minor} ${currency}`)
      .sort()
      .join(', ');
  };
  const asked = sum(paid.map(({ currency, minor }) => [currency!, BigInt(minor!)]));
  const output = sum(paid.map(({ currency, paid }) => [currency!, BigInt(paid ?? 0)]));
  const real = sum(
    sandbox.payments
      .map(
        ({ currency, amount, timesPaid }) =>
          [currency, (parseMinor(amount, currency) as bigint) * BigInt(timesPaid)] as const,
      )
      .filter(([, minor]) => minor > 0n),
  );
  return asked === real && output === real
    ? []
    : [`paid ${real}; the ledger says ${output}; the rows ask for ${asked}`];
}

/** Rows in = rows by state, of every run whose sheet is in (G4). */
function rowsMissing({ runs, payments }: Books): string[] {
  return runs.flatMap(({ id, rowsIn }) => {
    const found = payments.filter(({ run }) => run === id);
    return rowsIn === null || rowsIn === found.length ? [] : [`run ${id} read ${rowsIn} rows and has ${found.length}`];
  });
}
