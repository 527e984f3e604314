import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { type AppContext, openAppContext } from '../../../engine/context/app-context.ts';
import { paySheet } from '../../../engine/runs/pay.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import { SANDBOX_BANNER } from '../../../ledger/merchants/environment-seen.ts';
import { cliActor } from '../../../permissions/actor.ts';
import { systemClock } from '../../../platform/clock.ts';
import { duration } from '../../../platform/duration.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import type { RunOutcome } from '../../../reports/payment-run-outcome.ts';
import { countPayments } from '../../../states.ts';
import type { Invocation } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { projectFolder } from '../../project-folder.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { showOutcome } from '../../terminal/show-outcome.ts';
import { showPlan } from '../../terminal/show-plan.ts';

const ACTS = [
  { file: 'good.csv', tells: 'A mixed sheet, fifteen countries: every recipient is new.' },
  {
    file: 'known-recipients.csv',
    tells: 'Known recipients, by their referenceId alone: nothing about them is sent again.',
  },
  { file: 'paypal.csv', tells: 'PayPal instead of bank accounts.' },
  {
    file: 'broken.csv',
    tells: 'Every rule broken once: valid rows are paid, the others are returned with a reason.',
  },
  { file: 'good.csv', tells: 'The first sheet again: no one is paid twice.' },
] as const;

/** Payments on hold, invalid or failed are part of the demo, so a few problems are enough to show. */
const MOST_PROBLEMS = 5;

/** The settings of the demo: nothing from the environment, a quota high enough not to wait, payments that end soon. */
function demoConfig(home: string) {
  const settings = { PAYRUN_HOME: home, PAYRUN_QUOTA_PER_MINUTE: '2000', PAYRUN_SANDBOX_SETTLE_MS: '1500' };
  return loadConfig(settings, home);
}

/** Pays the samples with a temporary home. The results stay in ./payrun-demo. */
export async function demo({ terminal, signal }: Invocation): Promise<number> {
  const began = systemClock.now();
  const folder = resolve('payrun-demo');
  copySamples(folder);
  const home = mkdtempSync(join(tmpdir(), 'payrun-demo-'));
  const outcomes: RunOutcome[] = [];
  try {
    const appContext = await openAppContext(demoConfig(home));
    try {
      terminal.print(`${SANDBOX_BANNER}. The database and the payout service are embedded, and removed at the end.`);
      for (const { file, tells: summary } of ACTS) {
        terminal.print(`\n== payrun pay ${file}\n${summary}`);
        outcomes.push(await payAct(appContext, join(folder, file), { terminal, signal }));
      }
    } finally {
      await appContext.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const paid = countPayments(outcomes.map(({ counts }) => ({ payments: counts.processed })));
  const rows = countPayments(outcomes.map((outcome) => ({ payments: outcome.rows })));
  const took = duration(systemClock.now() - began);
  terminal.print(
    `\n${pluralize(outcomes.length, 'run')}, ${pluralize(rows, 'row')}, ${pluralize(paid, 'payment')} paid, in ${took}.`,
  );
  terminal.print(`Sheets and results are in ${folder}\n${SANDBOX_BANNER}`);
  terminal.document({ runs: outcomes.map((outcome) => outcomeAnswer(outcome).document), paid, rows, folder });
  return EXIT.done;
}

async function payAct(
  appContext: AppContext,
  file: string,
  { terminal, signal }: Pick<Invocation, 'terminal' | 'signal'>,
): Promise<RunOutcome> {
  const bar = createProgressBar({ ...terminal, note: () => {} }, systemClock.now);
  try {
    const outcome = await paySheet(appContext, {
      file,
      maker: cliActor('demo'),
      onInvalid: 'skip',
      dryRun: false,
      confirm: 'yes',
      announce: (plan) => {
        bar.end();
        // The banner is already on the screen.
        for (const line of showPlan({ ...plan, banner: null })) terminal.print(line);
      },
      progress: bar.show,
      signal,
    });
    bar.end();
    for (const line of showOutcome(outcome, MOST_PROBLEMS)) terminal.print(line);
    return outcome;
  } finally {
    bar.end();
  }
}

function copySamples(folder: string): void {
  const samples = join(projectFolder(), 'samples');
  try {
    mkdirSync(folder, { recursive: true });
    for (const { file } of ACTS) cpSync(join(samples, file), join(folder, file));
  } catch (error) {
    const detail = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new PayrunError('file_unwritable', { file: folder, detail });
  }
}
