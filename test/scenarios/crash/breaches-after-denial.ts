import { parseMinor } from '../../../src/money.ts';
import type { Books } from '../../simulator/read-books.ts';
import { NOT_PAID } from '../../simulator/state-ends.ts';
import type { SandboxLedger } from '../../support/payroll.ts';

/** States of payments that the service has made. */
const MADE = ['processed', 'discrepancy'];

/**
 * What does not hold after the service has denied for a while what it had paid, and a person has said that it was not paid. A
 * reference may be paid twice then, because nobody could know; but never without a discrepancy that says so.
 */
export function breachesAfterDenial({ runs, payments, findings }: Books, sandbox: SandboxLedger): readonly string[] {
  const served = Map.groupBy(sandbox.payments, ({ externalId }) => externalId);
  const timesOf = (id: string) => (served.get(id) ?? []).reduce((sum, { timesPaid }) => sum + timesPaid, 0);
  const rows = payments.flatMap(({ id, reference, run, state, paid }) => {
    const [times, output] = [timesOf(id), `${reference} of run ${run} is ${state}`];
    const expected = MADE.includes(state) ? 1 : NOT_PAID.includes(state) ? 0 : times > 1 ? 1 : times;
    if (times !== expected) return [`${output}, and was paid ${times} times`];
    const real = (served.get(id) ?? []).find(({ timesPaid }) => timesPaid > 0);
    if (!real || !MADE.includes(state)) return [];
    const minor = String(parseMinor(real.amount, real.currency));
    return minor === paid ? [] : [`${output}, and ${minor} was paid instead of ${paid}`];
  });
  const twice = [...Map.groupBy(payments, ({ reference }) => reference)].flatMap(([reference, of]) => {
    const paid = of.filter(({ id }) => timesOf(id) > 0);
    const isTold = paid.some(({ state, reason }) => state === 'discrepancy' && /paid twice/.test(reason ?? ''));
    return paid.length < 2 || isTold ? [] : [`${reference} was paid ${paid.length} times, and nobody is told`];
  });
  const silent = runs.flatMap(({ id, exitCode }) => {
    const open = payments.filter(({ run, state }) => run === id && ['discrepancy', 'unknown'].includes(state));
    return open.length > 0 && exitCode !== 4
      ? [`run ${id} ends with ${exitCode}, and ${open[0]!.reference} is ${open[0]!.state}`]
      : [];
  });
  return [...rows, ...twice, ...silent, ...findings.map((finding) => `verify: ${finding}`)];
}
