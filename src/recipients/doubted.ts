import { isError } from '../errors.ts';
import { recordCompliance } from '../ledger/recipients/compliance.ts';
import { INACTIVE, recordReadRecipient } from '../ledger/recipients/doubted-recipient.ts';
import { forgetAtService, getRecipientRow, type RecipientRow } from '../ledger/recipients/recipient.ts';
import { sentence } from '../messages.ts';
import { getCompliance } from '../service/remote-fields.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal } from '../service/service-refusal.ts';
import type { Recipient } from '../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { accountNow } from './listed-account.ts';

/** The recipient as the ledger knows them now, or the reason why their payments are on hold. */
type ReadAgain =
  | { readonly recipient: RecipientRow }
  | { readonly held: { readonly code: typeof INACTIVE; readonly reason: string } };

/** The service's statuses of a recipient whom it can pay, or will pay once their data is complete. */
const PAYABLE: ReadonlySet<string> = new Set(['active', 'incomplete']);
/** The statuses that end when the recipient is set active. */
const ENDS: ReadonlySet<string> = new Set(['archived', 'suspended']);

/**
 * Reads a recipient whom the service refused before, with one call, and forgets outdated facts. One whom it has
 * archived or suspended is set active again, with another call, if a user released a payment for that; else their
 * payments are on hold. Throws the errors of the calls.
 */
export async function readDoubted(run: ActiveRun, deps: StepDeps, known: RecipientRow): Promise<ReadAgain> {
  const { ledger, service, signal } = deps;
  const again = async () => ({ recipient: await getRecipientRow(ledger.db, known.id) });
  let found: Recipient;
  try {
    found = (await service.call('getRecipient', { params: { id: known.remote_id! } }, { signal })).recipient;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    await fenced(run, deps, (db) => forgetAtService(db, known.id));
    return again();
  }
  if (ENDS.has(found.status) && known.doubt === 'activate') found = await activate(run, deps, known);
  const compliance = getCompliance(found);
  if (compliance)
    await fenced(run, deps, (db) => recordCompliance(db, run.merchant, [{ remoteId: found.id, compliance }]));
  const shown = /^[a-z_]{1,30}$/.test(found.status) ? found.status : 'unclear';
  const status = compliance === 'blocked' ? compliance : shown;
  if (!PAYABLE.has(status))
    return {
      held: {
        code: INACTIVE,
        reason: sentence(ENDS.has(status) ? INACTIVE : 'recipient_inactive.blocked', { status }),
      },
    };
  const account = accountNow(found, known.account_remote_id);
  await fenced(run, deps, (db) => recordReadRecipient(db, known.id, { account, keepsProfile: status === 'active' }));
  return again();
}

/** Setting the same status twice changes nothing, so it may be sent again. Throws the service's refusal. */
async function activate(run: ActiveRun, deps: StepDeps, known: RecipientRow): Promise<Recipient> {
  const { service, clock, signal } = deps;
  const params = { id: known.remote_id! };
  try {
    const active = await knownOutcome(clock, signal, {
      send: async () =>
        (await service.call('updateRecipient', { params, body: { status: 'active' } }, { signal })).recipient,
      read: async () => null,
    });
    await fenced(run, deps, (db) => audit(db, run, deps, 'recipient_activated', { recipient: known.id }));
    return active;
  } catch (error) {
    // For example, another recipient has their e-mail now: the next run looks for that one.
    if (getRefusal(error)) await fenced(run, deps, (db) => forgetAtService(db, known.id));
    throw error;
  }
}
