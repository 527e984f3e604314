import { checkName, isSamePerson } from '../batches/approve.ts';
import { PayrunError } from '../errors.ts';
import { type DecidedPayment, isLeased, paymentsInState, releasePayment, resolvePayment } from '../ledger/decisions.ts';
import { appendEvent } from '../ledger/events.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { bringersOfAccount } from '../ledger/recipient-row.ts';
import type { Workplace } from './workplace.ts';

/** Who may let a held payment go, by why it is held; null: nobody, the sheet itself has to be corrected. */
const RELEASE: Readonly<Record<string, 'anyone' | 'not_the_maker' | null>> = {
  possible_duplicate: 'anyone',
  duplicate_reference: 'anyone',
  account_changed: 'not_the_maker',
  duplicate_in_sheet: null,
  reference_conflict: null,
  account_conflict: null,
  account_in_flight: null,
};

/** The held payment that is meant. A yes is to one thing: where several say something else, the run has to be named. */
function theOne(reference: string, held: readonly DecidedPayment[], ofRun: string | null): DecidedPayment {
  const meant = held.filter(({ run_id }) => ofRun === null || String(run_id) === ofRun);
  const [payment] = meant;
  if (!payment) throw new PayrunError('not_held', { reference });
  if (meant.some(({ says }) => says !== payment.says)) {
    const runs = [...new Set(meant.map(({ run_id }) => run_id))].join(' and ');
    const detail = `runs ${runs} hold different payments under it. Say which is meant: --run RUN.`;
    throw new PayrunError('not_releasable', { reference, detail });
  }
  return payment;
}

/**
 * Lets held payments go; their runs can be carried on then. All of them or none. Returns the runs. `ofRun`: only those of this run.
 * Throws `not_held`, `not_releasable`, and `maker_is_approver` or `bringer_is_approver` for changed bank details that
 * who made the payment, or brought them to the service, releases.
 */
export async function releasePayments(
  workplace: Workplace,
  references: readonly string[],
  name: string,
  ofRun: string | null = null,
): Promise<readonly bigint[]> {
  const by = checkName(name);
  return workplace.ledger.tx(async (db) => {
    const runs = new Set<bigint>();
    for (const reference of references) {
      const payment = theOne(reference, await paymentsInState(db, reference, 'held'), ofRun);
      const who = RELEASE[payment.reason_code ?? ''] ?? null;
      if (!who) throw new PayrunError('not_releasable', { reference, detail: 'its rows contradict each other.' });
      if (who === 'not_the_maker') {
        if (isSamePerson(by, payment.maker)) throw new PayrunError('maker_is_approver', { name: by });
        // Whoever has changed where somebody is paid is a maker of this payment too.
        const bringers = await bringersOfAccount(db, payment.id);
        if (bringers.some((bringer) => isSamePerson(by, bringer)))
          throw new PayrunError('bringer_is_approver', { name: by });
      }
      if (await isLeased(db, payment.run_id)) {
        throw new PayrunError('run_busy', { run: String(payment.run_id), owner: 'it is being carried out now' });
      }
      const now = await releasePayment(db, payment, by);
      if (!now)
        throw new PayrunError('not_releasable', {
          reference,
          detail: 'a payment with this reference is being paid or was paid.',
        });
      await decided(db, workplace, payment, by, 'released', { was: payment.reason_code, reference: now });
      runs.add(payment.run_id);
    }
    return [...runs];
  });
}

/** What a person says became of a payment that the service could not tell about. */
export interface Resolution {
  readonly reference: string;
  readonly paid: boolean;
  readonly because: string;
  /** The payment that is meant, where several are unknown under the reference. */
  readonly payment?: string;
}

/** Ends an unknown payment by a person's word. Returns its run. Throws `not_unknown`. */
export async function resolveUnknown(
  workplace: Workplace,
  { reference, paid, because, payment: meant }: Resolution,
  name: string,
): Promise<bigint> {
  const by = checkName(name);
  if (!because.trim()) throw new PayrunError('usage', { detail: 'Say how you know it: --because "..."' });
  return workplace.ledger.tx(async (db) => {
    const unknown = await paymentsInState(db, reference, 'unknown');
    const payment = meant === undefined ? unknown[0] : unknown.find(({ id }) => id === meant);
    if (!payment) throw new PayrunError('not_unknown', { reference });
    const word = paid ? 'paid' : 'not paid';
    await resolvePayment(
      db,
      payment,
      paid ? 'processed' : 'failed',
      by,
      `${by} found that it was ${word}: ${because.trim()}`,
    );
    await decided(db, workplace, payment, by, 'resolved', { paid, because: because.trim() });
    return payment.run_id;
  });
}

function decided(
  db: Db,
  { clock }: Workplace,
  payment: DecidedPayment,
  by: string,
  kind: string,
  data: Record<string, unknown>,
): Promise<void> {
  const what = { payment: payment.id, row: payment.row, ...data };
  return appendEvent(db, { chain: `run-${payment.run_id}`, at: new Date(clock.now()), actor: by, kind, data: what });
}
