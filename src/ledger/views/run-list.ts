import { type Outcome, outcomeOf, type ReasonFact } from '../../outcomes/run-outcome.ts';
import type { RunState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { readStandings } from '../runs/run-facts.ts';

/** A run as a list shows it. */
export interface ListedRun {
  readonly id: bigint;
  readonly job: string;
  readonly state: RunState;
  readonly outcome: Outcome;
  readonly note: string | null;
  readonly merchant: string;
  readonly maker: string;
  readonly sheet: string | null;
  readonly rows: number | null;
  /** Of the payable rows, by currency; minor units as text. */
  readonly totals: Readonly<Record<string, { rows: number; minor: string }>> | null;
  readonly dry_run: boolean;
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** Why rows need somebody or were not paid. */
  readonly reasons: readonly ReasonFact[];
}

export interface RunFilter {
  readonly state: RunState | null;
  readonly merchant: string | null;
  /** Part of the name of the sheet or of the maker, in any case. */
  readonly text: string | null;
  /** Runs before this one: where the last page ended. */
  readonly before: bigint | null;
  readonly limit: number;
}

/** Runs, newest first, with what became of them: rows that were paid are not read. */
export async function selectRunList(db: Db, scope: Scope, filter: RunFilter): Promise<readonly ListedRun[]> {
  const { state, merchant, text, before, limit } = filter;
  const { rows } = await db.query<Omit<ListedRun, 'outcome' | 'reasons'>>(
    `select r.id, r.job, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
       r.totals_in as totals, coalesce((r.options->>'dryRun')::boolean, false) as dry_run, r.confirmed_at, r.created_at, r.finished_at
     from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
     where ${visible('r.merchant_id')} and ($2::text is null or r.state = $2) and ($3::text is null or r.merchant_id = $3)
       and ($4::text is null or s.name ilike $4 or r.maker ilike $4) and ($5::bigint is null or r.id < $5)
     order by r.id desc limit $6`,
    [scope, state, merchant, text === null ? null : `%${likeText(text)}%`, before, limit],
  );
  const standings = new Map(
    (
      await readStandings(
        db,
        rows.map(({ id }) => id),
      )
    ).map((standing) => [standing.run, standing]),
  );
  return rows.map((row) => {
    const standing = standings.get(row.id)!;
    return { ...row, outcome: outcomeOf(standing), reasons: standing.reasons };
  });
}

/** Merchants that a reader may choose from, by name. */
export async function selectMerchants(db: Db, scope: Scope, most: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payrun.merchant where ${visible('id')} and key_kind = 'merchant' order by id limit $2`,
    [scope, most],
  );
  return rows.map(({ id }) => id);
}

/** Text that stands for itself in a pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
