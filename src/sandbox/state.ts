import { type Cipher, type Journal, openJournal, readJournal } from './journal.ts';
import { createMerchantStore, type MerchantStore } from './merchant-store.ts';
import type { OutcomeRule } from './payments/outcomes.ts';
import type { MerchantRecord } from './records.ts';
import type { Keyed, Table } from './table.ts';

/** The kinds of records of a merchant: the names of the tables of its store. */
export type Kind =
  | 'recipient'
  | 'account'
  | 'activity'
  | 'batch'
  | 'payment'
  | 'balance'
  | 'offlinePayment'
  | 'payoutMethod'
  | 'cover'
  | 'revenueStream'
  | 'setting'
  | 'subscription'
  | 'event';

type RecordOf<K extends Kind> = NonNullable<ReturnType<MerchantStore[K]['get']>>;

interface Owned extends Keyed {
  readonly merchantId: string;
}

/** JSON has no bigint, so these amounts are written as text. */
const AMOUNTS: Readonly<Record<Kind, readonly string[]>> = {
  recipient: [],
  account: [],
  activity: [],
  batch: [],
  payment: ['source', 'target', 'recipientFees', 'merchantFees'],
  balance: ['minor'],
  offlinePayment: [],
  payoutMethod: [],
  cover: [],
  revenueStream: [],
  setting: [],
  subscription: [],
  event: [],
};

/** One change in the journal. The last change of a record wins. */
type Change =
  | { readonly kind: 'merchant'; readonly record: MerchantRecord }
  | { readonly kind: Kind; readonly record: Owned }
  | { readonly kind: Kind; readonly merchantId: string; readonly removed: string }
  | { readonly kind: 'outcomes'; readonly rules: readonly OutcomeRule[] }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'reset' };

/** Called for every write, with the record before (undefined: it is new) and after (undefined: it was removed). */
export type Watcher = (kind: Kind | 'merchant', store: MerchantStore, before: unknown, after: unknown) => void;

/** The whole state of the sandbox. Handlers read the merchant stores, and write through `put` and `remove`. */
export interface State {
  /** The stores of all merchants, oldest merchant first. */
  all(): IterableIterator<MerchantStore>;
  byAccessKey(accessKey: string): MerchantStore | undefined;
  byId(merchantId: string): MerchantStore | undefined;
  /** Number of merchants, including deleted ones. */
  count(): number;
  /** Adds a merchant, or changes it. */
  enrol(merchant: MerchantRecord): MerchantStore;
  put<K extends Kind>(kind: K, record: RecordOf<K>): void;
  remove<K extends Kind>(kind: K, record: RecordOf<K>): void;
  readonly outcomes: readonly OutcomeRule[];
  setOutcomes(rules: readonly OutcomeRule[]): void;
  /** The offset of the sandbox's time, in milliseconds. */
  readonly aheadMs: number;
  moveClock(aheadMs: number): void;
  /** Sets the only watcher. It is not called for records from the file. */
  watch(watcher: Watcher): void;
  /** Removes everything except the merchants that exist from the start, and their keys. */
  reset(): void;
  /** Writes the changes since the last commit as one line; called before a response is sent. */
  commit(): void;
  close(): void;
}

/** Opens the state from `file`, if it is given and exists; without a file the state is only in memory. */
export async function openState(file?: string, cipher?: Cipher): Promise<State> {
  const store = new Map<string, MerchantStore>();
  const keys = new Map<string, MerchantStore>();
  let outcomes: readonly OutcomeRule[] = [];
  let journal: Journal | null = null;
  let changes: string[] = [];
  let aheadMs = 0;
  let watcher: Watcher = () => {};

  const note = (change: Change) => {
    if (journal) changes.push(JSON.stringify(encode(change)));
  };
  const enrol = (merchant: MerchantRecord): MerchantStore => {
    const known = store.get(merchant.id);
    const entry = known ? { ...known, merchant } : createMerchantStore(merchant);
    store.set(merchant.id, entry);
    if (known) keys.delete(known.merchant.accessKey);
    if (merchant.status !== 'deleted') keys.set(merchant.accessKey, entry);
    return entry;
  };
  /** The tables differ in their records; only the owner matters. */
  const tableIn = (owner: MerchantStore, kind: Kind) => owner[kind] as unknown as Table<Owned>;
  const tableOf = (merchantId: string, kind: Kind) => {
    const owner = store.get(merchantId);
    return owner && tableIn(owner, kind);
  };
  const forget = () => {
    outcomes = [];
    aheadMs = 0;
    keys.clear();
    for (const { merchant } of [...store.values()]) {
      store.delete(merchant.id);
      if (!merchant.made) enrol(merchant);
    }
  };
  const apply = (change: Change) => {
    if (change.kind === 'reset') forget();
    else if (change.kind === 'outcomes') outcomes = change.rules;
    else if (change.kind === 'clock') aheadMs = change.aheadMs;
    else if (change.kind === 'merchant') enrol(change.record);
    else if ('removed' in change) tableOf(change.merchantId, change.kind)?.remove(change.removed);
    else tableOf(change.record.merchantId, change.kind)?.put(change.record);
  };

  if (file !== undefined) {
    for await (const line of readJournal(file, cipher)) for (const change of line as Change[]) apply(decode(change));
    // Payments are written before their batch, whose commit completes the creation: payments without a batch were never
    // acknowledged.
    for (const { batch, payment } of store.values())
      for (const { id, batchId } of [...payment.all()]) if (!batch.get(batchId)) payment.remove(id);
    journal = openJournal(file, snapshot(store.values(), outcomes, aheadMs), cipher);
  }

  return {
    all: () => store.values(),
    byAccessKey: (accessKey) => keys.get(accessKey),
    byId: (merchantId) => store.get(merchantId),
    count: () => store.size,
    enrol(merchant) {
      note({ kind: 'merchant', record: merchant });
      const before = store.get(merchant.id)?.merchant;
      const entry = enrol(merchant);
      watcher('merchant', entry, before, merchant);
      return entry;
    },
    put(kind, record) {
      const owned = record as Owned;
      const owner = store.get(owned.merchantId);
      // A reset may have removed the merchant.
      if (!owner) return;
      const table = tableIn(owner, kind);
      const before = table.get(owned.id);
      table.put(owned);
      note({ kind, record: owned });
      watcher(kind, owner, before, owned);
    },
    remove(kind, record) {
      const { id, merchantId } = record as Owned;
      const owner = store.get(merchantId);
      if (!owner) return;
      tableIn(owner, kind).remove(id);
      note({ kind, merchantId, removed: id });
      watcher(kind, owner, record, undefined);
    },
    get aheadMs() {
      return aheadMs;
    },
    moveClock(ms) {
      aheadMs = ms;
      note({ kind: 'clock', aheadMs });
    },
    watch(one) {
      watcher = one;
    },
    get outcomes() {
      return outcomes;
    },
    setOutcomes(rules) {
      outcomes = rules;
      note({ kind: 'outcomes', rules });
    },
    reset() {
      forget();
      note({ kind: 'reset' });
    },
    commit() {
      if (changes.length === 0) return;
      const line = `[${changes.join(',')}]`;
      changes = [];
      journal?.append(line);
    },
    close: () => journal?.close(),
  };
}

/** Every record once: the content of a compacted journal. */
function* snapshot(all: Iterable<MerchantStore>, outcomes: readonly OutcomeRule[], aheadMs: number): Generator<string> {
  const line = (change: Change) => JSON.stringify([encode(change)]);
  for (const store of all) {
    yield line({ kind: 'merchant', record: store.merchant });
    for (const kind of Object.keys(AMOUNTS) as Kind[])
      for (const record of store[kind].all()) yield line({ kind, record });
  }
  if (outcomes.length > 0) yield line({ kind: 'outcomes', rules: outcomes });
  if (aheadMs !== 0) yield line({ kind: 'clock', aheadMs });
}

function encode(change: Change): unknown {
  return mapAmounts(change, (amount) => String(amount));
}

function decode(change: Change): Change {
  return mapAmounts(change, (amount) => BigInt(amount as string));
}

function mapAmounts(change: Change, map: (amount: unknown) => unknown): Change {
  if (!('record' in change) || change.kind === 'merchant') return change;
  const fields = AMOUNTS[change.kind];
  if (fields.length === 0) return change;
  const record = { ...change.record } as Record<string, unknown>;
  for (const field of fields) record[field] = map(record[field]);
  return { ...change, record: record as unknown as Owned };
}
