/**
 * A process that pays or resumes, to be killed. It gets tasks from its parent, one at a time, and answers each, unless the
 * task says at which point it dies.
 */

import { baselineWasm } from '../../../src/cli/baseline-wasm.ts';
import { loadConfig } from '../../../src/config.ts';
import { type AppContext, openAppContext } from '../../../src/engine/context/app-context.ts';
import { resolveUnknown } from '../../../src/engine/review/release.ts';
import { paySheet } from '../../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { isError } from '../../../src/errors.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { type Books, readBooks } from '../../simulator/read-books.ts';
import { person } from '../../support/person.ts';
import { createPoints, type PointOptions } from './points.ts';

export interface Task extends PointOptions {
  /** `resolve`: a person says of everything unconfirmed that it was not paid. */
  readonly action: 'pay' | 'resume' | 'resolve';
  readonly file: string;
  /** Whether the yes is said beforehand or asked for after the sheet was read. */
  readonly confirm: 'yes' | 'asked';
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** How many rows of the sheet are loaded at once, so that a small one is read as a large one is. */
  readonly rowsALoad?: number | undefined;
  /** The books of 10,000 payments are not read after every process. */
  readonly withoutBooks?: boolean;
}

export interface TaskAnswer {
  /** The code of the error that ended it; null where it came to its end. */
  readonly error: string | null;
  readonly points: readonly string[];
  /** Null where the database could not be read. */
  readonly books: Books | null;
}

/** Pauses of production are for a service far away: here only their order counts. */
const quick = {
  now: systemClock.now,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms > 50 ? ms / 10 : ms, signal),
};

async function perform(task: Task): Promise<TaskAnswer> {
  const points = createPoints(task);
  let raw: Ledger | null = null;
  let error: unknown = null;
  let books: Books | null = null;
  const config = loadConfig(task.env, task.folder);
  try {
    const opened = await openAppContext(config, {
      log: createLog(config.logLevel),
      clock: quick,
      fetch: points.fetch,
      openLedger: async (options) => {
        raw = await openLedger(options);
        return points.wrapLedger(raw);
      },
    });
    const appContext = { ...opened, rowsALoad: task.rowsALoad };
    try {
      if (task.action === 'resume') await resumeRuns(appContext, { progress: () => {} });
      else if (task.action === 'resolve') await sayUnpaid(appContext);
      else {
        await paySheet(appContext, {
          file: task.file,
          maker: person('mia'),
          onInvalid: 'skip',
          dryRun: false,
          confirm: task.confirm === 'yes' ? 'yes' : async () => true,
          progress: () => {},
        });
      }
    } catch (caught) {
      error = caught;
    }
    points.end();
    if (!task.withoutBooks) books = await readBooks(raw!, appContext).catch(() => null);
    await appContext.close();
  } catch (caught) {
    error ??= caught;
  }
  return { error: error === null ? null : codeOf(error), points: points.passed, books };
}

async function sayUnpaid(appContext: AppContext): Promise<void> {
  const { rows } = await appContext.ledger.db.query<{ reference: string; run: string }>(
    `select reference, run::text from payrun.payment_status where state = 'unknown' order by run, row`,
  );
  for (const { reference, run } of rows) {
    const resolution = { reference, run, paid: false, because: 'the bank says so' };
    // What the service contradicts stays unconfirmed.
    await resolveUnknown(appContext, resolution, person('carla')).catch((error: unknown) => {
      if (!isError(error, 'may_still_be_paid', 'not_unknown')) throw error;
    });
  }
}

function codeOf(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: unknown };
  return typeof code === 'string' && code !== 'defect' ? `${code}: ${message}` : `defect: ${stack}`;
}

// As the command does that pays: a process that is killed soon never gets back what optimizing costs.
baselineWasm();
process.on('message', (task: Task) => {
  void perform(task).then((answer) => process.send!(answer));
});
process.on('disconnect', () => process.exit());
process.send!('ready');
