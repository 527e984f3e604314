import { parseMinor } from '../../../src/money.ts';
import type { BookedPayment, Books } from '../../simulator/read-books.ts';
import { NOT_PAID } from '../../simulator/state-ends.ts';
import type { SandboxLedger } from '../../support/payroll.ts';

type Served = SandboxLedger['payments'][number];

/** With which a command ends when a person has to look. */
const ASKS = 4;

/**
 * What is wrong although somebody edited at the service by hand. Then the service may pay what no row asks for: Payrun cannot take
 * back what happens in the last moment before a start. But it may never call that done: the run asks for a person.
 */
export function breachesByHand(
  { runs, payments, batches }: Books,
  sandbox: SandboxLedger,
  accountsByHand: ReadonlySet<string>,
): readonly string[] {
  const asks = new Set(runs.filter(({ exitCode }) => exitCode === ASKS).map(({ id }) => id));
  const booked = new Map(payments.map((payment) => [payment.id, payment]));
  const runOf = new Map(batches.flatMap(({ remoteId, run }) => (remoteId === null ? [] : [[remoteId, run]])));
  const unlessAsked = (run: string | undefined, sentence: string) =>
    run !== undefined && asks.has(run) ? [] : [`${sentence}, and nobody is asked to look`];

  const served = sandbox.payments.flatMap((one) => {
    const ours = booked.get(one.externalId);
    if (one.timesPaid > 1) return [`the service paid ${one.id} ${one.timesPaid} times`];
    if (ours || one.timesPaid === 0) return [];
    return unlessAsked(runOf.get(one.batchId), `the service paid ${one.id}, of which the ledger knows nothing`);
  });
  const byPayment = Map.groupBy(sandbox.payments, ({ externalId }) => externalId);
  const rows = payments.flatMap((payment) => {
    const paid = (byPayment.get(payment.id) ?? []).filter(({ timesPaid }) => timesPaid > 0);
    if (paid.length > 1) return [`${payment.reference} was paid in ${paid.length} batches`];
    const wrong = untrue(payment, paid[0], accountsByHand);
    return wrong === null ? [] : unlessAsked(payment.run, `${payment.reference} is ${payment.state} and ${wrong}`);
  });
  return [...served, ...rows];
}

/** In what the state of a row is not what became of it at the service; null where it is. */
function untrue(
  { state, currency, minor, paid: output }: BookedPayment,
  paid: Served | undefined,
  accountsByHand: ReadonlySet<string>,
): string | null {
  if (!paid) return state === 'processed' ? 'was not paid' : null;
  if (NOT_PAID.includes(state)) return 'was paid';
  const amount = String(parseMinor(paid.amount, paid.currency));
  if (paid.currency !== currency || amount !== minor)
    return `${paid.amount} ${paid.currency} was paid instead of ${minor}`;
  if (accountsByHand.has(paid.accountId ?? '')) return 'was paid to an account that no row names';
  return state === 'processed' && output !== amount ? `was paid ${amount}, not ${output}` : null;
}
