import { existsSync } from 'node:fs';
import type { AppContext } from '../../../engine/context/app-context.ts';
import { ledgerLocation } from '../../../engine/context/ledger-location.ts';
import { type PlannedBalance, plannedBalances } from '../../../engine/merchants/planned-balances.ts';
import type { RunPlan } from '../../../engine/plan/run-plan.ts';
import { paySheet } from '../../../engine/runs/pay.ts';
import { PayrunError } from '../../../errors.ts';
import type { SheetSource } from '../../../intake/map-sheet.ts';
import type { Actor } from '../../../permissions/actor.ts';
import { systemClock } from '../../../platform/clock.ts';
import { usageError } from '../../../references/usage-error.ts';
import { parseOnInvalid } from '../../../settings/on-invalid.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, optionText } from '../../command.ts';
import { outcomeAnswer } from '../../outcome-answer.ts';
import { type FileAnswer, runEachFile } from '../../run-each-file.ts';
import { withStandardInput } from '../../standard-input.ts';
import { bannerLines } from '../../terminal/banner-lines.ts';
import { confirmPaying } from '../../terminal/confirm-paying.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { plannedDocument, showBalances } from '../../terminal/show-balances.ts';
import { showPlan } from '../../terminal/show-plan.ts';
import { showRowWarnings } from '../../terminal/show-row-warnings.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Pays the sheets, one after the other. */
export async function pay(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  // A wrong file name is an error before the first of several sheets is paid.
  const missing = invocation.args.find((file) => file !== '-' && !existsSync(file));
  if (missing !== undefined) throw new PayrunError('file_missing', { file: missing });
  if (!options.yes && !options.dryRun && !terminal.interactive) throw usageError('no_terminal_to_pay');
  return withStandardInput(invocation, (files) =>
    withAppContext(terminal, async (appContext) => {
      const maker = await actingUser(appContext, options.dryRun ? 'upload' : 'submit', invocation);
      return runEachFile(files, 'runs', terminal, (file) => payFile(appContext, file, maker, invocation));
    }),
  );
}

async function payFile(
  appContext: AppContext,
  file: SheetSource,
  maker: Actor,
  { options, terminal, signal }: Invocation,
): Promise<FileAnswer> {
  const bar = createProgressBar(terminal, systemClock.now);
  const noted: string[] = [];
  let cutOff: RunPlan['cutOff'] = null;
  let balances: readonly PlannedBalance[] = [];
  try {
    const outcome = await paySheet(appContext, {
      file,
      merchant: optionText(options, 'merchant'),
      maker,
      onInvalid: parseOnInvalid(optionText(options, 'onInvalid') ?? '') ?? undefined,
      decimal: optionText(options, 'decimal') as 'point' | 'comma' | undefined,
      encoding: optionText(options, 'encoding'),
      worksheet: optionText(options, 'worksheet'),
      payOn: optionText(options, 'on'),
      dryRun: options.dryRun === true,
      announce: (plan) => {
        cutOff = plan.cutOff;
        bar.end();
        noted.push(...showPlan(plan));
        for (const line of noted) terminal.note(line);
      },
      confirm:
        options.yes && !options.dryRun
          ? 'yes'
          : async (plan) => {
              balances = await plannedBalances(appContext, plan, { by: maker.name, signal });
              for (const line of showBalances(balances)) terminal.note(line);
              if (options.dryRun) return false;
              for (const line of await showRowWarnings(appContext, plan)) terminal.note(line);
              return confirmPaying(terminal, signal, plan.notes);
            },
      progress: bar.show,
      signal,
    });
    bar.end();
    const shownAnswer = outcomeAnswer(outcome);
    const ledger = ledgerLocation(appContext.config);
    const answer = {
      ...shownAnswer,
      document: {
        ...(shownAnswer.document as object),
        ledger,
        ...(cutOff === null ? {} : { cutOff }),
        ...plannedDocument(balances),
      },
    };
    const lines = [...(await bannerLines(appContext)), ...answer.lines];
    // Tables list every row, even one that the plan already showed.
    const isSeen = (line: string) => terminal.oneScreen && !/^ |^$/.test(line) && noted.includes(line);
    return { ...answer, lines: lines.filter((line) => !isSeen(line)) };
  } finally {
    bar.end();
  }
}
