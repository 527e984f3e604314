import { EXIT, isDefect, isError, isOutOfReach, PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { recordApproved, type WatchedMerchant, watchedMerchants } from '../../ledger/merchants/sub-merchant.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobReport } from '../job.ts';
import type { RunWatch } from '../leases/with-run-lease.ts';

export interface PollOptions extends RunWatch {
  /** Merchant names. By default, those created in Payrun and not known to be approved. */
  readonly merchants?: readonly string[] | undefined;
  /** The time to keep polling, in ms; 0 polls once. */
  readonly wait: number;
  /** The pause between two passes, in ms. */
  readonly every: number;
}

interface MerchantApproval {
  readonly merchant: string;
  readonly id: string | null;
  readonly status: string;
  readonly enabled: boolean;
  readonly suspended: boolean;
  readonly approvedAt: string | null;
  readonly error: string | null;
  /** The next step after that error, by channel. */
  readonly next: Readonly<Record<'cli' | 'page', string>> | null;
}

/**
 * Polls the service for the approval of sub-merchants' bank transfers, with one call for each in a pass. Records
 * approvals and reports which sub-merchants can pay. An error of one does not stop the others. Throws
 * `merchant_unknown`, and errors if the service cannot be reached.
 */
export async function pollMerchantApprovals(appContext: AppContext, options: PollOptions): Promise<JobReport> {
  const { ledger, clock } = appContext;
  const { merchants: names, signal } = options;
  const watched = await watchedMerchants(ledger.db, names ?? null);
  const unknown = names?.find((name) => !watched.some(({ id }) => id === name));
  if (unknown !== undefined) throw new PayrunError('merchant_unknown', { merchant: unknown });

  const until = clock.now() + options.wait;
  const approvals = new Map<string, MerchantApproval>();
  for (;;) {
    for (const merchant of watched) {
      signal?.throwIfAborted();
      if (isApproved(approvals.get(merchant.id))) continue;
      approvals.set(merchant.id, await ask(appContext, merchant, signal));
    }
    const pending = watched.filter(({ id }) => !isApproved(approvals.get(id)));
    if (pending.length === 0 || clock.now() + options.every > until) break;
    await clock.sleep(options.every, signal);
  }
  const merchants = [...approvals.values()];
  const lines = merchants.flatMap((one) => [lineOf(one), ...(one.next === null ? [] : [`  ${one.next.cli}`])]);
  const next = merchants[0]?.next;
  return {
    document: { merchants: merchants.map((one) => ({ ...one, canBePaidFrom: canPay(one) })) },
    lines: lines.length > 0 ? lines : ['No sub-merchant is awaiting approval.'],
    exitCode: merchants.every(isApproved) ? EXIT.done : EXIT.waits,
    ...(next ? { next } : {}),
  };
}

async function ask(appContext: AppContext, merchant: WatchedMerchant, signal?: AbortSignal): Promise<MerchantApproval> {
  const { ledger, clock } = appContext;
  const { id: name, remote_id: id } = merchant;
  try {
    const service = await appContext.service(name);
    const params = { payoutMethod: 'bank-transfer' };
    const { payoutMethod } = await service.call('getPayoutMethod', { params }, { signal });
    const { status, enabled, suspended, approvedAt } = payoutMethod;
    if (status === 'approved' && merchant.approved_at === null) {
      const at = new Date(clock.now());
      await ledger.tx(async (db) => {
        await recordApproved(db, name, at);
        await appendEvent(db, {
          chain: 'system',
          at,
          actor: 'payrun',
          kind: 'merchant_approved',
          data: { merchant: name },
        });
      });
    }
    return {
      merchant: name,
      id,
      status,
      enabled,
      suspended: suspended ?? false,
      approvedAt: approvedAt ?? null,
      error: null,
      next: null,
    };
  } catch (error) {
    if (!isError(error) || isOutOfReach(error) || isDefect(error)) throw error;
    const next = { cli: error.next, page: error.nextOn('page') };
    return {
      merchant: name,
      id,
      status: 'unknown',
      enabled: false,
      suspended: false,
      approvedAt: null,
      error: error.message,
      next,
    };
  }
}

const isApproved = (one: MerchantApproval | undefined) => one?.status === 'approved';
const canPay = ({ status, enabled, suspended }: MerchantApproval) => status === 'approved' && enabled && !suspended;

function lineOf(one: MerchantApproval): string {
  const { merchant, status, suspended, error } = one;
  if (error !== null) return `${merchant}: unknown. ${error}`;
  if (status !== 'approved') return `${merchant}: awaiting approval by the service.`;
  if (suspended) return `${merchant}: approved, but the service has suspended its bank transfers.`;
  return canPay(one)
    ? `${merchant}: approved, and ready to pay.`
    : `${merchant}: approved, but its bank transfers are not enabled yet: set bankTransferEnabled to yes (job merchant-settings), or resume the run of its row if the row says so.`;
}
