import { anchorText } from '../../ledger/audit/anchor-line.ts';
import { auditHeads } from '../../ledger/audit/audit-heads.ts';
import type { Db } from '../../ledger/db/db.ts';
import { committedByOthers, getBalances, type MerchantBalance, unsentDebits } from '../../ledger/merchants/balances.ts';
import { isSandbox } from '../../ledger/merchants/environment-seen.ts';
import { type AffectedRow, affectedRows } from '../../ledger/notifications/affected-rows.ts';
import {
  arrivedSince,
  getNotifiedKinds,
  type NotifiedKinds,
  type NotifiedRun,
  notifiedRuns,
  type RefusedFile,
  refusedFiles,
  type SheetToNotify,
  sheetsToNotify,
  writeNotification,
} from '../../ledger/notifications/notification.ts';
import { getRejections } from '../../ledger/runs/rejection.ts';
import { markNotified } from '../../ledger/runs/run-looks.ts';
import { currentShortfalls, type OtherDebit, otherDebitsAwaitingFunds } from '../../ledger/runs/shortfalls.ts';
import { listUsers, type UserRow } from '../../ledger/users/user.ts';
import { showMoney } from '../../money.ts';
import { missingByCurrency } from '../../outcomes/waiting-sums.ts';
import { hasRole, seesMerchant } from '../../permissions/access.ts';
import { authorizeApproval, refusedBy } from '../../permissions/decisions.ts';
import { permission } from '../../permissions/permissions.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import type { PaymentState } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import { readApprovalParties, runApprovalRefusal } from '../review/approval-parties.ts';
import { getDeadline } from './deadlines.ts';
import type { NotificationContent, NotificationKind } from './notification-content.ts';
import { type PendingNotification, pendingNotifications } from './pending-notifications.ts';
import { allTargets, partsToNotify } from './targets.ts';

/** Older events are not notified, so that switching notifications on, or a week out of service, sends no old ones. */
const MAX_AGE_MS = 24 * 3_600_000;
/** The number of sheets in one pass. */
const AT_ONCE = 50;

export interface Written {
  readonly kind: NotificationKind;
  readonly run: string | null;
}

/**
 * Checks every sheet whose runs changed since the last check, and writes the notifications that are due. Each is
 * written once, even if several processes check. No payment waits for this. Throws `database_unreachable`.
 */
export async function writeNotifications(appContext: AppContext, signal: AbortSignal): Promise<readonly Written[]> {
  const { db } = appContext.ledger;
  const written: Written[] = [];
  for (const sheet of await sheetsToNotify(db, MAX_AGE_MS, AT_ONCE)) {
    signal.throwIfAborted();
    if (!sheet.old) written.push(...(await notifyOfSheet(appContext, sheet)));
    await markNotified(db, sheet.marks);
  }
  for (const file of await refusedFiles(db, MAX_AGE_MS)) {
    signal.throwIfAborted();
    written.push(...(await notifyOfFile(appContext, file)));
  }
  for (const expectation of appContext.config.notifications.expect) {
    signal.throwIfAborted();
    written.push(...(await notifyOfAbsence(appContext, expectation)));
  }
  return written;
}

async function notifyOfSheet(appContext: AppContext, { lead }: SheetToNotify): Promise<readonly Written[]> {
  const { config, ledger } = appContext;
  const runs = await notifiedRuns(
    ledger.db,
    lead,
    async (name, run, batch) => (await refusedBy(() => authorizeApproval(ledger.db, { name }, run, [batch]))) === null,
  );
  const users = await listUsers(ledger.db);
  const among = [...new Set(runs.map(({ merchant }) => merchant))];
  const written: Written[] = [];
  for (const merchants of partsToNotify(config, users, among)) {
    const isWhole = merchants.length === among.length;
    const about = isWhole ? `run-${lead}` : `run-${lead} of ${merchants.join()}`;
    const part = isWhole ? runs : runs.filter(({ merchant }) => merchants.includes(merchant));
    written.push(...(await notifyOfRuns(appContext, { runs: part, merchants, among, about, users })));
  }
  return written;
}

/** The part of a sheet that one notification covers: the runs of some merchants, or of all. */
interface SheetPart {
  readonly runs: readonly NotifiedRun[];
  readonly merchants: readonly string[];
  /** All merchants of the sheet. */
  readonly among: readonly string[];
  readonly about: string;
  readonly users: readonly UserRow[];
}

async function notifyOfRuns(
  { config, ledger }: AppContext,
  { runs, merchants, among, about, users }: SheetPart,
): Promise<readonly Written[]> {
  const notified = await getNotifiedKinds(ledger.db, about);
  const due = pendingNotifications(runs).filter((pending) => isDue(pending, notified.get(pending.kind)));
  if (due.length === 0) return [];
  // Users who see only a part of the sheet may not see the run that ingested it.
  const run = runs[0]!.id;
  const { sheet } = runs[0]!;
  const written: Written[] = [];
  const makers = [...new Set(runs.map(({ maker }) => maker))];
  for (const { kind, stages, figure, content } of due) {
    const concerned = kind === 'pay_date_moved' ? runs.flatMap(({ approvers }) => approvers) : [];
    const by = content.payDate?.by ?? null;
    const barred = kind === 'needs_approval' ? await barredApprovers(ledger.db, runs, users) : [];
    const targets = allTargets(config, users, kind, { merchants, among, makers, barred, concerned, by });
    if (targets.length === 0) continue;
    const details = await detailsOf(ledger.db, kind, runs);
    const anchors = await anchorsOf(ledger.db, runs);
    const sandbox = await isSandbox({ config, ledger }, merchants);
    const whole: NotificationContent = { sandbox, run: String(run), sheet, makers, ...content, ...details, anchors };
    const ordinal = (notified.get(kind)?.ordinal ?? 0) + 1;
    const notification = { kind, about, run, ordinal, stages, figure, content: whole };
    if (await writeNotification(ledger.db, { ...notification, targets })) written.push({ kind, run: String(run) });
  }
  return written;
}

/**
 * The approvers who may approve none of these runs that they see: they uploaded one or entered its bank details, gave
 * the first of two approvals, or have a lower limit. If limits bar the last approver, they are ignored: someone has to
 * learn that the run waits.
 */
async function barredApprovers(
  db: Db,
  runs: readonly NotifiedRun[],
  users: readonly UserRow[],
): Promise<readonly string[]> {
  const parties = await readApprovalParties(db, runs);
  const seenBy = (user: UserRow) =>
    runs.flatMap(({ id, merchant }) => (seesMerchant(user, merchant) ? (parties.get(id) ?? []) : []));
  const isBarred = (user: UserRow) => seenBy(user).every((party) => runApprovalRefusal(user, party) !== null);
  const approvers = users.filter(
    (user) => user.disabled_at === null && hasRole(user.role, permission('approve').role) && seenBy(user).length > 0,
  );
  const barred = approvers.filter(isBarred);
  const named =
    barred.length < approvers.length ? barred : approvers.filter((user) => isBarred({ ...user, limits: null }));
  return named.map(({ name }) => name);
}

/** The most runs whose audit a notification anchors. */
const MOST_ANCHORED = 10;

async function anchorsOf(db: Db, runs: readonly NotifiedRun[]): Promise<readonly string[]> {
  const chains = runs.slice(0, MOST_ANCHORED).map(({ id }) => `run-${id}`);
  return (await auditHeads(db, chains)).map(anchorText);
}

/** The number of rows named individually. */
const MOST_NAMED = 5;

const NAMED_STATES: Readonly<Partial<Record<NotificationKind, readonly PaymentState[]>>> = {
  rows_failed: ['invalid', 'failed', 'returned'],
  rows_held: ['held'],
  needs_person: ['unknown', 'discrepancy'],
};

/** "Row 4, Ana López, 120.00 EUR: account closed". */
function rowLine({ row, recipientName, currency, minor, reason }: Omit<AffectedRow, 'isUncertain'>): string {
  const sum = currency === null || minor === null ? [] : [showMoney({ currency, minor })];
  const what = [`Row ${row}`, ...(recipientName === null ? [] : [recipientName]), ...sum].join(', ');
  return reason === '' ? what : `${what}: ${reason}`;
}

async function namedRows(
  db: Db,
  runs: readonly bigint[],
  states: readonly PaymentState[],
): Promise<Pick<NotificationContent, 'changed' | 'uncertain' | 'affected'>> {
  const ofChanged = await affectedRows(db, runs, states, MOST_NAMED, true);
  const uncertain = ofChanged.filter(({ isUncertain }) => isUncertain).length;
  const changed = ofChanged.map(({ reason, ...row }) =>
    rowLine({ ...row, reason: reason.replace(/ Someone \w+ than the uploader [\s\S]*$/, '') }),
  );
  const affected = (await affectedRows(db, runs, states, MOST_NAMED)).map(({ reason, ...row }) =>
    rowLine({ ...row, reason: withoutAccountNumbers(reason) }),
  );
  return { ...(changed.length > 0 ? { changed, uncertain } : {}), ...(affected.length > 0 ? { affected } : {}) };
}

/** Details beyond the counts: the shortfall, the balances, rows with their recipients, rejections. */
async function detailsOf(
  db: Db,
  kind: NotificationKind,
  runs: readonly NotifiedRun[],
): Promise<
  Pick<
    NotificationContent,
    'missing' | 'others' | 'balances' | 'committed' | 'changed' | 'uncertain' | 'affected' | 'rejections'
  >
> {
  const ids = runs.map(({ id }) => id);
  const minors = (entries: Iterable<readonly [string, bigint]>) =>
    Object.fromEntries([...entries].map(([currency, minor]) => [currency, String(minor)]));
  if (kind === 'finished') {
    const rejections = (await getRejections(db, ids)).map(({ because, ...ended }) => ({
      ...ended,
      because: withoutAccountNumbers(because),
    }));
    return rejections.length > 0 ? { rejections } : {};
  }
  const states = NAMED_STATES[kind];
  if (states) return namedRows(db, ids, states);
  if (kind !== 'needs_funds' && kind !== 'needs_approval') return {};
  const missing = missingByCurrency(kind === 'needs_funds' ? await currentShortfalls(db, ids) : []);
  const others = kind === 'needs_funds' ? await otherDebitsAwaitingFunds(db, ids) : [];
  const merchants = [...new Set(runs.map(({ merchant }) => merchant))];
  // With several merchants, the page of each shows its balances.
  const balances = merchants.length === 1 ? await getBalances(db, merchants[0]!) : new Map<string, MerchantBalance>();
  const unsent = merchants.length === 1 ? await unsentDebits(db, merchants[0]!) : [];
  const awaited = [...balances.keys()].map((currency) => [currency, committedByOthers(unsent, currency, ids)] as const);
  return {
    ...(missing.size > 0 ? { missing: minors(missing) } : {}),
    ...(others.length > 0 ? { others: othersByCurrency(others) } : {}),
    balances: minors([...balances].map(([currency, { minor }]) => [currency, minor] as const)),
    committed: minors(awaited.filter(([, minor]) => minor > 0n)),
  };
}

function othersByCurrency(others: readonly OtherDebit[]): NonNullable<NotificationContent['others']> {
  const byCurrency = [...Map.groupBy(others, ({ currency }) => currency)];
  return Object.fromEntries(
    byCurrency.map(([currency, of]) => {
      const minor = of.reduce((sum, { debit }) => sum + debit, 0n);
      return [currency, { runs: new Set(of.flatMap(({ runs }) => runs)).size, minor: String(minor) }];
    }),
  );
}

function isDue({ stages, figure }: PendingNotification, notified: NotifiedKinds | undefined): boolean {
  return notified === undefined || stages.some((stage) => !notified.stages.includes(stage)) || figure > notified.figure;
}

async function notifyOfFile({ config, ledger }: AppContext, file: RefusedFile): Promise<readonly Written[]> {
  const kind = 'sheet_refused';
  const { id, name, merchant, run, note } = file;
  const sandbox = await isSandbox({ config, ledger }, merchant === null ? undefined : [merchant]);
  const content = { ...nothing(sandbox, merchant), file: { name, reason: note ?? '' } };
  const notification = { kind, about: `file-${id}`, run, ordinal: 1, stages: ['failed'], figure: 0, content };
  const merchants = merchant === null ? [] : [merchant];
  const targets = allTargets(config, await listUsers(ledger.db), kind, { merchants, makers: [] });
  if (targets.length === 0) return [];
  const isWritten = await writeNotification(ledger.db, { ...notification, targets });
  return isWritten ? [{ kind, run: run === null ? null : String(run) }] : [];
}

async function notifyOfAbsence(
  { config, ledger, clock }: AppContext,
  expectation: AppContext['config']['notifications']['expect'][number],
): Promise<readonly Written[]> {
  const kind = 'nothing_arrived';
  const now = clock.now();
  const { about, merchant, by, day, since, at } = getDeadline(expectation, now);
  const merchants = merchant === null ? [] : [merchant];
  const targets = allTargets(config, await listUsers(ledger.db), kind, { merchants, makers: [] });
  if (targets.length === 0 || now - at.getTime() > MAX_AGE_MS) return [];
  const notified = (await getNotifiedKinds(ledger.db, about)).get(kind);
  if (notified?.stages.includes(day) || (await arrivedSince(ledger.db, merchant, since))) return [];
  const sandbox = await isSandbox({ config, ledger }, merchant === null ? undefined : merchants);
  const content = { ...nothing(sandbox, merchant), expected: { merchant, by, day } };
  const ordinal = (notified?.ordinal ?? 0) + 1;
  const notification = { kind, about, run: null, ordinal, stages: [day], figure: 0, content, targets };
  return (await writeNotification(ledger.db, notification)) ? [{ kind, run: null }] : [];
}

/** The content of a notification that is not about rows. */
function nothing(sandbox: boolean, merchant: string | null): NotificationContent {
  const merchants = merchant === null ? [] : [merchant];
  return { sandbox, run: null, runs: [], sheet: null, merchants, rows: 0, counts: {} };
}
