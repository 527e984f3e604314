import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { createJournalExport } from '../../ledger/journal/create-journal-export.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import type { Scope } from '../../ledger/merchants/scope.ts';
import {
  type JournalEntry,
  type JournalExport,
  selectJournal,
  selectJournalExports,
} from '../../ledger/views/journal.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { isDay } from '../../platform/calendars/business-days.ts';
import { showInZone } from '../../platform/time-zone.ts';
import { usageError } from '../../references/usage-error.ts';
import type { AppContext } from '../context/app-context.ts';

/** The days of an export; by default everything until today. */
export interface JournalQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly merchant?: string | undefined;
  /** The merchants that the visitor of a page may see; null or absent: those of the user. */
  readonly scope?: Scope | undefined;
}

/**
 * Exports the entries that no export has, and marks them, so that the next one does not have them again. Returns the
 * entries, none if there are none. If `check` throws, nothing is marked. Throws what `authorize` throws,
 * `merchant_unknown`, and `usage` for invalid days.
 */
export async function exportJournal(
  { ledger, clock, config }: Pick<AppContext, 'ledger' | 'clock' | 'config'>,
  by: Actor,
  { from, to, merchant, scope: seen = null }: JournalQuery,
  check: (entries: readonly JournalEntry[]) => void = () => {},
): Promise<readonly JournalEntry[]> {
  const user = await authorize(ledger.db, by, 'export_journal', {
    merchants: merchant === undefined ? [] : [merchant],
  });
  if (merchant !== undefined) await getMerchant(ledger.db, merchant);
  const wrong = [from, to].find((day) => day !== undefined && !isDay(day));
  if (wrong !== undefined) throw usageError('day_invalid', { day: wrong });
  const scope = merchant === undefined ? (user?.merchants ?? seen) : [merchant];
  const at = new Date(clock.now());
  const today = showInZone(clock.now(), config.timeZone).slice(0, 10);
  const range = { from: from ?? null, to: to ?? today, timeZone: config.timeZone };
  return ledger.tx(async (db) => {
    const created = await createJournalExport(db, scope, range, { at, by: by.name });
    if (created === null) return [];
    await appendEvent(db, {
      ...{ chain: 'system', at, actor: by.name, kind: 'journal_exported' },
      data: { export: String(created), from: range.from, to: range.to, merchant: merchant ?? null, ...trace(by) },
    });
    const entries = await selectJournal(db, scope, created);
    check(entries);
    return entries;
  });
}

/**
 * Repeats the entries of an earlier export. Throws what `authorize` throws, and `journal_export_unknown` if the user
 * sees none of them.
 */
export async function exportJournalAgain(
  { ledger }: Pick<AppContext, 'ledger'>,
  by: Actor,
  id: string,
  seen: Scope = null,
): Promise<readonly JournalEntry[]> {
  const user = await authorize(ledger.db, by, 'see');
  const entries = /^\d{1,18}$/.test(id) ? await selectJournal(ledger.db, user?.merchants ?? seen, BigInt(id)) : [];
  if (entries.length === 0) throw new PayrunError('journal_export_unknown', { id });
  return entries;
}

/** The latest export with an entry that the user sees; null if there is none. Throws what `authorize` throws. */
export async function latestExport({ ledger }: Pick<AppContext, 'ledger'>, by: Actor): Promise<JournalExport | null> {
  const user = await authorize(ledger.db, by, 'see');
  const [latest = null] = await selectJournalExports(ledger.db, user?.merchants ?? null, { before: null, most: 1 });
  return latest;
}
