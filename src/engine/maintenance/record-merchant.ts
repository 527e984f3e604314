import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';
import { isSandboxAnswer } from '../context/keys-environment.ts';
import { type RecordedStep, type Recording, recordSteps } from './record-steps.ts';

interface RecordMerchant {
  /** The user of the steps that change something; null: they are left out. */
  readonly by: Actor | null;
  /** The merchant with the keys of a platform; undefined: the steps for them are left out. */
  readonly parent: string | undefined;
  readonly signal: AbortSignal;
  readonly onStep: (step: RecordedStep) => void;
}

/**
 * Records how the payout service answers the default merchant. Throws `usage` if something is to be changed and the
 * balances do not say that they are the sandbox's, and what opening the service and `authorize` throw.
 */
export async function recordMerchant(
  appContext: AppContext,
  { by, parent, signal, onStep }: RecordMerchant,
): Promise<Recording> {
  const { defaultMerchant: merchant, wire, clock, config, ledger, ids } = appContext;
  const service = await appContext.service(merchant);
  if (by !== null) {
    if (!isSandboxAnswer(await service.call('listBalances', {}, { signal })))
      throw usageError('recording_outside_sandbox', { merchant });
    await authorize(ledger.db, by, 'service_change', { merchants: [merchant, ...(parent ? [parent] : [])] });
    const data = { operation: 'record', merchant, fields: [], ...trace(by) };
    const event = {
      chain: 'system',
      at: new Date(clock.now()),
      actor: by.name,
      kind: 'service_changed',
      data,
    } as const;
    await ledger.tx((db) => appendEvent(db, event));
  }
  return recordSteps({
    ...{ clock, signal, onStep, send: wire.send, tag: `recorded-${ids()}`, writes: by !== null },
    // Its calls count against the merchant's quota, so it waits longer than a run.
    pauseMs: 3 * config.settlePollMs,
    signers: {
      merchant: await wire.signer(merchant),
      parent: parent === undefined ? parent : await wire.signer(parent),
    },
  });
}
