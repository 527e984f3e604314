import type { Db } from '../../src/ledger/db/db.ts';

/** A start, by the service's id of its batch, and when it was sent. */
export interface SentStart {
  readonly batch: string;
  readonly at: Date;
}

/** A batch whose start was sent. */
export interface SentBatch {
  readonly id: string;
  readonly run: string;
  readonly merchant: string;
  readonly currency: string;
  readonly maker: string;
  /** The run's debit in its currency, in minor units. */
  readonly debit: string;
  /** Its start was sent before its pay date, or first intended after its run was rejected. */
  readonly isEarly: boolean;
  readonly isRejected: boolean;
  /** Its events, newest first. */
  readonly events: readonly Told[];
  /** Users who released changed bank details in it. */
  readonly releasers: readonly string[];
}

interface Told {
  readonly kind: string;
  readonly actor: string;
  readonly data: { readonly first?: string | null; readonly verified?: unknown };
}

interface User {
  readonly name: string;
  readonly role: string;
  readonly merchants: readonly string[] | null;
  readonly limits: Readonly<Record<string, string>> | null;
  readonly disabled: boolean;
}

type Limits = Readonly<Record<string, string>>;
/** Users who may decide, and their limits, at the moment of a start. */
export interface Authority {
  readonly users: readonly User[];
  readonly rules: { readonly policy?: string; readonly perRun?: Limits; readonly two?: Limits };
}

const POLICY = 'policy:auto';

/**
 * Starts that rest on someone who may not approve them by the users and rules of this moment, as sentences. The audit says on whom
 * they rest. `sent`: the batches as the service names them. It calls nothing of what it judges.
 */
export async function unauthorizedStarts(db: Db, sent: readonly SentStart[]): Promise<readonly string[]> {
  const { rows: users } = await db.query<User>(
    'select name, role, merchants, limits, disabled_at is not null as disabled from payrun.user_account',
  );
  const { rows: versions } = await db.query<{ approval: Authority['rules'] }>(
    `select rules->'approval' as approval from payrun.money_rules order by version desc limit 1`,
  );
  const authority = { users, rules: versions[0]!.approval };
  const wrong: string[] = [];
  for (const [remote, [{ at } = { at: new Date() }]] of Map.groupBy(sent, (one) => one.batch)) {
    const batch = await sentBatch(db, remote, at);
    const why = batch ? whyUnauthorized(batch, authority) : ['its ledger does not know it'];
    wrong.push(...why.map((one) => `batch ${remote} of run ${batch?.run} was started, and ${one}`));
  }
  return wrong;
}

async function sentBatch(db: Db, remote: string, at: Date): Promise<SentBatch | null> {
  const { rows } = await db.query<Omit<SentBatch, 'events' | 'releasers'>>(
    `select b.id, b.run_id::text as run, b.merchant_id as merchant, b.currency, b.maker,
       (select sum(coalesce((o.quote->>'debitMinor')::numeric, o.source_minor)) from payrun.batch o
        where o.run_id = b.run_id and o.currency = b.currency and o.state <> 'void')::text as debit,
       exists (select from payrun.run r where r.id = b.run_id and r.starts_at > $2) as "isEarly",
       exists (select from payrun.event e where e.chain = 'run-' || b.run_id and e.kind = 'rejection_intended' and e.seq <
         (select min(s.seq) from payrun.event s where s.chain = e.chain and s.kind = 'start_intended' and s.data->>'batch' = b.id::text)) as "isRejected"
     from payrun.batch b where b.remote_id = $1`,
    [remote, at],
  );
  const [batch] = rows;
  if (!batch) return null;
  const { rows: events } = await db.query<Told>(
    `select kind, actor, data from payrun.event where chain = 'run-' || $1 and data->>'batch' = $2
       and kind in ('batch_approved', 'batch_approved_first', 'approval_void', 'start_intended') order by seq desc`,
    [batch.run, batch.id],
  );
  const { rows: releases } = await db.query<{ name: string }>(
    `select distinct p.released_by as name from payrun.payment p join payrun.event e on e.data->>'payment' = p.id::text
     where p.batch_id = $2 and p.released_by is not null and e.chain = 'run-' || $1 and e.kind = 'released'
       and e.data->>'was' = 'account_changed'`,
    [batch.run, batch.id],
  );
  return { ...batch, events, releasers: releases.map(({ name }) => name) };
}

/** Why a batch could not be approved at its start, by the last attempt in the audit; empty if it could. */
export function whyUnauthorized(batch: SentBatch, authority: Authority): readonly string[] {
  const { events, releasers, isEarly, isRejected } = batch;
  if (isEarly) return ['its pay date had not come'];
  if (isRejected) return ['its run had been rejected'];
  const before = events.slice(1 + events.findIndex(({ kind }) => kind === 'start_intended'));
  const last = before.find(({ kind }) => kind !== 'start_intended');
  if (last?.kind !== 'batch_approved') return ['no one has approved it'];
  const approvers = [last.actor, ...(last.data.first ? [last.data.first] : [])];
  const noted = before.some(({ actor, data }) => approvers.includes(actor) && data.verified);
  const rests = new Set([...approvers, ...(noted ? [] : releasers)]);
  const refused = [...rests].flatMap((name) => refusal(name, batch, authority) ?? []);
  const isTwo =
    exceeds(batch, authority.rules.two) ||
    (authority.users.length > 0 && releasers.some((name) => approvers.includes(name)));
  return isTwo && approvers.length < 2 ? [...refused, `only ${last.actor} approved it, where two must`] : refused;
}

/** Why a user may not decide about a batch now; null if they may. */
function refusal(name: string, batch: SentBatch, { users, rules }: Authority): string | null {
  if (name === POLICY)
    return rules.policy !== 'auto' || exceeds(batch, rules.perRun) ? 'the policy may not approve it' : null;
  if (name === batch.maker) return `${name} approved it, who made it`;
  const user = users.find((one) => one.name === name);
  if (users.length === 0) return null;
  if (!user || user.disabled) return `${name} is no user any more`;
  if (user.role !== 'approver' && user.role !== 'admin') return `${name} is a ${user.role}`;
  if (user.merchants && !user.merchants.includes(batch.merchant)) return `${name} has lost its merchant`;
  const isAbove = user.limits !== null && (!user.limits[batch.currency] || exceeds(batch, user.limits));
  return isAbove ? `${name} may not approve ${batch.debit} ${batch.currency}` : null;
}

/** Amounts of the sheets have two decimals. */
const exceeds = ({ currency, debit }: SentBatch, limits: Limits = {}): boolean =>
  limits[currency] !== undefined && Number(debit) > 100 * Number(limits[currency]);
