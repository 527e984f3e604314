import {
  arrivedSince,
  markTold,
  type RefusedFile,
  refusedFiles,
  type Told,
  toldOf,
  toldRuns,
  toldTotals,
  type UntoldSheet,
  untoldSheets,
  writeNotice,
} from '../../ledger/notice.ts';
import type { Workplace } from '../workplace.ts';
import { deadlineOf } from './expected.ts';
import { type News, newsOf } from './news-of.ts';
import type { NoticeContent, NoticeKind } from './notice.ts';
import { targetsOf } from './targets.ts';

/** What happened longer ago is no news: notices are not switched on for the past, and not sent after a week out of service. */
const NEWS_MS = 24 * 3_600_000;
/** Sheets that are looked at in one pass. */
const AT_ONCE = 50;

/** A notice that was written. */
export interface Written {
  readonly kind: NoticeKind;
  readonly run: string | null;
}

/**
 * Looks at every sheet whose runs changed since somebody looked, and writes the notices that are due, each once, whoever else
 * looks too. What is read and written here is apart from the payments: nothing waits for it. Throws `database_unreachable`.
 */
export async function writeNotices(workplace: Workplace, signal: AbortSignal): Promise<readonly Written[]> {
  const { db } = workplace.ledger;
  const written: Written[] = [];
  for (const sheet of await untoldSheets(db, NEWS_MS, AT_ONCE)) {
    signal.throwIfAborted();
    if (!sheet.old) written.push(...(await tellOf(workplace, sheet)));
    await markTold(db, sheet);
  }
  if (targetsOf(workplace.config, 'sheet_refused').length > 0)
    for (const file of await refusedFiles(db, NEWS_MS)) {
      signal.throwIfAborted();
      written.push(...(await tellOfFile(workplace, file)));
    }
  for (const expectation of workplace.config.notices.expect) {
    signal.throwIfAborted();
    written.push(...(await tellOfAbsence(workplace, expectation)));
  }
  return written;
}

async function tellOf(workplace: Workplace, { lead }: UntoldSheet): Promise<readonly Written[]> {
  const { config, ledger } = workplace;
  const runs = await toldRuns(ledger.db, lead);
  const about = `run-${lead}`;
  const wanted = newsOf(runs).filter(({ kind }) => targetsOf(config, kind).length > 0);
  if (wanted.length === 0) return [];
  const told = await toldOf(ledger.db, about);
  const due = wanted.filter((news) => isDue(news, told.get(news.kind)));
  if (due.length === 0) return [];
  const totals = await toldTotals(
    ledger.db,
    runs.map(({ id }) => id),
  );
  const sheet = runs[0]?.sheet ?? null;
  const written: Written[] = [];
  for (const { kind, stages, figure, content } of due) {
    const whole: NoticeContent = { sandbox: workplace.sandbox, run: String(lead), sheet, totals, ...content };
    const ordinal = (told.get(kind)?.ordinal ?? 0) + 1;
    const notice = { kind, about, run: lead, ordinal, stages, figure, content: whole };
    if (await writeNotice(ledger.db, { ...notice, targets: targetsOf(config, kind) }))
      written.push({ kind, run: String(lead) });
  }
  return written;
}

function isDue({ stages, figure }: News, told: Told | undefined): boolean {
  return told === undefined || stages.some((stage) => !told.stages.includes(stage)) || figure > told.figure;
}

async function tellOfFile({ config, ledger, sandbox }: Workplace, file: RefusedFile): Promise<readonly Written[]> {
  const kind = 'sheet_refused';
  const { id, name, merchant, run, note } = file;
  const content = { ...nothing(sandbox, merchant), file: { name, reason: note ?? '' } };
  const notice = { kind, about: `file-${id}`, run, ordinal: 1, stages: ['failed'], figure: 0, content };
  const made = await writeNotice(ledger.db, { ...notice, targets: targetsOf(config, kind) });
  return made ? [{ kind, run: run === null ? null : String(run) }] : [];
}

async function tellOfAbsence(
  { config, ledger, clock, sandbox }: Workplace,
  expectation: Workplace['config']['notices']['expect'][number],
): Promise<readonly Written[]> {
  const kind = 'nothing_arrived';
  const targets = targetsOf(config, kind);
  const now = clock.now();
  const { about, merchant, by, day, since, at } = deadlineOf(expectation, now);
  if (targets.length === 0 || now - at.getTime() > NEWS_MS) return [];
  const told = (await toldOf(ledger.db, about)).get(kind);
  if (told?.stages.includes(day) || (await arrivedSince(ledger.db, merchant, since))) return [];
  const content = { ...nothing(sandbox, merchant), expected: { merchant, by, day } };
  const ordinal = (told?.ordinal ?? 0) + 1;
  const notice = { kind, about, run: null, ordinal, stages: [day], figure: 0, content, targets };
  return (await writeNotice(ledger.db, notice)) ? [{ kind, run: null }] : [];
}

/** What a notice says that is not about rows. */
function nothing(sandbox: boolean, merchant: string | null): NoticeContent {
  const merchants = merchant === null ? [] : [merchant];
  return { sandbox, run: null, runs: [], sheet: null, merchants, rows: 0, counts: {}, totals: {} };
}
