import type { Answer, ControlCall } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import type { BatchRecord } from '../records.ts';
import { notFound, refusal } from '../refusal.ts';
import { begin, getBalance } from './processing.ts';

/**
 * `POST /_sandbox/service-approval {required?, answer?, batch?}`: sets whether starts need an approval in the service,
 * and approves or rejects one batch (by id) or all that await approval. `approve` sends them, `reject` opens them
 * again.
 */
export function answerServiceApproval({ sandbox, now, body }: ControlCall): Answer {
  const { required, answer, batch } = (body ?? {}) as Record<string, unknown>;
  if (typeof required === 'boolean') sandbox.switches.serviceApproval = required;
  else if (required !== undefined) throw refusal('invalid_field', 'required is true or false', { field: 'required' });
  if (answer === undefined) return { ok: true, required: sandbox.switches.serviceApproval, answered: [] };
  if (answer !== 'approve' && answer !== 'reject')
    throw refusal('invalid_field', 'answer is approve or reject', { field: 'answer' });
  const answered: string[] = [];
  for (const store of sandbox.state.all()) {
    for (const waiting of recordsBy(store.batch, 'moving', 'awaiting_approval')) {
      if (batch !== undefined && waiting.id !== batch) continue;
      const opened: BatchRecord = { ...waiting, status: 'open', updatedAt: now };
      const enough = store.totals(waiting.id).amount <= getBalance(store, waiting.sourceCurrency);
      if (answer === 'reject') sandbox.state.put('batch', opened);
      else if (enough) begin(sandbox, store, waiting, now);
      else sandbox.state.put('batch', { ...opened, waiting: true, approved: true });
      answered.push(waiting.id);
    }
  }
  if (batch !== undefined && answered.length === 0) throw notFound('Batch that waits for an approval');
  return { ok: true, required: sandbox.switches.serviceApproval, answered };
}
